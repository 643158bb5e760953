"""An agent's thinking, with a word on the screen while it lasts."""

from joute.language import say
from joute.opinion import Agent, Opinion, Stop
from joute.terminal.busy import Busy, heard
from joute.terminal.ongoing import Ongoing


def thought(ongoing: Ongoing, agent: Agent, seat: int, purpose: str = "") -> Opinion:
    """What an agent would do on that seat; Ctrl-C is heard."""
    stop = Stop()
    with Busy(say("{agent} is thinking…", agent=agent.text), ongoing.game.name):
        return heard(lambda: ongoing.consider(agent, seat, purpose, stop), stop)
