"""Looking ahead turn by turn where two seats choose in turn or at once, with chance, everything visible, constant sum.

One machine for three searches. A frame on its stack is a position whose children are being looked at: CHANCE (all outcomes, by their
odds, in `outcomes.py`), CHOICE (a seat chooses, and where both choose at once the other one answers it, in `answers.py`), MATRIX (both
choose at once, solved in `oracle.py`). Every frame has bounds outside which its value need not be exact.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Words, advance, evaluate, features, key, legal, movers, over, quiet, resolve, returns
from joute.core.state import Fields, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.search.common.evaluation import weighed
from joute.search.lookahead.chance_node import learn_outcome, next_outcome, open_chance
from joute.search.lookahead.decision_node import column_of, learn_answer, next_answer, row_of
from joute.search.lookahead.double_oracle import SECOND_ANSWERS, known, learn_cell, next_cell, open_matrix
from joute.search.lookahead.pv import follow
from joute.search.lookahead.workspace import CHANCE, CHOICE, EXACT, MATRIX, Desk, Frame, Frames, Table, Words2, recall, remember, settle

NO_ROOM = -1  # as a depth: look no further, there are no frames left


@compiled
def deepen(
    start: States, states: States, words: Words2, frames: Frames, table: Table, desks: Any, depths: int, nodes: int, stop: NDArray[np.int8]
) -> int:
    """Look one turn ahead, then two, and so on, as far as asked or allowed; returns how far, and reports the root of that look."""
    desk, root = desks[0], frames[0]
    for depth in range(1, depths + 1):
        if not look_ahead(start, states, words, frames, table, desk, depth, nodes, stop):
            return depth - 1
        report(desk, root)
        follow(start, states, words, frames[1], table, desk, root)
        if root.whole == 1:
            return depth
    return depths


@rule
def report(desk: Desk, root: Frame) -> None:
    """Keep what a finished look found: the next one may be stopped."""
    desk.value = root.value
    for row in range(root.rows):
        desk.final[row] = desk.values[row]
    if root.kind == MATRIX:
        for row in range(root.rows):
            desk.mixed[0, row] = root.mixed[0, row]
            for column in range(root.columns):
                desk.cells[row, column] = root.low[row, column]
                desk.known[row, column] = known(root, desk, row, column)
        for column in range(root.columns):
            desk.mixed[1, column] = root.mixed[1, column]


@rule
def look_ahead(
    start: States,
    states: States,
    words: Words2,
    frames: Frames,
    table: Table,
    desk: Desk,
    depth: int,
    nodes: int,
    stop: NDArray[np.int8],
) -> bool:
    """Value the start position at one depth; False when stopped, but the first depth is always finished."""
    states[0] = start[0]
    root = frames[0]
    root.alpha, root.beta, root.probe, root.root = desk.lowest, desk.highest, 0, 1
    arrive(states[0], words[0], root, table, desk, depth)
    top = 0
    while True:
        frame, child = frames[top], frames[top + 1]
        if next_child(frame, child, desk):
            # 1. Down: a child is made; it has a value at once, or becomes the top of the stack.
            if depth > 1 and (stop[0] != 0 or 0 < nodes <= desk.nodes):
                return False
            states[top + 1] = states[top]
            if frame.kind == CHANCE:
                resolve(states[top + 1], frame.row)
            else:
                advance(states[top + 1], desk.choices)
            left = frame.depth - frame.cost if top + 2 < len(frames) else NO_ROOM
            if arrive(states[top + 1], words[top + 1], child, table, desk, left):
                top += 1
                continue
        else:
            # 2. Up: the top has its value.
            remember(table, frame)
            if top == 0:
                return True
            top -= 1
        # 3. The frame below learns what its child is worth.
        learn(frames[top], frames[top + 1], desk)


# --- a position that was reached ------------------------------------------------------------------------------------------


@rule
def arrive(state: Fields, words: Words, frame: Frame, table: Table, desk: Desk, depth: int) -> bool:
    """Look at a new position: True when it must be searched; otherwise its value is in the frame."""
    desk.nodes += 1
    # 1. The end of the game.
    if over(state):
        returns(state, desk.scores)
        frame.whole = 1
        settle(frame, desk.scores[0], EXACT)
        return False
    # 2. The end of the look: a turn more than was asked for. In the middle of a turn a choice is free.
    asked = movers(state)
    frame.cost = 0 if asked == 0 or (asked != 3 and desk.sequential == 0 and not quiet(state)) else 1
    if depth < frame.cost:
        frame.whole = 0
        settle(frame, judged(state, desk), EXACT)
        return False
    # 3. A frame for its children.
    frame.depth, frame.whole, frame.phase = depth, 1, 0
    frame.row = frame.column = 0
    frame.name = np.uint64(0)
    if asked == 0:
        open_chance(state, words, frame, desk)
        return True
    frame.best_row = frame.best_column = 0
    if depth > 0:
        frame.name = key(state, words)
        if recall(table, frame):
            return False
    open_choice(state, frame, desk, asked)
    return True


@rule
def judged(state: Fields, desk: Desk) -> float:
    """The evaluation for the first seat, made to fit the constant sum and the range of scores."""
    if desk.fitted == 1:
        features(state, 0, desk.seen)
        chance = 1.0 / (1.0 + np.exp(-weighed(desk.seen, desk.weights)))
        return desk.lowest + (desk.highest - desk.lowest) * chance
    evaluate(state, desk.scores)
    value = 0.5 * (desk.scores[0] - desk.scores[1] + desk.lowest + desk.highest)
    return min(desk.highest, max(desk.lowest, value))


@rule
def open_choice(state: Fields, frame: Frame, desk: Desk, asked: int) -> None:
    """List the choices: of both seats as a matrix, or of one seat with the other's answers."""
    if asked == 3 and desk.equilibrium == 1:
        frame.kind = MATRIX
        frame.rows = legal(state, 0, frame.actions[0])
        frame.columns = legal(state, 1, frame.actions[1])
        open_matrix(frame, desk)
        return
    frame.kind = CHOICE
    frame.seat = desk.seat if asked == 3 else asked >> 1
    frame.rows = legal(state, frame.seat, frame.actions[frame.seat])
    frame.columns = legal(state, 1 - frame.seat, frame.actions[1 - frame.seat]) if asked == 3 else 1
    frame.first_row, frame.first_column = frame.best_row, frame.best_column
    frame.best, frame.answered = -np.inf, np.inf


# --- the next child, and what it teaches --------------------------------------------------------------------------------------


@rule
def next_child(frame: Frame, child: Frame, desk: Desk) -> bool:
    """Find the next child: its bounds, and the choices or the outcome that lead there; False when the frame has its value."""
    child.probe = child.root = 0
    if frame.kind == CHANCE:
        return next_outcome(frame, child, desk)
    if frame.kind == MATRIX:
        if not next_cell(frame, child, desk):
            return False
        turned = frame.phase == SECOND_ANSWERS
        desk.choices[0] = frame.actions[0, frame.column if turned else frame.row]
        desk.choices[1] = frame.actions[1, frame.row if turned else frame.column]
        return True
    if not next_answer(frame, child, desk):
        return False
    desk.choices[frame.seat] = frame.actions[frame.seat, row_of(frame)]
    desk.choices[1 - frame.seat] = frame.actions[1 - frame.seat, column_of(frame)]
    return True


@rule
def learn(frame: Frame, child: Frame, desk: Desk) -> None:
    """Take over the result of the child."""
    frame.whole &= child.whole
    if frame.kind == MATRIX:
        learn_cell(frame, child, desk)
    elif frame.kind == CHANCE:
        learn_outcome(frame, child)
    else:
        learn_answer(frame, child)
