"""Positions in which both seats choose at once, solved by double oracle (McMahan, Gordon and Blum 2003) within bounds.

A restricted game between a few choices of each seat is solved exactly. Then every other choice is tried against the strategy of the
other seat; only the cells that this strategy reaches are searched, and only as exactly as it takes to see that the choice does not
improve. An improving choice enters the restricted game; if there is none for either seat, the strategies are an equilibrium of the
whole matrix. The position's own bounds end this earlier: a strategy that holds the other seat to a value outside them is enough
(Bošanský et al. 2016).
"""

import numpy as np
from numpy.typing import NDArray

from joute.jit.dispatch import rule
from joute.search.lookahead.matrix_game import solve_matrix
from joute.search.lookahead.workspace import EXACT, LOWER, UPPER, LookaheadFrame, LookaheadWorkspace, set_result

RESTRICTED, FIRST_RESPONSES, SECOND_RESPONSES = 0, 1, 2  # phases
IMPROVEMENT = 1e-9  # that a choice must bring, as a share of the range of scores
ROUNDING = 1e-12  # cells are known if their bounds are as close as this
SUPPORT = 1e-12  # smaller weights count as 0


@rule
def open_matrix(frame: LookaheadFrame, workspace: LookaheadWorkspace) -> None:
    """Begin with a matrix of which only the range of scores is known; the restricted game is the pair from the table."""
    for row in range(frame.rows):
        for column in range(frame.columns):
            frame.low[row, column] = workspace.lowest
            frame.high[row, column] = workspace.highest
    frame.counts[0] = frame.counts[1] = 1
    frame.restricted[0, 0] = frame.best_row
    frame.restricted[1, 0] = frame.best_column
    frame.phase = RESTRICTED
    frame.row = frame.column = 0


@rule
def next_cell(frame: LookaheadFrame, child: LookaheadFrame, workspace: LookaheadWorkspace) -> bool:
    """Find the next cell to search, as the frame's `row` and `column`, and its bounds; False if the matrix is solved."""
    while True:
        if frame.phase == RESTRICTED:
            if unknown_cell(frame, child, workspace):
                return True
            solve_restricted(frame, workspace)
            begin_responses(frame, workspace, 0)
        else:
            seat = frame.phase - FIRST_RESPONSES
            if unknown_response(frame, child, workspace, seat):
                return True
            if frame.responses[seat] < 0 and frame.best <= ceiling(frame, seat):
                set_result(frame, frame.best if seat == 0 else -frame.best, UPPER if seat == 0 else LOWER)
                return False
            if seat == 0:
                begin_responses(frame, workspace, 1)
            elif not enlarge(frame):
                set_result(frame, frame.value, EXACT)
                return False


@rule
def ceiling(frame: LookaheadFrame, seat: int) -> float:
    """The value for the seat up to which the position's bounds cut."""
    return frame.alpha if seat == 0 else -frame.beta


@rule
def unknown_cell(frame: LookaheadFrame, child: LookaheadFrame, workspace: LookaheadWorkspace) -> bool:
    """1. Find a cell of the restricted game that is not known exactly."""
    for place in range(frame.counts[0]):
        for other in range(frame.counts[1]):
            row, column = frame.restricted[0, place], frame.restricted[1, other]
            if not is_known(frame, workspace, row, column):
                frame.row, frame.column = row, column
                child.alpha = workspace.lowest
                child.beta = workspace.highest
                return True
    return False


@rule
def is_known(frame: LookaheadFrame, workspace: LookaheadWorkspace, row: int, column: int) -> bool:
    """Whether the bounds of a cell have met."""
    return frame.high[row, column] - frame.low[row, column] <= ROUNDING * (workspace.highest - workspace.lowest)


@rule
def solve_restricted(frame: LookaheadFrame, workspace: LookaheadWorkspace) -> None:
    """2. Solve the restricted game, and write its strategies over all choices."""
    rows, columns = frame.counts[0], frame.counts[1]
    for place in range(rows):
        for other in range(columns):
            workspace.matrix[place, other] = frame.low[frame.restricted[0, place], frame.restricted[1, other]]
    frame.value = solve_matrix(
        workspace.matrix,
        rows,
        columns,
        workspace.row_strategy,
        workspace.column_strategy,
        workspace.tableau,
        workspace.basic,
        workspace.free,
    )
    for row in range(frame.rows):
        frame.strategies[0, row] = 0.0
    for column in range(frame.columns):
        frame.strategies[1, column] = 0.0
    for place in range(rows):
        frame.strategies[0, frame.restricted[0, place]] = workspace.row_strategy[place]
    for other in range(columns):
        frame.strategies[1, frame.restricted[1, other]] = workspace.column_strategy[other]
    frame.best_row = likeliest(frame, 0, frame.rows)
    frame.best_column = likeliest(frame, 1, frame.columns)


@rule
def likeliest(frame: LookaheadFrame, seat: int, count: int) -> int:
    """The choice with the highest probability."""
    best = 0
    for index in range(1, count):
        if frame.strategies[seat, index] > frame.strategies[seat, best]:
            best = index
    return best


@rule
def begin_responses(frame: LookaheadFrame, workspace: LookaheadWorkspace, seat: int) -> None:
    """3. Try the seat's other choices: they must bring more than the restricted game, and more than the position's bound asks."""
    frame.phase = FIRST_RESPONSES + seat
    frame.row = 0  # here: the choice that is tried, whichever seat's it is
    value = frame.value if seat == 0 else -frame.value
    frame.best = max(value + IMPROVEMENT * (workspace.highest - workspace.lowest), -np.inf if frame.root == 1 else ceiling(frame, seat))
    frame.responses[seat] = -1


@rule
def unknown_response(frame: LookaheadFrame, child: LookaheadFrame, workspace: LookaheadWorkspace, seat: int) -> bool:
    """Find a cell that decides whether a choice of the seat improves; the best choice that does becomes its response."""
    others = frame.columns if seat == 0 else frame.rows
    tolerance = ROUNDING * (workspace.highest - workspace.lowest)
    while frame.row < (frame.rows if seat == 0 else frame.columns):
        mine = frame.row
        hoped, missing = 0.0, -1
        for other in range(others):
            weight = frame.strategies[1 - seat, other]
            if weight > SUPPORT:
                row, column = (mine, other) if seat == 0 else (other, mine)
                hoped += weight * (frame.high[row, column] if seat == 0 else -frame.low[row, column])
                if missing < 0 and not is_known(frame, workspace, row, column):
                    missing = other
        if missing >= 0 and (frame.root == 1 or hoped > frame.best + tolerance):
            narrow(frame, child, workspace, seat, mine, missing, hoped)
            return True
        if missing < 0 and hoped > frame.best:
            frame.best = hoped
            frame.responses[seat] = mine
        frame.row += 1
    return False


@rule
def narrow(
    frame: LookaheadFrame, child: LookaheadFrame, workspace: LookaheadWorkspace, seat: int, mine: int, other: int, hoped: float
) -> None:
    """Set the bounds within which a cell matters: below, the choice cannot improve even if its other cells are all that is hoped."""
    frame.column = other
    child.alpha, child.beta = workspace.lowest, workspace.highest
    if frame.root == 1:
        return  # at the root every choice gets its value
    weight = frame.strategies[1 - seat, other]
    if seat == 0:
        child.alpha = max(workspace.lowest, frame.high[mine, other] - (hoped - frame.best) / weight)
    else:
        child.beta = min(workspace.highest, frame.low[other, mine] + (hoped - frame.best) / weight)


@rule
def enlarge(frame: LookaheadFrame) -> bool:
    """4. Add the improving choices to the restricted game; False if there are none: the matrix is solved."""
    grown = False
    for seat in range(2):
        count, response = frame.counts[seat], frame.responses[seat]
        if response >= 0 and not is_among(response, frame.restricted[seat], count):
            frame.restricted[seat, count] = response
            frame.counts[seat] = count + 1
            grown = True
    frame.phase = RESTRICTED
    return grown


@rule
def is_among(index: int, indices: NDArray[np.int64], count: int) -> bool:
    """Whether the restricted game has the choice already: by rounding alone it may seem to improve."""
    for place in range(count):
        if indices[place] == index:
            return True
    return False


@rule
def update_cell(frame: LookaheadFrame, child: LookaheadFrame, workspace: LookaheadWorkspace) -> None:
    """Update the bounds of the cell from the result of the child."""
    row, column = (frame.column, frame.row) if frame.phase == SECOND_RESPONSES else (frame.row, frame.column)
    restricted = frame.phase == RESTRICTED  # such a cell was searched without bounds
    if restricted or child.bound != UPPER:
        frame.low[row, column] = child.value
    if restricted or child.bound != LOWER:
        frame.high[row, column] = child.value
    if not is_known(frame, workspace, row, column):
        frame.row += 1  # the cell was cut: this choice does not improve
