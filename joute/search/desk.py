"""The desk of a search that looks ahead at turns: its stack of frames, its numbers, and what it remembers of positions."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.compiled import rule
from joute.game import Spec
from joute.host import States
from joute.rulebook import Choices, Scores

CHANCE, CHOICE, MATRIX = 0, 1, 2  # kinds of frames
LOWER, UPPER, EXACT = 1, 2, 3  # what a value is: at least, at most, both
FREE = 32  # frames for the coins and the lone choices within one turn

FRAME = np.dtype(
    [
        ("value", "f8"),  # found so far, and at last the result; all values are the first seat's
        ("alpha", "f8"),  # a value not above this need not be known exactly
        ("beta", "f8"),  # nor one not below this
        ("best", "f8"),  # of the choices looked at, for the seat that chooses
        ("answered", "f8"),  # the best answer to the choice that is looked at, for the seat that chooses
        ("name", "u8"),  # of the position; 0: not to be remembered
        ("kind", "i8"),
        ("depth", "i8"),  # turns still to look ahead
        ("cost", "i8"),  # of a choice here, in turns
        ("seat", "i8"),  # that chooses
        ("level", "i8"),  # of its matrix
        ("rows", "i8"),  # choices, or outcomes
        ("columns", "i8"),  # answers
        ("row", "i8"),  # where the search is
        ("column", "i8"),
        ("best_row", "i8"),
        ("best_column", "i8"),
        ("best_answer", "i8"),  # to the choice that is looked at
        ("first_row", "i8"),  # what is looked at first
        ("first_column", "i8"),
        ("phase", "i8"),
        ("bound", "i8"),  # what the value is: LOWER, UPPER or EXACT
        ("probe", "i8"),  # only the first choice is wanted
        ("whole", "i8"),  # every line below was played to its end
    ]
)
"""A position that is being looked at: what was found of its children, and which comes next."""

ENTRY = np.dtype(
    [
        ("name", "u8"),
        ("value", "f8"),
        ("depth", "i2"),
        ("best_row", "i2"),
        ("best_column", "i2"),
        ("bound", "i1"),
        ("whole", "i1"),
    ],
    align=True,
)
"""What is remembered of a position."""


class Task(NamedTuple):
    """What is asked of a search."""

    equilibrium: bool  # solve matrices; else the seat's choice is met by its best answer
    sampled: bool  # one outcome of every chance event instead of all
    seat: int  # that asks
    sequential: bool  # no seats choose at once in this game
    lowest: float
    highest: float
    fate: np.uint64  # decides the sampled outcomes


class Desk(NamedTuple):
    """Room for a search."""

    states: States  # [frame]
    words: NDArray[np.uint64]  # [frame, word] the same memory
    frames: NDArray[Any]  # [frame] of FRAME
    actions: NDArray[np.int64]  # [frame, seat, index]
    odds: NDArray[np.float64]  # [frame, outcome]
    outcome_low: NDArray[np.float64]  # [frame, outcome] what is known of its value
    outcome_high: NDArray[np.float64]
    low: NDArray[np.float64]  # [level, row, column] what is known of a cell of a matrix
    high: NDArray[np.float64]
    mixed: NDArray[np.float64]  # [level, seat, index] strategies
    chosen: NDArray[np.int64]  # [level, seat, place] the indices that the restricted game has
    counts: NDArray[np.int64]  # [level, seat] how many those are
    answers: NDArray[np.int64]  # [level, seat] the index that would improve on them, or -1
    matrix: NDArray[np.float64]  # scratch of the solver from here on
    tableau: NDArray[np.float64]
    basic: NDArray[np.int64]
    free: NDArray[np.int64]
    row_mix: NDArray[np.float64]
    column_mix: NDArray[np.float64]
    table: NDArray[Any]  # [place] of ENTRY, a power of two of them
    values: Scores  # [index] of the choices of a root where one seat chooses
    choices: Choices
    scores: Scores
    nodes: NDArray[np.int64]  # [0]: positions looked at


class Report(NamedTuple):
    """What a search tells of its root; numbers are the first seat's."""

    value: Scores  # [0]
    values: Scores  # [index] of the choices where one seat chooses, or its choice is answered
    cells: NDArray[np.float64]  # [row, column] of the matrix where both choose
    known: NDArray[np.bool_]  # [row, column] the cells that were looked at exactly
    mixed: NDArray[np.float64]  # [seat, index] strategies
    line: NDArray[np.int64]  # [step, seat] actions, or -1


def new_report(spec: Spec, depth: int) -> Report:
    """An empty report."""
    wide = spec.widest
    return Report(
        value=np.zeros(1),
        values=np.zeros(wide),
        cells=np.zeros((wide, wide)),
        known=np.zeros((wide, wide), np.bool_),
        mixed=np.zeros((2, wide)),
        line=np.full((2 * depth + 4, 2), -1, np.int64),
    )


def new_desk(spec: Spec, record: np.dtype[Any], depth: int, entries: int) -> Desk:
    """Room to look so many turns ahead."""
    frames, wide, outcomes = FREE * (depth + 1), spec.widest, max(1, spec.outcomes)
    states = np.zeros(frames, record)
    return Desk(
        states=states,
        words=states.view(np.uint64).reshape(frames, -1),
        frames=np.zeros(frames, FRAME),
        actions=np.zeros((frames, 2, wide), np.int64),
        odds=np.zeros((frames, outcomes)),
        outcome_low=np.zeros((frames, outcomes)),
        outcome_high=np.zeros((frames, outcomes)),
        low=np.zeros((depth + 1, wide, wide)),
        high=np.zeros((depth + 1, wide, wide)),
        mixed=np.zeros((depth + 1, 2, wide)),
        chosen=np.zeros((depth + 1, 2, wide), np.int64),
        counts=np.zeros((depth + 1, 2), np.int64),
        answers=np.zeros((depth + 1, 2), np.int64),
        matrix=np.zeros((wide, wide)),
        tableau=np.zeros((wide + 1, wide + 1)),
        basic=np.zeros(wide, np.int64),
        free=np.zeros(wide, np.int64),
        row_mix=np.zeros(wide),
        column_mix=np.zeros(wide),
        table=np.zeros(entries, ENTRY),
        values=np.zeros(wide),
        choices=np.zeros(2, np.int64),
        scores=np.zeros(2),
        nodes=np.zeros(1, np.int64),
    )


@rule
def place_in(desk: Desk, name: np.uint64) -> int:
    """Where a position would be remembered."""
    return np.int64((name >> np.uint64(11)) & np.uint64(len(desk.table) - 1))  # type: ignore[return-value]  # int64 is the compiled int


@rule
def recall(desk: Desk, top: int) -> bool:
    """Take from the table what is known of the frame's position; True when that is enough."""
    frame = desk.frames[top]
    entry = desk.table[place_in(desk, frame.name)]
    if entry.name != frame.name:
        return False
    frame.best_row = entry.best_row
    frame.best_column = entry.best_column
    if top == 0 or (entry.depth != frame.depth and entry.whole == 0):
        return False
    if entry.bound == LOWER and entry.value < frame.beta:
        return False
    if entry.bound == UPPER and entry.value > frame.alpha:
        return False
    frame.value, frame.bound, frame.whole = entry.value, entry.bound, entry.whole
    return True


@rule
def remember(desk: Desk, top: int) -> None:
    """Write the result of a frame into the table; what was found last gives way least."""
    frame = desk.frames[top]
    if frame.name == np.uint64(0):
        return
    entry = desk.table[place_in(desk, frame.name)]
    entry.name, entry.value, entry.depth, entry.bound = frame.name, frame.value, frame.depth, frame.bound
    entry.best_row, entry.best_column, entry.whole = frame.best_row, frame.best_column, frame.whole


@rule
def settle(frame: Any, value: float, bound: int) -> None:
    """The result of a frame."""
    frame.value = value
    frame.bound = bound


@rule
def in_order(index: int, first: int) -> int:
    """The index in an order where `first` comes first and changes places with 0."""
    if index == 0:
        return first
    return 0 if index == first else index
