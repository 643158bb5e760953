"""The numbers a learner sees of a deal, each with a name; seats are counted from its own: me, next, across, previous."""

import numpy as np
from numpy.typing import NDArray

from joute.games.coeurs.cards import CARDS, DECK, HAND, RANKS, SEATS, SUITS
from joute.games.coeurs.options import CoeursOptions
from joute.games.coeurs.rules import SLAM
from joute.games.coeurs.state import CoeursState
from joute.games.coeurs.strings import CARD_NAMES, SUIT_LETTERS
from joute.jit.dispatch import rule

CHAIRS = ("me", "next", "across", "previous")


def feature_names(options: CoeursOptions) -> list[str]:
    """The name of every feature, in order."""
    return [
        "trick number",
        "cards on the table",
        "hearts fallen",
        "deals to come",
        *(f"hearts of {chair}" for chair in CHAIRS),
        *(f"points of {chair}" for chair in CHAIRS),
        *(f"taking so far: {chair}" for chair in CHAIRS),
        *(f"suit led: {suit}" for suit in SUIT_LETTERS),
        *(f"{chair} lacks {suit}" for chair in CHAIRS[1:] for suit in SUIT_LETTERS),
        *(f"in hand: {card}" for card in CARD_NAMES),
        *(f"on the table: {card}" for card in CARD_NAMES),
        *(f"unseen: {card}" for card in CARD_NAMES),
    ]


@rule
def write_cards(cards: int, out: NDArray[np.float64], first: int) -> int:
    """A 1 for each card of the set, a 0 for each other; returns where the next feature goes."""
    for card in range(CARDS):
        out[first + card] = (cards >> card) & 1
    return first + CARDS


@rule
def write_suits(cards: int, out: NDArray[np.float64], first: int) -> int:
    """A 1 for each suit that is in the set; returns where the next feature goes."""
    for suit in range(SUITS):
        out[first + suit] = (cards >> RANKS * suit) & 1
    return first + SUITS


def features(state: CoeursState, seat: int, out: NDArray[np.float64]) -> None:
    """What the seat sees, scaled: tricks, hearts and deals by eight, points by a slam, everything else 0 or 1."""
    on_table = state.plays % SEATS
    sample_chance = 0
    table = 0
    for chair in range(SEATS):
        other = (seat + chair) % SEATS
        sample_chance += state.hearts[other]
        table |= 1 << state.table[other] if state.table[other] >= 0 else 0
        out[4 + chair] = state.hearts[other] / HAND
        out[8 + chair] = state.points[other] / SLAM
        out[12 + chair] = 1.0 if on_table > 0 and other == state.taker else 0.0
    out[0] = (state.plays // SEATS + 1) / HAND
    out[1] = on_table / (SEATS - 1)
    out[2] = sample_chance / HAND
    out[3] = (state.deals - state.deal) / HAND
    place = write_suits(state.led, out, 16)
    for chair in range(1, SEATS):
        place = write_suits(state.lacking[(seat + chair) % SEATS], out, place)
    place = write_cards(state.hands[seat], out, place)
    place = write_cards(table, out, place)
    write_cards(DECK & ~state.played & ~state.hands[seat], out, place)
