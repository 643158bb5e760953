"""Sampling where seats choose at once: average strategies near equilibrium, certain choices, determinism, threads, budgets."""

from pathlib import Path

import numpy as np
import pytest
from enumeration import Truth, matrix_value

import joute
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Opinion

ROOT = Path(__file__).parent.parent
GOOFSPIEL = str(ROOT / "small" / "goofspiel.py")
NIM = str(ROOT.parent / "examples" / "nim" / "nim.py")


@pytest.fixture(scope="module")
def uneven() -> Game:
    """Cards 2 and 3 against 1 and 3, prizes 3 and 2: the matrix is (3, -1), (1, 2), worth 7/5 to the first seat, who plays 1/5 and 4/5."""
    return joute.game(GOOFSPIEL, cards=3, missing=2)


def weights_of(game: Game, opinion: Opinion) -> list[float]:
    """The strategy over the legal actions in the order of the rules."""
    weights = {int(judgement.action): judgement.weight or 0.0 for judgement in opinion.judgements}
    return [weights[action] for action in sorted(weights)]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("settings", "within"), [("regret,gamma=0.03", 0.06), ("exp3,gamma=0.05", 0.2)])
def test_the_average_strategy_gives_little_away(uneven: Game, settings: str, within: float, seat: int) -> None:
    state = uneven.new()
    state.array["chance"] = 0
    cells = Truth(uneven, matrix_value).matrix(state, 3)
    value = matrix_value(cells)
    assert value == pytest.approx(7 / 5)
    agent = joute.agent(f"smmcts:iterations=100000,selection={settings},rollout=random", uneven)
    strategy = np.array(weights_of(uneven, agent.consider(uneven.view(state, seat), seat)))
    assert strategy.sum() == pytest.approx(1)
    lost = value - (strategy @ cells).min() if seat == 0 else (cells @ strategy).max() - value
    assert lost < within


@pytest.mark.parametrize("selection", ["duct", "regret", "exp3"])
def test_it_solves_nim_like_the_others(selection: str) -> None:
    for sticks in (5, 6, 7):
        nim = joute.game(NIM, sticks=sticks)
        assert int(joute.agent(f"smmcts:iterations=20000,selection={selection}", nim).choose(nim.view(nim.new(), 0), 0)) == sticks % 4


@pytest.mark.parametrize("settings", ["iterations=400", "iterations=401,threads=2,selection=regret", "iterations=300,selection=exp3"])
def test_the_same_seed_and_iterations_give_the_same_opinion(settings: str) -> None:
    game = joute.game(GOOFSPIEL, cards=4, shuffled=True)
    agent, view = joute.agent(f"smmcts:{settings}", game), game.view(game.new(), 0)
    first, again, other = (agent.consider(view, 0, seed) for seed in (1, 1, 2))
    assert first.judgements == again.judgements
    assert first.action == again.action
    assert first.judgements != other.judgements


def test_a_mixed_choice_is_drawn_as_often_as_its_weight(uneven: Game) -> None:
    agent = joute.agent("smmcts:iterations=300,selection=regret", uneven)
    opinions = [agent.consider(uneven.view(uneven.new(), 0), 0, seed) for seed in range(300)]
    for place in range(2):
        action = opinions[0].judgements[place].action
        wanted = np.mean([next(j.weight or 0.0 for j in opinion.judgements if j.action == action) for opinion in opinions])
        assert np.mean([opinion.action == action for opinion in opinions]) == pytest.approx(wanted, abs=0.1)


@pytest.mark.parametrize("selection", ["duct", "regret", "exp3"])
def test_small_tables_are_survived(selection: str) -> None:
    nim = joute.game(NIM, sticks=200)
    assert joute.agent(f"smmcts:iterations=5000,nodes=1000,selection={selection}", nim).consider(nim.view(nim.new(), 0), 0).nodes == 5000


@pytest.mark.slow
def test_it_plays_diamant_with_any_number_of_seats() -> None:
    for seats in (2, 4):
        game = joute.game("diamant", seats=seats)
        state = game.new(seed=1)
        for selection in ("duct", "regret"):
            agent = joute.agent(f"smmcts:iterations=200,selection={selection}", game)
            if not game.over(state):
                game.play(state, {seat: agent.choose(game.view(state, seat), seat, seed=1) for seat in game.movers(state)})


def test_it_refuses_hidden_information() -> None:
    with pytest.raises(Unfit, match="smmcts sees everything, but kuhn has hidden information"):
        joute.agent("smmcts", joute.game(str(ROOT.parent / "examples" / "kuhn" / "kuhn.py")))
