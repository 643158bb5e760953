"""Records as plain rules see them: Python numbers, written in place; what is only looked at is read at once."""

import numpy as np
import pytest

from joute.jit.record_proxy import FrozenProxy, RecordProxy

RECORD = np.dtype([("hand", "i1", (3,)), ("table", "u2", (2, 2)), ("mover", "i1"), ("rng", "u8", (1,))])


def test_a_record_gives_python_numbers_and_an_array_that_was_read_shows_what_is_written_later() -> None:
    states = np.zeros(1, RECORD)
    record = RecordProxy(states[0])
    hand, table = record.hand, record.table
    record.mover, record.hand, table[1, 0] = -1, [4, 5, 6], 60_000
    hand[2] = 7
    assert (record.mover, record.hand[2], record.hand[-3], record.table[1, 0]) == (-1, 7, 4, 60_000)
    assert {type(number) for number in (record.mover, record.hand[0], record.table[1, 0], record.table[1][0])} == {int}
    assert record.hand is hand
    assert states["hand"].tolist() == [[4, 5, 7]]
    with pytest.raises(OverflowError):
        record.mover = 200
    with pytest.raises(IndexError):
        record.hand[3]
    with pytest.raises(AttributeError, match="no field 'deck'"):
        _ = record.deck


def test_a_sight_reads_the_same_and_writes_nothing() -> None:
    states = np.zeros(1, RECORD)
    states["mover"], states["table"], states["rng"] = 3, 9, 2**64 - 1
    snapshot, record = FrozenProxy(states), RecordProxy(states[0])
    assert snapshot.mover == record.mover == 3
    assert type(snapshot.mover) is int
    assert snapshot.table.tolist() == record.table.tolist()
    assert snapshot.rng[0] == 2**64 - 1
    assert snapshot.dtype is record.dtype
    with pytest.raises(AttributeError, match="only shown"):
        snapshot.mover = 1
