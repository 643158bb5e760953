"""A game for tests: each seat holds a secret number and keeps or trades it in turn; the higher one wins."""

import sys
from dataclasses import dataclass
from typing import Annotated

from joute.core.contract import Actions, Choices, Odds, Scores
from joute.core.definition import Definition, Spec
from joute.core.events import Event, Step
from joute.core.rng import Rng, below
from joute.core.state import Fields
from joute.jit.struct import Int8, Int8s


class SecretsState(Fields):
    """What each seat holds, and the turn."""

    held: Annotated[Int8s, 2]
    turn: Int8
    dealt: Int8


@dataclass(frozen=True)
class SecretsOptions:
    """Nothing to choose."""


def setup(state: SecretsState, options: SecretsOptions) -> None: ...


def movers(state: SecretsState) -> int:
    return 1 << state.turn if state.dealt == 2 and state.turn < 2 else 0


def over(state: SecretsState) -> bool:
    return state.turn == 2


def legal(state: SecretsState, seat: int, actions: Actions) -> int:
    actions[0], actions[1] = 0, 1
    return 2


def advance(state: SecretsState, choices: Choices) -> None:
    if choices[state.turn] == 1:
        first = state.held[0]
        state.held[0] = state.held[1]
        state.held[1] = first
    state.turn += 1


def chances(state: SecretsState, odds: Odds) -> int:
    odds[:9] = 1 / 9
    return 9


def resolve(state: SecretsState, outcome: int) -> None:
    state.held[state.dealt] = 1 + outcome
    state.dealt += 1


def hide(state: SecretsState, seat: int) -> None:
    for other in range(2):
        if other != seat and state.turn < 2:
            state.held[other] = 0


def imagine(state: SecretsState, seat: int, rng: Rng) -> None:
    for other in range(2):
        if state.held[other] == 0:
            state.held[other] = 1 + below(rng, 9)


def returns(state: SecretsState, scores: Scores) -> None:
    scores[0] = state.held[0]
    scores[1] = state.held[1]


def names(options: SecretsOptions) -> dict[int, str]:
    return {0: "keep", 1: "trade"}


def show(state: SecretsState, viewer: int | None, language: str) -> str:
    return "held: " + " ".join(str(held) if held else "?" for held in state.held.tolist())


def describe(before: SecretsState, after: SecretsState, step: Step, viewer: int | None) -> list[Event]:
    words = [f"seat {seat} plays {action} (told to {viewer})" for seat, action in step.choices.items()]
    return [Event("played", {}, {"en": word, "fr": word}) for word in words]


def spec(options: SecretsOptions) -> Spec:
    return Spec(seats=2, lowest=0, highest=9, longest=2, widest=2, outcomes=9, hidden=True, zero_sum=False)


HERE = sys.modules[__name__]
DEFINITION = Definition(
    "secrets", {"en": "Secrets", "fr": "Secrets"}, SecretsOptions, spec, SecretsState, rules=(HERE,), render=HERE, narration=HERE
)
