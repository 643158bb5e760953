"""`joute warm`: compile in advance what the agents of games need."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypedDict

from rich.console import RenderableType
from rich.text import Text

from joute.arena.warmup import compile_agent, compile_rules
from joute.cli import options
from joute.cli.options import game_from_args
from joute.cli.progress import CompiledFunction, ProgressLine, run_interruptibly
from joute.cli.render.console import print_result
from joute.cli.render.formatting import table
from joute.cli.render.formatting import time as duration
from joute.core import registry
from joute.core.game import Game
from joute.explain.warmup import compile_explanation
from joute.i18n import say
from joute.review.warmup import compile_review


class WarmRow(TypedDict):
    """What was compiled for one game."""

    game: str
    compiled: list[CompiledFunction]
    seconds: float


def command(
    names: options.Games = None, agent: options.WarmAgents = None, option: options.GameOptions = None, as_json: options.Json = False
) -> None:
    """Compile, and print what was compiled."""
    games = [game_from_args(name, option) for name in names or registry.GAMES]
    print_result(as_json, warm(games, agent or []), render)


def warm(games: list[Game], agents: Sequence[str] = ()) -> list[WarmRow]:
    """Compile what these agents need (default: all that play the game)."""
    with ProgressLine(say("compiling"), "") as line:
        steps = [(place, step) for place, game in enumerate(games) for step in _steps(game, agents)]
        rows: list[WarmRow] = [{"game": game.name, "compiled": [], "seconds": 0.0} for game in games]
        for done, (place, (name, step)) in enumerate(steps):
            row, before, began = rows[place], len(line.compiled), time.perf_counter()
            line.game = row["game"]
            line.advance(done, len(steps))
            line.retitle(say("{name} for {game}", name=name, game=row["game"]))
            run_interruptibly(step)
            row["compiled"] += line.compiled[before:]
            row["seconds"] = round(row["seconds"] + time.perf_counter() - began, 3)
    return rows


def _steps(game: Game, agents: Sequence[str]) -> list[tuple[str, Callable[[], None]]]:
    """What to run so that everything is compiled, each with its name."""
    steps: list[tuple[str, Callable[[], None]]] = [] if agents else [(say("the rules"), partial(compile_rules, game))]
    steps += [(name, partial(compile_agent, game, name)) for name in agents or registry.agent_names(game)]
    return (
        steps
        if agents
        else [*steps, (say("reviews"), partial(compile_review, game)), (say("explanations"), partial(compile_explanation, game))]
    )


def render(rows: list[WarmRow]) -> RenderableType:
    """The number of functions compiled for each game, and the time."""
    drawn = table(say("game"), say("compiled"), say("time"), numbers=" >>")
    for row in rows:
        compiled = str(len(row["compiled"])) if row["compiled"] else say("ready")
        drawn.add_row(Text(row["game"], "bold cyan"), compiled, duration(row["seconds"]))
    return drawn
