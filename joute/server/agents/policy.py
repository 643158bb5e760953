"""Which agents a client may ask for: Joute's own, never a program of this machine, and within what one seat may use."""

import re

from joute.bots.bot import Bot
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.server.errors import Refused

TEXT = re.compile(r"[a-z_0-9]{1,40}(:[a-z_]{1,30}=[A-Za-z0-9_.+=-]{1,60}(,[a-z_]{1,30}=[A-Za-z0-9_.+=-]{1,60}){0,7})?")
OURS = frozenset({"threads", "table", "weights"})  # settings that the server alone decides; weights would name a file of this machine
EVALUATIONS = frozenset({"stated", "fitted", "auto"})  # anything else would name a file of this machine
ENDLESS = frozenset({"best_response"})  # it waits for the agent that it answers, whom nobody can hurry
MOST = {"nodes": 4_000_000, "iterations": 1_000_000, "depth": 8, "seconds": 60, "iterations_per_world": 100_000}


def offered(game: Game) -> list[str]:
    """The agents that a client may name, without the levels."""
    return [name for name in registry.agent_names(game) if name not in ENDLESS]


def permitted(text: str, game: Game) -> str:
    """The text, if that agent may sit at a table of this game."""
    try:
        if not TEXT.fullmatch(text) or ".py" in text:
            raise JouteError("not a text of an agent")
        name, _, pairs = text.partition(":")
        if name not in {*registry.AGENTS, *game.definition.agents, *game.definition.recipes}:
            raise JouteError("not an agent")
        for key, _, value in (pair.partition("=") for part in pairs.split(",") for pair in part.split("+")):
            if key in OURS or (key in MOST and not float(value) <= MOST[key]) or (key == "evaluation" and value not in EVALUATIONS):
                raise JouteError("more than a seat may use")
        asked: Agent | None = registry.agent(text, game)
        while asked is not None:
            if isinstance(asked, Bot) or asked.name in ENDLESS:
                raise JouteError("a program of this machine, or one that does not stop when it must")
            asked = asked.adviser
    except (JouteError, ValueError):
        raise Refused("bad_agent", [*game.definition.recipes, *offered(game)]) from None
    return text
