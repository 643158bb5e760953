"""Many games played in parallel for a learner, as one batch of decisions after another."""

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Odds
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import State
from joute.jit.struct import Records
from joute.learning.dqn.replay_buffer import Transition
from joute.learning.dqn.rollout import NOBODY, RANDOM, Decision, Env, Envs, Objective, RolloutBuffers, seat_first_players, step_envs
from joute.search.common.linear_evaluation import names_of


class VectorEnv:
    """Parallel games: the features of the decisions that wait, and room for their values."""

    def __init__(self, game: Game, count: int, games: int, n_step: int, objective: Objective, opponents: Odds, seed: int) -> None:
        spec, width = game.spec, len(names_of(game))
        self.game, self.objective, self.opponents = game.fast(), objective, opponents
        self.states = np.concatenate([self.game.new(seed_of(seed, "table", number)).array for number in range(count)])
        self.envs = Env.zeros(count, seats=spec.seats)
        for number in range(count):
            self.envs["rng"][number] = seed_of(seed, "whims", number)
            self.envs["pending"][number] = sum(1 << seat for seat in self.game.movers(State(self.states[number : number + 1])))
        self.envs["waiting"] = NOBODY
        self.envs["games_left"] = games
        seat_first_players(self.envs, opponents)
        self.recent = np.zeros((count, spec.seats, n_step + 1), Decision.dtype(features=width))
        self.counts = np.zeros(3, np.int64)
        self.values = np.zeros((count, output_size(game)), np.float32)
        self.features = np.zeros((count, width), np.float32)
        self._buffers = RolloutBuffers(
            self.game.laid_out().array,
            self.game.laid_out().array,
            np.zeros(spec.widest, np.int64),
            np.zeros(max(1, spec.outcomes)),
            np.zeros(spec.seats),
            np.zeros(width),
        )

    def step(self, transitions: Records[Transition], epsilon: float, recording: bool) -> int:
        """Choose by the values wherever a decision waits, and play on to the next ones; return the number waiting."""
        batch = Envs(self.states, self.envs, self.recent, self.values, self.features, self.counts)
        spec = self.game.spec
        return step_envs(batch, self._buffers, self.objective, transitions, self.opponents, epsilon, recording, spec.hidden)

    def transitions(self, count: int) -> Records[Transition]:
        """Room for that many transitions."""
        return Transition.zeros(count, features=self.features.shape[1], actions=self.values.shape[1])

    def view(self, number: int) -> tuple[State, int]:
        """The view of the seat that a game waits for, and the seat."""
        seat = int(self.envs["waiting"][number])
        return self.game.view(State(self.states[number : number + 1]), seat), seat

    def waiting_players(self) -> NDArray[np.int64]:
        """The player that every game waits for; RANDOM if it waits for none."""
        waiting = self.envs["waiting"]
        players = np.take_along_axis(self.envs["players"], np.maximum(waiting, 0)[:, None], 1)[:, 0]
        return np.where((waiting != NOBODY) & (self.envs["games_left"] > 0), players, RANDOM)


def output_size(game: Game) -> int:
    """The number of actions that a network has values for."""
    return max(game.actions) + 1
