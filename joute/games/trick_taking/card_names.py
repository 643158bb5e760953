"""Texts for cards: codes such as `10S`, pictures such as 10♠, and names in sentences."""

from collections.abc import Iterable

from joute.core.errors import BadPosition
from joute.games.trick_taking.cards import CARDS, SUITS, card_of, cards_in, rank_of, suit_of
from joute.i18n import Language, Sentence, current_language, say

COURT_CODES: tuple[Sentence, ...] = ("J", "Q", "K", "A")
RANK_CODES = ("7", "8", "9", "10", *COURT_CODES)
SUIT_LETTERS = "DSCH"
SYMBOLS = "♦♠♣♥"
CARD_NAMES = tuple(RANK_CODES[rank_of(card)] + SUIT_LETTERS[suit_of(card)] for card in range(CARDS))
_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}

RANKS: tuple[Sentence, ...] = ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
THE_RANKS: tuple[Sentence, ...] = ("the seven", "the eight", "the nine", "the ten", "the jack", "the queen", "the king", "the ace")
SUIT_NAMES: tuple[Sentence, ...] = ("diamonds", "spades", "clubs", "hearts")


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


def picture(card: int) -> str:
    """A card as it lies on the table: 10♠, Q♥ or D♥."""
    return say(RANK_CODES[rank_of(card)]) + SYMBOLS[suit_of(card)]


def pictured(cards: int) -> str:
    """A hand sorted by suit: ♦ 7 A   ♠ –   ♣ 10   ♥ Q K."""
    suits = []
    for suit in range(SUITS):
        ranks = [say(code) for rank, code in enumerate(RANK_CODES) if cards >> card_of(suit, rank) & 1]
        suits.append(f"{SYMBOLS[suit]} {' '.join(ranks) or '–'}")
    return "   ".join(suits)


def spoken(card: int) -> str:
    """A card in a sentence: "the queen of hearts", "la Dame de cœur"."""
    return say("{rank} of {suit}", rank=say(THE_RANKS[rank_of(card)]), suit=say(SUIT_NAMES[suit_of(card)]))


def spellings(card: int) -> tuple[str, ...]:
    """A card as people read it in a list, then in the ways they may type it. French letters of suits would be ambiguous: 10C is a club."""
    rank, sign, suit = say(RANKS[rank_of(card)]), say(RANK_CODES[rank_of(card)]), say(SUIT_NAMES[suit_of(card)])
    drawn = picture(card)
    shown = CARD_NAMES[card] if current_language() is Language.en else drawn
    typed = [text for name in (rank, sign) for text in (say("{rank} of {suit}", rank=name, suit=suit), f"{name} {suit}", f"{name}{suit}")]
    return tuple(dict.fromkeys([shown, drawn, *typed]))
