"""Determinised UCT: right where the hidden card does not matter, and the same bits for a seed."""

from pathlib import Path

import pytest

import joute
from joute.core.game import Game
from joute.core.state import State

ROOT = Path(__file__).parent.parent
NIM = str(ROOT.parent / "examples" / "nim" / "nim.py")


@pytest.fixture(scope="module")
def kuhn() -> Game:
    return joute.game(str(ROOT.parent / "examples" / "kuhn" / "kuhn.py"))


def facing_a_bet(game: Game, first: int, second: int) -> State:
    state = game.laid_out()
    game.resolve(state, first - 1)
    game.resolve(state, second - 1)
    game.advance(state, {0: "bet"})
    return state


@pytest.mark.parametrize("choice", ["visits", "mean", "votes"])
def test_nobody_folds_a_king_or_calls_with_a_jack(kuhn: Game, choice: str) -> None:
    agent = joute.agent(f"determinized:iterations=2000,iterations_per_world=50,choice={choice}", kuhn)
    assert agent.choose(kuhn.view(facing_a_bet(kuhn, 1, 3), 1), 1) == kuhn.action("bet")
    assert agent.choose(kuhn.view(facing_a_bet(kuhn, 3, 1), 1), 1) == kuhn.action("pass")


def test_it_adds_up_all_its_worlds(kuhn: Game) -> None:
    opinion = joute.agent("determinized:iterations=1010,iterations_per_world=100", kuhn).consider(kuhn.view(facing_a_bet(kuhn, 2, 3), 1), 1)
    assert opinion.nodes == 1010
    assert sum(judgement.visits or 0 for judgement in opinion.judgements) == 1010
    assert sum(judgement.weight or 0 for judgement in opinion.judgements) == pytest.approx(1)


def test_the_same_seed_gives_the_same_opinion(kuhn: Game) -> None:
    agent = joute.agent("determinized:iterations=500", kuhn)
    view = kuhn.view(facing_a_bet(kuhn, 1, 2), 1)
    assert agent.consider(view, 1, seed=4).judgements == agent.consider(view, 1, seed=4).judgements


def test_an_open_game_is_one_world() -> None:
    nim = joute.game(NIM, sticks=7)
    assert int(joute.agent("determinized:iterations=3000,iterations_per_world=3000", nim).choose(nim.view(nim.new(), 0), 0)) == 3
