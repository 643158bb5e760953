"""What searches by sampling share: budgets, threads, and the main line of an opinion."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import joute
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.search.mcts.base import CACHE_LINE, MonteCarloSearch, isolated

SMALL = Path(__file__).parent.parent / "small"
NIM = str(Path(__file__).parent.parent.parent / "examples" / "nim" / "nim.py")


def first_opinion(game: Game, text: str, seed: int = 1) -> Opinion:
    state = game.new(seed)
    seat = game.movers(state)[0]
    return joute.agent(text, game).consider(game.view(state, seat), seat, seed)


def words(opinion: Opinion) -> list[str]:
    return [action.name for action in opinion.pv]


SEARCHES = [
    "mcts:iterations=3000",
    "ismcts:iterations=3000",
    "determinized:iterations=3000,iterations_per_world=1000",
    "smmcts:iterations=3000",
]


@pytest.mark.parametrize("text", SEARCHES)
def test_the_main_line_of_nim_takes_what_leaves_a_multiple_of_four(text: str) -> None:
    nim = joute.game(NIM, sticks=7)
    line = [int(action) for action in first_opinion(nim, text).pv]
    assert line[0] == 3
    assert len(line) >= 3
    assert line[1] + line[2] == 4


@pytest.mark.parametrize("text", SEARCHES)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_main_line_can_be_played_and_is_the_depth(text: str, threads: int) -> None:
    nim = joute.game(NIM, sticks=11)
    opinion = first_opinion(nim, f"{text},threads={threads}")
    state = nim.new(1)
    assert opinion.pv[0] == opinion.action
    assert opinion.depth == len(opinion.pv) > 1
    for action in opinion.pv:
        nim.play(state, {nim.movers(state)[0]: action})


@pytest.mark.parametrize("text", SEARCHES)
def test_too_few_iterations_to_look_ahead_still_give_a_choice(text: str) -> None:
    nim = joute.game(NIM, sticks=7)
    for iterations in (1, 2, 12):
        opinion = first_opinion(nim, f"{text.replace('3000', str(iterations))},threads=2")
        assert opinion.pv == [opinion.action]
        assert opinion.nodes == iterations


def test_of_choices_made_at_once_ones_own_comes_first_in_the_line() -> None:
    game = joute.game(str(SMALL / "goofspiel.py"), cards=4)
    state = game.new()
    for seat in (0, 1):
        line = joute.agent("smmcts:iterations=20000", game).consider(game.view(state, seat), seat, 1).pv
        assert len(line) >= 4
        played = state.copy()
        for mine, theirs in zip(line[::2], line[1::2], strict=True):
            game.play(played, {seat: mine, 1 - seat: theirs})


def test_the_line_of_an_information_set_search_goes_on_with_what_others_mostly_answer() -> None:
    kuhn = joute.game(str(SMALL.parent.parent / "examples" / "kuhn" / "kuhn.py"))
    state = kuhn.laid_out()
    kuhn.resolve(state, 2)  # a king, which the other does not see
    kuhn.resolve(state, 0)
    line = words(joute.agent("ismcts:iterations=4000", kuhn).consider(kuhn.view(state, 0), 0))
    assert line[0] in ("bet", "pass")
    assert len(line) >= 2


def test_a_line_ends_where_chance_decides() -> None:
    diamant = joute.game("diamant", seats=2)
    opinion = first_opinion(diamant, "smmcts:iterations=2000")
    assert len(opinion.pv) == 2


def test_choosing_and_considering_agree() -> None:
    nim = joute.game(NIM, sticks=9)
    for text in SEARCHES:
        agent, view = joute.agent(text, nim), nim.view(nim.new(), 0)
        assert agent.choose(view, 0, 3) == agent.consider(view, 0, 3).action


def test_every_search_by_sampling_has_the_same_budget() -> None:
    nim = joute.game(NIM, sticks=9)
    for text in SEARCHES:
        agent = joute.agent(text, nim)
        assert isinstance(agent, MonteCarloSearch)
        assert (agent.settings.seconds, agent.settings.iterations, agent.settings.threads) == (1.0, 3000, 1)


def test_what_threads_write_to_lies_apart() -> None:
    arrays = [array for count in (1, 2, 3, 1) for array in isolated((count, np.dtype(np.int64)))]
    for array in arrays:
        array += 1
    spans = sorted((array.ctypes.data // CACHE_LINE, (array.ctypes.data + array.nbytes - 1) // CACHE_LINE) for array in arrays)
    assert all(earlier[1] < later[0] for earlier, later in pairwise(spans))


def test_beliefs_are_computed_only_when_somebody_asks_why() -> None:
    game = joute.game("coeurs")
    state = game.new(1)
    (seat,) = game.movers(state)
    for text in ("ismcts:iterations=50", "fallible:of=ismcts+iterations=50", "careful", "random"):
        agent = joute.agent(text, game)
        view = game.view(state, seat)
        explained, considered = agent.explain(view, seat, 3), agent.consider(view, seat, 3)
        assert considered.action == explained.action
        assert explained.beliefs
        assert not considered.beliefs
