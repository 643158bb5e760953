"""The board: cells inside a border of walls, the Zobrist hash, and rows of stones as bit masks.

`cells` answers for one cell: the walls end every line at the edge. `rows` holds the same stones for questions about all lines at once: one
number is a row, and one operation treats all its columns. A mask has a bit for each column in the lane of the first seat, and the same
again in the lane of the second. A line may be followed past the edge: the wall columns on both sides and the rows beyond the board hold no
stone, so a condition that requires stones is never met there.
"""

import numpy as np

from joute.core.rng import seed_of
from joute.games.morpion.state import CELLS, EMPTY, FIRST, LANE, LARGEST, REACH, SECOND, STRIDE, MorpionState
from joute.jit.dispatch import rule

DIRECTIONS = np.array([1, STRIDE, STRIDE + 1, STRIDE - 1])  # row, column, both diagonals
ZOBRIST = np.array([[seed_of(cell, mark) for mark in (EMPTY, FIRST, SECOND)] for cell in range(CELLS)], np.uint64)
ZOBRIST_TURN = np.uint64(seed_of("second seat to move"))

ROW_OF = np.array([max(0, cell // STRIDE - 1 + REACH) for cell in range(CELLS)])
STONE_BIT = np.array([[0, 1 << cell % STRIDE, 1 << LANE + cell % STRIDE] for cell in range(CELLS)])

COLUMN_NAMES = "abcdefghijklmnopqrs"
FIRST_LANE = (1 << LANE) - 1
DOWN = np.array([0, 1, 1, -1])  # rows to the next cell of a line: along a row, a column, both diagonals
ACROSS = np.array([1, 0, 1, 1])  # and columns
COLUMNS = np.array([((1 << width) - 1) << 1 for width in range(LARGEST + 1)])  # a board's columns, in the lane of the first seat


# --- cells ----------------------------------------------------------------------------------------------------------------


def cell_name(cell: int) -> str:
    """A letter for the column, a number for the row: the top left cell is a1."""
    row, column = divmod(cell, STRIDE)
    return f"{COLUMN_NAMES[column - 1]}{row}"


@rule
def cell_at(row: int, column: int) -> int:
    """The cell of a row and a column, both counted from 0."""
    return (row + 1) * STRIDE + column + 1


@rule
def run(state: MorpionState, cell: int, direction: int, mark: int) -> int:
    """The number of marks of that kind that follow the cell without a gap."""
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
    """Put a mark on a cell, whatever it held, and update the hash and the rows."""
    held = state.cells[cell]
    state.hash ^= ZOBRIST[cell, held] ^ ZOBRIST[cell, mark]
    state.rows[ROW_OF[cell]] ^= STONE_BIT[cell, held] ^ STONE_BIT[cell, mark]
    state.cells[cell] = mark


@rule
def pass_turn(state: MorpionState) -> None:
    """The other seat moves next."""
    state.mover ^= 1
    state.hash ^= ZOBRIST_TURN


def winning_seat(state: MorpionState) -> int | None:
    """The seat that won; None for a draw and before the end."""
    return state.winner if state.winner in (0, 1) else None


def winning_line(state: MorpionState) -> list[int]:
    """The cells of the line that won; empty for a draw and before the end."""
    if state.winner not in (0, 1):
        return []
    mark = 1 + state.winner
    for direction in DIRECTIONS.tolist():
        before, after = run(state, state.last, -direction, mark), run(state, state.last, direction, mark)
        if before + 1 + after >= state.align:
            return [state.last + place * direction for place in range(-before, after + 1)]
    return []


# --- rows as bit masks ----------------------------------------------------------------------------------------------------


@rule
def slid(mask: int, columns: int) -> int:
    """The mask shifted so that each bit shows what was that number of columns to its right."""
    return mask >> columns if columns >= 0 else mask << -columns


@rule
def both(mask: int) -> int:
    """A mask of cells, in the lanes of both seats."""
    return mask | mask << LANE


@rule
def swapped(mask: int) -> int:
    """The mask with each seat's bits in the other's lane."""
    return mask >> LANE | (mask & FIRST_LANE) << LANE


@rule
def lane_of(mask: int, seat: int) -> int:
    """One seat's bits alone."""
    return mask >> LANE * seat & FIRST_LANE


@rule
def count_bits(mask: int) -> int:
    """The number of bits that are set."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@rule
def lowest_column(mask: int) -> int:
    """The leftmost column of a mask that is not empty."""
    return count_bits((mask & -mask) - 1)


@rule
def cell_of(row: int, column: int) -> int:
    """The cell of a row of `rows` and a column of a mask."""
    return (row - REACH + 1) * STRIDE + column


@rule
def empty_cells(state: MorpionState, row: int) -> int:
    """The empty cells of a row, in one lane."""
    if not REACH <= row < REACH + state.height:
        return 0
    stones = state.rows[row]
    return COLUMNS[state.width] & ~(stones | stones >> LANE)


@rule
def near_stones(state: MorpionState, row: int, distance: int) -> int:
    """The empty cells of a row with a stone within the distance (0 to 2 rows and columns), in one lane."""
    stones = 0
    for other in range(row - distance, row + distance + 1):
        stones |= state.rows[other] | state.rows[other] >> LANE
    around = stones
    for columns in range(1, distance + 1):
        around |= stones << columns | stones >> columns
    return around & empty_cells(state, row)


@rule
def completing(state: MorpionState, row: int) -> int:
    """The empty cells of a row where a stone completes a line, in the lane of each seat that would."""
    empty = both(empty_cells(state, row))
    cells = 0
    for direction in range(4):
        down, across = DOWN[direction], ACROSS[direction]
        for before in range(state.align):
            line = empty
            for place in range(-before, state.align - before):
                if place != 0:
                    line &= slid(state.rows[row + down * place], across * place)
                if line == 0:
                    break
            cells |= line
    return cells


@rule
def starts(state: MorpionState, row: int, direction: int) -> int:
    """Where a line in that direction can start in a row and stay on the board, in the lanes of both seats."""
    last = row + DOWN[direction] * (state.align - 1)
    if not REACH <= last < REACH + state.height:
        return 0
    return both(COLUMNS[max(0, state.width - ACROSS[direction] * (state.align - 1))])


@rule
def stones_in_lines(state: MorpionState, row: int, direction: int) -> tuple[int, int, int]:
    """Each seat's stones in the line that starts at each cell of a row: a binary number whose digits are three masks."""
    ones, twos, fours = 0, 0, 0
    for place in range(state.align):
        stones = state.rows[row + DOWN[direction] * place] >> ACROSS[direction] * place
        carry = ones & stones
        ones ^= stones
        fours |= twos & carry
        twos ^= carry
    return ones, twos, fours


@rule
def with_stones(ones: int, twos: int, fours: int, count: int) -> int:
    """The lines with exactly that number of stones, from the digits of `stones_in_lines`."""
    lines = ones if count & 1 else ~ones
    lines &= twos if count & 2 else ~twos
    return lines & (fours if count & 4 else ~fours)


@rule
def open_lines(state: MorpionState, row: int, direction: int, taken: int) -> int:
    """The lines that start in a row and hold no stone of the seat's opponent; `taken` are those that hold any stone."""
    return starts(state, row, direction) & ~swapped(taken)


@rule
def threats(state: MorpionState) -> int:
    """The seats that can complete a line at once: bit 0 for the first seat, bit 1 for the second."""
    lines = 0
    for row in range(REACH, REACH + state.height):
        for direction in range(4):
            ones, twos, fours = stones_in_lines(state, row, direction)
            lacking_one = with_stones(ones, twos, fours, state.align - 1)
            if lacking_one != 0:
                lines |= lacking_one & open_lines(state, row, direction, ones | twos | fours)
    return int(lane_of(lines, 0) != 0) | int(lane_of(lines, 1) != 0) << 1
