"""Decision nodes: alpha-beta over the choices of a seat and, if both choose at once, over the other seat's replies to each."""

import numpy as np

from joute.jit.dispatch import rule
from joute.search.lookahead.workspace import EXACT, LOWER, UPPER, LookaheadFrame, LookaheadWorkspace, set_result


@rule
def row_of(frame: LookaheadFrame) -> int:
    """The choice being searched: by the shallow search if there was one; else the best one known comes first."""
    if frame.ordered == 1:
        return frame.order[frame.row]
    return in_order(frame.row, frame.first_row)


@rule
def column_of(frame: LookaheadFrame) -> int:
    """The reply being searched: the best reply to the last choice comes first."""
    return in_order(frame.column, frame.first_column)


@rule
def next_reply(frame: LookaheadFrame, child: LookaheadFrame, workspace: LookaheadWorkspace) -> bool:
    """Find the next pair of a choice and a reply, with its bounds; False if the frame has its value.

    Numbers here are those of the seat that chooses.
    """
    first = frame.seat == 0
    floor, ceiling = (frame.alpha, frame.beta) if first else (-frame.beta, -frame.alpha)
    # 1. A choice is finished after all replies, or after one that makes it worthless; at the root all get their value.
    needed = floor if frame.root == 1 else max(floor, frame.best)
    if frame.column == frame.columns or frame.reply_value <= needed:
        if frame.root == 1:
            workspace.root_values[row_of(frame)] = frame.reply_value if first else -frame.reply_value
        if frame.reply_value > frame.best:
            frame.best, frame.best_row, frame.best_column = frame.reply_value, row_of(frame), frame.best_reply
        frame.first_column = frame.best_reply
        frame.row, frame.column, frame.reply_value = frame.row + 1, 0, np.inf
        needed = floor if frame.root == 1 else max(floor, frame.best)
        # 2. All choices are finished, or one is more than the frame below allows, or only one was wanted.
        if frame.row == frame.rows or frame.best >= ceiling or frame.probe == 1:
            finish_decision(frame, workspace, floor, ceiling)
            return False
    # 3. The bounds of the next pair.
    hope = min(ceiling, frame.reply_value)
    child.alpha, child.beta = (needed, hope) if first else (-hope, -needed)
    return True


@rule
def finish_decision(frame: LookaheadFrame, workspace: LookaheadWorkspace, floor: float, ceiling: float) -> None:
    """Set the result of a decision, as a value of the first seat."""
    first = frame.seat == 0
    at_least, at_most = (LOWER, UPPER) if first else (UPPER, LOWER)
    bound = EXACT
    if frame.best <= floor:
        bound = at_most
    if frame.best >= ceiling or frame.row < frame.rows:
        bound = at_least
    if frame.row < frame.rows and frame.best <= floor:  # a probe that found nothing
        frame.key = np.uint64(0)
        frame.best = workspace.lowest if first else -workspace.highest
    set_result(frame, frame.best if first else -frame.best, bound)


@rule
def update_reply(frame: LookaheadFrame, child: LookaheadFrame) -> None:
    """Update the best reply to the choice from the result of the child."""
    value = child.value if frame.seat == 0 else -child.value
    if value < frame.reply_value:
        frame.reply_value = value
        frame.best_reply = column_of(frame)
    frame.column += 1


@rule
def in_order(index: int, first: int) -> int:
    """The index in an order in which `first` comes first and changes places with 0."""
    if index == 0:
        return first
    return 0 if index == first else index
