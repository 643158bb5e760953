"""Leduc poker (Southey et al. 2005): three ranks twice, a card each, a bet, a common card, another bet. Its value is -0.0856."""

import sys
from dataclasses import dataclass
from typing import Annotated

from joute.core.contract import Actions, Choices, Odds, Scores
from joute.core.definition import Definition, Spec
from joute.core.events import Event, Step
from joute.core.rng import Rng, below
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.jit.struct import Int8, Int8s

FOLD, CALL, RAISE = range(3)
RANKS, COPIES, MOST_RAISES = 3, 2, 2
HIDDEN = -1


class LeducState(Fields):
    """The cards (0: not dealt) and the bets."""

    cards: Annotated[Int8s, 3]  # of each seat, then the common card
    paid: Annotated[Int8s, 2]
    raises: Int8  # in this round
    acted: Int8  # number of actions in this round
    second: Int8  # whether the common card's round has begun
    mover: Int8
    folded: Int8  # 1 + the seat that folded
    finished: Int8


@dataclass(frozen=True)
class LeducOptions:
    """None."""


def setup(state: LeducState, options: LeducOptions) -> None:
    """Each pays an ante."""
    state.paid[:] = 1


@rule
def waits_for_card(state: LeducState) -> bool:
    return state.cards[0] == 0 or state.cards[1] == 0 or (state.second == 1 and state.cards[2] == 0)


def movers(state: LeducState) -> int:
    return 0 if over(state) or waits_for_card(state) else 1 << state.mover


@rule
def over(state: LeducState) -> bool:
    return state.folded > 0 or state.finished == 1


def legal(state: LeducState, seat: int, actions: Actions) -> int:
    """Nobody folds for nothing."""
    count = 0
    if state.paid[seat] < state.paid[1 - seat]:
        actions[count] = FOLD
        count += 1
    actions[count] = CALL
    count += 1
    if state.raises < MOST_RAISES:
        actions[count] = RAISE
        count += 1
    return count


def advance(state: LeducState, choices: Choices) -> None:
    seat = state.mover
    action = choices[seat]
    state.mover = 1 - seat
    state.acted += 1
    if action == FOLD:
        state.folded = 1 + seat
        return
    state.paid[seat] = state.paid[1 - seat]
    if action == RAISE:
        state.paid[seat] += 4 if state.second else 2
        state.raises += 1
    elif state.acted > 1:
        if state.second == 1:
            state.finished = 1
        state.second = 1
        state.acted = 0
        state.raises = 0
        state.mover = 0


@rule
def place_of_card(state: LeducState) -> int:
    return 0 if state.cards[0] == 0 else 1 if state.cards[1] == 0 else 2


def chances(state: LeducState, odds: Odds) -> int:
    for rank in range(RANKS):
        left, all_left = COPIES, RANKS * COPIES
        for card in state.cards:
            left -= card == rank + 1
            all_left -= card != 0
        odds[rank] = left / all_left
    return RANKS


def resolve(state: LeducState, outcome: int) -> None:
    state.cards[place_of_card(state)] = outcome + 1


def hide(state: LeducState, seat: int) -> None:
    for other in range(2):
        if other != seat and state.cards[other] != 0:
            state.cards[other] = HIDDEN


def imagine(state: LeducState, seat: int, rng: Rng) -> None:
    for other in range(2):
        while state.cards[other] == HIDDEN:
            rank = 1 + below(rng, RANKS)
            taken = 0
            for card in state.cards:
                taken += card == rank
            if below(rng, COPIES) >= taken:
                state.cards[other] = rank


def returns(state: LeducState, scores: Scores) -> None:
    """A pair wins, then the higher card."""
    scores[:] = 0.0
    if not over(state):
        return
    first, second, common = state.cards[0], state.cards[1], state.cards[2]
    if state.folded > 0:
        winner = 2 - state.folded
    elif first == second:
        return
    elif first == common or second == common:
        winner = 0 if first == common else 1
    else:
        winner = 0 if first > second else 1
    stake = state.paid[1 - winner]
    scores[winner] = stake
    scores[1 - winner] = -stake


def names(options: LeducOptions) -> dict[int, str]:
    return {FOLD: "fold", CALL: "call", RAISE: "raise"}


def show(state: LeducState, viewer: int | None, language: str) -> str:
    return f"cards {state.cards.tolist()} paid {state.paid.tolist()}"


def describe(before: LeducState, after: LeducState, step: Step, viewer: int | None) -> list[Event]:
    return []


def spec(options: LeducOptions) -> Spec:
    return Spec(seats=2, lowest=-13, highest=13, longest=8, widest=3, outcomes=RANKS, hidden=True)


HERE = sys.modules[__name__]
DEFINITION = Definition("leduc", {"en": "Leduc", "fr": "Leduc"}, LeducOptions, spec, LeducState, rules=(HERE,), render=HERE, narration=HERE)
