"""Looking ahead turn by turn where two seats choose in turn or at once, with chance, everything visible, constant sum.

One machine for three searches. A frame on its stack is a position whose children are being looked at: CHANCE (all outcomes, by their
odds), CHOICE (a seat chooses, and where both choose at once the other one answers it), MATRIX (both choose at once, solved in
`oracle.py`). Every frame has bounds outside which its value need not be exact; chance passes them on as Star1 and Star2 (Ballard 1983).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.compiled import advance, chances, compiled, evaluate, key, legal, movers, over, quiet, resolve, returns, rule
from joute.dice import draw, roll
from joute.host import States
from joute.search.desk import (
    CHANCE,
    CHOICE,
    EXACT,
    LOWER,
    MATRIX,
    UPPER,
    Desk,
    Task,
    in_order,
    place_in,
    recall,
    remember,
    settle,
)
from joute.search.oracle import learn_cell, next_cell, open_matrix

PROBING, SEARCHING = 0, 1  # phases of chance
NOBODY = -1


@compiled
def deepen(start: States, desk: Desk, task: Task, depths: int, nodes: int, report: Any, stop: NDArray[np.int8]) -> int:
    """Look one turn ahead, then two, and so on, as far as asked or allowed; returns how far, and reports the root of that look."""
    for depth in range(1, depths + 1):
        if not look_ahead(start, desk, task, depth, nodes, stop):
            return depth - 1
        report.values[:] = desk.values
        report.cells[:] = desk.low[0]
        report.known[:] = desk.high[0] - desk.low[0] <= 1e-9 * (task.highest - task.lowest)
        report.mixed[:] = desk.mixed[0]
        report.value[0] = desk.frames[0].value
        follow(start, desk, task, report.line)
        if desk.frames[0].whole == 1:
            return depth
    return depths


@rule
def look_ahead(start: States, desk: Desk, task: Task, depth: int, nodes: int, stop: NDArray[np.int8]) -> bool:
    """Value the start position at one depth; False when stopped, but the first depth is always finished."""
    desk.states[0] = start[0]
    desk.frames[0].alpha, desk.frames[0].beta, desk.frames[0].probe = task.lowest, task.highest, 0
    arrive(desk, task, 0, depth, 0)
    top = 0
    while True:
        if next_child(desk, task, top):
            # 1. Down: a child is made; it has a value at once, or becomes the top of the stack.
            if depth > 1 and (stop[0] != 0 or 0 < nodes <= desk.nodes[0]):
                return False
            frame = desk.frames[top]
            if arrive(desk, task, top + 1, frame.depth - frame.cost, frame.level + (1 if frame.kind == MATRIX else 0)):
                top += 1
                continue
        else:
            # 2. Up: the top has its value.
            remember(desk, top)
            if top == 0:
                return True
            top -= 1
        # 3. The frame below learns what its child is worth.
        learn(desk, task, top)


# --- a position that was reached ------------------------------------------------------------------------------------------


@rule
def arrive(desk: Desk, task: Task, top: int, depth: int, level: int) -> bool:
    """Look at a new position: True when it must be searched; otherwise its value is in the frame."""
    state, frame = desk.states[top], desk.frames[top]
    desk.nodes[0] += 1
    # 1. The end of the game.
    if over(state):
        returns(state, desk.scores)
        frame.whole = 1
        settle(frame, desk.scores[0], EXACT)
        return False
    # 2. The end of the look: a turn more than was asked for, or no room. In the middle of a turn a choice is free.
    asked = movers(state)
    frame.cost = 0 if asked == 0 or (asked != 3 and not task.sequential and not quiet(state)) else 1
    if depth < frame.cost or top + 2 >= len(desk.frames):
        frame.whole = 0
        settle(frame, judged(desk, task, state), EXACT)
        return False
    # 3. A frame for its children.
    frame.depth, frame.level, frame.whole, frame.phase = depth, level, 1, 0
    frame.row = frame.column = 0
    frame.name = np.uint64(0)
    if asked == 0:
        open_chance(desk, task, top)
        return True
    frame.best_row = frame.best_column = 0
    if depth > 0:
        frame.name = key(state, desk.words[top])
        if recall(desk, top):
            return False
    open_choice(desk, task, top, asked)
    return True


@rule
def judged(desk: Desk, task: Task, state: Any) -> float:
    """The game's evaluation for the first seat, made to fit the constant sum and the range of scores."""
    evaluate(state, desk.scores)
    value = 0.5 * (desk.scores[0] - desk.scores[1] + task.lowest + task.highest)
    return min(task.highest, max(task.lowest, value))


@rule
def open_chance(desk: Desk, task: Task, top: int) -> None:
    """List the outcomes; where one is to be sampled, the position and the search's fate decide which."""
    frame, odds = desk.frames[top], desk.odds[top]
    frame.kind = CHANCE
    frame.rows = chances(desk.states[top], odds)
    if task.sampled:
        dice = np.empty(1, np.uint64)
        dice[0] = (key(desk.states[top], desk.words[top]) ^ task.fate) | np.uint64(1)
        for _ in range(4):
            roll(dice)
        outcome = draw(dice, odds, frame.rows)
        odds[: frame.rows] = 0.0
        odds[outcome] = 1.0
    for outcome in range(frame.rows):
        desk.outcome_low[top, outcome] = task.lowest
        desk.outcome_high[top, outcome] = task.highest
    pruned = frame.alpha > task.lowest or frame.beta < task.highest
    frame.phase = PROBING if pruned and frame.depth > 0 and not task.equilibrium else SEARCHING


@rule
def open_choice(desk: Desk, task: Task, top: int, asked: int) -> None:
    """List the choices: of both seats as a matrix, or of one seat with the other's answers."""
    state, frame = desk.states[top], desk.frames[top]
    if asked == 3 and task.equilibrium:
        frame.kind = MATRIX
        frame.rows = legal(state, 0, desk.actions[top, 0])
        frame.columns = legal(state, 1, desk.actions[top, 1])
        open_matrix(desk, task, top)
        return
    frame.kind = CHOICE
    frame.seat = task.seat if asked == 3 else asked >> 1
    frame.rows = legal(state, frame.seat, desk.actions[top, frame.seat])
    frame.columns = legal(state, 1 - frame.seat, desk.actions[top, 1 - frame.seat]) if asked == 3 else 1
    frame.first_row, frame.first_column = frame.best_row, frame.best_column
    frame.best, frame.answered = -np.inf, np.inf


# --- the next child, and what it teaches --------------------------------------------------------------------------------------


@rule
def next_child(desk: Desk, task: Task, top: int) -> bool:
    """Make the next child's position and bounds; False when the frame has its value."""
    frame, child = desk.frames[top], desk.frames[top + 1]
    child.probe = 0
    if frame.kind == CHANCE:
        if not next_outcome(desk, task, top):
            return False
        desk.states[top + 1] = desk.states[top]
        resolve(desk.states[top + 1], frame.row)
        return True
    if frame.kind == MATRIX:
        if not next_cell(desk, task, top):
            return False
        turned = frame.phase == 2
        desk.choices[0] = desk.actions[top, 0, frame.column if turned else frame.row]
        desk.choices[1] = desk.actions[top, 1, frame.row if turned else frame.column]
    else:
        if not next_answer(desk, task, top):
            return False
        desk.choices[frame.seat] = desk.actions[top, frame.seat, row_of(frame)]
        desk.choices[1 - frame.seat] = desk.actions[top, 1 - frame.seat, column_of(frame)]
    desk.states[top + 1] = desk.states[top]
    advance(desk.states[top + 1], desk.choices)
    return True


@rule
def learn(desk: Desk, task: Task, top: int) -> None:
    """Take over the result of the child above."""
    frame, child = desk.frames[top], desk.frames[top + 1]
    frame.whole &= child.whole
    if frame.kind == MATRIX:
        learn_cell(desk, task, top)
    elif frame.kind == CHANCE:
        if child.bound != UPPER:
            desk.outcome_low[top, frame.row] = child.value
        if child.bound != LOWER:
            desk.outcome_high[top, frame.row] = child.value
        frame.row += 1
    else:
        learn_answer(desk, top)


# --- chance -------------------------------------------------------------------------------------------------------------------


@rule
def next_outcome(desk: Desk, task: Task, top: int) -> bool:
    """The outcome to look at next, with the bounds in which it matters: the others can at most be this good, at least that bad."""
    frame, child = desk.frames[top], desk.frames[top + 1]
    odds, low, high = desk.odds[top], desk.outcome_low[top], desk.outcome_high[top]
    # 1. What is known of the mean.
    least, most = 0.0, 0.0
    for outcome in range(frame.rows):
        least += odds[outcome] * low[outcome]
        most += odds[outcome] * high[outcome]
    # 2. Cut where that is enough.
    rounding = 1e-12 * (task.highest - task.lowest)
    if most - least > rounding:
        if most <= frame.alpha + rounding:
            settle(frame, most, UPPER)
            return False
        if least >= frame.beta - rounding:
            settle(frame, least, LOWER)
            return False
    # 3. The next outcome that is possible and not known; Star2 first asks each successor for one of its choices only.
    while True:
        while frame.row < frame.rows and (odds[frame.row] <= 0.0 or high[frame.row] <= low[frame.row]):
            frame.row += 1
        if frame.row < frame.rows:
            break
        if frame.phase == SEARCHING:
            settle(frame, least, EXACT)
            return False
        frame.phase, frame.row = SEARCHING, 0
    # 4. Its bounds.
    chance = odds[frame.row]
    child.probe = 1 if frame.phase == PROBING else 0
    child.alpha = max(task.lowest, (frame.alpha - most) / chance + high[frame.row])
    child.beta = min(task.highest, (frame.beta - least) / chance + low[frame.row])
    return True


# --- a seat that chooses, and the other's answer --------------------------------------------------------------------------------


@rule
def row_of(frame: Any) -> int:
    """The choice that is looked at: the best one known comes first."""
    return in_order(frame.row, frame.first_row)


@rule
def column_of(frame: Any) -> int:
    """The answer that is looked at: the one that met the last choice best comes first."""
    return in_order(frame.column, frame.first_column)


@rule
def next_answer(desk: Desk, task: Task, top: int) -> bool:
    """The pair of a choice and an answer to look at next, with its bounds. Numbers here are those of the seat that chooses."""
    frame, child = desk.frames[top], desk.frames[top + 1]
    first = frame.seat == 0
    floor, ceiling = (frame.alpha, frame.beta) if first else (-frame.beta, -frame.alpha)
    # 1. A choice is done with when it has met all answers, or one that makes it worthless; at the root all get their value.
    needed = floor if top == 0 else max(floor, frame.best)
    if frame.column == frame.columns or frame.answered <= needed:
        if top == 0:
            desk.values[row_of(frame)] = frame.answered if first else -frame.answered
        if frame.answered > frame.best:
            frame.best, frame.best_row, frame.best_column = frame.answered, row_of(frame), frame.best_answer
        frame.first_column = frame.best_answer
        frame.row, frame.column, frame.answered = frame.row + 1, 0, np.inf
        needed = floor if top == 0 else max(floor, frame.best)
        # 2. All choices are done with, or one is more than the frame below allows, or only one was wanted.
        if frame.row == frame.rows or frame.best >= ceiling or frame.probe == 1:
            settle_choice(frame, task, floor, ceiling)
            return False
    # 3. The bounds of the next pair.
    hope = min(ceiling, frame.answered)
    child.alpha, child.beta = (needed, hope) if first else (-hope, -needed)
    return True


@rule
def settle_choice(frame: Any, task: Task, floor: float, ceiling: float) -> None:
    """The result of a choice, turned to the first seat's numbers."""
    first = frame.seat == 0
    at_least, at_most = (LOWER, UPPER) if first else (UPPER, LOWER)
    bound = EXACT
    if frame.best <= floor:
        bound = at_most
    if frame.best >= ceiling or frame.row < frame.rows:
        bound = at_least
    if frame.row < frame.rows and frame.best <= floor:  # a probe that found nothing
        frame.name = np.uint64(0)
        frame.best = task.lowest if first else -task.highest
    settle(frame, frame.best if first else -frame.best, bound)


@rule
def learn_answer(desk: Desk, top: int) -> None:
    """Keep the answer that meets the choice best."""
    frame, child = desk.frames[top], desk.frames[top + 1]
    worth = child.value if frame.seat == 0 else -child.value
    if worth < frame.answered:
        frame.answered = worth
        frame.best_answer = column_of(frame)
    frame.column += 1


# --- the main line --------------------------------------------------------------------------------------------------------------


@rule
def follow(start: States, desk: Desk, task: Task, line: NDArray[np.int64]) -> None:
    """Write the likeliest choices from the root on, [step, seat], through the likeliest chance, as far as they are remembered."""
    line[:] = NOBODY
    desk.states[1] = start[0]
    state, odds, actions = desk.states[1], desk.odds[1], desk.actions[1]
    best_row, best_column = desk.frames[0].best_row, desk.frames[0].best_column
    for step in range(len(line)):
        # 1. What the seats choose.
        asked = movers(state)
        chooser = asked >> 1 if asked != 3 else 0 if task.equilibrium else task.seat
        for seat in range(2):
            if asked >> seat & 1:
                legal(state, seat, actions[seat])
                line[step, seat] = desk.choices[seat] = actions[seat, best_row if seat == chooser else best_column]
        advance(state, desk.choices)
        # 2. What chance does.
        while not over(state) and movers(state) == 0:
            resolve(state, np.argmax(odds[: chances(state, odds)]))
        # 3. What is remembered of the position.
        if over(state):
            return
        name = key(state, desk.words[1])
        entry = desk.table[place_in(desk, name)]
        if entry.name != name or entry.bound != EXACT:
            return
        best_row, best_column = entry.best_row, entry.best_column
