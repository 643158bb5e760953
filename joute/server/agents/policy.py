"""Which agents a client may ask for: Joute's own, no program or file of this machine, and within the limits of one seat."""

import re

from joute.bots.bot import Bot
from joute.core import registry, settings
from joute.core.agent import Agent
from joute.core.game import Game
from joute.server.errors import Refused
from joute.server.settings import ServerSettings

TEXT = re.compile(r"[a-z_0-9]{1,40}(@[0-9.]{1,10})?(:[a-z_]{1,30}=[A-Za-z0-9_.+=-]{1,60}(,[a-z_]{1,30}=[A-Za-z0-9_.+=-]{1,60}){0,7})?")


def offered(game: Game) -> list[str]:
    """The agents that a client may name, without the levels: Joute's and the game's own, none from a file or another distribution."""
    kinds = {name: registry.agent_class(name, game) for name in registry.own_agents(game)}
    return [name for name, kind in kinds.items() if kind.refusal(game) is None and kind.interruptible]


def permitted(text: str, game: Game) -> str:
    """The text, if a client may ask for that agent at a table of this game."""
    try:
        if not TEXT.fullmatch(text) or ".py" in text:
            raise ValueError("not the text of an agent")
        _check(text, game)
    except ValueError:  # a JouteError is one
        raise Refused("bad_agent", [*game.definition.levels, *offered(game)]) from None
    return text


def analyst(text: str | None, game: Game, server: ServerSettings) -> str:
    """The agent that judges decisions: the one asked for, else the server's, else the game's advisor."""
    if text is not None:
        return permitted(text, game)
    return server.analyst if server.analyst in game.definition.levels else registry.advisor_name(game)


def _check(text: str, game: Game) -> None:
    """Refuse an agent, or an agent that it asks, if a client may not have it."""
    name, _, pairs = text.partition(":")
    if name not in {*registry.own_agents(game), *game.definition.named_agents}:
        raise ValueError("not an agent of ours")
    agent: Agent = registry.agent(text, game)
    if isinstance(agent, Bot) or not agent.interruptible:
        raise ValueError("a program of this machine, or an agent that cannot be stopped")
    for key, value in settings.parse_pairs(pairs, name).items():
        if not settings.public(agent.Settings, key, value):
            raise ValueError("a setting that the server decides, or more than a seat may use")
    if agent.inner_text is not None and (name in registry.own_agents(game) or agent.inner_text != registry.agent(name, game).inner_text):
        _check(agent.inner_text, game)  # chosen by the client, not by a level
