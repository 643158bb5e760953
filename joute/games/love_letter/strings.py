"""Texts in English and French: names and effects of the cards, lists of seats, the winners."""

from collections.abc import Mapping
from typing import TypedDict

from joute.core.events import Event
from joute.games.love_letter.cards import COPIES, KINDS
from joute.games.love_letter.rounds import match_winners
from joute.games.love_letter.state import LoveLetterState


class CardJson(TypedDict):
    """What is printed on a card; texts by language."""

    value: int
    count: int
    title: dict[str, str]
    text: dict[str, str]


ENGLISH = ("Spy", "Guard", "Priest", "Baron", "Handmaid", "Prince", "Chancellor", "King", "Countess", "Princess")
FRENCH = ("Espionne", "Garde", "Prêtre", "Baron", "Servante", "Prince", "Chancelier", "Roi", "Comtesse", "Princesse")
WITH_ARTICLE = {
    "en": tuple(f"the {name}" for name in ENGLISH),
    "fr": (
        "l'Espionne",
        "le Garde",
        "le Prêtre",
        "le Baron",
        "la Servante",
        "le Prince",
        "le Chancelier",
        "le Roi",
        "la Comtesse",
        "la Princesse",
    ),
}
NAMES = {"en": ENGLISH, "fr": FRENCH}

EFFECTS = {
    "en": (
        "no effect; the only seat of those still in to have played or discarded one gets a token at the end of the round",
        "name a card other than the Guard: a target that holds it is out",
        "look at the target's hand",
        "compare hands with the target: the lower card is out, equal cards stay",
        "you cannot be chosen until your next turn",
        "any seat, yourself included, discards its hand and draws another card",
        "draw two cards, keep one of the three, put the others under the deck",
        "trade hands with the target",
        "no effect, but must be played when held with the King or a Prince",
        "the seat that plays or discards it is out",
    ),
    "fr": (
        "sans effet ; le seul joueur encore en jeu à en avoir joué ou défaussé une gagne un jeton à la fin de la manche",
        "nommez une carte autre que le Garde : la cible qui l'a en main est éliminée",
        "regardez la main de la cible",
        "comparez vos mains : la carte la plus faible est éliminée, à égalité rien ne se passe",
        "on ne peut pas vous choisir jusqu'à votre prochain tour",
        "un joueur, vous compris, défausse sa main et pioche une autre carte",
        "piochez deux cartes, gardez-en une des trois, remettez les autres sous la pioche",
        "échangez votre main avec la cible",
        "sans effet, mais doit être jouée si elle est en main avec le Roi ou un Prince",
        "qui la joue ou la défausse est éliminé",
    ),
}


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
    """`a card` or `two cards`."""
    if language == "fr":
        return "deux cartes" if count == 2 else "une carte"
    return "two cards" if count == 2 else "a card"


def event(kind: str, words: Mapping[str, object], english: str, french: str) -> Event:
    """An event in both languages."""
    return Event(kind, words, {"en": english, "fr": french})


def result(state: LoveLetterState, language: str) -> str:
    """The winners of the match, or that all its rounds are played."""
    french = language == "fr"
    if state.goal == 0:
        return "Toutes les manches sont jouées" if french else "All rounds are played"
    winners = seats_in(match_winners(state))
    seats = listed([str(winner) for winner in winners], language)
    if len(winners) == 1:
        return f"Le joueur {seats} gagne la partie" if french else f"Seat {seats} wins the match"
    return f"Les joueurs {seats} gagnent la partie ensemble" if french else f"Seats {seats} win the match together"


def cards() -> dict[str, dict[str, CardJson]]:
    """Every card by its key: value, copies, name and effect."""
    return {
        "cards": {
            NAMES["en"][kind].lower(): {
                "value": kind,
                "count": int(COPIES[kind]),
                "title": {language: names[kind] for language, names in NAMES.items()},
                "text": {language: effects[kind] for language, effects in EFFECTS.items()},
            }
            for kind in range(KINDS)
        }
    }
