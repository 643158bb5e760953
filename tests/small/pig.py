"""A small Pig: in turn, throw a die of few sides as often as you like, or keep what you threw; a one loses the turn's points."""

import sys
from dataclasses import dataclass
from typing import Annotated

from joute.core.contract import Actions, Choices, Odds, Scores
from joute.core.definition import Definition, Spec
from joute.core.events import Event, Step
from joute.core.settings import setting
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.jit.struct import Int8, Int16, Int16s


class PigState(Fields):
    """Points of both seats, and the turn so far."""

    banked: Annotated[Int16s, 2]
    turn: Int16
    seat: Int8
    thrown: Int8
    left: Int8
    sides: Int8
    target: Int8


HOLD, THROW, DOUBLE = 0, 1, 2


@dataclass(frozen=True)
class PigOptions:
    """Options of the small Pig."""

    target: int = setting(5, "points that win", 1, 20)
    sides: int = setting(3, "of the die", 2, 6)
    choices: int = setting(8, "choices after which the game ends", 1, 40)


def setup(state: PigState, options: PigOptions) -> None:
    """Nobody has a point."""
    state.target, state.sides, state.left = options.target, options.sides, options.choices


def movers(state: PigState) -> int:
    """The seat whose turn it is, unless the die is in the air."""
    return 0 if state.thrown > 0 or over(state) else 1 << state.seat


@rule
def over(state: PigState) -> bool:
    """Somebody has enough, or time is up."""
    return state.thrown == 0 and (state.left == 0 or max(state.banked[0], state.banked[1]) >= state.target)


def legal(state: PigState, seat: int, actions: Actions) -> int:
    """Hold, throw for its points, or throw for double points."""
    for action in range(3):
        actions[action] = action
    return 3


def advance(state: PigState, choices: Choices) -> None:
    """Hold or throw."""
    state.left -= 1
    if choices[state.seat] == HOLD:
        state.banked[state.seat] += state.turn
        pass_on(state)
    else:
        state.thrown = choices[state.seat]


@rule
def pass_on(state: PigState) -> None:
    """The other seat's turn."""
    state.turn = 0
    state.seat = 1 - state.seat


def chances(state: PigState, odds: Odds) -> int:
    """A fair die; thrown for double points, a one comes twice as often."""
    for side in range(state.sides):
        odds[side] = 1.0 / (state.sides + state.thrown - 1)
    odds[0] *= state.thrown
    return state.sides


def resolve(state: PigState, outcome: int) -> None:
    """A one loses the turn; the seat that would reach the target keeps it."""
    times = state.thrown
    state.thrown = 0
    if outcome == 0:
        pass_on(state)
        return
    state.turn += times * (outcome + 1)
    if state.banked[state.seat] + state.turn >= state.target:
        state.banked[state.seat] = state.target
        state.turn = 0


def returns(state: PigState, scores: Scores) -> None:
    """One point to the winner, shared when time is up."""
    ahead = (state.banked[0] > state.banked[1]) * 1.0 - (state.banked[0] < state.banked[1]) * 1.0
    scores[0] = 0.5 + 0.5 * ahead
    scores[1] = 1.0 - scores[0]


def evaluate(state: PigState, values: Scores) -> None:
    """Who is ahead, the turn's points counting half."""
    lead = state.banked[0] - state.banked[1] + 0.5 * state.turn * (1 - 2 * state.seat)
    values[0] = 0.5 + 0.4 * lead / (abs(lead) + 3.0)
    values[1] = 1.0 - values[0]


def names(options: PigOptions) -> dict[int, str]:
    """The three choices."""
    return {HOLD: "hold", THROW: "throw", DOUBLE: "double"}


def show(state: PigState, viewer: int | None, language: str) -> str:
    """The points."""
    return f"banked {state.banked.tolist()} turn {state.turn} seat {state.seat}"


def describe(before: PigState, after: PigState, step: Step, viewer: int | None) -> list[Event]:
    """Nothing to tell."""
    return []


def spec(options: PigOptions) -> Spec:
    """What this game is."""
    return Spec(seats=2, lowest=0, highest=1, longest=options.choices, widest=3, outcomes=options.sides)


HERE = sys.modules[__name__]
DEFINITION = Definition("pig", {"en": "Pig", "fr": "Pig"}, PigOptions, spec, PigState, rules=(HERE,), render=HERE, narration=HERE)
