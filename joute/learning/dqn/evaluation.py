"""How a network does against players that stay the same: whole games, the network on each seat in turn."""

from dataclasses import dataclass
from statistics import fmean

import numpy as np

from joute.arena.statistics.intervals import share_interval
from joute.core.game import Game
from joute.core.state import Json
from joute.learning.dqn.qnetwork import QNetwork
from joute.learning.dqn.rollout import FIRST, LEARNER, RANDOM
from joute.learning.dqn.transitions import transition_type
from joute.learning.dqn.vector_env import Aim, Hall

RIVALS = ("random", "careful")  # in the order of the odds


@dataclass(frozen=True)
class Measured:
    """Games of one network against players of one kind."""

    rival: str
    games: int
    share: float
    interval: tuple[float, float]
    points: float  # the mean score

    def to_json(self) -> Json:
        """For a report."""
        return {**vars(self), "interval": list(self.interval)}


def measure(game: Game, network: QNetwork, rival: str, games: int, seed: int) -> Measured:
    """So many games against such players; the same for the same seed."""
    cast = np.array([0.0] * (RANDOM - FIRST) + [1.0 * (rival == name) for name in RIVALS])
    hall = Hall(game, games, 1, 1, Aim(False, True, False, 0.0, 1.0), cast, seed)
    nothing = np.zeros(1, transition_type(hall.rows.shape[1], hall.values.shape[1]))
    while hall.play_on(nothing, 0.0, False):
        here = np.flatnonzero(hall.asked() == LEARNER)
        hall.values[here] = network.told(hall.rows[here])
    gained = hall.tables["gained"].tolist()
    return Measured(rival, games, fmean(gained), share_interval(gained), float(hall.tables["points"].mean()))
