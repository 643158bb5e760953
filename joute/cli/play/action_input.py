"""Moves as people type them: by name, by the beginning of one, or by number when the list is short."""

import difflib
import unicodedata
from collections.abc import Sequence

from joute.core.errors import IllegalMove
from joute.core.game import Game
from joute.core.state import Action
from joute.i18n import say

SHORT = 40  # so many moves are listed with numbers
SHOWN = 40  # more than this is never listed in full
NEAR = 6  # so many suggestions in an explanation


def fold(text: str) -> str:
    """The text without case, accents or doubled spaces: what a keyboard may leave out."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def understand(text: str, game: Game, legal: Sequence[Action]) -> Action:
    """The legal action that was meant, or IllegalMove with an explanation."""
    typed = fold(text)
    names = {fold(action.name): action for action in legal}
    if typed in names:
        return names[typed]
    if len(legal) <= SHORT and typed.isdecimal() and 1 <= int(typed) <= len(legal):
        return legal[int(typed) - 1]
    meant = [action for name, action in names.items() if name.startswith(typed)]
    if len(meant) == 1:
        return meant[0]
    raise IllegalMove(_explanation(text.strip(), typed, meant, game, names))


def _explanation(text: str, typed: str, meant: list[Action], game: Game, names: dict[str, Action]) -> str:
    if meant:
        return say("“{text}” could be {names}.", text=text, names=few(meant))
    near = [names[name] for name in difflib.get_close_matches(typed, names, n=NEAR, cutoff=0.5)]
    advice = say("Near it: {names}.", names=few(near)) if near else say("For instance: {names}.", names=few(list(names.values())))
    if typed in {fold(action.name) for action in game.actions.values()}:
        return say("{text} is not possible here.", text=text) + " " + advice
    return say("No move is called “{text}”.", text=text) + " " + advice


def few(actions: Sequence[Action], most: int = NEAR) -> str:
    """The names of a few actions, and how many more there are."""
    names = ", ".join(action.name for action in actions[:most])
    return names + say(", … ({count} in all)", count=len(actions)) if len(actions) > most else names


def listed(legal: Sequence[Action], beginning: str = "") -> list[str]:
    """The moves for a person to read, numbered when they can be chosen so; those that begin so, where a beginning is given."""
    if len(legal) <= SHORT:
        return [f"{number} {action.name}" for number, action in enumerate(legal, 1) if fold(action.name).startswith(fold(beginning))]
    return [action.name for action in legal if fold(action.name).startswith(fold(beginning))]
