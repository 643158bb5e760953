"""What is said of a mark on a square, and what has come of it: one sentence a test, drawn."""

from typing import Any

import numpy as np
import pytest
from games.morpion.drawn import drawn

import joute
from joute.core.contract import consequences
from joute.core.playthrough import random_choices
from joute.core.state import Fields
from joute.games.morpion.board import aligns
from joute.games.morpion.state import MorpionState

THREE = """
    . . . . . .
    . X X X . .
    . . . . . .
    . O O . . O
    . . . . . .
    . . . . . ."""  # X to move

BLOCK = """
    . . . . . .
    . X X X O .
    . . . . . .
    . O . . . .
    . . O . . .
    . . . . X ."""  # O to move

OPEN_THREE = """
    . . . . . .
    . X X X . .
    . . . . . .
    . O . . . O
    . . O . . .
    . . . . X ."""  # O to move

TWO = """
    . . . . . . .
    . . X X . . .
    . . . . . . .
    . O . . . O .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""  # X to move

TWO_TO_STOP = """
    . . . . . . .
    . . X X . . .
    . . . . . . .
    . O . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""  # O to move


def board_of(text: str, **options: Any) -> dict[str, Any]:
    """Options for a board of the size of a drawing."""
    rows = [line.split() for line in text.split("\n") if line.strip()]
    return {"width": len(rows[0]), "height": len(rows)} | options


def facts_of(text: str, action: str, **options: Any) -> dict[str, float]:
    """The facts of an action of the seat on turn."""
    game, state = drawn(text, **board_of(text, **options))
    (seat,) = game.movers(state)
    return game.facts(state, seat, action)


def fact(name: str, text: str, action: str, **options: Any) -> float:
    """One fact of an action."""
    return facts_of(text, action, **options)[name]


# --- lines that are completed at once -------------------------------------------------------------------------------------


def test_the_fourth_mark_completes_a_line() -> None:
    assert fact("completes_line", THREE, "e2") == 1
    assert fact("completes_line", THREE, "d3") == 0


def test_another_square_misses_the_win() -> None:
    assert fact("misses_win", THREE, "d3") == 1
    assert fact("misses_win", THREE, "a2") == 0
    assert fact("misses_win", BLOCK, "d3") == 0  # it is the opponent's line


def test_a_square_blocks_the_line_of_the_opponent() -> None:
    assert fact("blocks_line", BLOCK, "a2") == 1
    assert fact("blocks_line", BLOCK, "d3") == 0


def test_the_only_defence_leaves_the_opponent_no_line() -> None:
    assert fact("only_defence", BLOCK, "a2") == 1
    assert fact("only_defence", OPEN_THREE, "a2") == 0  # the other end is free, too
    assert fact("only_defence", BLOCK, "d3") == 0


def test_an_open_end_allows_the_opponent_to_complete_a_line() -> None:
    assert fact("allows_line", BLOCK, "d3") == 1
    assert fact("allows_line", BLOCK, "a2") == 0
    assert fact("allows_line", OPEN_THREE, "a2") == 1


def test_a_completed_line_allows_none() -> None:
    both = """
        X X X . . .
        O O O . . .
        . . . . . .
        . . . . . ."""
    assert fact("allows_line", both, "d1") == 0
    assert fact("allows_line", both, "d3") == 1


# --- threats --------------------------------------------------------------------------------------------------------------


def test_three_open_at_both_ends_are_two_threats() -> None:
    found = facts_of(TWO, "e2")
    assert (found["threatens"], found["makes_two_threats"], found["threats_made"]) == (1, 1, 2)


def test_three_with_a_gap_are_one_threat() -> None:
    found = facts_of(TWO, "f2")
    assert (found["threatens"], found["makes_two_threats"], found["threats_made"]) == (1, 0, 1)


def test_three_beside_the_edge_are_one_threat() -> None:
    found = facts_of("X X . . . .\n. . . . . .\nO . O . . .\n. . . . . .", "c1")
    assert (found["threatens"], found["makes_two_threats"], found["threats_made"]) == (1, 0, 1)


def test_one_mark_makes_threats_in_two_directions() -> None:
    cross = """
        . . . . . .
        . X X . . O
        . . . X . .
        . . . X . O
        . . . O . .
        O . . . . ."""
    assert fact("threats_made", cross, "d2") == 3  # a2, e2 and d1
    assert fact("threats_made", cross, "f1") == 0


def test_the_square_of_the_opponents_threats_is_taken() -> None:
    assert fact("prevents_two_threats", TWO_TO_STOP, "e2") == 1
    assert fact("prevents_threat", TWO_TO_STOP, "f2") == 1
    assert fact("prevents_two_threats", TWO_TO_STOP, "f2") == 0
    assert fact("prevents_threat", TWO_TO_STOP, "c3") == 0


def test_two_in_the_open_prepare_two_threats() -> None:
    single = """
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . . . O . . .
        . . . . . . ."""
    assert fact("prepares_two_threats", single, "d2") == 1
    assert fact("prepares_two_threats", single, "g2") == 0
    assert fact("prepares_two_threats", single, "c1") == 0  # at the edge
    assert fact("prepares_two_threats", TWO, "e2") == 0  # they are made already


def test_an_open_line_is_stopped_at_its_end() -> None:
    assert fact("stops_open_line", TWO_TO_STOP, "e2") == 1
    assert fact("stops_open_line", TWO_TO_STOP, "b2") == 1
    assert fact("stops_open_line", TWO_TO_STOP, "a2") == 0  # e2 still makes two threats
    assert fact("stops_open_line", TWO_TO_STOP, "c3") == 0


def test_a_block_that_threatens_gains_a_tempo() -> None:
    board = """
        . . . . . .
        . X X X O .
        O . . . . .
        O . . . . .
        . . . . . .
        . . . X . ."""
    assert fact("gains_tempo", board, "a2") == 1
    assert fact("gains_tempo", board, "a5") == 0  # it threatens and blocks nothing
    assert fact("gains_tempo", BLOCK, "a2") == 0  # it blocks and threatens nothing


# --- lines to come --------------------------------------------------------------------------------------------------------


def test_lines_through_a_square_end_at_the_edge_and_at_the_opponent() -> None:
    empty = "\n".join([". . . . ."] * 5)
    assert fact("open_lines", empty, "a1") == 3
    assert fact("open_lines", empty, "c3") == 8
    assert fact("open_lines", empty, "a1", align=3) == 3
    assert (
        fact("open_lines", "X O . . .\n" + "\n".join([". . . . ."] * 4), "b4") == 5
    )  # X to move: one in the column below b1, two in the row and two on the diagonal


def test_lines_lacking_two_marks_are_counted() -> None:
    assert fact("lines_short_of_two", TWO_TO_STOP, "c4") == 2  # b4 c4 and one more, or two, to the right
    assert fact("lines_short_of_two", TWO_TO_STOP, "g7") == 0


def test_own_marks_are_joined_in_directions() -> None:
    assert fact("directions", TWO, "d3") == 2  # below d2, and beside c2 on a diagonal
    assert fact("directions", TWO, "a7") == 0


def test_lines_of_the_opponent_are_closed() -> None:
    found = facts_of(TWO_TO_STOP, "e2")
    assert (found["lines_closed"], found["closed_short_of_two"]) == (3, 2)  # of the three lines in the row, d2 to g2 has one mark


def test_a_square_among_marks_of_the_opponent_is_hopeless() -> None:
    corner = """
        . O . . .
        O O . . .
        . . . . X
        . . X . X
        . . . . ."""
    assert fact("hopeless", corner, "a1") == 1
    assert fact("hopeless", corner, "c1") == 0


# --- the place ------------------------------------------------------------------------------------------------------------


def test_neighbours_touch_a_square_on_eight_sides() -> None:
    found = facts_of(TWO_TO_STOP, "c3")  # O to move
    assert (found["own_neighbours"], found["opponent_neighbours"]) == (1, 2)


def test_far_away_no_mark_lies_within_a_line() -> None:
    wide = "X . . . . . . .\n" + "\n".join([". . . . . . . ."] * 7)
    assert fact("far_away", wide, "e1") == 1
    assert fact("far_away", wide, "d1") == 0


def test_the_distance_from_the_middle_is_counted_in_squares() -> None:
    five, six = "\n".join([". . . . ."] * 5), "\n".join([". . . . . ."] * 6)
    assert [fact("from_the_middle", five, square) for square in ("c3", "d3", "a3", "e5")] == [0, 1, 2, 2]
    assert [fact("from_the_middle", six, square) for square in ("c3", "d4", "b3", "a1")] == [0, 0, 1, 2]


def test_the_edge_is_the_outermost_row_or_column() -> None:
    assert fact("at_the_edge", TWO, "a4") == 1
    assert fact("at_the_edge", TWO, "b5") == 0


def test_to_swap_is_to_own_the_first_mark() -> None:
    board = ". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . ."
    found = facts_of(board, "swap", swap=True)
    assert (found["open_lines"], found["from_the_middle"], found["far_away"]) == (8, 0, 1)
    assert found["opponent_neighbours"] == 0


@pytest.mark.parametrize("options", [{"align": 3}, {"align": 4}, {"align": 5}], ids=repr)
def test_lines_are_those_that_the_rules_find(options: dict[str, int]) -> None:
    """In random games, what a mark completes and what it allows is asked of every square, one by one."""
    game = joute.game("morpion", **{"width": 7, "height": 6} | options)
    state = game.new(seed=3)
    turn = 0
    while not game.over(state):
        (seat,) = game.movers(state)
        for action in game.legal_numbers(state, seat)[turn % 8 :: 8]:
            found = game.facts(state, seat, action)
            after = state.copy()
            game.advance(after, {seat: action})
            board = MorpionState.of(after)
            assert found["completes_line"] == (board.winner == seat)
            if not game.over(after):
                squares = game.legal_numbers(after, 1 - seat)
                assert found["allows_line"] == any(aligns(board, square, 2 - seat) for square in squares)
                assert found["threats_made"] <= sum(aligns(board, square, 1 + seat) for square in squares)
        game.step(state, random_choices(game, state, turn))
        turn += 1


# --- consequences ---------------------------------------------------------------------------------------------------------


def come_of(text: str, action: str, *answer: str) -> set[str]:
    """What has come of an action and the answer to it."""
    game, state = drawn(text, **board_of(text))
    (seat,) = game.movers(state)
    before = state.copy()
    for move in (action, *answer):
        game.advance(state, {game.movers(state)[0]: move})
    out = np.full(len(game.definition.consequences), np.nan)
    number = next(number for number, named in game.actions.items() if named.name == action)
    consequences(Fields.of(before), Fields.of(state), seat, number, out)
    return {named.name for named, value in zip(game.definition.consequences, out.tolist(), strict=True) if value}


def test_a_completed_line_wins() -> None:
    assert come_of(THREE, "e2") == {"wins"}


def test_the_opponent_completes_a_line() -> None:
    assert come_of(BLOCK, "d3", "a2") == {"loses"}


def test_a_threat_forces_a_block() -> None:
    assert come_of(TWO, "f2", "e2") == {"forces_block"}


def test_a_threat_that_is_not_blocked_can_be_completed() -> None:
    assert come_of(TWO, "f2", "a7") == {"can_complete"}
    assert come_of(TWO, "e2", "f2") == {"forces_block", "can_complete"}  # the other end is free


def test_the_opponent_makes_threats() -> None:
    assert come_of(TWO_TO_STOP, "a7", "e2") == {"must_block", "faces_two_threats"}
    assert come_of(TWO_TO_STOP, "a7", "f2") == {"must_block"}
    assert come_of(TWO_TO_STOP, "e2", "g7") == set()
