"""Morpion-4: first to align four in a row, a column or a diagonal wins; a full board is a draw.

The board is kept inside a border of walls, so that a line never has to ask where the edge is. An action is the cell that it marks.
Beside the cells, `rows` holds the same stones a row at a time, a bit each, for those who ask about all lines at once (`masks.py`).
"""

import numpy as np

from joute.core.contract import Actions, Choices, Record, Scores, Words
from joute.core.rng import Dice, below, seed_of
from joute.games.morpion.options import MorpionOptions
from joute.jit.compile import rule

LARGEST = 19
STRIDE = LARGEST + 2
CELLS = STRIDE * STRIDE
SWAP = CELLS  # the action of taking over the first stone
LONGEST_LINE = 6  # of the option `align`

EMPTY, FIRST, SECOND, WALL = 0, 1, 2, 3  # what a cell holds; a seat's mark is 1 + seat
NOBODY, DRAW = -1, 2  # of `winner`, beside the seats

DIRECTIONS = np.array([1, STRIDE, STRIDE + 1, STRIDE - 1])  # row, column, both diagonals
NAMES_OF_STONES = np.array([[seed_of(cell, mark) for mark in (EMPTY, FIRST, SECOND)] for cell in range(CELLS)], np.uint64)
NAME_OF_TURN = np.uint64(seed_of("second seat to move"))

REACH = LONGEST_LINE - 1  # rows that stay empty above and below the board, so that a line may be followed past the edge
LANE = STRIDE  # bits for one seat's stones in a row: those of the second seat follow those of the first
ROW_OF = np.array([max(0, cell // STRIDE - 1 + REACH) for cell in range(CELLS)])
STONE_BIT = np.array([[0, 1 << cell % STRIDE, 1 << LANE + cell % STRIDE] for cell in range(CELLS)])

FIELDS = [
    ("name", "u8"),  # of the position: equal stones and equal mover, equal name (Zobrist 1970)
    ("rows", "i8", (LARGEST + 2 * REACH,)),  # bit c: a first seat's stone in column c (from 1), bit LANE + c: a second seat's
    ("cells", "i1", (CELLS,)),
    ("stones", "i2"),
    ("last", "i2"),  # the cell marked last, 0 for none (a corner of the border)
    ("mover", "i1"),
    ("winner", "i1"),
    ("width", "i1"),
    ("height", "i1"),
    ("align", "i1"),
    ("swap", "i1"),  # whether the first stone may be taken over
]


@rule
def cell_at(row: int, column: int) -> int:
    """The cell of a row and a column, both counted from 0."""
    return (row + 1) * STRIDE + column + 1


@rule
def run(state: Record, cell: int, direction: int, mark: int) -> int:
    """How many marks of that kind follow the cell without a gap."""
    length = 0
    cell += direction
    while state.cells[cell] == mark:
        length += 1
        cell += direction
    return length


@rule
def aligns(state: Record, cell: int, mark: int) -> bool:
    """Whether that mark on that cell makes a line long enough to win."""
    for direction in DIRECTIONS:
        if 1 + run(state, cell, direction, mark) + run(state, cell, -direction, mark) >= state.align:
            return True
    return False


@rule
def mark_cell(state: Record, cell: int, mark: int) -> None:
    """Put a mark on a cell, whatever it held, and keep the position's name and rows true."""
    held = state.cells[cell]
    state.name ^= NAMES_OF_STONES[cell, held] ^ NAMES_OF_STONES[cell, mark]
    state.rows[ROW_OF[cell]] ^= STONE_BIT[cell, held] ^ STONE_BIT[cell, mark]
    state.cells[cell] = mark


@rule
def pass_on(state: Record) -> None:
    """The other seat moves next."""
    state.mover ^= 1
    state.name ^= NAME_OF_TURN


@rule
def may_swap(state: Record) -> bool:
    """Whether the second player may take over the first stone."""
    return state.swap == 1 and state.stones == 1 and state.mover == 1


def setup(state: Record, options: MorpionOptions) -> None:
    """An empty board."""
    state.width, state.height, state.align = options.width, options.height, options.align
    state.swap = options.swap
    state.winner = NOBODY
    state.cells[:] = WALL
    for row in range(options.height):
        for column in range(options.width):
            state.cells[cell_at(row, column)] = EMPTY


def movers(state: Record) -> int:
    """The seats take turns."""
    return 0 if state.winner != NOBODY else 1 << state.mover


def over(state: Record) -> bool:
    """A line was made, or the board is full."""
    return state.winner != NOBODY


def legal(state: Record, seat: int, actions: Actions) -> int:
    """Any empty cell."""
    count = 0
    for row in range(state.height):
        first = cell_at(row, 0)
        for cell in range(first, first + state.width):
            if state.cells[cell] == EMPTY:
                actions[count] = cell
                count += 1
    if may_swap(state):
        actions[count] = SWAP
        count += 1
    return count


def advance(state: Record, choices: Choices) -> None:
    """Mark the cell; a long enough line wins, a full board is a draw."""
    seat = state.mover
    cell = choices[seat]
    if cell == SWAP:
        mark_cell(state, state.last, SECOND)
        pass_on(state)
        return
    mark_cell(state, cell, 1 + seat)
    state.last = cell
    state.stones += 1
    if aligns(state, cell, 1 + seat):
        state.winner = seat
    elif state.stones == state.width * state.height:
        state.winner = DRAW
    pass_on(state)


def returns(state: Record, scores: Scores) -> None:
    """1 for a win, -1 for a loss, 0 for a draw."""
    scores[:] = 0.0
    if state.winner == 0 or state.winner == 1:
        scores[state.winner] = 1.0
        scores[1 - state.winner] = -1.0


def pick(state: Record, seat: int, actions: Actions, dice: Dice) -> int:
    """Aim at random until the cell is empty."""
    if may_swap(state) and below(dice, state.width * state.height) == 0:
        return SWAP
    while True:
        cell = cell_at(below(dice, state.height), below(dice, state.width))
        if state.cells[cell] == EMPTY:
            return cell


def key(state: Record, words: Words) -> np.uint64:
    """The name that the moves kept."""
    return state.name
