"""A seat that chooses, and where both choose at once the other seat's answer to each choice: alpha-beta over choices and answers."""

import numpy as np

from joute.jit.dispatch import rule
from joute.search.lookahead.workspace import EXACT, LOWER, UPPER, Desk, Frame, settle


@rule
def row_of(frame: Frame) -> int:
    """The choice that is looked at: the best one known comes first."""
    return in_order(frame.row, frame.first_row)


@rule
def column_of(frame: Frame) -> int:
    """The answer that is looked at: the one that met the last choice best comes first."""
    return in_order(frame.column, frame.first_column)


@rule
def next_answer(frame: Frame, child: Frame, desk: Desk) -> bool:
    """The pair of a choice and an answer to look at next, with its bounds. Numbers here are those of the seat that chooses."""
    first = frame.seat == 0
    floor, ceiling = (frame.alpha, frame.beta) if first else (-frame.beta, -frame.alpha)
    # 1. A choice is done with when it has met all answers, or one that makes it worthless; at the root all get their value.
    needed = floor if frame.root == 1 else max(floor, frame.best)
    if frame.column == frame.columns or frame.answered <= needed:
        if frame.root == 1:
            desk.values[row_of(frame)] = frame.answered if first else -frame.answered
        if frame.answered > frame.best:
            frame.best, frame.best_row, frame.best_column = frame.answered, row_of(frame), frame.best_answer
        frame.first_column = frame.best_answer
        frame.row, frame.column, frame.answered = frame.row + 1, 0, np.inf
        needed = floor if frame.root == 1 else max(floor, frame.best)
        # 2. All choices are done with, or one is more than the frame below allows, or only one was wanted.
        if frame.row == frame.rows or frame.best >= ceiling or frame.probe == 1:
            settle_choice(frame, desk, floor, ceiling)
            return False
    # 3. The bounds of the next pair.
    hope = min(ceiling, frame.answered)
    child.alpha, child.beta = (needed, hope) if first else (-hope, -needed)
    return True


@rule
def settle_choice(frame: Frame, desk: Desk, floor: float, ceiling: float) -> None:
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
        frame.best = desk.lowest if first else -desk.highest
    settle(frame, frame.best if first else -frame.best, bound)


@rule
def learn_answer(frame: Frame, child: Frame) -> None:
    """Keep the answer that meets the choice best."""
    worth = child.value if frame.seat == 0 else -child.value
    if worth < frame.answered:
        frame.answered = worth
        frame.best_answer = column_of(frame)
    frame.column += 1


@rule
def in_order(index: int, first: int) -> int:
    """The index in an order where `first` comes first and changes places with 0."""
    if index == 0:
        return first
    return 0 if index == first else index
