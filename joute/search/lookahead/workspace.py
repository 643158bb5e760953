"""The desk of a search that looks ahead at turns: its stack of frames, its scratch paper, and what it remembers of positions.

All of it is records: machine code passes a record as one pointer, and counts no references.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.definition import Spec
from joute.jit.dispatch import rule

CHANCE, CHOICE, MATRIX = 0, 1, 2  # kinds of frames
LOWER, UPPER, EXACT = 1, 2, 3  # what a value is: at least, at most, both
FREE = 32  # frames for the coins and the lone choices within one turn
STEPS = 64  # of a main line

Desk = Any  # a record of `desk_type`
Frame = Any  # a record of `frame_type`
Frames = NDArray[Any]  # [frame]
Words2 = NDArray[np.uint64]  # [frame, word]
Table = NDArray[Any]  # [place] of ENTRY, a power of two of them

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


def sizes(spec: Spec) -> tuple[int, int, int]:
    """Room for choices, for both seats' choices at once, and for outcomes; rounded up, so that few sizes need machine code."""
    wide, outcomes = (2 ** max(4, (count - 1).bit_length()) for count in (spec.widest, spec.outcomes))
    return wide, wide if spec.simultaneous else 1, outcomes


def frame_type(spec: Spec) -> np.dtype[Any]:
    """A position that is being looked at: what was found of its children, and which comes next."""
    wide, square, outcomes = sizes(spec)
    return np.dtype(
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
            ("root", "i8"),  # the position that was asked about: all its choices get their value
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
            ("actions", "i8", (2, wide)),  # [seat, index]
            ("odds", "f8", (outcomes,)),
            ("outcome_low", "f8", (outcomes,)),  # what is known of an outcome's value
            ("outcome_high", "f8", (outcomes,)),
            ("counts", "i8", (2,)),  # [seat] choices in the small game
            ("chosen", "i8", (2, square)),  # [seat, place] the indices of these
            ("answers", "i8", (2,)),  # [seat] the index that would improve on them, or -1
            ("mixed", "f8", (2, square)),  # [seat, index] strategies
            ("low", "f8", (square, square)),  # [row, column] what is known of a cell
            ("high", "f8", (square, square)),
        ]
    )


def desk_type(spec: Spec, features: int = 4) -> np.dtype[Any]:
    """What is asked, scratch paper, and what is reported of the root; with room for the features of a fitted evaluation."""
    wide, square, _ = sizes(spec)
    return np.dtype(
        [
            ("lowest", "f8"),  # score
            ("highest", "f8"),
            ("fate", "u8"),  # decides sampled outcomes
            ("seat", "i8"),  # that asks
            ("equilibrium", "i8"),  # solve matrices; else a choice is met by its best answer
            ("sampled", "i8"),  # one outcome of every chance event instead of all
            ("sequential", "i8"),  # no seats choose at once in this game
            ("nodes", "i8"),  # positions looked at
            ("fitted", "i8"),  # positions are judged by the weights, not by the game's own evaluation
            ("weights", "f8", (features,)),
            ("seen", "f8", (features,)),
            ("choices", "i8", (2,)),
            ("scores", "f8", (2,)),
            ("matrix", "f8", (square, square)),
            ("tableau", "f8", (square + 1, square + 1)),
            ("basic", "i8", (square,)),
            ("free", "i8", (square,)),
            ("row_mix", "f8", (square,)),
            ("column_mix", "f8", (square,)),
            ("values", "f8", (wide,)),  # [index] of the root's choices, where one seat chooses or its choice is answered
            ("value", "f8"),  # reported of the last look that was finished, from here on
            ("final", "f8", (wide,)),  # the values
            ("cells", "f8", (square, square)),  # the matrix
            ("known", "i1", (square, square)),  # its cells that were looked at
            ("mixed", "f8", (2, square)),  # both strategies
            ("line", "i8", (STEPS, 2)),  # [step, seat] actions, or -1
        ]
    )


@rule
def place_in(table: Table, name: np.uint64) -> int:
    """Where a position would be remembered."""
    return np.int64((name >> np.uint64(11)) & np.uint64(len(table) - 1))  # type: ignore[return-value]  # int64 is the compiled int


@rule
def recall(table: Table, frame: Frame) -> bool:
    """Take from the table what is known of the frame's position; True when that is enough."""
    entry = table[place_in(table, frame.name)]
    if entry.name != frame.name:
        return False
    frame.best_row = entry.best_row
    frame.best_column = entry.best_column
    if frame.root == 1 or (entry.depth != frame.depth and entry.whole == 0):
        return False
    if entry.bound == LOWER and entry.value < frame.beta:
        return False
    if entry.bound == UPPER and entry.value > frame.alpha:
        return False
    frame.value, frame.bound, frame.whole = entry.value, entry.bound, entry.whole
    return True


@rule
def remember(table: Table, frame: Frame) -> None:
    """Write the result of a frame into the table, over whatever was there."""
    if frame.name == np.uint64(0):
        return
    entry = table[place_in(table, frame.name)]
    entry.name, entry.value, entry.depth, entry.bound = frame.name, frame.value, frame.depth, frame.bound
    entry.best_row, entry.best_column, entry.whole = frame.best_row, frame.best_column, frame.whole


@rule
def settle(frame: Frame, value: float, bound: int) -> None:
    """The result of a frame."""
    frame.value = value
    frame.bound = bound
