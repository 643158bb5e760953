"""Wins without search (a line to complete, or a fork), and the zone of cells where the defender could refute them.

A zone of order j belongs to a proof that the attacker wins: any j stones that the defender gets for free outside the zone leave the
proof valid. They neither occupy a cell that the attacker must play, nor make, with the defender's stones at any moment of the proof,
a line that lacks one cell only.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.games.morpion.solver.line_board import ATTACKER, DEFENDER, FREE, LineBoard
from joute.games.morpion.solver.proof_types import ProofFrame
from joute.jit.dispatch import rule

Zone: TypeAlias = NDArray[np.int8]  # [cell] 1 inside, 0 outside

WEIGHTS = np.array([1, 4, 16, 64, 256, 1024])  # [stones in a living line]; they only affect the order of moves


@rule
def a_completion(board: LineBoard, side: int) -> int:
    """A cell that completes a line; at least one must exist."""
    if board.completions[side] == 1:
        return board.completion_sum[side]
    cell = 0
    while board.lacking[side, cell] == 0:
        cell += 1
    return cell


@rule
def forks(board: LineBoard, side: int, cell: int) -> bool:
    """Whether a stone there opens two completions at once; they are written to `fork_ends`."""
    found = 0
    for place in range(board.through[cell]):
        line = board.lines_through[cell, place]
        if board.held[side, line] == board.align - 2 and board.held[1 - side, line] == 0:
            end = board.free_sum[line] - cell
            if found == 0 or end != board.fork_ends[0]:
                board.fork_ends[found] = end
                found += 1
                if found == 2:
                    return True
    return False


@rule
def a_fork(board: LineBoard) -> int:
    """A cell where the attacker opens two completions at once and blocks any completion of the defender; -1 for none."""
    if board.completions[DEFENDER] > 1:
        return -1
    if board.completions[DEFENDER] == 1:
        cell = board.completion_sum[DEFENDER]
        return cell if board.nearly[ATTACKER, cell] > 1 and forks(board, ATTACKER, cell) else -1
    for cell in range(board.size):
        if board.nearly[ATTACKER, cell] > 1 and board.cells[cell] == FREE and forks(board, ATTACKER, cell):
            return cell
    return -1


@rule
def quick_win(board: LineBoard, frame: ProofFrame, limit: int, order: int) -> int:
    """The stones that the attacker needs if one or two suffice within the limit, else 0; the frame gets the move and the zone."""
    if board.completions[ATTACKER] > 0:
        frame.best = a_completion(board, ATTACKER)
        frame.stones = 1
        if order > 0:
            frame.zone[: board.size] = 0
            if board.completions[ATTACKER] <= order:
                frame.zone[frame.best] = 1
        return 1
    if limit < 2:
        return 0
    cell = a_fork(board)
    if cell < 0:
        return 0
    frame.best = cell
    frame.stones = 2
    if order > 0:
        frame.zone[: board.size] = 0
        frame.zone[cell] = 1
        frame.zone[board.fork_ends[0]] = 1
        frame.zone[board.fork_ends[1]] = 1
        add_counterthreats(board, order, frame.zone)
    return 2


@rule
def add_counterthreats(board: LineBoard, order: int, zone: Zone) -> None:
    """Add the cells where `order` free stones could give the defender a line that lacks one cell only."""
    if order == 1:
        for cell in range(board.size):
            if board.nearly[DEFENDER, cell] > 0:
                zone[cell] = 1
    elif order > 1:
        least = board.align - 1 - order
        for line in range(board.lines):
            if board.held[ATTACKER, line] == 0 and board.held[DEFENDER, line] >= least:
                for place in range(board.align):
                    zone[board.line_cells[line, place]] = 1


@rule
def promise(board: LineBoard, cell: int) -> int:
    """The value of a stone there for both sides, by the living lines through the cell; among equals the centre is better."""
    total = 0
    for place in range(board.through[cell]):
        line = board.lines_through[cell, place]
        mine, theirs = board.held[ATTACKER, line], board.held[DEFENDER, line]
        if theirs == 0:
            total += 2 * WEIGHTS[mine]
        elif mine == 0:
            total += WEIGHTS[theirs]
    return 32 * total - board.remoteness[cell]
