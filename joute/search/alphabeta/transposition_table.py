"""The transposition table: what is known of positions that different orders of moves lead to.

Each position has two neighbouring slots; the shallower or older entry is replaced. Values are counted from the position, not from the root.
"""

import numpy as np

from joute.jit.dispatch import rule
from joute.jit.struct import Int8, Int16, Int32, Int64, Records, Struct, UInt64

LOWER, UPPER, EXACT = 1, 2, 3  # what a value is: at least, at most, both
COMPLETE = 32_000  # the depth of a position below which every game was searched to its end
AGEING = 4  # plies that an entry loses in replacement for each iteration since it was written


class TranspositionEntry(Struct):
    """What is known of a position."""

    key: UInt64  # 0: an empty slot
    action: Int64  # the best, or the one that cut
    value: Int32
    depth: Int16
    bound: Int8
    age: Int8  # the iteration that wrote it


Table = Records[TranspositionEntry]


def new_table(megabytes: float, entries: int) -> Table:
    """An empty table: a power of two of entries that fits the megabytes, and not many more than will be used."""
    room = max(2, int(megabytes * 2**20) // TranspositionEntry.dtype().itemsize)
    return TranspositionEntry.zeros(2 ** min(room.bit_length() - 1, max(10, entries.bit_length())))


@rule
def first_slot(table: Table, key: np.uint64) -> int:
    """The first of the two slots of a position; its neighbour is the second."""
    return np.int64(key & np.uint64(len(table) - 1))  # type: ignore[return-value]  # int64 is the compiled int


@rule
def find(table: Table, key: np.uint64) -> int:
    """The slot of the position, or -1."""
    slot = first_slot(table, key)
    if table[slot].key == key:
        return slot
    slot ^= 1
    return slot if table[slot].key == key else -1


@rule
def store(table: Table, key: np.uint64, action: int, value: int, depth: int, bound: int, age: int) -> None:
    """Write an entry over the same position or over the less useful of two others."""
    slot = first_slot(table, key)
    other = slot ^ 1
    if table[slot].key != key and (table[other].key == key or usefulness(table, other, age) < usefulness(table, slot, age)):
        slot = other
    entry = table[slot]
    entry.key, entry.action, entry.value = key, action, value
    entry.depth, entry.bound, entry.age = depth, bound, age


@rule
def usefulness(table: Table, slot: int, age: int) -> int:
    """Depth less age: the entry with less is replaced."""
    entry = table[slot]
    return entry.depth - AGEING * (age - entry.age)
