"""What each of the classes of the report holds, on drawn boards."""

from typing import Any

import numpy as np
from games.morpion.drawn import drawn

from joute.games.morpion.agents.candidate_classes import (
    B_PRIORITY,
    C_PRIORITY,
    CLASS_NAMES,
    D_PRIORITY,
    SETS,
    A,
    B,
    C,
    D,
    E,
    highest_class,
    sort_into_classes,
)
from joute.games.morpion.board import cell_of
from joute.games.morpion.state import LARGEST, REACH, MorpionState


def class_of(text: str, **options: Any) -> tuple[str, set[str]]:
    """The highest class that is not empty, and its cells."""
    game, state = drawn(text, **options)
    sets, actions = np.zeros((SETS, LARGEST + 2 * REACH), np.int64), np.zeros(game.spec.widest, np.int64)
    kind, count = highest_class(MorpionState.of(state), MorpionState.of(state).mover, sets, actions)
    assert len(set(actions[:count].tolist())) == count
    return CLASS_NAMES[kind], {game.actions[int(cell)].name for cell in actions[:count]}


def cells_of(kind: int, text: str, **options: Any) -> set[str]:
    """All cells of a class, whether or not a higher one has any."""
    game, state = drawn(text, **options)
    sets = np.zeros((SETS, LARGEST + 2 * REACH), np.int64)
    sort_into_classes(MorpionState.of(state), MorpionState.of(state).mover, sets)
    found = [(row, column) for row in range(sets.shape[1]) for column in range(LARGEST + 2) if int(sets[kind, row]) >> column & 1]
    return {game.actions[cell_of(row, column)].name for row, column in found}


def test_it_opens_on_the_sixth_row_and_the_sixth_column() -> None:
    assert class_of("") == ("opening", {"f6"})
    assert class_of("", width=7, height=5) == ("opening", {"d3"})


def test_ultimate_holds_the_cells_that_complete_an_own_line() -> None:
    text = """
        . . . . .
        . X X X .
        O O O . ."""
    assert class_of(text) == ("ultimate", {"a2", "e2"})
    gap = """
        X X . X
        O O O ."""
    assert class_of(gap) == ("ultimate", {"c1"})


def test_a_holds_the_cells_that_stop_a_line_of_the_opponent() -> None:
    text = """
        . . . . .
        . X X X .
        . O O . ."""
    assert class_of(text) == ("A", {"a2", "e2"})


def test_a_sees_three_with_one_empty_cell_between() -> None:
    text = """
        . X X . X
        . O O . ."""
    assert class_of(text) == ("A", {"d1"})


def test_a_does_not_see_three_that_cannot_become_four() -> None:
    text = """
        X X X O
        O . . ."""
    kind, _ = class_of(text)
    assert kind != "A"


def test_b_holds_the_ends_of_two_own_stones_in_a_row() -> None:
    text = """
        . . . . . .
        . . X X . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . O . .
        . . . . . .
        . . O . . ."""
    assert class_of(text) == ("B", {"b2", "e2"})


def test_b_holds_the_ends_of_two_own_stones_in_a_column_and_on_diagonals() -> None:
    column = """
        . . . . . . . . .
        . X . . . . . . O
        . X . . . . . . .
        . . . . . . . O ."""
    assert cells_of(B, column) == {"b1", "b4"}
    falling = """
        . . . . . . . . .
        . X . . . . . . O
        . . X . . . . . .
        . . . . . . . O ."""
    assert cells_of(B, falling) == {"a1", "d4"}
    rising = """
        . . . . . . . . .
        . . X . . . . . O
        . X . . . . . . .
        . . . . . . . O ."""
    assert cells_of(B, rising) == {"d1", "a4"}


def test_b_holds_no_cell_beyond_the_edge_or_on_a_stone() -> None:
    text = """
        X X O . . O"""
    assert cells_of(B, text) == set()
    text = """
        O . . . . O
        . . . . . .
        . . . . X X"""
    assert cells_of(B, text, width=6, height=4) == {"d3"}


def test_b_priority_holds_the_cell_between_two_stones_of_either_side() -> None:
    own = """
        . . . . . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        O . . . . . O"""
    assert class_of(own) == ("B-priority", {"d2"})
    theirs = """
        . . . . . . . .
        . . X . X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . O"""
    assert class_of(theirs) == ("B-priority", {"d2"})


def test_b_priority_does_not_hold_it_where_an_end_is_closed() -> None:
    text = """
        . . . . . . . .
        . O X . X . . .
        . . . . . . . .
        . . . . . . O ."""
    assert "d2" not in cells_of(B_PRIORITY, text)
    edge = """
        X . X . . . . .
        . . . . . . . .
        . . . . . . O O"""
    assert cells_of(B_PRIORITY, edge) == set()


def test_b_priority_holds_the_cells_of_b_and_of_c_priority() -> None:
    text = """
        . . . . . .
        . X X . O .
        . . . . O .
        . . . . . ."""
    assert cells_of(B, text) == {"a2", "d2"}
    assert cells_of(C, text) == {"e1", "e4"}
    assert cells_of(B_PRIORITY, text) == set()
    crossing = """
        . . . . . .
        . X X . . .
        . . . O . .
        . . . O . ."""
    assert cells_of(C, crossing) == {"d2", "d5"}
    assert cells_of(B_PRIORITY, crossing) == {"d2"}
    assert class_of(crossing) == ("B-priority", {"d2"})


def test_c_holds_the_ends_of_two_stones_of_the_opponent() -> None:
    text = """
        . . . . . .
        . X X . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . O"""
    assert cells_of(C, text) == {"a2", "d2"}
    assert class_of(text) == ("C", {"a2", "d2"})


def test_c_priority_holds_the_cells_of_c_that_touch_both_sides() -> None:
    text = """
        . . . . . .
        . X X . . .
        . . . . O .
        . . . . . ."""
    assert cells_of(C_PRIORITY, text) == {"d2"}
    assert class_of(text) == ("C-priority", {"d2"})


def test_d_holds_the_cells_that_touch_an_own_stone_and_e_those_that_touch_one_of_the_opponent() -> None:
    text = """
        X . . .
        . . . .
        . . . .
        . . . O"""
    assert cells_of(D, text, width=4, height=4) == {"b1", "a2", "b2"}
    assert cells_of(E, text, width=4, height=4) == {"c3", "d3", "c4"}
    assert class_of(text, width=4, height=4) == ("D", {"b1", "a2", "b2"})


def test_d_priority_holds_the_cells_that_touch_both() -> None:
    text = """
        X . .
        . . .
        . . O"""
    assert cells_of(D_PRIORITY, text) == {"b2"}
    assert class_of(text) == ("D-priority", {"b2"})


def test_e_is_what_the_second_player_has_at_first() -> None:
    text = """
        . . .
        . X .
        . . ."""
    assert class_of(text) == ("E", {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"})


def test_the_names_stand_in_the_report_s_order() -> None:
    assert [CLASS_NAMES[kind] for kind in (A, B_PRIORITY, B, C_PRIORITY, C, D_PRIORITY, D, E)] == list(CLASS_NAMES[1:9])


def test_with_lines_of_five_three_stones_are_what_two_were() -> None:
    text = """
        . . . . . . . . .
        . . X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O . O . . O"""
    assert class_of(text, align=5) == ("B", {"b2", "f2"})
    gap = """
        . . . . . . . .
        . . X X . X . .
        . . . . . . . .
        . . . . . . . .
        O . . O . . . O"""
    assert class_of(gap, align=5) == ("B-priority", {"e2"})


def test_with_lines_of_three_one_stone_is_what_two_were() -> None:
    text = """
        X . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . O"""
    assert class_of(text, align=3, width=5, height=5) == ("B", {"b1", "a2", "b2"})
