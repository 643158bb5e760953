"""The input of a learner, with names, and its symmetries; seats are counted from its own: me, next, across, previous."""

import numpy as np
from numpy.typing import NDArray

from joute.games.barbu.contracts import CONTRACTS, NAME, PASS, REUSSITE
from joute.games.barbu.options import BarbuOptions
from joute.games.barbu.rules import declarer_of, layable
from joute.games.barbu.state import BarbuState
from joute.games.barbu.strings import CODES
from joute.games.trick_taking.card_features import NEIGHBOURS, suit_symmetries, write_cards
from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_LETTERS
from joute.games.trick_taking.cards import CARDS, DECK, HAND, RANKS, SEATS, SUITS
from joute.jit.dispatch import rule

POINTS_SCALE = 200.0  # points that count as one
PUBLIC = 3 + 2 * CONTRACTS  # numbers before those by seat
BY_SEAT = 9
SUIT_LED = PUBLIC + BY_SEAT * SEATS
CARDS_FROM = SUIT_LED + SUITS


def feature_names(options: BarbuOptions) -> list[str]:
    """The name of every feature, in order."""
    by_seat = (
        "declarer",
        "taking so far",
        "tricks of",
        "hearts of",
        "queens of",
        "king taken by",
        "cards of",
        "points of",
        "deals to come as declarer of",
    )
    return [
        "cards played",
        "cards on the table",
        "declarers to come",
        *(f"contract: {code}" for code in CODES),
        *(f"left: {code}" for code in CODES),
        *(f"{thing} {neighbour}" for thing in by_seat for neighbour in NEIGHBOURS),
        *(f"suit led: {suit}" for suit in SUIT_LETTERS),
        *(f"in hand: {card}" for card in CARD_NAMES),
        *(f"on the table: {card}" for card in CARD_NAMES),
        *(f"unseen: {card}" for card in CARD_NAMES),
        *(f"can be laid: {card}" for card in CARD_NAMES),
        *(f"{neighbour} lacks: {card}" for neighbour in NEIGHBOURS[1:] for card in CARD_NAMES),
    ]


@rule
def write_seat(state: BarbuState, other: int, out: NDArray[np.float64], first: int) -> None:
    """What everybody sees of a seat, every fourth number from the first on."""
    on_table = state.contract != REUSSITE and state.plays % SEATS > 0
    declarer = declarer_of(state.deal)
    named = 0
    for contract in range(CONTRACTS):
        named += state.named >> contract & 1
    out[first] = 1.0 if other == declarer else 0.0
    out[first + SEATS] = 1.0 if on_table and other == state.taker else 0.0
    out[first + 2 * SEATS] = state.tricks[other] / HAND
    out[first + 3 * SEATS] = state.hearts[other] / HAND
    out[first + 4 * SEATS] = state.queens[other] / SUITS
    out[first + 5 * SEATS] = 1.0 if state.king == other else 0.0
    out[first + 6 * SEATS] = state.sizes[other] / HAND
    out[first + 7 * SEATS] = state.points[other] / POINTS_SCALE
    to_come = 0 if other >= state.declarers or other < declarer else CONTRACTS
    out[first + 8 * SEATS] = (to_come - named if other == declarer and to_come > 0 else to_come) / CONTRACTS


def features(state: BarbuState, seat: int, out: NDArray[np.float64]) -> None:
    """What the seat sees, scaled: counts by their most, points by 200, everything else 0 or 1."""
    table = 0
    for neighbour in range(SEATS):
        other = (seat + neighbour) % SEATS
        table |= 1 << state.table[other] if state.table[other] >= 0 else 0
        write_seat(state, other, out, PUBLIC + neighbour)
    out[0] = state.plays / CARDS
    out[1] = (state.plays % SEATS if state.contract != REUSSITE else 0) / (SEATS - 1)
    out[2] = (state.declarers - declarer_of(state.deal)) / SEATS
    for contract in range(CONTRACTS):
        out[3 + contract] = 1.0 if state.contract == contract else 0.0
        out[3 + CONTRACTS + contract] = 0.0 if state.named >> contract & 1 else 1.0
    for suit in range(SUITS):
        out[SUIT_LED + suit] = state.led >> RANKS * suit & 1
    place = write_cards(state.hands[seat], out, CARDS_FROM)
    place = write_cards(table, out, place)
    place = write_cards(DECK & ~state.played & ~state.hands[seat], out, place)
    place = write_cards(layable(state.played) if state.contract == REUSSITE else 0, out, place)
    for neighbour in range(1, SEATS):
        place = write_cards(state.lacking[(seat + neighbour) % SEATS] & ~state.played, out, place)


def symmetries(options: BarbuOptions) -> list[tuple[list[int], list[int]]]:
    """For each order of diamonds, spades and clubs, which differ in name alone: the index of every feature and of every action."""
    return [(features, [*cards, PASS, *range(NAME, NAME + CONTRACTS)]) for features, cards in suit_symmetries(feature_names(options))]
