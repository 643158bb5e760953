"""Matrix games: the value and a pair of optimal mixed strategies, exactly, by a small simplex in compiled code.

The row player gets `matrix[row, column]` and the column player loses it. A saddle point is looked for first: most matrices met in
play have one. Otherwise the classic linear programme (Dantzig 1951): shift the matrix to be positive, maximise the sum of y with
matrix times y at most one; the value is one over that sum, y scaled is the column strategy, the dual prices are the row strategy.
"""

import numpy as np
from numpy.typing import NDArray

from joute.jit.compile import compiled
from joute.jit.dispatch import rule

Matrix = NDArray[np.float64]  # [row, column]
Strategy = NDArray[np.float64]  # [action] probabilities

TINY = 1e-12


@rule
def saddle_point(matrix: Matrix, rows: int, columns: int, row_strategy: Strategy, column_strategy: Strategy) -> bool:
    """Find a pair of pure strategies that answer each other best; False when there is none."""
    best_row, highest = 0, -np.inf
    for row in range(rows):
        lowest_here = np.inf
        for column in range(columns):
            lowest_here = min(lowest_here, matrix[row, column])
        if lowest_here > highest:
            best_row, highest = row, lowest_here
    best_column, lowest = 0, np.inf
    for column in range(columns):
        highest_here = -np.inf
        for row in range(rows):
            highest_here = max(highest_here, matrix[row, column])
        if highest_here < lowest:
            best_column, lowest = column, highest_here
    if highest < lowest:
        return False
    row_strategy[:rows] = 0.0
    column_strategy[:columns] = 0.0
    row_strategy[best_row] = 1.0
    column_strategy[best_column] = 1.0
    return True


@rule
def pivot(tableau: Matrix, rows: int, columns: int, row: int, column: int) -> None:
    """Exchange a basic and a free variable, in place (the condensed tableau keeps no identity columns)."""
    by = tableau[row, column]
    for j in range(columns + 1):
        if j != column:
            tableau[row, j] /= by
    for i in range(rows + 1):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            for j in range(columns + 1):
                if j != column:
                    tableau[i, j] -= factor * tableau[row, j]
            tableau[i, column] = -factor / by
    tableau[row, column] = 1.0 / by


@rule
def entering(tableau: Matrix, rows: int, columns: int, free: NDArray[np.int64], careful: bool) -> int:
    """The column to bring in: the steepest, or the one of lowest number if cycling threatens (Bland 1977); -1 at the optimum."""
    chosen = -1
    for column in range(columns):
        price = tableau[rows, column]
        if price >= -TINY:
            continue
        if chosen < 0 or (free[column] < free[chosen] if careful else price < tableau[rows, chosen]):
            chosen = column
    return chosen


@rule
def leaving(tableau: Matrix, rows: int, columns: int, column: int, basic: NDArray[np.int64]) -> int:
    """The row that limits the entering column first; equal limits by lowest number."""
    chosen, smallest = -1, np.inf
    for row in range(rows):
        if tableau[row, column] > TINY:
            limit = tableau[row, columns] / tableau[row, column]
            if limit < smallest - TINY or (limit < smallest + TINY and chosen >= 0 and basic[row] < basic[chosen]):
                chosen, smallest = row, limit
    return chosen


@rule
def solve_matrix(
    matrix: Matrix,
    rows: int,
    columns: int,
    row_strategy: Strategy,
    column_strategy: Strategy,
    tableau: Matrix,
    basic: NDArray[np.int64],
    free: NDArray[np.int64],
) -> float:
    """The value of the game; the strategies are written. `tableau` needs a row and a column more than the matrix."""
    if saddle_point(matrix, rows, columns, row_strategy, column_strategy):
        return value_of(matrix, rows, columns, row_strategy, column_strategy)
    # 1. Shift: every entry at least one, so that the value is positive.
    lowest, highest = np.inf, -np.inf
    for i in range(rows):
        for j in range(columns):
            lowest = min(lowest, matrix[i, j])
            highest = max(highest, matrix[i, j])
    scale = 1.0 / (highest - lowest)
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = (matrix[i, j] - lowest) * scale + 1.0
        tableau[i, columns] = 1.0
        basic[i] = columns + i
    for j in range(columns):
        tableau[rows, j] = -1.0
        free[j] = j
    tableau[rows, columns] = 0.0
    # 2. Improve until no column helps.
    for step in range(50 * (rows + columns)):
        column = entering(tableau, rows, columns, free, step > 4 * (rows + columns))
        if column < 0:
            break
        row = leaving(tableau, rows, columns, column, basic)
        if row < 0:
            break
        pivot(tableau, rows, columns, row, column)
        basic[row], free[column] = free[column], basic[row]
    # 3. Read both strategies off the final tableau.
    total = tableau[rows, columns]
    row_strategy[:rows] = 0.0
    column_strategy[:columns] = 0.0
    for i in range(rows):
        if basic[i] < columns:
            column_strategy[basic[i]] = max(0.0, tableau[i, columns] / total)
    for j in range(columns):
        if free[j] >= columns:
            row_strategy[free[j] - columns] = max(0.0, tableau[rows, j] / total)
    return lowest + (1.0 / total - 1.0) / scale


@rule
def value_of(matrix: Matrix, rows: int, columns: int, row_strategy: Strategy, column_strategy: Strategy) -> float:
    """What the row player gets on average when both play these strategies."""
    total = 0.0
    for i in range(rows):
        if row_strategy[i] != 0.0:
            for j in range(columns):
                total += row_strategy[i] * column_strategy[j] * matrix[i, j]
    return total


@compiled
def solve_once(matrix: Matrix, row_strategy: Strategy, column_strategy: Strategy) -> float:
    """Solve one matrix game."""
    rows, columns = matrix.shape
    tableau = np.empty((rows + 1, columns + 1))
    return solve_matrix(
        matrix, rows, columns, row_strategy, column_strategy, tableau, np.empty(rows, np.int64), np.empty(columns, np.int64)
    )


@compiled
def solve_many(matrices: NDArray[np.float64]) -> float:
    """Solve many matrix games one after the other, for the benchmark; returns the sum of their values."""
    rows, columns = matrices.shape[1], matrices.shape[2]
    tableau, basic, free = np.empty((rows + 1, columns + 1)), np.empty(rows, np.int64), np.empty(columns, np.int64)
    row_strategy, column_strategy = np.empty(rows), np.empty(columns)
    total = 0.0
    for index in range(len(matrices)):
        total += solve_matrix(matrices[index], rows, columns, row_strategy, column_strategy, tableau, basic, free)
    return total


def solve(matrix: Matrix) -> tuple[float, Strategy, Strategy]:
    """The value of a matrix game and an optimal strategy for each player."""
    matrix = np.ascontiguousarray(matrix, np.float64)
    row_strategy, column_strategy = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    value = solve_once(matrix, row_strategy, column_strategy)
    return float(value), row_strategy, column_strategy
