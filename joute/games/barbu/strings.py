"""Names of the contracts in English and French, in lists, in sentences and as people type them."""

from joute.games.barbu.contracts import Contract
from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_LETTERS
from joute.games.trick_taking.cards import RANKS, SUIT, SUITS, cards_in
from joute.i18n import Sentence, say

CODES = tuple(contract.name.lower() for contract in Contract)  # in records and JSON: the French names
TITLES: tuple[Sentence, ...] = ("No tricks", "No hearts", "No queens", "Barbu", "Total", "Dominoes")
TYPED: tuple[tuple[Sentence, ...], ...] = (
    ("no tricks", "tricks"),
    ("no hearts", "hearts"),
    ("no queens", "queens"),
    ("barbu", "king"),
    ("total", "everything"),
    ("dominoes", "success"),
)
COUNTED: tuple[Sentence, ...] = (
    "−5 for each trick; all eight: +40",
    "−5 for each heart; all eight: +40",
    "−15 for each queen; all four: +60",
    "−70 for the king of hearts",
    "tricks, hearts, queens and the king of hearts at once; every trick: +210",
    "the first player without cards: +100, the second: +50",
)


def title(contract: int) -> str:
    """A contract by its name: "No queens", "Dames"."""
    return say(TITLES[contract])


def counted(contract: int) -> str:
    """What a contract counts, in a line."""
    return say(COUNTED[contract])


def spellings(contract: int) -> tuple[str, ...]:
    """A contract as people read it in a list, then in the ways they may type it."""
    return tuple(dict.fromkeys([say(TYPED[contract][0]), *(say(text) for text in TYPED[contract]), CODES[contract]]))


def lacked(cards: int) -> list[str]:
    """Cards that a seat has shown it does not hold: the letters of whole suits, and the codes of other cards."""
    whole = [suit for suit in range(SUITS) if cards >> RANKS * suit & SUIT == SUIT]
    rest = cards & ~sum(SUIT << RANKS * suit for suit in whole)
    return [SUIT_LETTERS[suit] for suit in whole] + [CARD_NAMES[card] for card in cards_in(rest)]
