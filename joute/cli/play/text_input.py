"""What people type: lines from the keyboard or a script, and actions by name, by prefix or by number."""

import difflib
import sys
import unicodedata
from collections.abc import Sequence
from contextlib import suppress

from joute.cli.render.console import interactive
from joute.core.errors import IllegalMove
from joute.core.game import Game
from joute.core.state import Action
from joute.i18n import say

MAX_NUMBERED = 40  # up to this number, actions are listed with numbers
MAX_LISTED = 40
MAX_SUGGESTIONS = 6


def read_line(prompt: str) -> str:
    """The next line; EOFError at the end. The lines of a script are echoed, so that its transcript reads like a game."""
    if interactive():
        with suppress(ImportError):  # not on every platform
            import readline  # noqa: F401  # gives input() its editing and its history
        return input(prompt).strip()
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise EOFError
    print(line.strip(), flush=True)
    return line.strip()


def clear_screen() -> None:
    """Clear the terminal and its scrollback: the next person must not read it."""
    print("\033[H\033[2J\033[3J", end="", flush=True)


def fold(text: str) -> str:
    """The text without case, accents and double spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def parse_action(text: str, game: Game, legal: Sequence[Action]) -> Action:
    """The legal action that was typed, or IllegalMove with an explanation."""
    typed = fold(text)
    names = {fold(action.name): action for action in legal}
    if typed in names:
        return names[typed]
    if len(legal) <= MAX_NUMBERED and typed.isdecimal() and 1 <= int(typed) <= len(legal):
        return legal[int(typed) - 1]
    meant = [action for name, action in names.items() if name.startswith(typed)]
    if len(meant) == 1:
        return meant[0]
    raise IllegalMove(_explanation(text.strip(), typed, meant, game, names))


def _explanation(text: str, typed: str, meant: list[Action], game: Game, names: dict[str, Action]) -> str:
    if meant:
        return say("“{text}” could be {names}.", text=text, names=_few(meant))
    near = [names[name] for name in difflib.get_close_matches(typed, names, n=MAX_SUGGESTIONS, cutoff=0.5)]
    advice = say("Similar: {names}.", names=_few(near)) if near else say("For instance: {names}.", names=_few(list(names.values())))
    if typed in {fold(action.name) for action in game.actions.values()}:
        return say("{text} is not legal here.", text=text) + " " + advice
    return say("There is no action “{text}”.", text=text) + " " + advice


def _few(actions: Sequence[Action]) -> str:
    names = ", ".join(action.name for action in actions[:MAX_SUGGESTIONS])
    return names + say(", … ({count} in total)", count=len(actions)) if len(actions) > MAX_SUGGESTIONS else names


def action_list(legal: Sequence[Action], prefix: str = "") -> list[str]:
    """The names of the actions with that prefix, numbered if they can be chosen by number."""
    numbered = len(legal) <= MAX_NUMBERED
    return [
        f"{number} {action.name}" if numbered else action.name
        for number, action in enumerate(legal, 1)
        if fold(action.name).startswith(fold(prefix))
    ]
