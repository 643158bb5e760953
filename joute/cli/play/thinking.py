"""An agent's thinking, with a word on the screen while it lasts."""

from joute.cli.play.session import LocalGame
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.core.agent import Agent, Stop
from joute.core.opinion import Opinion
from joute.i18n import say


def thought(session: LocalGame, agent: Agent, seat: int, purpose: str = "") -> Opinion:
    """What an agent would do on that seat; Ctrl-C is heard."""
    stop = Stop()
    with ProgressLine(say("{agent} is thinking…", agent=agent.text), session.game.name):
        return run_interruptibly(lambda: session.consider(agent, seat, purpose, stop), stop)
