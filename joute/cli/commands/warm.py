"""Machine code made in advance: whatever a game's agents need goes into the cache."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from joute.bots.reference import is_bot
from joute.cli.progress import Busy, heard
from joute.core import registry
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import Json, State
from joute.i18n.language import say

TINY: dict[str, Any] = {"iterations": 20, "simulations": 20, "nodes": 200, "depth": 1, "seconds": 0.05, "threads": 1}
LATER = 4  # choices before the second position that an agent looks at


def warm(games: list[Game], agents: Sequence[str] = ()) -> list[Json]:
    """Compile what these agents need (all that play the game when none is named), and say what was compiled."""
    with Busy(say("compiling"), "") as busy:
        work = [(game, step) for game in games for step in _steps(game, agents)]
        found = [{"game": game.name, "compiled": [], "seconds": 0.0} for game in games]
        for done, (game, (name, step)) in enumerate(work):
            busy.game, before, began = game.name, len(busy.compiled), time.perf_counter()
            busy.advance(done, len(work))
            busy.now(say("{name} for {game}", name=name, game=game.name))
            heard(step)
            row: Any = found[games.index(game)]
            row["compiled"] += busy.compiled[before:]
            row["seconds"] = round(row["seconds"] + time.perf_counter() - began, 3)
    return found


def _steps(game: Game, agents: Sequence[str]) -> list[tuple[str, Callable[[], None]]]:
    """What to run so that everything gets compiled, each with its name."""
    steps: list[tuple[str, Callable[[], None]]] = [] if agents else [(say("the rules"), partial(_play_once, game.fast()))]
    return steps + [(name, partial(_consult, game, name)) for name in agents or registry.agent_names(game)]


def _play_once(game: Game) -> None:
    """A random game that asks everything a host may ask."""
    state = game.new()
    turn = 0
    while not game.over(state):
        if turn == 0:
            for seat in game.movers(state):
                game.imagine(game.view(state, seat), 0)
        game.step(state, random_choices(game, state, turn))
        turn += 1
    game.returns(state)


def _consult(game: Game, text: str) -> None:
    """Let an agent look at the first position and at a later one."""
    agent = quick(game, text)
    for position in (game.new(), later(game)):
        for seat in game.movers(position)[:1]:
            view = game.view(position, seat)
            agent.consider(view, seat)
            agent.choose(view, seat)


def later(game: Game) -> State:
    """A position a few choices into a random game."""
    state = game.new()
    for turn in range(LATER):
        if not game.over(state):
            game.step(state, random_choices(game, state, turn))
    return state


def prepare(game: Game, agents: Sequence[str]) -> None:
    """Compile what these agents need before several processes would each do it, unseen; bots need nothing."""
    _play_once(game.fast())
    for text in dict.fromkeys(agents):
        if not is_bot(text):
            _consult(game, text)


def quick(game: Game, text: str) -> Agent:
    """The agent of that text with the smallest budget that its settings allow."""
    return registry.agent(text, game, TINY)
