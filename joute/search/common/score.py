"""What a position is worth to a seat of a two-seat game, as a whole number: null windows need a next larger value.

An evaluation or an undecided end lies between -UNIT and UNIT. The best possible end is worth more than any evaluation, and more the
sooner it comes: WIN minus the plies from the root to it.
"""

import numpy as np

from joute.core.contract import Scores, evaluate, returns
from joute.core.state import Fields
from joute.jit.dispatch import rule

UNIT = 1_000_000
WIN = 2_000_000
DECIDED = 1_500_000  # beyond it a value is a win or a loss: no game is half a million plies long
INFINITE = 3_000_000

ALMOST = 1.0 - 1e-9


@rule
def share(values: Scores, seat: int, span: float) -> float:
    """The lead of a seat over the other, from -1 to 1 of the widest lead there is."""
    return (values[seat] - values[1 - seat]) / span


@rule
def of_end(state: Fields, seat: int, ply: int, scores: Scores, span: float) -> int:
    """What the end of the game is worth."""
    returns(state, scores)
    lead = share(scores, seat, span)
    if lead >= ALMOST:
        return WIN - ply
    if lead <= -ALMOST:
        return ply - WIN
    return int(np.rint(lead * UNIT))


@rule
def of_guess(state: Fields, seat: int, scores: Scores, span: float) -> int:
    """What the game's evaluation says."""
    evaluate(state, scores)
    return int(np.rint(min(1.0, max(-1.0, share(scores, seat, span))) * UNIT))


@rule
def from_here(value: int, ply: int) -> int:
    """A value counted from the root as one counted from a position that many plies below it."""
    if value > DECIDED:
        return value + ply
    return value - ply if value < -DECIDED else value


@rule
def from_root(value: int, ply: int) -> int:
    """A value counted from a position as one counted from the root that many plies above it."""
    return from_here(value, -ply)


@rule
def plies_to_end(value: int) -> int:
    """In how many plies a won or lost game ends; 0 while nothing is decided."""
    return WIN - abs(value) if abs(value) > DECIDED else 0


def as_score(value: int, lowest: float, highest: float) -> float:
    """A value as the score that the seat expects."""
    lead = float(np.sign(value)) if abs(value) > DECIDED else value / UNIT
    return (lowest + highest + lead * (highest - lowest)) / 2
