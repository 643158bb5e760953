"""Features of games of thirty-two cards: sets of cards as numbers, and what stays the same under other names of the suits."""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_LETTERS
from joute.games.trick_taking.cards import CARDS, HEARTS, RANKS, SUITS, card_of
from joute.jit.dispatch import rule

NEIGHBOURS = ("me", "next", "across", "previous")


@rule
def write_cards(cards: int, out: NDArray[np.float64], first: int) -> int:
    """A 1 for each card of the set, a 0 for each other; returns the index of the next feature."""
    for card in range(CARDS):
        out[first + card] = (cards >> card) & 1
    return first + CARDS


def suit_symmetries(names: list[str]) -> list[tuple[list[int], list[int]]]:
    """For each order of diamonds, spades and clubs, which differ in name alone: the index of every feature and of every card."""
    place = {name: index for index, name in enumerate(names)}
    found = []
    for order in permutations(range(HEARTS)):
        suits = [*order, HEARTS]
        cards = [card_of(suits[suit], rank) for suit in range(SUITS) for rank in range(RANKS)]
        other = dict(zip(CARD_NAMES, [CARD_NAMES[card] for card in cards], strict=True))
        other |= dict(zip(SUIT_LETTERS, [SUIT_LETTERS[suit] for suit in suits], strict=True))
        found.append(([place[_renamed(name, other)] for name in names], cards))
    return found


def _renamed(name: str, other: dict[str, str]) -> str:
    """The name of a feature with another suit or card as its last word."""
    first, space, last = name.rpartition(" ")
    return f"{first}{space}{other.get(last, last)}"
