"""Texts of Love Letter: names and effects of the cards, the winners."""

from collections.abc import Mapping
from typing import TypedDict

from joute.core.seat_names import placeholders
from joute.games.love_letter.cards import COPIES, KINDS
from joute.games.love_letter.rounds import match_winners
from joute.games.love_letter.state import LoveLetterState
from joute.i18n import Sentence, say, say_count, say_in_every_language


class CardJson(TypedDict):
    """What is printed on a card; texts by language."""

    value: int
    count: int
    title: Mapping[str, str]
    text: Mapping[str, str]


NAMES: tuple[Sentence, ...] = ("Spy", "Guard", "Priest", "Baron", "Handmaid", "Prince", "Chancellor", "King", "Countess", "Princess")
THE: tuple[Sentence, ...] = (  # a card in a sentence
    "the Spy",
    "the Guard",
    "the Priest",
    "the Baron",
    "the Handmaid",
    "the Prince",
    "the Chancellor",
    "the King",
    "the Countess",
    "the Princess",
)
COUNTED: tuple[Sentence, ...] = ("no card", "a card", "two cards")
EFFECTS: tuple[Sentence, ...] = (
    "no effect; if you alone of those still in have played or discarded one, you get a token at the end of the round",
    "choose a player and name a card other than the Guard: if they hold it, they are out",
    "look at another player's hand",
    "compare hands with another player: the lower card is out, equal cards stay",
    "you cannot be chosen until your next turn",
    "choose any player, yourself included: they discard their hand and draw another card",
    "draw two cards, keep one of the three, put the others under the deck",
    "trade hands with another player",
    "no effect, but must be played when held with the King or a Prince",
    "if you play or discard it, you are out",
)


def key_of(card: int) -> str:
    """A card as actions and JSON name it."""
    return NAMES[card].lower()


def seats_in(bits: int) -> list[int]:
    """The seats that a set of bits names."""
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def result(state: LoveLetterState) -> str:
    """The winners of the match, or that all its rounds are played; seats are placeholders."""
    if state.goal == 0:
        return say("All rounds are played")
    winners = seats_in(match_winners(state))
    return say_count("{players} wins the match", "{players} win the match together", len(winners), players=placeholders(winners))


def cards() -> dict[str, dict[str, CardJson]]:
    """Every card by its key: value, copies, name and effect."""
    return {
        "cards": {
            key_of(kind): {
                "value": kind,
                "count": int(COPIES[kind]),
                "title": say_in_every_language(NAMES[kind]),
                "text": say_in_every_language(EFFECTS[kind]),
            }
            for kind in range(KINDS)
        }
    }
