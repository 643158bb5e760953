"""The transposition table: what is kept, what gives way, and wins counted from the position that they are kept for."""

from typing import cast

import numpy as np

from joute.jit.record_proxy import StatesProxy
from joute.jit.struct import Record, Records
from joute.search.alphabeta.principal_variation_search import look_up, store_frame
from joute.search.alphabeta.transposition_table import EXACT, LOWER, Table, TranspositionEntry, find, new_table, store
from joute.search.alphabeta.workspace import PlyFrame
from joute.search.common.score import WIN, as_score, from_here, from_root, plies_to_end

SIZE = 1024
ENTRY_SIZE = TranspositionEntry.dtype().itemsize


def in_plain_python(records: Records[Record]) -> Records[Record]:
    return cast(Records[Record], StatesProxy(np.asarray(records)))


def a_table() -> Table:
    return in_plain_python(new_table(1, 0))


def key(number: int) -> np.uint64:
    """Different positions that want the same place."""
    return np.uint64(number * SIZE + 6)


def test_a_table_is_a_power_of_two_of_entries_within_its_megabytes_and_its_use() -> None:
    assert len(new_table(1, 10**9)) * ENTRY_SIZE <= 2**20 < 2 * len(new_table(1, 10**9)) * ENTRY_SIZE
    assert len(new_table(100, 5000)) == 8192
    assert len(a_table()) == SIZE


def test_two_positions_of_one_place_are_both_kept_and_the_shallower_gives_way() -> None:
    table = a_table()
    for number, depth in ((1, 5), (2, 3), (3, 4)):
        store(table, key(number), number, 10 * number, depth, EXACT, 1)
    assert [find(table, key(number)) >= 0 for number in (1, 2, 3)] == [True, False, True]
    assert table[find(table, key(3))].action == 3


def test_a_deep_entry_of_long_ago_gives_way() -> None:
    table = a_table()
    for number, depth, age in ((1, 5, 1), (2, 3, 4), (3, 2, 4)):
        store(table, key(number), number, 0, depth, EXACT, age)
    assert [find(table, key(number)) >= 0 for number in (1, 2, 3)] == [False, True, True]


def test_the_same_position_is_written_over() -> None:
    table = a_table()
    store(table, key(1), 7, 1, 5, EXACT, 1)
    store(table, key(2), 8, 1, 5, EXACT, 1)
    store(table, key(1), 9, 2, 3, LOWER, 1)
    entry = table[find(table, key(1))]
    assert (entry.action, entry.value, entry.depth, entry.bound) == (9, 2, 3, LOWER)
    assert find(table, key(2)) >= 0


def test_a_win_is_kept_as_far_away_as_it_is_from_its_position() -> None:
    """Found seven plies from the root at ply three, it is four plies away; met again at ply five, nine from the root."""
    table, frames = a_table(), in_plain_python(PlyFrame.zeros(1))
    frame = frames[0]
    frame.key, frame.beta, frame.best, frame.depth = np.uint64(77), WIN, WIN - 7, 6
    store_frame(table, frame, 3, 1)
    assert table[find(table, np.uint64(77))].value == WIN - 4
    frame.alpha, frame.beta = 0, 1
    assert look_up(frame, table, 5)
    assert (frame.best, frame.complete) == (WIN - 9, 1)


def test_values_from_here_and_from_the_root_are_two_sides_of_one() -> None:
    for value in (WIN - 9, 9 - WIN, 1234, 0, -1234):
        assert from_root(from_here(value, 4), 4) == value
    assert [plies_to_end(value) for value in (WIN - 9, 9 - WIN, 1234, 0)] == [9, 9, 0, 0]


def test_values_become_scores() -> None:
    assert [as_score(value, 0, 10) for value in (WIN - 3, 500_000, 0, -500_000, 3 - WIN)] == [10, 7.5, 5, 2.5, 0]
