"""Texts for cards: codes such as `10S`, pictures such as 10♠, and names in sentences."""

from collections.abc import Iterable

from joute.core.errors import BadPosition
from joute.games.coeurs.cards import CARDS, SUITS, card_of, cards_in, rank_of, suit_of

RANK_CODES = ("7", "8", "9", "10", "J", "Q", "K", "A")
RANK_SIGNS = {"en": RANK_CODES, "fr": ("7", "8", "9", "10", "V", "D", "R", "A")}  # in the corner of a card
SUIT_LETTERS = "DSCH"
SYMBOLS = "♦♠♣♥"
CARD_NAMES = tuple(RANK_CODES[rank_of(card)] + SUIT_LETTERS[suit_of(card)] for card in range(CARDS))
_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}

_RANKS = {
    "en": ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
    "fr": ("7", "8", "9", "10", "Valet", "Dame", "Roi", "As"),
}
_ARTICLES = ("le ", "le ", "le ", "le ", "le ", "la ", "le ", "l'")
_SUITS = {"en": ("diamonds", "spades", "clubs", "hearts"), "fr": ("carreau", "pique", "trèfle", "cœur")}


def card_number(name: str) -> int:
    """The card of that code."""
    if name not in _NUMBERS:
        raise BadPosition("{name!r} is not a card; cards are written 7D, 10S, QH, AC", name=name)
    return _NUMBERS[name]


def codes(cards: int) -> list[str]:
    """The codes of a set of cards."""
    return [CARD_NAMES[card] for card in cards_in(cards)]


def set_of_codes(names: Iterable[str]) -> int:
    """The set of the cards of those codes; none may come twice."""
    cards = 0
    for name in names:
        bit = 1 << card_number(name)
        if cards & bit:
            raise BadPosition("{name} is there twice", name=name)
        cards |= bit
    return cards


def picture(card: int, language: str) -> str:
    """A card as it lies on the table: 10♠, Q♥ or D♥."""
    return RANK_SIGNS[language][rank_of(card)] + SYMBOLS[suit_of(card)]


def pictured(cards: int, language: str) -> str:
    """A hand sorted by suit: ♦ 7 A   ♠ –   ♣ 10   ♥ Q K."""
    suits = []
    for suit in range(SUITS):
        ranks = [sign for rank, sign in enumerate(RANK_SIGNS[language]) if cards >> card_of(suit, rank) & 1]
        suits.append(f"{SYMBOLS[suit]} {' '.join(ranks) or '–'}")
    return "   ".join(suits)


def spoken(card: int, language: str) -> str:
    """A card in a sentence: "the queen of hearts", "la Dame de cœur"."""
    rank, suit = _RANKS[language][rank_of(card)], _SUITS[language][suit_of(card)]
    return f"{_ARTICLES[rank_of(card)]}{rank} de {suit}" if language == "fr" else f"the {rank} of {suit}"


def spellings(card: int, language: str) -> tuple[str, ...]:
    """A card as people read it in a list, then in the ways they may type it. French letters of suits would be ambiguous: 10C is a club."""
    sign, symbol = RANK_SIGNS[language][rank_of(card)], SYMBOLS[suit_of(card)]
    rank, suit = _RANKS[language][rank_of(card)], _SUITS[language][suit_of(card)]
    shown = f"{sign}{symbol}" if language == "fr" else CARD_NAMES[card]
    of = "de" if language == "fr" else "of"
    typed = [f"{name}{between}{suit}" for name in (rank, sign) for between in (f" {of} ", " ", "")]
    return tuple(dict.fromkeys([shown, f"{sign}{symbol}", *typed]))
