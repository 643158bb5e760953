"""A fixed agent as the other seats of a search: what it would choose from a view, asked a few times and remembered."""

import numpy as np
from numpy.typing import NDArray

from joute.dice import Dice, below, seed_of
from joute.game import Game, State
from joute.opinion import Agent

MOST_VIEWS = 200_000  # remembered; then everything is forgotten, which changes nothing but the time it takes


class Rival:
    """Draws from the agent's policy: at every view the same few choices, each from dice of its own."""

    def __init__(self, agent: Agent, game: Game, asks: int) -> None:
        self.agent, self.game, self.asks = agent, game, asks
        self.asked = 0
        self._choices: dict[tuple[int, bytes], NDArray[np.int64]] = {}  # [ask], -1: not yet asked

    def choose(self, world: State, seat: int, rolls: Dice) -> int:
        """One of the choices that the agent makes when it sees what this seat sees."""
        view = self.game.view(world, seat)
        ask = below(rolls, self.asks)
        key = seat, view.array.tobytes()
        if key not in self._choices:
            if len(self._choices) >= MOST_VIEWS:
                self._choices.clear()
            self._choices[key] = np.full(self.asks, -1)
        known = self._choices[key]
        if known[ask] < 0:
            known[ask] = self.agent.choose(view, seat, seed_of("rival", seat, ask, key[1].hex()))
            self.asked += 1
        return int(known[ask])
