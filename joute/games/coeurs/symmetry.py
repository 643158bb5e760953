"""Suits that differ in name alone: a learner that has seen a deal has seen it with diamonds, spades and clubs in any order."""

from itertools import permutations

from joute.games.coeurs.cards import HEARTS, RANKS, SUITS, card_of
from joute.games.coeurs.features import feature_names
from joute.games.coeurs.options import CoeursOptions
from joute.games.coeurs.strings import CARD_NAMES, SUIT_LETTERS


def symmetries(options: CoeursOptions) -> list[tuple[list[int], list[int]]]:
    """For each order of the suits that are not hearts, where every feature and every card is found."""
    names = feature_names(options)
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
