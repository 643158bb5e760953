"""What a review says, as a client and a file have it.

All values are shares of the range from the worst to the best result: the chance to win where a win is all that counts, else a part of the
range of points.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from joute.core.opinion import Unit
from joute.review.reasons import ReasonInfo, Texts


class JudgedAction(TypedDict):
    """A legal action of a decision."""

    action: str  # its name
    value: float | None  # share of the range from the worst to the best result; null: not sampled enough, show no number
    error: float | None  # standard error; 0: exact
    samples: int | None  # sampled continuations


class MatrixInfo(TypedDict):
    """A simultaneous decision as a matrix game."""

    rows: list[str]  # own actions
    columns: list[str]  # actions of the others
    cells: list[list[float | None]]  # values; null: not searched
    row_weights: list[float]  # own mixed strategy
    column_weights: list[float]  # theirs


class ChanceEvent(TypedDict):
    """A chance event whose outcome a seat saw, and what it changed."""

    texts: list[Texts]  # what the seat saw, in sentences; one, unless events are judged together
    odds: float | None  # of the outcome; null: several events
    change: float  # of the seat's value: after the event, minus before it
    error: float  # standard error


class ValueChange(TypedDict):
    """How the value changed between two decisions of a seat, without its doing."""

    change: float  # of the seat's value
    error: float  # standard error
    causes: list[Literal["chance", "others"]]  # whose doing it was
    chance: list[Texts]  # the chance events that the seat saw: those that changed most first, or the unlikeliest
    odds: float | None  # of the first of them; null: not known, or there was none
    by_chance: NotRequired[float | None]  # the part of chance, the rest is that of the others; null: not known
    others: NotRequired[list[Texts]]  # what came of what the others did, as the seat saw it: what is rarest in this game first


class DecisionReview(TypedDict):
    """A decision, judged."""

    ply: int  # of the decision
    seat: int  # whose decision it was
    action: str  # what was played, or asked about
    best: str  # the best action
    free: bool  # there was a choice
    exact: bool  # proven by a solver
    undecided: bool  # the samples prefer another action, and no search confirms it: no cost, and nothing for the accuracy
    mistake: bool  # it cost much, and for sure
    cost: float | None  # value of the best action minus value of the played one; null: about equal
    cost_error: float  # standard error of the cost
    value: float | None  # of what was played: a share of the range from the worst to the best result
    best_value: float | None  # of the best action
    points: list[float] | None  # the range that values are shares of, in points; null: they are shares of a win
    error: float | None  # standard error of the value
    loss: float  # 0: nothing was better; 1: nothing was worse
    actions: list[JudgedAction]  # the best first
    mix: list[JudgedAction]  # a mixed strategy, with shares as values; empty if there is none
    matrix: MatrixInfo | None  # behind the mix, as far as it is played most, with values as shares of the range
    verdict: Texts  # a sentence by language; `{0}` stands for the player on the first seat, as in events
    reasons: list[ReasonInfo]  # at most three, the weightiest first
    samples: int  # sampled continuations
    change: ValueChange | None  # since the seat's decision before; null: there was none
    chances: NotRequired[list[ChanceEvent]]  # between this decision of the seat and its next one


class SeatReview(TypedDict):
    """How a seat played."""

    accuracy: float | None  # 1: always a best action; 0: always the worst; null: nothing to decide
    decisions: int  # that were free
    mistakes: int  # number of mistakes
    luck: float | None  # what the chance events that it saw between its decisions changed in all; null: not known, or there were none
    final: float | None  # what it got in the end; None: the game did not end
    end: ValueChange | None  # since its last decision; None: it decided nothing, or the game did not end


class KeyMoment(TypedDict):
    """A moment that decided."""

    ply: int  # of the decision
    seat: int  # whom it concerns
    kind: Literal["mistake", "chance", "others"]  # whose doing it was
    size: float  # of the change, without a sign
    text: Texts  # a sentence by language


class GameReview(TypedDict):
    """The review of a game."""

    game: str  # its name
    agent: str  # who judges
    unit: Unit  # what was sampled: chances to win, or scores
    points: list[float] | None  # the range that values are shares of, in points; null: they are shares of a win
    seats: list[SeatReview]  # by seat
    moments: list[KeyMoment]  # the largest first
    decisions: list[DecisionReview]  # in the order of the game
