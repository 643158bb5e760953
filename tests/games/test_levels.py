"""Levels of every game."""

import pytest

from joute.core import registry
from joute.core.agent import Agent


def played_by(agent: Agent | None) -> object:
    """What an agent is made of: its class and settings, and those of the agent that it asks."""
    return agent and (type(agent), agent.settings, played_by(agent.inner))


@pytest.mark.parametrize("name", registry.GAMES)
def test_master_is_another_agent_than_expert_or_there_is_no_master(name: str) -> None:
    game = registry.game(name)
    if "master" in game.definition.levels:
        master, expert = (played_by(registry.agent(level, game)) for level in ("master", "expert"))
        assert master != expert, "a level of its own plays something of its own"
