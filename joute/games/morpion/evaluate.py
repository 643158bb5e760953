"""Evaluation, candidate moves and quiescence of Morpion, from the open lines."""

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Scores, legal
from joute.games.morpion.board import (
    ACROSS,
    DOWN,
    cell_at,
    cell_of,
    completing,
    count_bits,
    lane_of,
    lowest_column,
    near_stones,
    open_lines,
    stones_in_lines,
    threats,
    with_stones,
)
from joute.games.morpion.rules import may_swap
from joute.games.morpion.state import CELLS, EMPTY, REACH, STRIDE, SWAP, MorpionState
from joute.jit.dispatch import rule

FURTHEST = 3  # most stones that a line may lack to count
MOVING = np.array([0, 1000, 200, 9])  # [stones lacking]: worth of an open line to the seat to move, in hundredths
WAITING = np.array([0, 200, 77, 7])  # and to its opponent
TURN = 83  # worth of the turn; fitted to self-play like the weights above, except those of lines that lack one stone (see the README)
HALF = 100  # the worth that counts as half a win

IMPROVED = np.array([0, 0, 60, 10])  # [stones lacking]: worth of a cell for each own open line through it
SPOILT = np.array([0, 0, 50, 8])  # and for each of the opponent's
NEAR = 2  # rows and columns from the nearest stone to a cell worth a look


def evaluate(state: MorpionState, values: Scores) -> None:
    """Sum the open lines by their stones; those of the seat to move count more."""
    worth = TURN
    levels = min(FURTHEST, state.align - 1)
    for row in range(REACH, REACH + state.height):
        for direction in range(4):
            ones, twos, fours = stones_in_lines(state, row, direction)
            taken = ones | twos | fours
            if taken == 0:
                continue
            free = open_lines(state, row, direction, taken)
            for lacking in range(1, levels + 1):
                lines = free & with_stones(ones, twos, fours, state.align - lacking)
                if lines != 0:
                    worth += MOVING[lacking] * count_bits(lane_of(lines, state.mover))
                    worth -= WAITING[lacking] * count_bits(lane_of(lines, 1 - state.mover))
    value = worth / (HALF + abs(worth))
    values[state.mover] = value
    values[1 - state.mover] = -value


def quiet(state: MorpionState) -> bool:
    """Whether neither seat can complete a line at once."""
    return threats(state) == 0


def candidates(state: MorpionState, seat: int, actions: Actions) -> int:
    """A cell that wins; otherwise the cells that block the opponent's line; otherwise all cells near a stone, the best first."""
    if state.stones == 0:
        if state.swap == 1:  # the first stone may be taken over, so that any cell may be best
            return legal(state, seat, actions)
        actions[0] = middle(state)
        return 1
    threatening = threats(state)
    if threatening >> seat & 1:
        return min(1, completing_cells(state, seat, actions))
    if threatening != 0:
        return completing_cells(state, 1 - seat, actions)
    count = 0
    if may_swap(state):
        actions[0] = SWAP
        count = 1
    return best_cells(state, seat, actions, count)


@rule
def middle(state: MorpionState) -> int:
    """The cell in the middle of the board, the upper left one of several."""
    return cell_at((state.height - 1) // 2, (state.width - 1) // 2)


@rule
def completing_cells(state: MorpionState, seat: int, actions: Actions) -> int:
    """Write the cells where the seat completes a line; return their number."""
    count = 0
    for row in range(REACH, REACH + state.height):
        count = write_cells(row, lane_of(completing(state, row), seat), actions, count)
    return count


@rule
def write_cells(row: int, cells: int, actions: Actions, count: int) -> int:
    """Append the cells of a mask to `count` actions; return the new number."""
    while cells != 0:
        actions[count] = cell_of(row, lowest_column(cells))
        cells &= cells - 1
        count += 1
    return count


@rule
def cells_near_stones(state: MorpionState, actions: Actions, count: int) -> int:
    """Append the cells near a stone to `count` actions; return the new number."""
    for row in range(REACH, REACH + state.height):
        count = write_cells(row, near_stones(state, row, NEAR), actions, count)
    return count


@rule
def best_cells(state: MorpionState, seat: int, actions: Actions, first: int) -> int:
    """Append the cells near a stone, the best first, after the `first` actions; return the new number."""
    worth = np.zeros(CELLS, np.int64)
    weigh_cells(state, seat, worth)
    count = cells_near_stones(state, actions, first)
    for sorted_count in range(first + 1, count):
        cell = actions[sorted_count]
        place = sorted_count
        while place > first and worth[actions[place - 1]] < worth[cell]:
            actions[place] = actions[place - 1]
            place -= 1
        actions[place] = cell
    return count


@rule
def weigh_cells(state: MorpionState, seat: int, worth: NDArray[np.int64]) -> None:
    """Add to each empty cell the worth of the open lines through it."""
    levels = min(FURTHEST, state.align - 1)
    for row in range(REACH, REACH + state.height):
        for direction in range(4):
            ones, twos, fours = stones_in_lines(state, row, direction)
            taken = ones | twos | fours
            if taken == 0:
                continue
            free = open_lines(state, row, direction, taken)
            for lacking in range(2, levels + 1):
                lines = free & with_stones(ones, twos, fours, state.align - lacking)
                weigh_lines(state, row, direction, lane_of(lines, seat), IMPROVED[lacking], worth)
                weigh_lines(state, row, direction, lane_of(lines, 1 - seat), SPOILT[lacking], worth)


@rule
def weigh_lines(state: MorpionState, row: int, direction: int, lines: int, gain: int, worth: NDArray[np.int64]) -> None:
    """Add the gain to the empty cells of each of the lines that start in the row."""
    step = DOWN[direction] * STRIDE + ACROSS[direction]
    while lines != 0:
        cell = cell_of(row, lowest_column(lines))
        lines &= lines - 1
        for _ in range(state.align):
            if state.cells[cell] == EMPTY:
                worth[cell] += gain
            cell += step
