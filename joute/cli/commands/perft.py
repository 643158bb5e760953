"""`joute perft`: the number of action sequences at each depth."""

from typing import TypedDict

from rich.console import RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.options import game_from_args
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import print_result
from joute.i18n import say
from joute.search.common.perft import perft


class PerftResult(TypedDict):
    """The number of sequences of each length from 1 to the depth."""

    game: str
    depth: int
    counts: list[int]


def command(name: options.Game, depth: options.Depth, option: options.GameOptions = None, as_json: options.Json = False) -> None:
    """Count, and print a row for each depth."""
    game = game_from_args(name, option)
    with ProgressLine(say("counting {game}", game=game.name), game.name) as line:
        counts = run_interruptibly(lambda: perft(game, depth, line.advance))
    print_result(as_json, PerftResult(game=game.name, depth=depth, counts=counts), render)


def render(result: PerftResult) -> RenderableType:
    """A row for each depth; the last line ends with the last count."""
    width = len(str(max(result["counts"], default=0)))
    return Text("\n".join(f"{depth:>3}  {count:>{width}}" for depth, count in enumerate(result["counts"], 1)))
