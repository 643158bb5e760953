"""The best answer to an agent that does not change: Kuhn poker by hand, the same answer asked or in machine code, nothing peeked at."""

from pathlib import Path

import pytest

import joute
from joute.core import registry
from joute.core.agent import Stop
from joute.core.errors import UnknownName
from joute.core.game import Game
from joute.core.state import State

ROOT = Path(__file__).parent.parent
ASKED = "best_response:to=fallible+of=random"  # plays at random, but no search knows that: it must be asked


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


def values(game: Game, text: str, state: State) -> dict[str, float | None]:
    seat = game.movers(state)[0]
    opinion = joute.agent(text, game).consider(game.view(state, seat), seat, seed=1)
    return {judgement.action.name: judgement.value for judgement in opinion.judgements}


@pytest.mark.parametrize("answer", ["best_response:iterations=4000", f"{ASKED},iterations=1500,policy_samples=200"])
def test_one_who_bets_and_folds_at_random_is_bluffed(kuhn: Game, answer: str) -> None:
    # With the Jack a bet wins 1 or loses 2, a pass loses 1 whatever follows.
    found = values(kuhn, answer, dealt(kuhn, 1, 2))
    assert found == {"pass": pytest.approx(-1, abs=0.3), "bet": pytest.approx(-0.5, abs=0.2)}


@pytest.mark.parametrize("answer", ["best_response:iterations=4000", f"{ASKED},iterations=1500,policy_samples=200"])
def test_a_raise_of_one_who_bets_anything_is_called_with_the_queen(kuhn: Game, answer: str) -> None:
    # Jack or King are as likely behind a bet at random: calling is even, folding loses 1.
    found = values(kuhn, answer, dealt(kuhn, 3, 2, "bet"))
    assert found == {"pass": pytest.approx(-1), "bet": pytest.approx(0, abs=0.3)}


def test_what_it_is_not_shown_does_not_change_its_mind(kuhn: Game) -> None:
    agent = joute.agent(f"{ASKED},iterations=100", kuhn)
    opinions = [agent.consider(kuhn.view(dealt(kuhn, 2, other), 0), 0, seed=1) for other in (1, 3)]
    assert opinions[0].judgements == opinions[1].judgements


def test_what_it_has_seen_before_does_not_change_its_mind(kuhn: Game) -> None:
    text = f"{ASKED},iterations=60"
    view = kuhn.view(dealt(kuhn, 2, 3), 0)
    fresh, used = joute.agent(text, kuhn), joute.agent(text, kuhn)
    used.consider(kuhn.view(dealt(kuhn, 1, 3), 0), 0, seed=9)
    used.consider(view, 0, seed=8)
    assert fresh.consider(view, 0, seed=1).judgements == used.consider(view, 0, seed=1).judgements
    assert fresh.consider(view, 0, seed=1).judgements != fresh.consider(view, 0, seed=2).judgements


def test_it_stops_when_it_is_told_to(kuhn: Game) -> None:
    stop = Stop()
    stop.now()
    opinion = joute.agent(f"{ASKED},iterations=100000", kuhn).consider(kuhn.view(dealt(kuhn, 2, 3), 0), 0, stop=stop)
    assert opinion.nodes == 1


def test_an_agent_with_settings_that_asks_another_can_be_answered() -> None:
    game = joute.game("pokemon")
    agent = joute.agent(
        "best_response:to=fallible+of=expectiminimax++depth=1+temperature=0.3,iterations=5,horizon=1,rollout=evaluate", game
    )
    assert agent.inner is not None
    assert agent.inner.text == "fallible:of=expectiminimax+depth=1,temperature=0.3"
    assert agent.consider(game.view(game.new(1), 0), 0, seed=1).nodes == 5


def test_an_unknown_agent_to_answer_is_refused(kuhn: Game) -> None:
    with pytest.raises(UnknownName, match="no agent is called 'nobody'"):
        joute.agent("best_response:to=nobody", kuhn)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(registry.GAMES))
def test_it_answers_in_every_game(name: str) -> None:
    game = joute.game(name)
    state = game.new(seed=1)
    agent = joute.agent(f"{ASKED},iterations=10,horizon=2", game)
    for _ in range(3):
        choices = {seat: agent.choose(game.view(state, seat), seat, seed=1) for seat in game.movers(state)}
        game.play(state, choices)
