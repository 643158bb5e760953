"""Goofspiel with a few cards: both seats bid at once for a prize, and the higher card takes it; a tie takes nothing."""

import sys
from dataclasses import dataclass
from typing import Annotated

from joute.core.contract import Actions, Choices, Odds, Scores
from joute.core.definition import Definition, Spec
from joute.core.events import Event, Step
from joute.core.settings import setting
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.jit.struct import Int8, Int64, Int64s


class GoofspielState(Fields):
    """Hands, prizes and the lead."""

    hands: Annotated[Int64s, 2]  # a bit for each card that is left
    prizes: Int64  # likewise
    prize: Int8  # that is bid for; 0: not yet turned over
    lead: Int8  # of the first seat, in points
    shuffled: Int8
    points: Int8
    cards: Int8


@dataclass(frozen=True)
class GoofspielOptions:
    """Options of the small Goofspiel."""

    cards: int = setting(3, "cards of each seat and prizes", 1, 5)
    shuffled: bool = setting(False, "prizes in random order; otherwise the highest first")
    points: bool = setting(True, "the score is the lead in points; otherwise 1 for a win")
    head: int = setting(0, "points that the first seat has more at the start", -5, 5)
    missing: int = setting(0, "card that the second seat lacks, with the lowest prize", 0, 5)


def setup(state: GoofspielState, options: GoofspielOptions) -> None:
    """Full hands."""
    everything = (2 << options.cards) - 2
    state.hands[:] = everything
    state.prizes = everything
    if options.missing:
        state.hands[1] -= 1 << options.missing
        state.hands[0] -= 2
        state.prizes -= 2
    state.cards, state.shuffled, state.points, state.lead = options.cards, options.shuffled, options.points, options.head


def movers(state: GoofspielState) -> int:
    """Both, once a prize lies open."""
    return 3 if state.prize > 0 else 0


@rule
def over(state: GoofspielState) -> bool:
    """No prize is left."""
    return state.prize == 0 and state.prizes == 0


def legal(state: GoofspielState, seat: int, actions: Actions) -> int:
    """Any card of the hand."""
    count = 0
    for card in range(1, state.cards + 1):
        if state.hands[seat] >> card & 1:
            actions[count] = card
            count += 1
    return count


def advance(state: GoofspielState, choices: Choices) -> None:
    """The higher card takes the prize."""
    for seat in range(2):
        state.hands[seat] -= 1 << choices[seat]
    if choices[0] > choices[1]:
        state.lead += state.prize
    elif choices[1] > choices[0]:
        state.lead -= state.prize
    state.prize = 0


def chances(state: GoofspielState, odds: Odds) -> int:
    """Any prize that is left, or the highest."""
    left, highest = 0, 0
    for card in range(1, state.cards + 1):
        if state.prizes >> card & 1:
            left += 1
            highest = card
    for card in range(state.cards + 1):
        here = card > 0 and state.prizes >> card & 1 == 1
        if state.shuffled == 1:
            odds[card] = 1.0 / left if here else 0.0
        else:
            odds[card] = 1.0 if card == highest else 0.0
    return state.cards + 1


def resolve(state: GoofspielState, outcome: int) -> None:
    """Turn the prize over."""
    state.prize = outcome
    state.prizes -= 1 << outcome


def returns(state: GoofspielState, scores: Scores) -> None:
    """The lead, or who has it."""
    scores[0] = state.lead if state.points == 1 else (state.lead > 0) * 1.0 - (state.lead < 0) * 1.0
    scores[1] = -scores[0]


def evaluate(state: GoofspielState, values: Scores) -> None:
    """The lead so far, and a little for the cards in hand."""
    values[0] = 0.5 * state.lead / 20.0 + 0.01 * (state.hands[0] - state.hands[1]) / 64.0
    values[1] = -values[0]


def names(options: GoofspielOptions) -> dict[int, str]:
    """Cards as numbers."""
    return {card: str(card) for card in range(1, options.cards + 1)}


def show(state: GoofspielState, viewer: int | None, language: str) -> str:
    """Hands as bits."""
    return f"hands {state.hands.tolist()} prize {state.prize} lead {state.lead}"


def describe(before: GoofspielState, after: GoofspielState, step: Step, viewer: int | None) -> list[Event]:
    """Nothing to tell."""
    return []


def spec(options: GoofspielOptions) -> Spec:
    """What this game is."""
    most = 20 if options.points else 1
    return Spec(2, -most, most, options.cards, options.cards, outcomes=options.cards + 1, simultaneous=True)


HERE = sys.modules[__name__]
DEFINITION = Definition(
    "goofspiel", {"en": "Goofspiel", "fr": "Goofspiel"}, GoofspielOptions, spec, GoofspielState, rules=(HERE,), render=HERE, narration=HERE
)
