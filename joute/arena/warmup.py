"""Compiles what a game and its agents need before anybody waits for it; the code goes into the cache."""

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from joute.bots.bot_reference import fingerprint, is_bot
from joute.core import registry
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import State
from joute.directories import cache_directory

QUICK: dict[str, Any] = {"iterations": 20, "simulations": 20, "nodes": 200, "depth": 1, "seconds": 0.05, "threads": 1}
"""The smallest budget, for agents that have such settings."""
PLIES = 4  # choices before the second position that an agent looks at


def compile_rules(game: Game) -> None:
    """Play one random game with compiled rules, asking everything that a host may ask."""
    game = game.fast()
    state, turn = game.new(), 0
    while not game.over(state):
        for seat in (-1, *game.movers(state)):
            view = game.view(state, seat)
            if turn == 0 and seat >= 0:
                game.imagine(view, 0)
        game.play(state, random_choices(game, state, turn))
        turn += 1
    game.returns(state)
    game.to_json(state)  # which may run compiled code: Barbu's score sheet simulates every deal


def compile_agent(game: Game, text: str) -> None:
    """Let an agent look at the first position and at a later one, with the smallest budget."""
    agent = registry.agent(text, game, QUICK)
    for state in (game.new(), later_state(game)):
        for seat in game.movers(state)[:1]:
            view = game.view(state, seat)
            agent.explain(view, seat)
            agent.choose(view, seat)
    agent.compile()


def later_state(game: Game) -> State:
    """A state a few choices into a random game."""
    state = game.new()
    for turn in range(PLIES):
        if not game.over(state):
            game.step(state, random_choices(game, state, turn))
    return state


def warm_up(game: Game, agents: Iterable[str]) -> None:
    """Compile the rules and these agents; bots need nothing."""
    compile_rules(game)
    for text in dict.fromkeys(agents):
        if not is_bot(text):
            compile_agent(game, text)


def prepared_file(name: str) -> Path:
    """The file that is there once the rules and the levels of a game were compiled for this version of Joute."""
    file = Path(registry.address(name))
    own = f"-{fingerprint([file]).partition(':')[2]}" if file.suffix == ".py" else ""
    return cache_directory() / f"prepared-{name}{own}-{_version()}"


@cache
def _version() -> str:
    """A digest of the whole package: a changed file may need compiling."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(package.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
