"""`joute bench`: the speed of the rules and the searches."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType

from joute.cli import options
from joute.cli.bench.speed import bench
from joute.cli.options import open_game
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import print_result
from joute.cli.render.formatting import number, table
from joute.core import registry
from joute.i18n import say


def command(
    name: options.OptionalGame = None, search: options.Searches = True, peers: options.Peers = False, as_json: options.Json = False
) -> None:
    """Measure one game, or all."""
    names = [open_game(name, {}).name] if name else list(registry.GAMES)
    with ProgressLine(say("measuring"), name or "") as line:
        found = run_interruptibly(lambda: bench(names, search, peers, line.advance))
    print_result(as_json, found, render)


def render(found: object) -> RenderableType:
    """A row for each figure, with the path to it as its name."""
    drawn = table(say("measure"), say("value"), numbers=" >")
    for name, value in flatten(found):
        drawn.add_row(name, value if isinstance(value, str) else number(value, 3 if abs(value) < 1000 else 0))
    return drawn


def flatten(value: object, name: str = "") -> Iterator[tuple[str, float | str]]:
    """Every figure in nested dictionaries and lists, with the path to it."""
    pairs: list[tuple[Any, object]] | None = None
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    if pairs is None:
        yield name, value if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
        return
    for key, inner in pairs:
        yield from flatten(inner, f"{name} {key}".replace("_", " ").strip())
