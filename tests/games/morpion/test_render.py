"""How a person sees Morpion, and what is read back."""

import json
from typing import Any

import pytest
from games.morpion.drawn import drawn

import joute
from joute.core.errors import BadPosition
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import State

WON = """
    X X X .
    O O O ."""


def random_game(seed: int, **options: Any) -> tuple[Game, list[State]]:
    """The positions of a random game."""
    game = joute.game("morpion", **options)
    positions = [game.laid_out()]
    while not game.over(positions[-1]):
        state = positions[-1].copy()
        game.step(state, random_choices(game, state, seed, len(positions)))
        positions.append(state)
    return game, positions


def refused(text: str, **options: Any) -> str:
    """The sentence that refuses a drawing."""
    with pytest.raises(BadPosition) as error:
        drawn(text, **options)
    return str(error.value)


def refused_json(changes: dict[str, Any], text: str = "X O\nX", **options: Any) -> str:
    """The sentence that refuses the drawn position after these changes of its JSON."""
    game, state = drawn(text, width=3, height=3, **options)
    with pytest.raises(BadPosition) as error:
        game.position(game.to_json(state) | changes)
    return str(error.value)


# --- what is shown --------------------------------------------------------------------------------------------------------


def test_the_board_has_coordinates_and_the_last_stone_stands_in_brackets() -> None:
    game, state = drawn("", width=11, height=10)
    game.play(state, {0: "k10"})
    game.play(state, {1: "a10"})
    lines = game.show(state).splitlines()
    assert lines[0] == "    a b c d e f g h i j k"
    assert lines[1] == " 1  . . . . . . . . . . ."
    assert lines[10] == "10 [O]. . . . . . . . . X"
    assert lines[11] == "X to move"


def test_the_end_is_said_in_both_languages() -> None:
    game, state = drawn(WON)
    assert game.show(state, "fr").endswith("Au tour de X")
    game.play(state, {0: "d1"})
    assert game.show(state, "en").endswith("X wins")
    assert game.show(state, "fr").endswith("X gagne")


def test_a_stone_and_the_end_are_told() -> None:
    game, state = drawn(WON)
    placed, ended = game.play(state, {0: "d1"})
    assert (placed.text("en"), placed.text("fr")) == ("X plays d1", "X joue d1")
    assert (ended.text("en"), ended.text("fr")) == ("X wins", "X gagne")
    assert ended.to_json()["winner"] == 0
    assert ended.to_json()["line"] == ["a1", "b1", "c1", "d1"]


def test_a_draw_is_told_without_a_winner() -> None:
    text = """
        X O X
        X O O
        O X ."""
    game, state = drawn(text, width=3, height=3, align=3)
    _, ended = game.play(state, {0: "c3"})
    assert (ended.text("en"), ended.text("fr")) == ("A draw", "Partie nulle")
    assert ended.to_json()["winner"] is None
    assert game.to_json(state)["over"] is True
    assert game.to_json(state)["winner"] is None


def test_taking_over_is_told() -> None:
    game, state = drawn("X", swap=True)
    (event,) = game.play(state, {1: "swap"})
    assert (event.text("en"), event.text("fr")) == ("O takes over a1", "O reprend a1")


def test_the_winning_line_may_be_longer_than_four() -> None:
    text = """
        X X . X X
        O O . O O"""
    game, state = drawn(text)
    assert game.to_json(state)["line"] == []
    game.play(state, {0: "c1"})
    assert game.to_json(state)["line"] == ["a1", "b1", "c1", "d1", "e1"]


# --- there and back -------------------------------------------------------------------------------------------------------

SHAPES: list[dict[str, Any]] = [
    {},
    {"swap": True, "width": 5, "height": 4},
    {"width": 19, "height": 3},
    {"width": 4, "height": 19, "align": 3},
]


@pytest.mark.parametrize("options", SHAPES, ids=str)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_shown_position_is_read_back(options: dict[str, Any], language: str) -> None:
    for seed in range(3):
        game, positions = random_game(seed, **options)
        for position in positions[-40:]:
            assert game.position(game.show(position, language)) == position


@pytest.mark.parametrize("options", SHAPES, ids=str)
def test_json_is_read_back(options: dict[str, Any]) -> None:
    game, positions = random_game(5, **options)
    for position in positions[-40:]:
        assert game.position(json.loads(json.dumps(game.to_json(position)))) == position


def test_a_position_after_a_swap_is_read_back() -> None:
    game, state = drawn("X", swap=True, width=4, height=4)
    for seat, move in [(1, "swap"), (0, "b1"), (1, "a2"), (0, "b2"), (1, "a3"), (0, "b3"), (1, "d4"), (0, "b4")]:
        game.play(state, {seat: move})
        assert game.position(game.show(state)) == state
        assert game.position(game.to_json(state)) == state
    assert game.show(state).endswith("X wins")


def test_a_smaller_drawing_is_the_top_left_corner() -> None:
    game, state = drawn(". X\nO")
    assert game.to_json(state)["board"][:2] == [".X..........", "O..........."]
    assert game.movers(state) == [0]


def test_a_line_without_brackets_gets_a_last_stone_that_completed_it() -> None:
    text = """
        X X X X X .
        O O O . O ."""
    game, state = drawn(text)
    assert game.over(state)
    assert game.to_json(state)["last"] in {"b1", "c1", "d1"}


def test_after_a_swap_the_line_tells_whose_turn_it_was() -> None:
    text = """
        X X X X
        O O O .
        O . . ."""
    game, state = drawn(text, swap=True)
    assert game.returns(state) == [1, -1]
    with pytest.raises(BadPosition):
        drawn(text)


# --- what is refused ------------------------------------------------------------------------------------------------------


def test_an_unknown_sign_is_named_with_its_row() -> None:
    assert refused("X O\nX z") == "'z' in row 2, 'Xz'; a cell is one of ., X, O"


def test_a_sentence_that_is_no_status_is_not_dropped() -> None:
    assert refused("X O\nhello") == "'h' in row 2, 'hello'; a cell is one of ., X, O"
    assert "stands below 'X to move'" in refused("X O\nX to move\nX")


def test_a_drawing_larger_than_the_board_is_refused() -> None:
    assert refused("X O . .", width=3) == "the drawing has 1 rows of 4 cells; this board has 12 rows of 3 cells"
    assert refused(".\n.\n.\n.", height=3) == "the drawing has 4 rows of 1 cells; this board has 3 rows of 12 cells"


def test_too_many_stones_of_one_kind_are_refused() -> None:
    assert refused("X X") == "2 X and 0 O; in a game there are X as many as O, or one more"
    assert refused("O") == "0 X and 1 O; in a game there are X as many as O, or one more"
    assert refused("O O", swap=True) == "0 X and 2 O; in a game there are at most one apart"


def test_a_row_with_another_number_is_refused() -> None:
    assert refused("1 X O\n3 X O") == "row 2 of the drawing is numbered 3: '3 X O'"


def test_brackets_stand_around_one_stone_that_moved_last() -> None:
    around = "brackets stand around one stone, the last one: [X] or [O]"
    assert refused("[X O") == f"row 1 is '[XO'; {around}"
    assert refused("[X O]") == f"row 1 is '[XO]'; {around}"
    assert refused("X O\n[X][O]") == f"row 2 is '[X][O]'; {around}"
    assert refused("[X]O\n[X]") == f"row 2 is '[X]'; {around}"
    assert refused("[X] O") == "the last stone is on a1, which holds 'X'; O moved last"
    assert refused("X O [.]") == "the last stone is on c1, which holds '.'; O moved last"
    assert refused("X O ]") == f"row 1 is 'XO]'; {around}"


def test_a_sentence_that_the_board_contradicts_is_refused() -> None:
    assert refused("X O\nO to move") == "O is said to move; with 1 X and 1 O it is the turn of X"
    assert refused("X O\nX wins") == "'X wins' stands below the board; it shows: X to move, Au tour de X"
    assert refused("X O\nPartie nulle") == "'Partie nulle' stands below the board; it shows: X to move, Au tour de X"


def test_a_game_that_went_on_after_a_line_is_refused() -> None:
    text = """
        X X X X
        O O O .
        O . . ."""
    assert refused(text) == "X has a line through a1, but O moved after it"
    both = """
        X X X X
        O O O O
        X . . ."""
    assert refused(both) == "O has a line through a2, but X moved after it"


def test_lines_that_no_single_stone_completed_are_refused() -> None:
    text = """
        X X X X
        . . . .
        X X X X
        O O O .
        O O O .
        O . . ."""
    assert refused(text) == "X has lines through a1, b1, c1, d1, a3, b3, c3, d3 that no single stone completed"


def test_a_last_stone_beside_the_line_is_refused() -> None:
    text = """
        X X X X
        O O O .
        O .[X] ."""
    assert refused(text) == "the last stone is on c3; the one that completed the line is on a1, b1, c1, d1"


def test_json_of_another_size_or_kind_is_refused() -> None:
    assert refused_json({"board": ["XO", "X."]}) == "the board has 2 rows of 2 cells; this board has 3 rows of 3 cells"
    assert refused_json({"board": "XO."}) == "the board is 'XO.'; it must be a list of rows like '..XO..'"
    assert refused_json({"board": ["XO.", "X..", "..?"]}) == "'?' in row 3, '..?'; a cell is one of ., X, O"
    assert refused_json({"board": ["XOO", "O..", "..."]}) == "1 X and 3 O; in a game there are X as many as O, or one more"


def test_json_that_contradicts_itself_is_refused() -> None:
    assert refused_json({"mover": 0}) == "X is said to move; with 2 X and 1 O it is the turn of O"
    assert refused_json({"mover": 7}) == "the mover is 7; it must be 0 or 1"
    assert refused_json({"last": "b1"}) == "the last stone is on b1, which holds 'O'; X moved last"
    assert refused_json({"last": "d1"}) == "the last stone is on 'd1', which is no cell of a board of 3 rows of 3 cells"
    assert refused_json({"last": 5}) == "the last stone is on 5, which is no cell of a board of 3 rows of 3 cells"
    assert refused_json({"over": True}) == "over is True; the board says False"
    assert refused_json({"winner": 1}) == "winner is 1; the board says None"
    assert "non-hexadecimal" in refused_json({"chance": "many"})
