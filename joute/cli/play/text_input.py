"""What people type: lines from the keyboard or a script, and actions by name, by prefix or by number."""

import difflib
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from joute.cli.render.console import interactive
from joute.core.errors import IllegalMove
from joute.core.game import Game, plain_name
from joute.core.state import Action
from joute.i18n import Language, current_language, say

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


def parse_action(text: str, game: Game, legal: Sequence[Action]) -> Action:
    """The legal action that was typed, or IllegalMove with an explanation.

    Names of the language come first, then those of records and of other languages; of each, whole names before prefixes.
    """
    typed = plain_name(text)
    own, others = spellings(legal), spellings(legal, *Language)
    exact = own.get(typed) or others.get(typed)
    if exact:
        return exact[0]
    if len(legal) <= MAX_NUMBERED and typed.isdecimal() and 1 <= int(typed) <= len(legal):
        return legal[int(typed) - 1]
    meant = _beginning(own, typed) or _beginning(others, typed)
    if len(meant) == 1:
        return meant[0]
    raise IllegalMove(_explanation(text.strip(), typed, meant, game, legal))


def spellings(actions: Iterable[Action], *languages: Language) -> dict[str, list[Action]]:
    """The actions of each name that may be typed: in those languages and in records, or in the current language alone."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        names = [name for language in languages or [current_language()] for name in action.names.get(language, (action.name,))]
        for name in dict.fromkeys(map(plain_name, [*names, action.name] if languages else names)):
            found.setdefault(name, []).append(action)
    return found


def _beginning(names: Mapping[str, list[Action]], typed: str) -> list[Action]:
    """The actions of which a name begins with the text."""
    return list(dict.fromkeys(action for name, actions in names.items() if name.startswith(typed) for action in actions))


def _explanation(text: str, typed: str, meant: list[Action], game: Game, legal: Sequence[Action]) -> str:
    if meant:
        return say("“{text}” could be {names}.", text=text, names=_few(meant))
    names = spellings(legal, *Language)
    close = difflib.get_close_matches(typed, names, n=MAX_SUGGESTIONS, cutoff=0.5)
    near = list(dict.fromkeys(action for name in close for action in names[name]))
    advice = say("Similar: {names}.", names=_few(near)) if near else say("For instance: {names}.", names=_few(legal))
    if typed in spellings(game.actions.values(), *Language):
        return say("{text} is not legal here.", text=text) + " " + advice
    return say("There is no action “{text}”.", text=text) + " " + advice


def _few(actions: Sequence[Action]) -> str:
    names = ", ".join(action.text(current_language()) for action in actions[:MAX_SUGGESTIONS])
    return names + say(", … ({count} in total)", count=len(actions)) if len(actions) > MAX_SUGGESTIONS else names


def action_list(legal: Sequence[Action], prefix: str = "") -> list[str]:
    """The names of the actions with that prefix, numbered if they can be chosen by number."""
    numbered = len(legal) <= MAX_NUMBERED
    names = [action.text(current_language()) for action in legal]
    return [
        f"{number} {name}" if numbered else name for number, name in enumerate(names, 1) if plain_name(name).startswith(plain_name(prefix))
    ]
