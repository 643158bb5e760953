"""The rule `careful`: complete a line, block a line, otherwise extend own lines and obstruct the opponent's."""

import numpy as np

from joute.core.contract import Actions, pick
from joute.core.rng import Rng, below, uniform
from joute.games.morpion.board import DIRECTIONS, cell_at, run
from joute.games.morpion.rules import may_swap
from joute.games.morpion.state import EMPTY, STRIDE, SWAP, MorpionState
from joute.jit.dispatch import rule

# The worth of a line that a mark would make, by the marks that it still lacks and its open ends. A line that lacks one mark and is open
# at both ends cannot be blocked.
LINES = np.array([[0, 0, 0], [0, 20, 400], [0, 4, 30], [0, 1, 3], [0, 0, 1], [0, 0, 0]], np.float64)  # [missing, open ends]
WON, LOST = 1e6, 1e4  # an own line that is completed, a line that the opponent would complete
ATTACK = 1.2  # factor of own lines
FICKLE = 0.3  # values are raised at random by up to this share


@rule
def line(state: MorpionState, cell: int, direction: int, mark: int, complete: float) -> float:
    """The worth of the line that a mark on the cell would make in a direction."""
    after = run(state, cell, direction, mark)
    before = run(state, cell, -direction, mark)
    missing = state.align - 1 - after - before
    if missing <= 0:
        return complete
    ends = 0
    if state.cells[cell + (after + 1) * direction] == EMPTY:
        ends += 1
    if state.cells[cell - (before + 1) * direction] == EMPTY:
        ends += 1
    return LINES[missing, ends]


@rule
def worth(state: MorpionState, cell: int, mark: int) -> float:
    """The worth of a cell for a mark: the lines that it makes and those that it blocks."""
    total = 0.0
    for direction in DIRECTIONS:
        after, before = state.cells[cell + direction], state.cells[cell - direction]
        if after == mark or before == mark:
            total += ATTACK * line(state, cell, direction, mark, WON)
        if after == 3 - mark or before == 3 - mark:
            total += line(state, cell, direction, 3 - mark, LOST)
    return total


@rule
def near_middle(state: MorpionState, rng: Rng) -> int:
    """A random cell of the middle third."""
    tall, wide = (state.height + 2) // 3, (state.width + 2) // 3
    return cell_at((state.height - tall) // 2 + below(rng, tall), (state.width - wide) // 2 + below(rng, wide))


@rule
def on_edge(state: MorpionState, cell: int) -> bool:
    """Whether a cell lies on the edge of the board."""
    row, column = divmod(cell, STRIDE)
    return row == 1 or row == state.height or column == 1 or column == state.width


def careful(state: MorpionState, seat: int, actions: Actions, rng: Rng) -> int:
    """The cell with the highest worth; a first stone goes near the middle, and one that is not on the edge is taken over."""
    if state.stones == 0:
        return near_middle(state, rng)
    if may_swap(state) and not on_edge(state, state.last):
        return SWAP
    best, most = 0, 0.0
    for row in range(state.height):
        first = cell_at(row, 0)
        for cell in range(first, first + state.width):
            if state.cells[cell] == EMPTY:
                value = worth(state, cell, 1 + seat)
                if value > 0.0:
                    value *= 1.0 + FICKLE * uniform(rng)
                if value > most:
                    best, most = cell, value
    return best if most > 0.0 else pick(state, seat, actions, rng)
