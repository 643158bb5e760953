"""The rules of Morpion-4: the first to align four in a row, a column or a diagonal wins; a full board is a draw.

An action is the number of the cell that it marks, or SWAP.
"""

import numpy as np

from joute.core.contract import Actions, Choices, Scores, Words
from joute.core.rng import Rng, below
from joute.games.morpion.board import aligns, cell_at, mark_cell, pass_turn
from joute.games.morpion.options import MorpionOptions
from joute.games.morpion.state import DRAW, EMPTY, NOBODY, SECOND, SWAP, WALL, MorpionState
from joute.jit.dispatch import rule


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
    """Any empty cell; the second player may swap instead of his first move."""
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
        pass_turn(state)
        return
    mark_cell(state, cell, 1 + seat)
    state.last = cell
    state.stones += 1
    if aligns(state, cell, 1 + seat):
        state.winner = seat
    elif state.stones == state.width * state.height:
        state.winner = DRAW
    pass_turn(state)


def returns(state: MorpionState, scores: Scores) -> None:
    """1 for a win, -1 for a loss, 0 for a draw."""
    scores[:] = 0.0
    if state.winner == 0 or state.winner == 1:
        scores[state.winner] = 1.0
        scores[1 - state.winner] = -1.0


def pick(state: MorpionState, seat: int, actions: Actions, rng: Rng) -> int:
    """A random cell, drawn again until it is empty."""
    if may_swap(state) and below(rng, state.width * state.height) == 0:
        return SWAP
    while True:
        cell = cell_at(below(rng, state.height), below(rng, state.width))
        if state.cells[cell] == EMPTY:
            return cell


def key(state: MorpionState, words: Words) -> np.uint64:
    """The Zobrist hash that every move updates."""
    return state.hash
