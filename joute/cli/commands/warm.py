"""`joute warm`: compile in advance what the agents of games need."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from joute.arena.warmup import compile_agent, compile_rules
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.core import registry
from joute.core.game import Game
from joute.core.state import Json
from joute.i18n import say


def warm(games: list[Game], agents: Sequence[str] = ()) -> list[Json]:
    """Compile what these agents need (all that play the game when none is named), and say what was compiled."""
    with ProgressLine(say("compiling"), "") as busy:
        work = [(game, step) for game in games for step in _steps(game, agents)]
        found = [{"game": game.name, "compiled": [], "seconds": 0.0} for game in games]
        for done, (game, (name, step)) in enumerate(work):
            busy.game, before, began = game.name, len(busy.compiled), time.perf_counter()
            busy.advance(done, len(work))
            busy.retitle(say("{name} for {game}", name=name, game=game.name))
            run_interruptibly(step)
            row: Any = found[games.index(game)]
            row["compiled"] += busy.compiled[before:]
            row["seconds"] = round(row["seconds"] + time.perf_counter() - began, 3)
    return found


def _steps(game: Game, agents: Sequence[str]) -> list[tuple[str, Callable[[], None]]]:
    """What to run so that everything gets compiled, each with its name."""
    steps: list[tuple[str, Callable[[], None]]] = [] if agents else [(say("the rules"), partial(compile_rules, game))]
    return steps + [(name, partial(compile_agent, game, name)) for name in agents or registry.agent_names(game)]
