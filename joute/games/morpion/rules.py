"""Morpion-4: first to align four in a row, a column or a diagonal wins; a full board is a draw.

The board is kept inside a border of walls, so that a line never has to ask where the edge is. An action is the cell that it marks.
Beside the cells, `rows` holds the same stones a row at a time, a bit each, for those who ask about all lines at once (`board.py`).
"""

import numpy as np

from joute.core.contract import Actions, Choices, Scores, Words
from joute.core.rng import Rng, below, seed_of
from joute.games.morpion.options import MorpionOptions
from joute.games.morpion.state import CELLS, DRAW, EMPTY, FIRST, LANE, NOBODY, REACH, SECOND, STRIDE, SWAP, WALL, MorpionState
from joute.jit.dispatch import rule

DIRECTIONS = np.array([1, STRIDE, STRIDE + 1, STRIDE - 1])  # row, column, both diagonals
NAMES_OF_STONES = np.array([[seed_of(cell, mark) for mark in (EMPTY, FIRST, SECOND)] for cell in range(CELLS)], np.uint64)
NAME_OF_TURN = np.uint64(seed_of("second seat to move"))

ROW_OF = np.array([max(0, cell // STRIDE - 1 + REACH) for cell in range(CELLS)])
STONE_BIT = np.array([[0, 1 << cell % STRIDE, 1 << LANE + cell % STRIDE] for cell in range(CELLS)])


@rule
def cell_at(row: int, column: int) -> int:
    """The cell of a row and a column, both counted from 0."""
    return (row + 1) * STRIDE + column + 1


@rule
def run(state: MorpionState, cell: int, direction: int, mark: int) -> int:
    """How many marks of that kind follow the cell without a gap."""
    length = 0
    cell += direction
    while state.cells[cell] == mark:
        length += 1
        cell += direction
    return length


@rule
def aligns(state: MorpionState, cell: int, mark: int) -> bool:
    """Whether that mark on that cell makes a line long enough to win."""
    for direction in DIRECTIONS:
        if 1 + run(state, cell, direction, mark) + run(state, cell, -direction, mark) >= state.align:
            return True
    return False


@rule
def mark_cell(state: MorpionState, cell: int, mark: int) -> None:
    """Put a mark on a cell, whatever it held, and keep the position's name and rows true."""
    held = state.cells[cell]
    state.name ^= NAMES_OF_STONES[cell, held] ^ NAMES_OF_STONES[cell, mark]
    state.rows[ROW_OF[cell]] ^= STONE_BIT[cell, held] ^ STONE_BIT[cell, mark]
    state.cells[cell] = mark


@rule
def pass_on(state: MorpionState) -> None:
    """The other seat moves next."""
    state.mover ^= 1
    state.name ^= NAME_OF_TURN


@rule
def may_swap(state: MorpionState) -> bool:
    """Whether the second player may take over the first stone."""
    return state.swap == 1 and state.stones == 1 and state.mover == 1


def setup(state: MorpionState, options: MorpionOptions) -> None:
    """An empty board."""
    state.width, state.height, state.align = options.width, options.height, options.align
    state.swap = options.swap
    state.winner = NOBODY
    state.cells[:] = WALL
    for row in range(options.height):
        for column in range(options.width):
            state.cells[cell_at(row, column)] = EMPTY


def movers(state: MorpionState) -> int:
    """The seats take turns."""
    return 0 if state.winner != NOBODY else 1 << state.mover


def over(state: MorpionState) -> bool:
    """A line was made, or the board is full."""
    return state.winner != NOBODY


def legal(state: MorpionState, seat: int, actions: Actions) -> int:
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


def advance(state: MorpionState, choices: Choices) -> None:
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


def returns(state: MorpionState, scores: Scores) -> None:
    """1 for a win, -1 for a loss, 0 for a draw."""
    scores[:] = 0.0
    if state.winner == 0 or state.winner == 1:
        scores[state.winner] = 1.0
        scores[1 - state.winner] = -1.0


def pick(state: MorpionState, seat: int, actions: Actions, rng: Rng) -> int:
    """Aim at random until the cell is empty."""
    if may_swap(state) and below(rng, state.width * state.height) == 0:
        return SWAP
    while True:
        cell = cell_at(below(rng, state.height), below(rng, state.width))
        if state.cells[cell] == EMPTY:
            return cell


def key(state: MorpionState, words: Words) -> np.uint64:
    """The name that the moves kept."""
    return state.name
