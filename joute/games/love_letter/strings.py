"""The words of Love Letter in English and French: cards, seats, events, and who won."""

from typing import Any

from joute.core.events import Event
from joute.games.love_letter.cards import ENGLISH, WITH_ARTICLE
from joute.games.love_letter.rounds import match_winners
from joute.games.love_letter.state import LoveLetterState

Words = dict[str, Any]


def key_of(card: int) -> str:
    """A card as actions and JSON name it."""
    return ENGLISH[card].lower()


def seats_in(bits: int) -> list[int]:
    """The seats that a set of bits names."""
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def listed(names: list[str], language: str) -> str:
    """`a, b and c`."""
    joined = " et " if language == "fr" else " and "
    return joined.join(filter(None, [", ".join(names[:-1]), names[-1]]))


def the(card: int, language: str) -> str:
    """A card in a sentence."""
    return WITH_ARTICLE[language][card]


def counted(count: int, language: str) -> str:
    """One card or two that are not named."""
    if language == "fr":
        return "deux cartes" if count == 2 else "une carte"
    return "two cards" if count == 2 else "a card"


def event(kind: str, words: Words, english: str, french: str) -> Event:
    """Something that happened, in both languages."""
    return Event(kind, words, {"en": english, "fr": french})


def result(state: LoveLetterState, language: str) -> str:
    """Who won the match, or that all its rounds are played."""
    french = language == "fr"
    if state.goal == 0:
        return "Toutes les manches sont jouées" if french else "All rounds are played"
    winners = seats_in(match_winners(state))
    seats = listed([str(winner) for winner in winners], language)
    if len(winners) == 1:
        return f"Le joueur {seats} gagne la partie" if french else f"Seat {seats} wins the match"
    return f"Les joueurs {seats} gagnent la partie ensemble" if french else f"Seats {seats} win the match together"
