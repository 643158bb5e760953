"""The transposition table of a lookahead search: results of positions, one slot for each."""

import numpy as np

from joute.jit.dispatch import rule
from joute.jit.struct import Float64, Int8, Int16, Records, Struct, UInt64
from joute.search.lookahead.workspace import LOWER, UPPER, LookaheadFrame


class LookaheadEntry(Struct):
    """What the transposition table knows of a position."""

    key: UInt64
    value: Float64
    depth: Int16
    best_row: Int16
    best_column: Int16
    bound: Int8
    complete: Int8


Table = Records[LookaheadEntry]  # a power of two of them


@rule
def slot_of(table: Table, key: np.uint64) -> int:
    """The slot of a position."""
    return np.int64((key >> np.uint64(11)) & np.uint64(len(table) - 1))  # type: ignore[return-value]  # int64 is the compiled int


@rule
def look_up(table: Table, frame: LookaheadFrame) -> bool:
    """Take from the table what is known of the frame's position; True if that is enough."""
    entry = table[slot_of(table, frame.key)]
    if entry.key != frame.key:
        return False
    frame.best_row = entry.best_row
    frame.best_column = entry.best_column
    if frame.root == 1 or (entry.depth != frame.depth and entry.complete == 0):
        return False
    if entry.bound == LOWER and entry.value < frame.beta:
        return False
    if entry.bound == UPPER and entry.value > frame.alpha:
        return False
    frame.value, frame.bound, frame.complete = entry.value, entry.bound, entry.complete
    return True


@rule
def store(table: Table, frame: LookaheadFrame) -> None:
    """Write the result of a frame into its slot; whatever was there is replaced."""
    if frame.key == np.uint64(0):
        return
    entry = table[slot_of(table, frame.key)]
    entry.key, entry.value, entry.depth, entry.bound = frame.key, frame.value, frame.depth, frame.bound
    entry.best_row, entry.best_column, entry.complete = frame.best_row, frame.best_column, frame.complete
