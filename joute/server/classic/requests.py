"""Requests as the report writes them, read with patience: ids as numbers or texts; what is wrong is told in French, by its place."""

import json
import re
from typing import Any

from joute.core.state import Json
from joute.games.coeurs.strings import CARD_NAMES

SEATS = 4
LARGEST_SCORE = 10_000
PARTIE = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class Unreadable(Exception):
    """A request that cannot be followed; its text is the message of the answer, with status 400."""


def body(text: bytes) -> Json:
    """The request as an object."""
    try:
        read = json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(f"La requête n'est pas du JSON valide (ligne {error.lineno}, colonne {error.colno}).") from None
    except (UnicodeDecodeError, RecursionError, ValueError):
        raise Unreadable("La requête n'est pas du JSON valide en UTF-8.") from None
    if not isinstance(read, dict):
        raise Unreadable("La requête doit être un objet JSON.")
    return read


def field(source: Json, name: str, kind: type, place: str = "") -> Any:
    """A field that must be there, of its kind."""
    if name not in source:
        raise Unreadable(f"Le champ « {place}{name} » manque.")
    if not isinstance(source[name], kind):
        wanted = "une liste" if kind is list else "un objet" if kind is dict else "un texte"
        raise Unreadable(f"Le champ « {place}{name} » doit être {wanted}.")
    return source[name]


def whole(value: object, place: str) -> int:
    """A whole number, written as a number or as a text."""
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,6}", value.strip()):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unreadable(f"« {place} » doit être un nombre entier.")
    return value


def seat(source: Json, place: str = "") -> int:
    """The id of a player."""
    if "id" not in source:
        raise Unreadable(f"Le champ « {place}id » manque.")
    number = whole(source["id"], f"{place}id")
    if not 0 <= number < SEATS:
        raise Unreadable(f"« {place}id » doit aller de 0 à {SEATS - 1}.")
    return number


def cards(source: Json, name: str, place: str = "") -> list[str]:
    """A list of cards, none of them twice."""
    found: list[str] = []
    for number, card in enumerate(field(source, name, list, place)):
        code = card.strip().upper() if isinstance(card, str) else ""
        if code not in CARD_NAMES:
            raise Unreadable(f"« {place}{name}[{number}] » n'est pas une carte ; une carte s'écrit 7D, 10S, QH ou AC.")
        if code in found:
            raise Unreadable(f"La carte {code} est deux fois dans « {place}{name} ».")
        found.append(code)
    return found


def objects(source: Json, name: str, place: str = "") -> list[tuple[str, Json]]:
    """A list of objects, each with its place for messages."""
    listed = []
    for number, item in enumerate(field(source, name, list, place)):
        if not isinstance(item, dict):
            raise Unreadable(f"« {place}{name}[{number}] » doit être un objet.")
        listed.append((f"{place}{name}[{number}].", item))
    return listed


def partie(source: Json) -> str | None:
    """The game that the request belongs to, where it says so."""
    named = source.get("partie")
    if named is None:
        return None
    if isinstance(named, int) and not isinstance(named, bool):
        named = str(named)
    if not isinstance(named, str) or not PARTIE.fullmatch(named):
        raise Unreadable("« partie » doit avoir de 1 à 64 lettres, chiffres, points ou tirets.")
    return named
