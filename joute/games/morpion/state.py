"""The typed state of Morpion: a board inside a border of walls, and whose turn it is."""

from typing import Annotated

from joute.core.state import Fields
from joute.jit.struct import Int8, Int8s, Int16, Int64s, UInt64

LARGEST = 19
STRIDE = LARGEST + 2
CELLS = STRIDE * STRIDE
SWAP = CELLS  # the action of taking over the first stone
LONGEST_LINE = 6  # of the option `align`

EMPTY, FIRST, SECOND, WALL = 0, 1, 2, 3  # what a cell holds; a seat's mark is 1 + seat
NOBODY, DRAW = -1, 2  # of `winner`, beside the seats
REACH = LONGEST_LINE - 1  # empty rows above and below the board, so that a line may be followed past the edge
LANE = STRIDE  # bits for one seat's stones in a row: those of the second seat follow those of the first


class MorpionState(Fields):
    """A board inside a border of walls, and whose turn it is."""

    hash: UInt64  # Zobrist hash of the stones and the mover
    rows: Annotated[Int64s, LARGEST + 2 * REACH]  # bit c: a first seat's stone in column c
    cells: Annotated[Int8s, CELLS]
    stones: Int16
    last: Int16  # the cell marked last, 0 for none
    mover: Int8
    winner: Int8
    width: Int8
    height: Int8
    align: Int8
    swap: Int8  # whether the first stone may be taken over
