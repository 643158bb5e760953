"""Where words go: reports on the standard output, everything said in passing on the standard error."""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from joute.core.codec import json_safe
from joute.core.game import Game
from joute.core.state import State
from joute.i18n import current

WIDTH_OF_FILES = 140  # where no terminal says how wide it is


def output() -> Console:
    """The standard output: coloured on a terminal, plain text elsewhere."""
    return _console(stderr=False)


def messages() -> Console:
    """The standard error: progress, compiling, mistakes."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False, emoji=False, markup=False)
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = WIDTH_OF_FILES
    return console


def interactive() -> bool:
    """Whether a person sits at the keyboard and reads the answers."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def report(as_json: bool, found: Any, shown: Callable[[Any], RenderableType]) -> None:
    """Print what was found, as JSON for a program or drawn for a person."""
    if as_json:
        ascii_only = "utf" not in (sys.stdout.encoding or "").lower()
        print(json.dumps(json_safe(found), ensure_ascii=ascii_only, indent=2))
    else:
        output().print(shown(found))


def show_position(console: Console, game: Game, view: State) -> None:
    """Draw a position, lightly coloured where the console can."""
    console.print(painted(game.show(view, current())), soft_wrap=True)


def painted(text: str) -> Text:
    """Colours that suit any game: two marks, red suits, empty cells out of the way."""
    drawing = Text(text)
    drawing.highlight_regex(r"(?<=[ \[])\.(?=[ \]\n]|$)", "dim")
    drawing.highlight_regex(r"(?<![^\s\[])X(?![^\s\]])", "bold cyan")
    drawing.highlight_regex(r"(?<![^\s\[])O(?![^\s\]])", "bold yellow")
    drawing.highlight_regex(r"[\[\]]", "dim")
    drawing.highlight_regex("[♥♦]", "red")
    return drawing
