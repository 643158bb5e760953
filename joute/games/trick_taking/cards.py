"""Thirty-two cards as the bits of a number: card 0 is the seven of diamonds, card 31 the ace of hearts.

A set of cards is one number, so that a suit is followed with one `&`, and a suit's cards stand in the order of their ranks.
"""

import numpy as np

from joute.core.rng import Rng, below
from joute.jit.dispatch import rule

SUITS, RANKS, SEATS = 4, 8, 4
DIAMONDS, SPADES, CLUBS, HEARTS = range(SUITS)
SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(RANKS)
CARDS = SUITS * RANKS
HAND = CARDS // SEATS  # cards of a seat, and tricks of a deal

DECK = (1 << CARDS) - 1
SUIT = (1 << RANKS) - 1  # the set of all diamonds; the other suits are shifted from it
ALL_HEARTS = SUIT << RANKS * HEARTS

# A number with one bit, multiplied by this, has a different top five bits for each of the 32 places (Leiserson, Prokop, Randall 1998).
DE_BRUIJN = 0x077CB531
PLACE = np.zeros(CARDS, np.int64)  # [top five bits] -> place of the bit
EACH = 0x01010101  # multiplied by it, a byte becomes that byte for each suit, and bytes become their sums from the first on
NTH = np.zeros((SUIT + 1, RANKS), np.int64)  # [ranks held, ranks skipped] -> rank
for _held in range(SUIT + 1):
    for _skipped, _rank in enumerate(rank for rank in range(RANKS) if _held >> rank & 1):
        NTH[_held, _skipped] = _rank
for _place in range(CARDS):
    PLACE[((DE_BRUIJN << _place) & DECK) >> 27] = _place


@rule
def card_of(suit: int, rank: int) -> int:
    """The card of a suit and a rank."""
    return suit * RANKS + rank


@rule
def suit_of(card: int) -> int:
    """The suit of a card."""
    return card >> 3


@rule
def rank_of(card: int) -> int:
    """The rank of a card, the seven being 0."""
    return card & 7


@rule
def is_heart(card: int) -> int:
    """1 for a heart, 0 for any other card or for none: hearts are the cards from 24 on."""
    return (card + 8) >> 5


@rule
def all_of_suit(card: int) -> int:
    """The set of all the cards of a card's suit."""
    return SUIT << (card & 24)


@rule
def sizes_by_suit(cards: int) -> int:
    """The number of cards of each suit in a set, a byte for each: bits are added side by side (Warren, Hacker's Delight, 5-1)."""
    cards -= (cards >> 1) & 0x55555555
    cards = (cards & 0x33333333) + ((cards >> 2) & 0x33333333)
    return (cards + (cards >> 4)) & 0x0F0F0F0F


@rule
def size(cards: int) -> int:
    """The number of cards in a set."""
    return ((sizes_by_suit(cards) * EACH) & DECK) >> 24


@rule
def lowest(cards: int) -> int:
    """The first card of a set that is not empty."""
    return PLACE[(((cards & -cards) * DE_BRUIJN) & DECK) >> 27]


@rule
def any_of(cards: int, rng: Rng) -> int:
    """A card of the set, all equally likely, found without a branch: in random play mispredicted branches cost most."""
    up_to = (sizes_by_suit(cards) * EACH) & DECK  # cards of this and the lower suits, a byte for each suit
    skip = below(rng, up_to >> 24)
    passed = ~((up_to | EACH << 7) - (skip + 1) * EACH) & EACH << 7  # the top bit of each suit that has no card to spare
    lower = ((passed >> 7) * EACH >> 24 & 7) * RANKS  # the first card of the suit
    skip -= (up_to << RANKS >> lower) & SUIT
    return lower + NTH[(cards >> lower) & SUIT, skip]


def cards_in(cards: int) -> list[int]:
    """The cards of a set, one by one."""
    return [card for card in range(CARDS) if cards >> card & 1]


def set_of(cards: list[int]) -> int:
    """The set of these cards."""
    return sum(1 << card for card in set(cards))
