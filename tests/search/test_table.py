"""The transposition table: what is kept, what gives way, and wins counted from the position that they are kept for."""

from typing import Any

import numpy as np

from joute.jit.proxy import StatesProxy
from joute.search.alphabeta.principal_variation_search import settled, write_down
from joute.search.alphabeta.transposition_table import ENTRY, EXACT, LOWER, find, keep, new_table
from joute.search.alphabeta.types import FRAME
from joute.search.common.score import WIN, as_score, from_here, from_root, plies_to_end

SIZE = 1024


def a_table() -> Any:
    return StatesProxy(new_table(1, 0))


def name(number: int) -> np.uint64:
    """Different positions that want the same place."""
    return np.uint64(number * SIZE + 6)


def test_a_table_is_a_power_of_two_of_entries_within_its_megabytes_and_its_use() -> None:
    assert len(new_table(1, 10**9)) * ENTRY.itemsize <= 2**20 < 2 * len(new_table(1, 10**9)) * ENTRY.itemsize
    assert len(new_table(100, 5000)) == 8192
    assert len(a_table()) == SIZE


def test_two_positions_of_one_place_are_both_kept_and_the_shallower_gives_way() -> None:
    table = a_table()
    for number, depth in ((1, 5), (2, 3), (3, 4)):
        keep(table, name(number), number, 10 * number, depth, EXACT, 1)
    assert [find(table, name(number)) >= 0 for number in (1, 2, 3)] == [True, False, True]
    assert table[find(table, name(3))].action == 3


def test_a_deep_entry_of_long_ago_gives_way() -> None:
    table = a_table()
    for number, depth, age in ((1, 5, 1), (2, 3, 4), (3, 2, 4)):
        keep(table, name(number), number, 0, depth, EXACT, age)
    assert [find(table, name(number)) >= 0 for number in (1, 2, 3)] == [False, True, True]


def test_the_same_position_is_written_over() -> None:
    table = a_table()
    keep(table, name(1), 7, 1, 5, EXACT, 1)
    keep(table, name(2), 8, 1, 5, EXACT, 1)
    keep(table, name(1), 9, 2, 3, LOWER, 1)
    entry = table[find(table, name(1))]
    assert (entry.action, entry.value, entry.depth, entry.bound) == (9, 2, 3, LOWER)
    assert find(table, name(2)) >= 0


def test_a_win_is_kept_as_far_away_as_it_is_from_its_position() -> None:
    """Found seven plies from the root at ply three, it is four plies away; met again at ply five, nine from the root."""
    table, frames = a_table(), StatesProxy(np.zeros(1, FRAME))
    frame = frames[0]
    frame.name, frame.beta, frame.best, frame.depth = 77, WIN, WIN - 7, 6
    write_down(table, frame, 3, 1)
    assert table[find(table, np.uint64(77))].value == WIN - 4
    frame.alpha, frame.beta = 0, 1
    assert settled(frame, table, 5)
    assert (frame.best, frame.whole) == (WIN - 9, 1)


def test_values_from_here_and_from_the_root_are_two_sides_of_one() -> None:
    for value in (WIN - 9, 9 - WIN, 1234, 0, -1234):
        assert from_root(from_here(value, 4), 4) == value
    assert [plies_to_end(value) for value in (WIN - 9, 9 - WIN, 1234, 0)] == [9, 9, 0, 0]


def test_values_become_scores() -> None:
    assert [as_score(value, 0, 10) for value in (WIN - 3, 500_000, 0, -500_000, 3 - WIN)] == [10, 7.5, 5, 2.5, 0]
