"""Machine code for rules and levels, made in a process of its own when the server starts, so that nobody at a table waits for it."""

import asyncio
import logging
import os
import sys

from joute.core import registry
from joute.core.agent import Stop
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.playthrough import random_choices

LATER = 4  # choices before the position that the levels look at
POLITENESS = 10  # of the process: people at tables come first

log = logging.getLogger("joute.server")


def rules(game: Game) -> None:
    """One random game that asks everything a table may ask."""
    state, turn = game.new(), 0
    while not game.over(state):
        for seat in (-1, *game.movers(state)):
            game.view(state, seat)
        game.play(state, random_choices(game, state, turn))
        turn += 1
    game.returns(state)


def levels(game: Game) -> None:
    """Every level looks at a position, and answers at once."""
    state = game.new()
    for turn in range(LATER):
        game.step(state, random_choices(game, state, turn))
    for level in game.definition.recipes:
        stop = Stop()
        stop.now()
        for seat in game.movers(state)[:1]:
            try:
                registry.agent(level, game).consider(game.view(state, seat), seat, 0, stop)
            except JouteError as error:
                log.warning("level %s of %s cannot be warmed: %s", level, game.name, error)


async def elsewhere(name: str) -> bool:
    """Fill the cache of machine code for one game in another process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "joute.server.agents.warmup", name, stdin=asyncio.subprocess.DEVNULL
    )
    try:
        return await process.wait() == 0
    except asyncio.CancelledError:
        process.terminate()
        await process.wait()
        raise


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    opened = registry.game(sys.argv[1])
    rules(opened.fast())
    levels(opened)
