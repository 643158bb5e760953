"""A fixed agent as the other seats of a search: what it would choose from a view, asked a few times and remembered."""

from random import Random

from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import State

MOST = 500_000  # choices remembered; then all are forgotten, which changes nothing but the time it takes


class OpponentModel:
    """Draws from the agent's policy: at every view the same few choices, each from dice of its own."""

    def __init__(self, agent: Agent, game: Game, asks: int) -> None:
        self.agent, self.game, self.asks = agent, game, asks
        self._choices: dict[tuple[int, int, bytes], int] = {}  # by seat, number of the ask, and view

    def choose(self, world: State, seat: int, whims: Random) -> int:
        """One of the choices that the agent makes when it sees what this seat sees."""
        view = self.game.view(world, seat)
        ask = int(whims.random() * self.asks)
        key = seat, ask, view.array.tobytes()
        if key not in self._choices:
            if len(self._choices) >= MOST:
                self._choices.clear()
            self._choices[key] = int(self.agent.choose(view, seat, seed_of("rival", seat, ask, key[2].hex())))
        return self._choices[key]
