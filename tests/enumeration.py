"""The truth by enumeration, in plain Python that shares nothing with the searches: all choices, all outcomes, matrices by kernels."""

from collections.abc import Callable
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import Fields, State

Matrix = NDArray[np.float64]


def matrix_value(matrix: Matrix) -> float:
    """The value of a matrix game: some square kernel gives strategies that nobody can improve on (Shapley and Snow 1950)."""
    rows, columns = matrix.shape
    for size in range(1, min(rows, columns) + 1):
        for chosen in product(combinations(range(rows), size), combinations(range(columns), size)):
            value = _kernel_value(matrix, *map(list, chosen))
            if value is not None:
                return value
    raise AssertionError("no kernel of the matrix is an equilibrium")


def _kernel_value(matrix: Matrix, rows: list[int], columns: list[int]) -> float | None:
    size = len(rows)
    border = np.ones((size + 1, size + 1))
    border[:size, :size], border[size, size] = matrix[np.ix_(rows, columns)], 0.0
    if abs(np.linalg.det(border)) < 1e-12:
        return None
    last = np.zeros(size + 1)
    last[size] = 1.0
    column_solution, row_solution = np.linalg.solve(border, last), np.linalg.solve(border.T, last)
    value = -float(column_solution[size])
    column_strategy, row_strategy = np.zeros(matrix.shape[1]), np.zeros(matrix.shape[0])
    column_strategy[columns], row_strategy[rows] = column_solution[:size], row_solution[:size]
    sound = min(column_strategy.min(), row_strategy.min()) >= -1e-9
    if sound and (matrix @ column_strategy).max() <= value + 1e-9 and (row_strategy @ matrix).min() >= value - 1e-9:
        return value
    return None


class Truth:
    """What positions are worth to the first seat, so many turns ahead; `meet` values the matrix where both choose at once."""

    def __init__(self, game: Game, meet: Callable[[Matrix], float]) -> None:
        self.game, self.meet = game, meet
        self.rules = game.definition.stated
        self.found: dict[tuple[bytes, int], float] = {}

    def value(self, state: State, depth: int) -> float:
        """The value of a position."""
        key = state.array.tobytes(), depth
        if key not in self.found:
            self.found[key] = self._value(state, depth)
        return self.found[key]

    def _value(self, state: State, depth: int) -> float:
        if self.game.over(state):
            return self.game.returns(state)[0]
        movers = self.game.movers(state)
        if not movers:
            return sum(
                odds * self.value(self._resolved(state, outcome), depth)
                for outcome, odds in enumerate(self.game.chances(state))
                if odds > 0
            )
        alone_in_a_turn = len(movers) == 1 and self.game.spec.simultaneous and not self.rules["quiet"](Fields.of(state))
        if depth == 0 and not alone_in_a_turn:
            return self._evaluation(state)
        cells = self.matrix(state, depth if alone_in_a_turn else depth - 1)
        if len(movers) == 1:
            return float(cells.max() if movers == [0] else cells.min())
        return self.meet(cells)

    def matrix(self, state: State, depth: int) -> Matrix:
        """The values of all pairs of choices, with so many turns left after them; one who has nothing to choose has one row or column."""
        choices = [self.game.legal_numbers(state, seat) or [-1] for seat in range(2)]
        return np.array([[self.value(self._played(state, first, second), depth) for second in choices[1]] for first in choices[0]])

    def _played(self, state: State, first: int, second: int) -> State:
        after = state.copy()
        self.game.advance(after, {seat: choice for seat, choice in ((0, first), (1, second)) if choice >= 0})
        return after

    def _resolved(self, state: State, outcome: int) -> State:
        after = state.copy()
        self.game.resolve(after, outcome)
        return after

    def _evaluation(self, state: State) -> float:
        values = np.zeros(2)
        self.rules["evaluate"](Fields.of(state), values)
        return float(values[0])


def first_seat_answered(cells: Matrix) -> float:
    """The pessimistic value of the first seat: its choice is met by the best answer."""
    return float(cells.min(axis=1).max())


def second_seat_answered(cells: Matrix) -> float:
    """The pessimistic value of the second seat, as the first seat counts."""
    return float(cells.max(axis=0).min())


def met_in_play(game: Game, seed: int, choices: int) -> State:
    """A position after so many random choices, or the last before the end."""
    state, lots = game.new(seed), seeded(seed, "positions")
    for _ in range(choices):
        after = state.copy()
        game.step(
            after, {seat: game.legal_numbers(after, seat)[below(lots, len(game.legal_numbers(after, seat)))] for seat in game.movers(after)}
        )
        if game.over(after):
            break
        state = after
    state.array["chance"] = 0
    return state
