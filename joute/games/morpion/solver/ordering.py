"""Move generation and ordering: the attacker's moves and the defender's replies that are searched, the most promising first."""

import numpy as np
from numpy.typing import NDArray

from joute.games.morpion.solver.line_board import ATTACKER, DEFENDER, FREE, LineBoard, symmetries_of
from joute.games.morpion.solver.proof_types import FORCING, ProofFrame
from joute.games.morpion.solver.quick_wins import Zone, promise
from joute.jit.dispatch import rule
from joute.jit.struct import Int16s, Int64s

SYMMETRIC_STONES = 4  # with more stones on the board, symmetries are too rare to look for
FIRST, THREATENING = 1 << 31, 1 << 30  # above every promise


@rule
def list_moves(board: LineBoard, frame: ProofFrame, first: int) -> None:
    """List the attacker's moves that could win, the most promising first."""
    frame.moves = 0
    if board.completions[DEFENDER] == 1:
        frame.move_cells[0] = board.completion_sum[DEFENDER]
        frame.moves = 1
        return
    symmetries = np.empty(8, np.int64)
    symmetry_count = symmetries_of(board, symmetries) if board.stones <= SYMMETRIC_STONES else 0
    for cell in range(board.size):
        forcing = board.nearly[ATTACKER, cell] > 0
        if board.cells[cell] != FREE or not (forcing or frame.scope > FORCING):
            continue
        if matters(board, cell, frame.level) and first_of_its_images(board, cell, symmetries, symmetry_count):
            value = promise(board, cell)
            if forcing:
                value += THREATENING
            if cell == first:
                value += FIRST
            frame.moves = insert(frame.move_cells, frame.promises, frame.moves, cell, value)


@rule
def list_replies(board: LineBoard, frame: ProofFrame, zone: Zone) -> None:
    """List the defender's replies inside the zone, the most promising first."""
    frame.replies = 0
    frame.next_reply = 0
    symmetries = np.empty(8, np.int64)
    symmetry_count = 0
    if frame.order == 0 and board.stones <= SYMMETRIC_STONES:  # a zone is rarely symmetric
        symmetry_count = symmetries_of(board, symmetries)
    for cell in range(board.size):
        if zone[cell] and board.cells[cell] == FREE and first_of_its_images(board, cell, symmetries, symmetry_count):
            value = promise(board, cell)
            if cell == frame.refutation:
                value += FIRST
            frame.replies = insert(frame.reply_cells, frame.promises, frame.replies, cell, value)


@rule
def matters(board: LineBoard, cell: int, stones: int) -> bool:
    """Whether the cell is on a line that the attacker could complete with that number of stones, or the defender meanwhile.

    A move elsewhere gains nothing: the same win exists without it, with one stone less.
    """
    for place in range(board.through[cell]):
        line = board.lines_through[cell, place]
        mine, theirs = board.held[ATTACKER, line], board.held[DEFENDER, line]
        if theirs == 0 and mine + stones >= board.align:
            return True
        if mine == 0 and theirs + stones - 2 >= board.align:
            return True
    return False


@rule
def first_of_its_images(board: LineBoard, cell: int, symmetries: NDArray[np.int64], count: int) -> bool:
    """Whether no symmetry of the position brings the cell to a lower number."""
    for place in range(count):
        if board.image[symmetries[place], cell] < cell:
            return False
    return True


@rule
def insert(cells: Int16s, promises: Int64s, count: int, cell: int, value: int) -> int:
    """Insert the cell by its value, the highest first; return the new number of cells."""
    place = count
    while place > 0 and promises[place - 1] < value:
        promises[place] = promises[place - 1]
        cells[place] = cells[place - 1]
        place -= 1
    promises[place] = value
    cells[place] = cell
    return count + 1
