"""The agent `careful`: the game's own heuristic."""

import time

import numpy as np

from joute.core.agent import CAREFULLY, Agent, Stop
from joute.core.contract import Actions, careful
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, with_the_rest
from joute.core.rng import Rng, seeded
from joute.core.state import State, States
from joute.i18n import say
from joute.jit.compile import compiled


@compiled
def careful_action(view: States, seat: int, actions: Actions, rng: Rng) -> int:
    """The action of the game's rule `careful`."""
    return careful(view[0], seat, actions, rng)


class Careful(Agent):
    """Plays by a few rules of thumb."""

    name = "careful"
    policy = CAREFULLY
    summary = "a few rules of thumb of the game, at once"

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """The game must state the rule `careful`."""
        return None if game.definition.states_itself("careful") else say("{game} has no rules of thumb to be careful by", game=game.name)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The heuristic's action."""
        began = time.perf_counter()
        legal = self.legal(view, seat)
        action = self.game.actions[self.choose(view, seat, seed)]
        judgements = with_the_rest([Judgement(action, weight=1.0)], legal)
        seconds = time.perf_counter() - began
        return Opinion(action, judgements, pv=[action], nodes=1, seconds=seconds)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        return int(careful_action(view.array, seat, np.zeros(self.game.spec.widest, np.int64), seeded(seed, "careful")))
