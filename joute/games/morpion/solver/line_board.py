"""The solver's board: every line that could win and each side's stones in it, updated incrementally with every stone.

Cells are numbered row by row without a border. The two sides are the attacker and the defender, whichever seats they have. A line is
`align` cells in a row; it is alive for a side while the other side holds none of it.
"""

from functools import lru_cache
from typing import Annotated, TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import seed_of
from joute.games.morpion.state import LARGEST
from joute.jit.dispatch import rule
from joute.jit.struct import Int8s, Int16s, Int64, Int64s, Struct, UInt64

ATTACKER, DEFENDER = 0, 1
FREE = 0  # of `cells`; a side's stone is 1 + side
LONGEST_LINE = 6
MOST_CELLS = LARGEST * LARGEST
MOST_LINES = 4 * MOST_CELLS
MOST_LINES_THROUGH = 4 * LONGEST_LINE

Boards: TypeAlias = NDArray[np.void]  # records of LineBoard

ZOBRIST = np.array([[seed_of("solver", cell, side) for side in (ATTACKER, DEFENDER)] for cell in range(MOST_CELLS)], np.uint64)


class LineBoard(Struct):
    """A board, and the counts for all its lines."""

    hash: UInt64  # of the stones, by side (Zobrist 1970)
    align: Int64
    size: Int64  # cells
    lines: Int64
    stones: Int64
    completions: Annotated[Int64s, 2]  # [side] cells that would complete a line
    completion_sum: Annotated[Int64s, 2]  # [side] their sum: the cell itself if there is only one
    fork_ends: Annotated[Int64s, 2]  # the completions of the fork found last
    symmetries: Int64
    line_cells: Annotated[Int16s, MOST_LINES, LONGEST_LINE]
    lines_through: Annotated[Int16s, MOST_CELLS, MOST_LINES_THROUGH]
    image: Annotated[Int16s, 8, MOST_CELLS]  # [symmetry, cell]
    free_sum: Annotated[Int16s, MOST_LINES]  # the sum of a line's free cells: the cell itself if there is only one
    held: Annotated[Int8s, 2, MOST_LINES]  # [side, line] stones
    nearly: Annotated[Int8s, 2, MOST_CELLS]  # [side, cell] living lines through the cell that lack two stones
    lacking: Annotated[Int8s, 2, MOST_CELLS]  # [side, cell] living lines that lack only this cell
    through: Annotated[Int8s, MOST_CELLS]  # lines through the cell
    remoteness: Annotated[Int8s, MOST_CELLS]  # from the centre
    cells: Annotated[Int8s, MOST_CELLS]


@rule
def put(board: LineBoard, cell: int, side: int) -> None:
    """Place a stone."""
    other = 1 - side
    align = board.align
    board.cells[cell] = 1 + side
    board.hash ^= ZOBRIST[cell, side]
    board.stones += 1
    for place in range(board.through[cell]):
        line = board.lines_through[cell, place]
        mine, theirs = board.held[side, line], board.held[other, line]
        board.free_sum[line] -= cell
        board.held[side, line] = mine + 1
        if theirs == 0:
            if mine == align - 3:
                count_nearly(board, side, line, 1)
            elif mine == align - 2:
                count_nearly(board, side, line, -1)
                open_completion(board, side, board.free_sum[line])
        elif mine == 0:
            if theirs == align - 2:
                count_nearly(board, other, line, -1)
            elif theirs == align - 1:
                close_completion(board, other, cell)


@rule
def lift(board: LineBoard, cell: int, side: int) -> None:
    """Take back the stone placed last."""
    other = 1 - side
    align = board.align
    board.cells[cell] = FREE
    board.hash ^= ZOBRIST[cell, side]
    board.stones -= 1
    for place in range(board.through[cell]):
        line = board.lines_through[cell, place]
        mine, theirs = board.held[side, line] - 1, board.held[other, line]
        if theirs == 0:
            if mine == align - 3:
                count_nearly(board, side, line, -1)
            elif mine == align - 2:
                close_completion(board, side, board.free_sum[line])
                count_nearly(board, side, line, 1)
        elif mine == 0:
            if theirs == align - 2:
                count_nearly(board, other, line, 1)
            elif theirs == align - 1:
                open_completion(board, other, cell)
        board.free_sum[line] += cell
        board.held[side, line] = mine


@rule
def count_nearly(board: LineBoard, side: int, line: int, change: int) -> None:
    """Count a line that began or ceased to lack two stones."""
    for place in range(board.align):
        board.nearly[side, board.line_cells[line, place]] += change


@rule
def open_completion(board: LineBoard, side: int, cell: int) -> None:
    """Count a line that began to lack only this cell."""
    if board.lacking[side, cell] == 0:
        board.completions[side] += 1
        board.completion_sum[side] += cell
    board.lacking[side, cell] += 1


@rule
def close_completion(board: LineBoard, side: int, cell: int) -> None:
    """Count a line that ceased to lack only this cell."""
    board.lacking[side, cell] -= 1
    if board.lacking[side, cell] == 0:
        board.completions[side] -= 1
        board.completion_sum[side] -= cell


@rule
def unchanged_by(board: LineBoard, symmetry: int) -> bool:
    """Whether the position is the same after that rotation or reflection."""
    for cell in range(board.size):
        if board.cells[cell] != board.cells[board.image[symmetry, cell]]:
            return False
    return True


@rule
def symmetries_of(board: LineBoard, symmetries: NDArray[np.int64]) -> int:
    """Write the symmetries of the position except the identity; return their number."""
    count = 0
    for symmetry in range(1, board.symmetries):
        if unchanged_by(board, symmetry):
            symmetries[count] = symmetry
            count += 1
    return count


@lru_cache(maxsize=8)
def _empty_board(width: int, height: int, align: int) -> Boards:
    board = np.zeros(1, LineBoard.dtype())
    board["align"], board["size"] = align, width * height
    lines = _lines(width, height, align)
    board["lines"] = len(lines)
    for line, cells in enumerate(lines):
        board["line_cells"][0, line, :align] = cells
        board["free_sum"][0, line] = sum(cells)
        for cell in cells:
            board["lines_through"][0, cell, board["through"][0, cell]] = line
            board["through"][0, cell] += 1
    board["remoteness"][0, : width * height] = _remoteness(width, height)
    images = _images(width, height)
    board["symmetries"] = len(images)
    for symmetry, image in enumerate(images):
        board["image"][0, symmetry, : width * height] = image
    return board


def empty_board(width: int, height: int, align: int) -> Boards:
    """An empty board: an array of one record."""
    return _empty_board(width, height, align).copy()


def _lines(width: int, height: int, align: int) -> list[list[int]]:
    """The cells of every line that fits on the board."""
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(height):
            for column in range(width):
                last_row, last_column = row + down * (align - 1), column + right * (align - 1)
                if last_row < height and 0 <= last_column < width:
                    lines.append([(row + down * step) * width + column + right * step for step in range(align)])
    return lines


def _remoteness(width: int, height: int) -> NDArray[np.int64]:
    """The distance of each cell from the centre, in half cells."""
    down, right = np.abs(2 * np.arange(height) - height + 1), np.abs(2 * np.arange(width) - width + 1)
    return np.maximum(down[:, None], right[None, :]).ravel()


def _images(width: int, height: int) -> list[NDArray[np.int64]]:
    """Where each symmetry moves each cell: eight symmetries of a square, four of other boards; the identity first."""
    cells = np.arange(width * height).reshape(height, width)
    mirrored = [cells[::down, ::right] for down in (1, -1) for right in (1, -1)]
    if width == height:
        mirrored += [image.T for image in mirrored]
    return [image.ravel() for image in mirrored]
