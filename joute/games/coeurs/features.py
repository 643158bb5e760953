"""The input of a learner, with names, and its symmetries; seats are counted from its own: me, next, across, previous."""

import numpy as np
from numpy.typing import NDArray

from joute.games.coeurs.options import CoeursOptions
from joute.games.coeurs.rules import SLAM
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.card_features import NEIGHBOURS, suit_symmetries, write_cards
from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_LETTERS
from joute.games.trick_taking.cards import DECK, HAND, RANKS, SEATS, SUITS
from joute.jit.dispatch import rule


def feature_names(options: CoeursOptions) -> list[str]:
    """The name of every feature, in order."""
    return [
        "trick number",
        "cards on the table",
        "hearts taken",
        "deals to come",
        *(f"hearts of {neighbour}" for neighbour in NEIGHBOURS),
        *(f"points of {neighbour}" for neighbour in NEIGHBOURS),
        *(f"taking so far: {neighbour}" for neighbour in NEIGHBOURS),
        *(f"suit led: {suit}" for suit in SUIT_LETTERS),
        *(f"{neighbour} lacks {suit}" for neighbour in NEIGHBOURS[1:] for suit in SUIT_LETTERS),
        *(f"in hand: {card}" for card in CARD_NAMES),
        *(f"on the table: {card}" for card in CARD_NAMES),
        *(f"unseen: {card}" for card in CARD_NAMES),
    ]


@rule
def write_suits(cards: int, out: NDArray[np.float64], first: int) -> int:
    """A 1 for each suit that is in the set; returns the index of the next feature."""
    for suit in range(SUITS):
        out[first + suit] = (cards >> RANKS * suit) & 1
    return first + SUITS


def features(state: CoeursState, seat: int, out: NDArray[np.float64]) -> None:
    """What the seat sees, scaled: tricks, hearts and deals by eight, points by a slam, everything else 0 or 1."""
    on_table = state.plays % SEATS
    hearts_taken = 0
    table = 0
    for neighbour in range(SEATS):
        other = (seat + neighbour) % SEATS
        hearts_taken += state.hearts[other]
        table |= 1 << state.table[other] if state.table[other] >= 0 else 0
        out[4 + neighbour] = state.hearts[other] / HAND
        out[8 + neighbour] = state.points[other] / SLAM
        out[12 + neighbour] = 1.0 if on_table > 0 and other == state.taker else 0.0
    out[0] = (state.plays // SEATS + 1) / HAND
    out[1] = on_table / (SEATS - 1)
    out[2] = hearts_taken / HAND
    out[3] = (state.deals - state.deal) / HAND
    place = write_suits(state.led, out, 16)
    for neighbour in range(1, SEATS):
        place = write_suits(state.lacking[(seat + neighbour) % SEATS], out, place)
    place = write_cards(state.hands[seat], out, place)
    place = write_cards(table, out, place)
    write_cards(DECK & ~state.played & ~state.hands[seat], out, place)


def symmetries(options: CoeursOptions) -> list[tuple[list[int], list[int]]]:
    """For each order of diamonds, spades and clubs, which differ in name alone: the index of every feature and of every card."""
    return suit_symmetries(feature_names(options))
