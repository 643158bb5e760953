"""The lookahead engine: iterative deepening by turns for two seats, in turn or at once, with chance, perfect information, constant sum.

One engine for three searches. A frame of its stack is a position whose children are being searched: CHANCE (all outcomes by their
odds, `chance_node`), DECISION (a seat chooses, and if both choose at once the other one replies, `decision_node`), MATRIX (both choose
at once, `double_oracle`). Every frame has bounds outside which its value need not be exact.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Odds, Words, advance, chances, evaluate, features, key, legal, movers, over, quiet, resolve, returns
from joute.core.state import Fields, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Records
from joute.search.common.evaluation import weighed
from joute.search.lookahead.chance_node import next_outcome, open_chance, update_outcome
from joute.search.lookahead.decision_node import column_of, next_reply, row_of, update_reply
from joute.search.lookahead.double_oracle import SECOND_RESPONSES, is_known, next_cell, open_matrix, update_cell
from joute.search.lookahead.transposition_table import Table, look_up, slot_of, store
from joute.search.lookahead.workspace import (
    CHANCE,
    DECISION,
    EXACT,
    HIGHEST,
    LOWEST,
    MATRIX,
    PV_STEPS,
    LookaheadFrame,
    LookaheadWorkspace,
    set_result,
)

PROVEN = 1e-6  # bounds that are as close as this have met, as a share of the range of scores
NO_ROOM = -1  # as a depth: search no further, there are no frames left
NOBODY = -1  # as an action: the seat does not choose


class LookaheadArrays(NamedTuple):
    """All arrays of one search."""

    states: States  # [frame], and one more for scratch
    words: NDArray[np.uint64]  # [frame, word]: the same records as 64-bit words
    frames: Records[LookaheadFrame]
    table: Table
    workspaces: Records[LookaheadWorkspace]  # one


@compiled
def deepen(start: States, arrays: LookaheadArrays, stop: NDArray[np.int8]) -> int:
    """Search one turn ahead, then two, and so on, within the limits; returns the last depth that was finished."""
    workspace, root = arrays.workspaces[0], arrays.frames[0]
    earlier = latest = 0.0  # positions that the two depths before needed
    for depth in range(1, workspace.max_depth + 1):
        begun = workspace.nodes
        if workspace.predicting == 1 and earlier > 0 and 0 < workspace.max_nodes < begun + latest * latest / earlier:
            return depth - 1
        if not look_ahead(start, arrays, depth, stop):
            return depth - 1
        earlier, latest = latest, float(workspace.nodes - begun)
        report(workspace, root)
        write_pv(start, arrays)
        if root.complete == 1:
            return depth
    return workspace.max_depth


@compiled
def prove(start: States, below: LookaheadArrays, above: LookaheadArrays, stop: NDArray[np.int8]) -> int:
    """Bound the value from both sides, a turn deeper each time; the depth at which the bounds met, 0 if they did not within the limits.

    One search counts positions at the horizon as lost for the first seat, the other one as won: the value lies between.
    """
    lower, upper = below.workspaces[0], above.workspaces[0]
    for depth in range(1, lower.max_depth + 1):
        if not look_ahead(start, below, depth, stop):
            return 0
        report(lower, below.frames[0])
        write_pv(start, below)
        if not look_ahead(start, above, depth, stop):
            return 0
        report(upper, above.frames[0])
        write_pv(start, above)
        if upper.value - lower.value <= PROVEN * (lower.highest - lower.lowest):
            return depth
    return 0


@rule
def report(workspace: LookaheadWorkspace, root: LookaheadFrame) -> None:
    """Copy the results of a finished depth: the next one may be stopped."""
    workspace.value = root.value
    for row in range(root.rows):
        workspace.final_values[row] = workspace.root_values[row]
    if root.kind == MATRIX:
        for row in range(root.rows):
            workspace.strategies[0, row] = root.strategies[0, row]
            for column in range(root.columns):
                workspace.cells[row, column] = root.low[row, column]
                workspace.known[row, column] = is_known(root, workspace, row, column)
        for column in range(root.columns):
            workspace.strategies[1, column] = root.strategies[1, column]


@rule
def look_ahead(start: States, arrays: LookaheadArrays, depth: int, stop: NDArray[np.int8]) -> bool:
    """Value the start position at one depth; False if stopped, but the first depth is always finished."""
    states, words, frames, table, workspace = arrays.states, arrays.words, arrays.frames, arrays.table, arrays.workspaces[0]
    states[0] = start[0]
    root = frames[0]
    root.alpha, root.beta, root.probe, root.root = workspace.lowest, workspace.highest, 0, 1
    if enter(states[0], words[0], root, table, workspace, depth):
        order_choices(arrays, 0)
    top = 0
    while True:
        frame, child = frames[top], frames[top + 1]
        if next_child(frame, child, workspace):
            # 1. Down: a child is made; it has a value at once, or becomes the top of the stack.
            if depth > 1 and (stop[0] != 0 or 0 < workspace.max_nodes <= workspace.nodes):
                return False
            states[top + 1] = states[top]
            if frame.kind == CHANCE:
                resolve(states[top + 1], frame.row)
            else:
                advance(states[top + 1], workspace.choices)
            left = frame.depth - frame.cost if top + 2 < len(frames) else NO_ROOM
            if enter(states[top + 1], words[top + 1], child, table, workspace, left):
                top += 1
                order_choices(arrays, top)
                continue
        else:
            # 2. Up: the top has its value.
            store(table, frame)
            if top == 0:
                return True
            top -= 1
        # 3. The frame below is updated.
        update(frames[top], frames[top + 1], workspace)


# --- a position that was reached ------------------------------------------------------------------------------------------


@rule
def enter(state: Fields, words: Words, frame: LookaheadFrame, table: Table, workspace: LookaheadWorkspace, depth: int) -> bool:
    """Open a frame for a new position; False if its value is known at once."""
    workspace.nodes += 1
    # 1. The end of the game.
    if over(state):
        returns(state, workspace.scores)
        frame.complete = 1
        set_result(frame, workspace.scores[0], EXACT)
        return False
    # 2. The horizon: a turn more than was asked for. In the middle of a turn a choice is free.
    asked = movers(state)
    frame.cost = 0 if asked == 0 or (asked != 3 and workspace.sequential == 0 and not quiet(state)) else 1
    if depth < frame.cost:
        frame.complete = 0
        set_result(frame, horizon_value(state, workspace), EXACT)
        return False
    # 3. A frame for its children.
    frame.depth, frame.complete, frame.phase = depth, 1, 0
    frame.row = frame.column = 0
    frame.key = np.uint64(0)
    if asked == 0:
        open_chance(state, words, frame, workspace)
        return True
    frame.best_row = frame.best_column = 0
    if depth > 0:
        frame.key = key(state, words)
        if look_up(table, frame):
            return False
    open_decision(state, frame, workspace, asked)
    return True


@rule
def horizon_value(state: Fields, workspace: LookaheadWorkspace) -> float:
    """The evaluation for the first seat, made to fit the constant sum and the range of scores."""
    if workspace.horizon == LOWEST:
        return workspace.lowest
    if workspace.horizon == HIGHEST:
        return workspace.highest
    if workspace.fitted == 1:
        features(state, 0, workspace.features)
        chance = 1.0 / (1.0 + np.exp(-weighed(workspace.features, workspace.weights)))
        return workspace.lowest + (workspace.highest - workspace.lowest) * chance
    evaluate(state, workspace.scores)
    value = 0.5 * (workspace.scores[0] - workspace.scores[1] + workspace.lowest + workspace.highest)
    return min(workspace.highest, max(workspace.lowest, value))


@rule
def open_decision(state: Fields, frame: LookaheadFrame, workspace: LookaheadWorkspace, asked: int) -> None:
    """List the choices: of both seats as a matrix, or of one seat with the other's replies."""
    if asked == 3 and workspace.equilibrium == 1:
        frame.kind = MATRIX
        frame.rows = legal(state, 0, frame.actions[0])
        frame.columns = legal(state, 1, frame.actions[1])
        open_matrix(frame, workspace)
        return
    frame.kind = DECISION
    frame.seat = workspace.seat if asked == 3 else asked >> 1
    frame.rows = legal(state, frame.seat, frame.actions[frame.seat])
    frame.columns = legal(state, 1 - frame.seat, frame.actions[1 - frame.seat]) if asked == 3 else 1
    frame.first_row, frame.first_column, frame.ordered = frame.best_row, frame.best_column, 0
    frame.best, frame.reply_value = -np.inf, np.inf


# --- the next child, and what it changes ----------------------------------------------------------------------------------


@rule
def next_child(frame: LookaheadFrame, child: LookaheadFrame, workspace: LookaheadWorkspace) -> bool:
    """Find the next child: its bounds, and the choices or the outcome that lead there; False if the frame has its value."""
    child.probe = child.root = 0
    if frame.kind == CHANCE:
        return next_outcome(frame, child, workspace)
    if frame.kind == MATRIX:
        if not next_cell(frame, child, workspace):
            return False
        turned = frame.phase == SECOND_RESPONSES
        workspace.choices[0] = frame.actions[0, frame.column if turned else frame.row]
        workspace.choices[1] = frame.actions[1, frame.row if turned else frame.column]
        return True
    if not next_reply(frame, child, workspace):
        return False
    workspace.choices[frame.seat] = frame.actions[frame.seat, row_of(frame)]
    workspace.choices[1 - frame.seat] = frame.actions[1 - frame.seat, column_of(frame)]
    return True


@rule
def update(frame: LookaheadFrame, child: LookaheadFrame, workspace: LookaheadWorkspace) -> None:
    """Update a frame from the result of its child."""
    frame.complete &= child.complete
    if frame.kind == MATRIX:
        update_cell(frame, child, workspace)
    elif frame.kind == CHANCE:
        update_outcome(frame, child)
    else:
        update_reply(frame, child)


# --- move ordering --------------------------------------------------------------------------------------------------------


@rule
def order_choices(arrays: LookaheadArrays, top: int) -> None:
    """Sort the choices of a decision whose children are not at the horizon by a search of one choice; the best one known stays first."""
    frame, workspace = arrays.frames[top], arrays.workspaces[0]
    if workspace.ordering == 0 or frame.kind != DECISION or frame.rows < 2 or frame.depth <= frame.cost:
        return
    for row in range(frame.rows):
        workspace.promise[row] = shallow_value(arrays, top, row)
    if frame.first_row > 0:
        workspace.promise[frame.first_row] = np.inf
    for row in range(frame.rows):
        place = row
        while place > 0 and workspace.promise[frame.order[place - 1]] < workspace.promise[row]:
            frame.order[place] = frame.order[place - 1]
            place -= 1
        frame.order[place] = row
    frame.ordered = 1


@rule
def shallow_value(arrays: LookaheadArrays, top: int, row: int) -> float:
    """The evaluation after a choice and its best reply, for the seat that chooses; chance falls as it is likeliest to."""
    states, frame, odds, workspace = arrays.states, arrays.frames[top], arrays.frames[top + 1].odds, arrays.workspaces[0]
    scratch = len(arrays.frames)
    worst = np.inf
    for column in range(frame.columns):
        workspace.nodes += 1
        states[scratch] = states[top]
        state = states[scratch]
        workspace.choices[frame.seat] = frame.actions[frame.seat, row]
        workspace.choices[1 - frame.seat] = frame.actions[1 - frame.seat, column]
        advance(state, workspace.choices)
        while not over(state) and movers(state) == 0:
            resolve(state, likeliest_outcome(odds, chances(state, odds)))
        if over(state):
            returns(state, workspace.scores)
            value = workspace.scores[0]
        else:
            value = horizon_value(state, workspace)
        worst = min(worst, value if frame.seat == 0 else -value)
    return worst


# --- the principal variation ----------------------------------------------------------------------------------------------


@rule
def write_pv(start: States, arrays: LookaheadArrays) -> None:
    """Write the likeliest choices from the root on, through the likeliest outcomes of chance, as far as the table knows them."""
    states, frame, table, workspace = arrays.states, arrays.frames[1], arrays.table, arrays.workspaces[0]
    for step in range(PV_STEPS):
        workspace.pv[step, 0] = workspace.pv[step, 1] = NOBODY
    states[1] = start[0]
    state = states[1]
    best_row, best_column = arrays.frames[0].best_row, arrays.frames[0].best_column
    for step in range(PV_STEPS):
        # 1. The choices of the seats.
        asked = movers(state)
        chooser = asked >> 1 if asked != 3 else 0 if workspace.equilibrium == 1 else workspace.seat
        for seat in range(2):
            if asked >> seat & 1:
                legal(state, seat, frame.actions[seat])
                workspace.choices[seat] = frame.actions[seat, best_row if seat == chooser else best_column]
                workspace.pv[step, seat] = workspace.choices[seat]
        advance(state, workspace.choices)
        # 2. Chance.
        while not over(state) and movers(state) == 0:
            resolve(state, likeliest_outcome(frame.odds, chances(state, frame.odds)))
        # 3. What the table knows of the position.
        if over(state):
            return
        position = key(state, arrays.words[1])
        entry = table[slot_of(table, position)]
        if entry.key != position or entry.bound != EXACT:
            return
        best_row, best_column = entry.best_row, entry.best_column


@rule
def likeliest_outcome(odds: Odds, count: int) -> int:
    """The outcome with the highest odds, the first of equals."""
    best = 0
    for outcome in range(1, count):
        if odds[outcome] > odds[best]:
            best = outcome
    return best
