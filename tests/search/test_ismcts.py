"""Information-set search: Kuhn poker's dominated choices, determinism, threads, every game of the contract."""

from pathlib import Path

import pytest

import joute
from joute.core import registry
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.state import State

ROOT = Path(__file__).parent.parent
NIM = str(ROOT.parent / "examples" / "nim" / "nim.py")


@pytest.fixture(scope="module")
def kuhn() -> Game:
    return joute.game(str(ROOT.parent / "examples" / "kuhn" / "kuhn.py"))


def dealt(game: Game, first: int, second: int, *played: str) -> State:
    state = game.laid_out()
    game.resolve(state, first - 1)
    game.resolve(state, second - 1)
    for action in played:
        game.advance(state, {game.movers(state)[0]: action})
    return state


@pytest.mark.parametrize("observers", ["single", "multi"])
def test_nobody_folds_a_king_or_calls_with_a_jack(kuhn: Game, observers: str) -> None:
    agent = joute.agent(f"ismcts:iterations=4000,observers={observers}", kuhn)
    for other in (1, 2):
        facing_a_bet = dealt(kuhn, other, 3, "bet")
        assert agent.choose(kuhn.view(facing_a_bet, 1), 1) == kuhn.action("bet")
    for other in (2, 3):
        facing_a_bet = dealt(kuhn, other, 1, "bet")
        assert agent.choose(kuhn.view(facing_a_bet, 1), 1) == kuhn.action("pass")


def test_the_value_of_a_certain_loss_is_exact(kuhn: Game) -> None:
    facing_a_bet = dealt(kuhn, 3, 1, "bet")
    opinion = joute.agent("ismcts:iterations=2000", kuhn).consider(kuhn.view(facing_a_bet, 1), 1)
    values = {judgement.action.name: judgement.value for judgement in opinion.judgements}
    assert values == {"pass": pytest.approx(-1), "bet": pytest.approx(-2)}


def test_rivals_that_do_not_learn_are_answered_as_they_play(kuhn: Game) -> None:
    # Kuhn poker states no care, so these rivals play anything. With the Jack a bet wins 1 or loses 2, a pass always loses 1.
    opinion = joute.agent("ismcts:iterations=4000,opponents=careful,exploration=0.3", kuhn).consider(kuhn.view(dealt(kuhn, 1, 2), 0), 0)
    values = {judgement.action.name: judgement.value for judgement in opinion.judgements}
    assert values == {"pass": pytest.approx(-1, abs=0.3), "bet": pytest.approx(-0.5, abs=0.15)}
    assert opinion.pv == [kuhn.action("bet")]


def test_what_it_is_not_shown_does_not_change_its_mind(kuhn: Game) -> None:
    agent = joute.agent("ismcts:iterations=500", kuhn)
    opinions = [agent.consider(kuhn.view(dealt(kuhn, 2, other), 0), 0, seed=1) for other in (1, 3)]
    assert opinions[0].judgements == opinions[1].judgements


@pytest.mark.parametrize(
    "settings",
    ["iterations=400", "iterations=401,threads=2", "iterations=300,observers=multi,rollout=careful", "iterations=300,opponents=careful"],
)
def test_the_same_seed_and_iterations_give_the_same_opinion(kuhn: Game, settings: str) -> None:
    agent = joute.agent(f"ismcts:{settings}", kuhn)
    view = kuhn.view(dealt(kuhn, 2, 3), 0)
    first, again, other = (agent.consider(view, 0, seed) for seed in (1, 1, 2))
    assert first.judgements == again.judgements
    assert first.judgements != other.judgements


def test_it_solves_nim_like_the_others() -> None:
    for sticks in (5, 6, 7, 9):
        nim = joute.game(NIM, sticks=sticks)
        assert int(joute.agent("ismcts:iterations=3000", nim).choose(nim.view(nim.new(), 0), 0)) == sticks % 4


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(registry.GAMES))
def test_it_plays_every_game(name: str) -> None:
    game = joute.game(name)
    state = game.new(seed=1)
    agent = joute.agent("ismcts:iterations=50", game)
    for _ in range(10):
        if game.over(state):
            break
        choices = {seat: agent.choose(game.view(state, seat), seat, seed=1) for seat in game.movers(state)}
        game.play(state, choices)


def test_small_tables_are_survived(kuhn: Game) -> None:
    nim = joute.game(NIM, sticks=200)
    opinion = joute.agent("ismcts:iterations=20000,nodes=1000", nim).consider(nim.view(nim.new(), 0), 0)
    assert opinion.nodes == 20000


def test_one_who_aims_at_winning_judges_by_chances() -> None:
    game = joute.game("coeurs")
    state = game.new(seed=1)
    seat = game.movers(state)[0]
    opinion = joute.agent("ismcts:iterations=400,aim=win", game).consider(game.view(state, seat), seat, seed=1)
    assert all(0 <= judgement.value <= 1 for judgement in opinion.judgements if judgement.value is not None)


def test_who_wins_must_be_said_by_the_game() -> None:
    with pytest.raises(Unfit, match="does not say who is likely to win"):
        joute.agent("ismcts:aim=win", joute.game("morpion"))
