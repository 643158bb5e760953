"""The consoles: results on the standard output, progress and errors on the standard error."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import TypeVar

from rich.console import Console, RenderableType

from joute.core.errors import JouteError
from joute.core.state_json import json_safe

Result = TypeVar("Result")

FILE_WIDTH = 140  # characters of a line if the output is not a terminal


def output() -> Console:
    """The standard output: coloured on a terminal, plain text elsewhere."""
    return _console(stderr=False)


def messages() -> Console:
    """The standard error."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False, emoji=False, markup=False)
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = FILE_WIDTH
    return console


def interactive() -> bool:
    """Whether a person types and reads here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def print_result(as_json: bool, result: Result, render: Callable[[Result], RenderableType]) -> None:
    """Print a result, as JSON for a program or rendered for a person."""
    if as_json:
        print_json(result)
    else:
        output().print(render(result))


def loaded(names: Iterable[str], row: Callable[[str], Result]) -> list[Result]:
    """The row of each name; what cannot be loaded is reported on the standard error and left out."""
    rows = []
    for name in names:
        try:
            rows.append(row(name))
        except JouteError as error:
            messages().print(str(error), style="yellow", soft_wrap=True)
    return rows


def print_json(result: object) -> None:
    """Print a result as JSON."""
    ascii_only = "utf" not in (sys.stdout.encoding or "").lower()
    print(json.dumps(json_safe(result), ensure_ascii=ascii_only, indent=2))
