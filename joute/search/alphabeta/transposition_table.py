"""The transposition table: what was found out about positions that come up again by another order of moves.

A position has two neighbouring places; the shallower or older entry gives way. Values are counted from the position, not from the root.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.jit.dispatch import rule

ENTRY = np.dtype(
    [
        ("name", "u8"),  # 0: an empty place
        ("action", "i8"),  # the best, or the one that cut
        ("value", "i4"),
        ("depth", "i2"),
        ("bound", "i1"),
        ("age", "i1"),
    ],
    align=True,
)
Table = NDArray[Any]  # of entries

LOWER, UPPER, EXACT = 1, 2, 3  # what a value is: at least, at most, both
WHOLE = 32_000  # the depth of a position below which every game was searched to its end
OLD = 4  # an entry of the last iteration is worth so many plies less


def new_table(megabytes: float, entries: int) -> Table:
    """An empty table: a power of two of entries that fits the megabytes, and not many more than will be used."""
    room = max(2, int(megabytes * 2**20) // ENTRY.itemsize)
    return np.zeros(2 ** min(room.bit_length() - 1, max(10, entries.bit_length())), ENTRY)


@rule
def first_place(table: Table, name: np.uint64) -> int:
    """The first of the two places of a position; its neighbour is the second."""
    return np.int64(name & np.uint64(len(table) - 1))  # type: ignore[return-value]  # int64 is the compiled int


@rule
def find(table: Table, name: np.uint64) -> int:
    """Where the position stands, or -1."""
    place = first_place(table, name)
    if table[place].name == name:
        return place
    place ^= 1
    return place if table[place].name == name else -1


@rule
def keep(table: Table, name: np.uint64, action: int, value: int, depth: int, bound: int, age: int) -> None:
    """Write down what was found, over the same position or over the less useful of two others."""
    place = first_place(table, name)
    other = place ^ 1
    if table[place].name != name and (table[other].name == name or use(table, other, age) < use(table, place, age)):
        place = other
    entry = table[place]
    entry.name, entry.action, entry.value = name, action, value
    entry.depth, entry.bound, entry.age = depth, bound, age


@rule
def use(table: Table, place: int, age: int) -> int:
    """How much an entry is worth keeping."""
    entry = table[place]
    return entry.depth - OLD * (age - entry.age)
