"""Features of a position of Morpion for one seat: open lines by their stones, threats, the filled share of the board, and every stone."""

import numpy as np
from numpy.typing import NDArray

from joute.games.morpion.board import cell_at, cell_name, completing, count_bits, lane_of, open_lines, stones_in_lines, with_stones
from joute.games.morpion.options import MorpionOptions
from joute.games.morpion.state import FIRST, REACH, SECOND, MorpionState

GENERAL = 4  # features beside those of lines


def feature_names(options: MorpionOptions) -> list[str]:
    """The names of the features."""
    sides = ("own", "opponent's")
    lines = [f"{side} open lines with {stones} of {options.align}" for stones in range(1, options.align) for side in sides]
    cells = [cell_name(cell_at(row, column)) for row in range(options.height) for column in range(options.width)]
    stones = [f"{side} stone on {cell}" for cell in cells for side in sides]
    return ["to move", "board filled", *(f"{side} winning cells" for side in sides), *lines, *stones]


def features(state: MorpionState, seat: int, out: NDArray[np.float64]) -> None:
    """Write the features: counts for the seat and its opponent, 1 or 0 for the mover and stones."""
    out[:] = 0.0
    out[0] = 1.0 if state.mover == seat else 0.0
    out[1] = state.stones / (state.width * state.height)
    for row in range(REACH, REACH + state.height):
        cells = completing(state, row)
        out[2] += count_bits(lane_of(cells, seat))
        out[3] += count_bits(lane_of(cells, 1 - seat))
        for direction in range(4):
            ones, twos, fours = stones_in_lines(state, row, direction)
            free = open_lines(state, row, direction, ones | twos | fours)
            for stones in range(1, state.align):
                lines = free & with_stones(ones, twos, fours, stones)
                place = GENERAL + 2 * (stones - 1)
                out[place] += count_bits(lane_of(lines, seat))
                out[place + 1] += count_bits(lane_of(lines, 1 - seat))
    place = GENERAL + 2 * (state.align - 1)
    for row in range(state.height):
        for column in range(state.width):
            mark = state.cells[cell_at(row, column)]
            out[place] = 1.0 if mark == FIRST + seat else 0.0
            out[place + 1] = 1.0 if mark == SECOND - seat else 0.0
            place += 2
