"""The rules of the games in `examples/`."""

import itertools
import random

import pytest

import joute
from joute.core.game import Game
from joute.core.state import State
from joute.search.common.perft import perft


@pytest.fixture(scope="module")
def connect4() -> Game:
    return joute.game("examples/connect4/connect4.py")


def after(game: Game, columns: str) -> State:
    """The position after discs in these columns, the seats in turn."""
    state = game.new()
    for seat, column in zip(itertools.cycle((0, 1)), columns, strict=False):
        game.play(state, {seat: column})
    return state


@pytest.mark.parametrize(
    "columns",
    ["aabbccd", "abababa", "abbcdccdded", "gffedeeddcd"],
    ids=["a row", "a column", "a rising diagonal", "a falling diagonal"],
)
def test_connect_four_is_won_by_four_in(connect4: Game, columns: str) -> None:
    before, end = after(connect4, columns[:-1]), after(connect4, columns)
    winner = (len(columns) - 1) % 2
    assert not connect4.over(before)
    assert connect4.over(end)
    assert connect4.returns(end) == [1.0 - 2 * winner, 2 * winner - 1.0]


def test_connect_four_has_as_many_games_of_each_length_as_published(connect4: Game) -> None:
    assert perft(connect4, 8) == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def test_connect_four_looks_the_same_in_the_mirror(connect4: Game) -> None:
    assert connect4.definition.symmetries is not None
    _, (features, columns) = connect4.definition.symmetries(connect4.options)
    played, mirrored = after(connect4, "abbcd"), after(connect4, "gffed")
    there, here = (list(connect4.features(connect4.view(state, 0), 0).values()) for state in (played, mirrored))
    assert [there[index] for index in features] == here
    assert columns == [6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("seed", range(3))
def test_features_of_connect_four_name_the_cells_that_win(connect4: Game, seed: int) -> None:
    """In every position of a random game, a disc of each colour is tried on each empty cell."""
    state, rng, letters = connect4.new(), random.Random(seed), "abcdefg"
    while not connect4.over(state):
        (seat,) = connect4.movers(state)
        seen, cells, heights = connect4.features(connect4.view(state, seat), seat), state.array["cells"][0], state.array["heights"][0]
        for whose, colour in (("own", seat + 1), ("opponent's", 2 - seat)):
            for column, row in itertools.product(range(7), range(6)):
                wins = cells[row, column] == 0 and makes_four(cells.tolist(), row, column, colour)
                assert seen[f"{whose} disc would win on {letters[column]}{row + 1}"] == wins
                if row == heights[column]:
                    assert seen[f"{whose} win in {letters[column]}"] == wins
                if row == heights[column] + 1:
                    assert seen[f"{whose} win above {letters[column]}"] == wins
            for column in range(7):
                assert heights[column] < 6 or seen[f"{whose} win in {letters[column]}"] == 0
                assert heights[column] < 5 or seen[f"{whose} win above {letters[column]}"] == 0
        connect4.play(state, {seat: rng.choice(connect4.legal_numbers(state, seat))})


def makes_four(cells: list[list[int]], row: int, column: int, colour: int) -> bool:
    """Whether a disc there would be in one of the 69 lines of four that is otherwise full of its colour."""
    for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for first in range(4):
            line = [(row + (step - first) * up, column + (step - first) * right) for step in range(4)]
            others = [place for place in line if place != (row, column)]
            if all(0 <= y < 6 and 0 <= x < 7 and cells[y][x] == colour for y, x in others):
                return True
    return False


def test_kuhn_poker_is_told_to_each_seat_as_far_as_it_sees() -> None:
    kuhn = joute.game("examples/kuhn/kuhn.py")
    state = kuhn.new(seed=1)
    held = kuhn.features(kuhn.view(state, 0), 0)
    assert sum(held.values()) == 1.0
    kuhn.play(state, {0: "bet"})
    (event,) = kuhn.play(state, {1: "pass"}).seen_by(0)
    assert (event.text("en"), event.text("fr")) == ("Seat 1 passes", "Le joueur 1 passe")
