"""A position where both seats choose at once, solved by double oracle (McMahan, Gordon and Blum 2003) within bounds.

A small game between a few choices of each seat is solved exactly. Then every other choice is tried against the strategy of the other
seat, looking only at the cells that this strategy reaches, and only as exactly as it takes to see that the choice does not improve. An improving
choice enters the small game; when there is none for either seat, the strategies are an equilibrium of the whole matrix. The position's
own bounds end this earlier: a strategy that holds the other seat to a value outside them is enough (Bošanský et al. 2016).
"""

from typing import Any

import numpy as np

from joute.compiled import rule
from joute.search.desk import EXACT, LOWER, UPPER, Desk, Task, settle
from joute.search.matrix import solve_matrix

FILL, FIRST_ANSWERS, SECOND_ANSWERS = 0, 1, 2  # phases
IMPROVEMENT = 1e-9  # that a choice must bring, as a share of the range of scores
ROUNDING = 1e-12  # cells are known when their bounds are so close
SUPPORT = 1e-12  # weights below this are none


@rule
def open_matrix(desk: Desk, task: Task, top: int) -> None:
    """A matrix of which nothing is known but the range of scores; the small game begins with the remembered pair."""
    frame = desk.frames[top]
    level = frame.level
    for row in range(frame.rows):
        for column in range(frame.columns):
            desk.low[level, row, column] = task.lowest
            desk.high[level, row, column] = task.highest
    desk.counts[level, 0] = desk.counts[level, 1] = 1
    desk.chosen[level, 0, 0] = frame.best_row
    desk.chosen[level, 1, 0] = frame.best_column
    frame.phase = FILL
    frame.row = frame.column = 0


@rule
def next_cell(desk: Desk, task: Task, top: int) -> bool:
    """Find the cell to look at next, as the frame's `row` and `column`, and write its bounds for the child; False when solved."""
    frame = desk.frames[top]
    while True:
        if frame.phase == FILL:
            if unknown_inside(desk, task, top):
                return True
            solve_inside(desk, top)
            begin_answers(desk, task, top, 0)
        else:
            seat = frame.phase - FIRST_ANSWERS
            if unknown_answer(desk, task, top, seat):
                return True
            if desk.answers[frame.level, seat] < 0 and frame.best <= ceiling(frame, seat):
                settle(frame, frame.best if seat == 0 else -frame.best, UPPER if seat == 0 else LOWER)
                return False
            if seat == 0:
                begin_answers(desk, task, top, 1)
            elif not enlarge(desk, top):
                settle(frame, frame.value, EXACT)
                return False


@rule
def ceiling(frame: Any, seat: int) -> float:
    """The value for the seat up to which the position's bounds cut."""
    return frame.alpha if seat == 0 else -frame.beta


@rule
def unknown_inside(desk: Desk, task: Task, top: int) -> bool:
    """1. The small game: find a cell of it that is not known exactly."""
    frame = desk.frames[top]
    level = frame.level
    for place in range(desk.counts[level, 0]):
        for other in range(desk.counts[level, 1]):
            row, column = desk.chosen[level, 0, place], desk.chosen[level, 1, other]
            if not known(desk, task, level, row, column):
                frame.row, frame.column = row, column
                desk.frames[top + 1].alpha = task.lowest
                desk.frames[top + 1].beta = task.highest
                return True
    return False


@rule
def known(desk: Desk, task: Task, level: int, row: int, column: int) -> bool:
    """Whether the bounds of a cell have met."""
    return desk.high[level, row, column] - desk.low[level, row, column] <= ROUNDING * (task.highest - task.lowest)


@rule
def solve_inside(desk: Desk, top: int) -> None:
    """2. Solve the small game, and write its strategies over all choices."""
    frame = desk.frames[top]
    level = frame.level
    rows, columns = desk.counts[level, 0], desk.counts[level, 1]
    for place in range(rows):
        for other in range(columns):
            desk.matrix[place, other] = desk.low[level, desk.chosen[level, 0, place], desk.chosen[level, 1, other]]
    frame.value = solve_matrix(desk.matrix, rows, columns, desk.row_mix, desk.column_mix, desk.tableau, desk.basic, desk.free)
    desk.mixed[level, 0, : frame.rows] = 0.0
    desk.mixed[level, 1, : frame.columns] = 0.0
    for place in range(rows):
        desk.mixed[level, 0, desk.chosen[level, 0, place]] = desk.row_mix[place]
    for other in range(columns):
        desk.mixed[level, 1, desk.chosen[level, 1, other]] = desk.column_mix[other]
    frame.best_row = likeliest(desk, level, 0, frame.rows)
    frame.best_column = likeliest(desk, level, 1, frame.columns)


@rule
def likeliest(desk: Desk, level: int, seat: int, count: int) -> int:
    """The choice that a strategy makes most often."""
    best = 0
    for index in range(1, count):
        if desk.mixed[level, seat, index] > desk.mixed[level, seat, best]:
            best = index
    return best


@rule
def begin_answers(desk: Desk, task: Task, top: int, seat: int) -> None:
    """3. Try the seat's other choices: they must bring more than the small game, and more than the position's bound asks."""
    frame = desk.frames[top]
    frame.phase = FIRST_ANSWERS + seat
    frame.row = 0  # here: the choice that is tried, whichever seat's it is
    value = frame.value if seat == 0 else -frame.value
    frame.best = max(value + IMPROVEMENT * (task.highest - task.lowest), -np.inf if top == 0 else ceiling(frame, seat))
    desk.answers[frame.level, seat] = -1


@rule
def unknown_answer(desk: Desk, task: Task, top: int, seat: int) -> bool:
    """Find a cell that must be known better to tell whether a choice of the seat improves; remember the best that does."""
    frame = desk.frames[top]
    level = frame.level
    others = frame.columns if seat == 0 else frame.rows
    tolerance = ROUNDING * (task.highest - task.lowest)
    while frame.row < (frame.rows if seat == 0 else frame.columns):
        mine = frame.row
        hoped, missing = 0.0, -1
        for other in range(others):
            weight = desk.mixed[level, 1 - seat, other]
            if weight > SUPPORT:
                row, column = (mine, other) if seat == 0 else (other, mine)
                hoped += weight * (desk.high[level, row, column] if seat == 0 else -desk.low[level, row, column])
                if missing < 0 and not known(desk, task, level, row, column):
                    missing = other
        if missing >= 0 and (top == 0 or hoped > frame.best + tolerance):
            narrow(desk, task, top, seat, mine, missing, hoped)
            return True
        if missing < 0 and hoped > frame.best:
            frame.best = hoped
            desk.answers[level, seat] = mine
        frame.row += 1
    return False


@rule
def narrow(desk: Desk, task: Task, top: int, seat: int, mine: int, other: int, hoped: float) -> None:
    """The bounds within which a cell matters: below, the choice cannot improve even if its other cells are all that is hoped."""
    frame, child = desk.frames[top], desk.frames[top + 1]
    frame.column = other
    child.alpha, child.beta = task.lowest, task.highest
    if top == 0:
        return  # at the root every choice gets its value
    weight = desk.mixed[frame.level, 1 - seat, other]
    if seat == 0:
        child.alpha = max(task.lowest, desk.high[frame.level, mine, other] - (hoped - frame.best) / weight)
    else:
        child.beta = min(task.highest, desk.low[frame.level, other, mine] + (hoped - frame.best) / weight)


@rule
def enlarge(desk: Desk, top: int) -> bool:
    """4. Take the improving choices into the small game; False when there are none: the matrix is solved."""
    frame = desk.frames[top]
    level = frame.level
    grown = False
    for seat in range(2):
        if desk.answers[level, seat] >= 0:
            desk.chosen[level, seat, desk.counts[level, seat]] = desk.answers[level, seat]
            desk.counts[level, seat] += 1
            grown = True
    frame.phase = FILL
    return grown


@rule
def learn_cell(desk: Desk, task: Task, top: int) -> None:
    """The child's result is what is now known of the cell."""
    frame, child = desk.frames[top], desk.frames[top + 1]
    level = frame.level
    row, column = (frame.column, frame.row) if frame.phase == SECOND_ANSWERS else (frame.row, frame.column)
    inside = frame.phase == FILL  # such a cell was looked at without bounds
    if inside or child.bound != UPPER:
        desk.low[level, row, column] = child.value
    if inside or child.bound != LOWER:
        desk.high[level, row, column] = child.value
    if not known(desk, task, level, row, column):
        frame.row += 1  # the cell was cut: this choice does not improve
