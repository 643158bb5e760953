"""A position where both seats choose at once, solved by double oracle (McMahan, Gordon and Blum 2003) within bounds.

A small game between a few choices of each seat is solved exactly. Then every other choice is tried against the strategy of the
other seat, looking only at the cells that this strategy reaches, and only as exactly as it takes to see that the choice does not
improve. An improving choice enters the small game; when there is none for either seat, the strategies are an equilibrium of the
whole matrix. The position's own bounds end this earlier: a strategy that holds the other seat to a value outside them is enough
(Bošanský et al. 2016).
"""

import numpy as np
from numpy.typing import NDArray

from joute.jit.dispatch import rule
from joute.search.lookahead.matrix_game import solve_matrix
from joute.search.lookahead.workspace import EXACT, LOWER, UPPER, Desk, Frame, settle

FILL, FIRST_ANSWERS, SECOND_ANSWERS = 0, 1, 2  # phases
IMPROVEMENT = 1e-9  # that a choice must bring, as a share of the range of scores
ROUNDING = 1e-12  # cells are known when their bounds are so close
SUPPORT = 1e-12  # weights below this are none


@rule
def open_matrix(frame: Frame, desk: Desk) -> None:
    """A matrix of which nothing is known but the range of scores; the small game begins with the remembered pair."""
    for row in range(frame.rows):
        for column in range(frame.columns):
            frame.low[row, column] = desk.lowest
            frame.high[row, column] = desk.highest
    frame.counts[0] = frame.counts[1] = 1
    frame.chosen[0, 0] = frame.best_row
    frame.chosen[1, 0] = frame.best_column
    frame.phase = FILL
    frame.row = frame.column = 0


@rule
def next_cell(frame: Frame, child: Frame, desk: Desk) -> bool:
    """Find the cell to look at next, as the frame's `row` and `column`, and write its bounds for the child; False when solved."""
    while True:
        if frame.phase == FILL:
            if unknown_inside(frame, child, desk):
                return True
            solve_inside(frame, desk)
            begin_answers(frame, desk, 0)
        else:
            seat = frame.phase - FIRST_ANSWERS
            if unknown_answer(frame, child, desk, seat):
                return True
            if frame.answers[seat] < 0 and frame.best <= ceiling(frame, seat):
                settle(frame, frame.best if seat == 0 else -frame.best, UPPER if seat == 0 else LOWER)
                return False
            if seat == 0:
                begin_answers(frame, desk, 1)
            elif not enlarge(frame):
                settle(frame, frame.value, EXACT)
                return False


@rule
def ceiling(frame: Frame, seat: int) -> float:
    """The value for the seat up to which the position's bounds cut."""
    return frame.alpha if seat == 0 else -frame.beta


@rule
def unknown_inside(frame: Frame, child: Frame, desk: Desk) -> bool:
    """1. The small game: find a cell of it that is not known exactly."""
    for place in range(frame.counts[0]):
        for other in range(frame.counts[1]):
            row, column = frame.chosen[0, place], frame.chosen[1, other]
            if not known(frame, desk, row, column):
                frame.row, frame.column = row, column
                child.alpha = desk.lowest
                child.beta = desk.highest
                return True
    return False


@rule
def known(frame: Frame, desk: Desk, row: int, column: int) -> bool:
    """Whether the bounds of a cell have met."""
    return frame.high[row, column] - frame.low[row, column] <= ROUNDING * (desk.highest - desk.lowest)


@rule
def solve_inside(frame: Frame, desk: Desk) -> None:
    """2. Solve the small game, and write its strategies over all choices."""
    rows, columns = frame.counts[0], frame.counts[1]
    for place in range(rows):
        for other in range(columns):
            desk.matrix[place, other] = frame.low[frame.chosen[0, place], frame.chosen[1, other]]
    frame.value = solve_matrix(desk.matrix, rows, columns, desk.row_mix, desk.column_mix, desk.tableau, desk.basic, desk.free)
    for row in range(frame.rows):
        frame.mixed[0, row] = 0.0
    for column in range(frame.columns):
        frame.mixed[1, column] = 0.0
    for place in range(rows):
        frame.mixed[0, frame.chosen[0, place]] = desk.row_mix[place]
    for other in range(columns):
        frame.mixed[1, frame.chosen[1, other]] = desk.column_mix[other]
    frame.best_row = likeliest(frame, 0, frame.rows)
    frame.best_column = likeliest(frame, 1, frame.columns)


@rule
def likeliest(frame: Frame, seat: int, count: int) -> int:
    """The choice that a strategy makes most often."""
    best = 0
    for index in range(1, count):
        if frame.mixed[seat, index] > frame.mixed[seat, best]:
            best = index
    return best


@rule
def begin_answers(frame: Frame, desk: Desk, seat: int) -> None:
    """3. Try the seat's other choices: they must bring more than the small game, and more than the position's bound asks."""
    frame.phase = FIRST_ANSWERS + seat
    frame.row = 0  # here: the choice that is tried, whichever seat's it is
    value = frame.value if seat == 0 else -frame.value
    frame.best = max(value + IMPROVEMENT * (desk.highest - desk.lowest), -np.inf if frame.root == 1 else ceiling(frame, seat))
    frame.answers[seat] = -1


@rule
def unknown_answer(frame: Frame, child: Frame, desk: Desk, seat: int) -> bool:
    """Find a cell that must be known better to tell whether a choice of the seat improves; remember the best that does."""
    others = frame.columns if seat == 0 else frame.rows
    tolerance = ROUNDING * (desk.highest - desk.lowest)
    while frame.row < (frame.rows if seat == 0 else frame.columns):
        mine = frame.row
        hoped, missing = 0.0, -1
        for other in range(others):
            weight = frame.mixed[1 - seat, other]
            if weight > SUPPORT:
                row, column = (mine, other) if seat == 0 else (other, mine)
                hoped += weight * (frame.high[row, column] if seat == 0 else -frame.low[row, column])
                if missing < 0 and not known(frame, desk, row, column):
                    missing = other
        if missing >= 0 and (frame.root == 1 or hoped > frame.best + tolerance):
            narrow(frame, child, desk, seat, mine, missing, hoped)
            return True
        if missing < 0 and hoped > frame.best:
            frame.best = hoped
            frame.answers[seat] = mine
        frame.row += 1
    return False


@rule
def narrow(frame: Frame, child: Frame, desk: Desk, seat: int, mine: int, other: int, hoped: float) -> None:
    """The bounds within which a cell matters: below, the choice cannot improve even if its other cells are all that is hoped."""
    frame.column = other
    child.alpha, child.beta = desk.lowest, desk.highest
    if frame.root == 1:
        return  # at the root every choice gets its value
    weight = frame.mixed[1 - seat, other]
    if seat == 0:
        child.alpha = max(desk.lowest, frame.high[mine, other] - (hoped - frame.best) / weight)
    else:
        child.beta = min(desk.highest, frame.low[other, mine] + (hoped - frame.best) / weight)


@rule
def enlarge(frame: Frame) -> bool:
    """4. Take the improving choices into the small game; False when there are none: the matrix is solved."""
    grown = False
    for seat in range(2):
        count, answer = frame.counts[seat], frame.answers[seat]
        if answer >= 0 and not is_among(answer, frame.chosen[seat], count):
            frame.chosen[seat, count] = answer
            frame.counts[seat] = count + 1
            grown = True
    frame.phase = FILL
    return grown


@rule
def is_among(index: int, chosen: NDArray[np.int64], count: int) -> bool:
    """Whether the small game has the choice already: by rounding alone it may seem to improve."""
    for place in range(count):
        if chosen[place] == index:
            return True
    return False


@rule
def learn_cell(frame: Frame, child: Frame, desk: Desk) -> None:
    """The child's result is what is now known of the cell."""
    row, column = (frame.column, frame.row) if frame.phase == SECOND_ANSWERS else (frame.row, frame.column)
    inside = frame.phase == FILL  # such a cell was looked at without bounds
    if inside or child.bound != UPPER:
        frame.low[row, column] = child.value
    if inside or child.bound != LOWER:
        frame.high[row, column] = child.value
    if not known(frame, desk, row, column):
        frame.row += 1  # the cell was cut: this choice does not improve
