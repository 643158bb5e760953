"""The input of a learner, with names: what a seat holds, what it knows of the others, what is still unseen."""

import numpy as np
from numpy.typing import NDArray

from joute.games.love_letter.cards import EVERY_KIND, HIDDEN, KINDS, NONE
from joute.games.love_letter.options import LoveLetterOptions
from joute.games.love_letter.state import DRAWN, KEEP, PLACES, UNDER, LoveLetterState, deck_size
from joute.games.love_letter.strings import NAMES
from joute.jit.dispatch import rule

OWN = ("tokens of mine", "my spy played", "seats that know my card", "cards in the deck", "choosing for the chancellor")
OTHER = ("tokens", "in the round", "protected", "spy played", "card known")


def feature_names(options: LoveLetterOptions) -> list[str]:
    """The names of the features, in their order."""
    hand = [f"i hold {name.lower()}" for name in NAMES]
    unseen = [f"unseen {name.lower()}" for name in NAMES]
    others = []
    for ahead in range(1, options.seats):
        others += [f"{name} (seat +{ahead})" for name in OTHER]
        others += [f"can hold {name.lower()} (seat +{ahead})" for name in NAMES]
    return [*OWN, *hand, *unseen, *others]


@rule
def holds(state: LoveLetterState, seat: int, kind: int) -> int:
    """The number of cards of the kind in the seat's hand, drawn ones included."""
    count = 1 if state.cards[seat] == kind else 0
    if state.mover == seat:
        for place in range(DRAWN, UNDER):
            if state.cards[place] == kind:
                count += 1
    return count


@rule
def unseen(state: LoveLetterState, kind: int) -> int:
    """The number of cards of the kind that the viewer has not seen."""
    count = int(state.copies[kind])
    for number in range(state.piled):
        if state.pile[number] == kind:
            count -= 1
    for number in range(len(state.face_up)):
        if state.face_up[number] == kind:
            count -= 1
    for place in range(PLACES):
        if state.cards[place] == kind:
            count -= 1
    return count


@rule
def may_hold(state: LoveLetterState, observer: int, other: int) -> int:
    """The kinds that the other's hand may be, as bits; none when it is out."""
    card = state.cards[other]
    if card == NONE:
        return 0
    if card != HIDDEN:
        return 1 << card
    possible = EVERY_KIND & ~state.cannot[1 + observer, other]
    for kind in range(KINDS):
        if unseen(state, kind) == 0:
            possible &= ~(1 << kind)
    return possible


def features(state: LoveLetterState, seat: int, out: NDArray[np.float64]) -> None:
    """Own hand, unseen cards, and each other seat in the order of play; only what the seat knows."""
    watching = 0
    for other in range(state.seats):
        watching += state.watched[seat] >> other & 1
    out[0] = state.tokens[seat]
    out[1] = state.spied >> seat & 1
    out[2] = watching
    out[3] = deck_size(state)
    out[4] = 1.0 if state.phase == KEEP and state.mover == seat else 0.0
    at = len(OWN)
    for kind in range(KINDS):
        out[at + kind] = holds(state, seat, kind)
        out[at + KINDS + kind] = unseen(state, kind)
    at += 2 * KINDS
    for ahead in range(1, state.seats):
        other = (seat + ahead) % state.seats
        possible = may_hold(state, seat, other)
        out[at] = state.tokens[other]
        out[at + 1] = state.standing >> other & 1
        out[at + 2] = state.protected >> other & 1
        out[at + 3] = state.spied >> other & 1
        out[at + 4] = 1.0 if possible != 0 and possible & (possible - 1) == 0 else 0.0
        for kind in range(KINDS):
            out[at + len(OTHER) + kind] = possible >> kind & 1
        at += len(OTHER) + KINDS
