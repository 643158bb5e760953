"""Decks: how many cards of each kind are in the game, as text (`guard:3+priest+princess`) or as a file in TOML.

    [cards]
    guard = 3
    priest = 1
    princess = 1

A kind that is not named is not in the deck. The file is read once: options and records have the text.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from joute.core.errors import BadSetting, known
from joute.games.love_letter.cards import BARON, CARDS, CHANCELLOR, COPIES, KINDS
from joute.games.love_letter.strings import key_of

STANDARD = ""  # the text of the 21 cards of 2019
MOST_OF_A_KIND = 15  # sets of cards are numbers with four bits for each kind
MOST = {BARON: 2, CHANCELLOR: 2}  # of which the state has room for what seats know


@cache
def copies_of(text: str) -> tuple[int, ...]:
    """[kind] The number of cards that a checked text names."""
    if text == STANDARD:
        return tuple(COPIES.tolist())
    counts = dict(part.split(":") for part in text.split("+"))
    return tuple(int(counts.get(key_of(kind), 0)) for kind in range(KINDS))


def deck_text(given: str) -> str:
    """The text of a deck in one spelling, from a text or a file; a wrong one is refused in a sentence."""
    if given == STANDARD:
        return STANDARD
    counts = _from_file(Path(given)) if given.endswith(".toml") else _from_text(given)
    kinds = [key_of(kind) for kind in range(KINDS)]
    for name, count in counts.items():
        if name not in kinds:
            raise BadSetting("love_letter: there is no card {name!r}; the cards are {cards}", name=name, cards=known(kinds))
        most = MOST.get(kinds.index(name), MOST_OF_A_KIND)
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= most:
            raise BadSetting("love_letter: {count} times {name}; a deck has 0 to {most}", count=count, name=name, most=most)
    found = tuple(int(str(counts.get(name, 0))) for name in kinds)
    if sum(found) > CARDS:
        raise BadSetting("love_letter: {cards} cards in the deck; at most {most}", cards=sum(found), most=CARDS)
    if found == tuple(COPIES.tolist()):
        return STANDARD
    return "+".join(f"{name}:{count}" for name, count in zip(kinds, found, strict=True) if count)


def _from_text(text: str) -> dict[str, object]:
    """The counts of a text; a kind without a number is there once."""
    counts: dict[str, object] = {}
    for part in text.split("+"):
        name, _, number = part.strip().partition(":")
        if name in counts:
            raise BadSetting("love_letter: the deck names {name} twice", name=name)
        counts[name.strip().lower()] = int(number) if number.strip().isdecimal() else number or 1
    return counts


def _from_file(file: Path) -> Mapping[str, object]:
    """The counts of a file."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting("love_letter: the deck {file} cannot be read: {reason}", file=str(file), reason=str(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise BadSetting("love_letter: the deck {file} is not TOML: {reason}", file=str(file), reason=str(error)) from None
    cards = found.get("cards")
    if not isinstance(cards, dict) or len(found) > 1:
        raise BadSetting("love_letter: the deck {file} needs one table, [cards], with a number for each kind", file=str(file))
    return {str(name).lower(): count for name, count in cards.items()}
