"""Games that a policy plays with itself, with its past and with other opponents, on a batch; its decisions are what is learnt from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from joute.arena.batch.batch import Batch
from joute.arena.batch.opponents import SELF
from joute.core.errors import BadSetting
from joute.core.game import Game
from joute.learning.dqn.learner import symmetries_of
from joute.learning.ppo.advantages import Course
from joute.learning.ppo.policy import PolicyNetwork
from joute.learning.ppo.settings import PpoSettings

CURRENT = 0  # the player of a seat: the policy in training; higher numbers are policies of the pool


@dataclass
class Rollout:
    """The decisions of parallel games: [step, game]."""

    features: NDArray[np.float32]
    listed: NDArray[np.int64]  # [step, game, place] the legal actions
    counts: NDArray[np.int64]  # their number
    places: NDArray[np.int64]  # of the actions that were chosen, in those lists
    log_probabilities: NDArray[np.float32]  # of the actions, when they were chosen
    mine: NDArray[np.bool_]  # whether the policy in training decided
    seats: NDArray[np.int64]  # [step + 1, game]
    values: NDArray[np.float32]  # [step + 1, game]
    rewards: NDArray[np.float64]  # [step, game, seat]
    ended: NDArray[np.bool_]  # [step, game] whether an episode has ended with the step

    @classmethod
    def zeros(cls, steps: int, batch: Batch) -> "Rollout":
        """Room for that number of decisions of every game."""
        n, seats = batch.n, batch.game.spec.seats
        return cls(
            np.zeros((steps, n, len(batch.feature_names)), np.float32),
            np.zeros((steps, n, batch.game.spec.widest), np.int64),
            np.zeros((steps, n), np.int64),
            np.zeros((steps, n), np.int64),
            np.zeros((steps, n), np.float32),
            np.zeros((steps, n), np.bool_),
            np.zeros((steps + 1, n), np.int64),
            np.zeros((steps + 1, n), np.float32),
            np.zeros((steps, n, seats)),
            np.zeros((steps, n), np.bool_),
        )

    def course(self, scale: float) -> Course:
        """What advantages are computed from; rewards are divided by the scale."""
        return Course(self.seats, self.values, self.rewards / scale, self.ended.view(np.int8))


def opponents_of(game: Game, chosen: PpoSettings) -> dict[str, float]:
    """The opponents within the batch and their shares; in all other games the policies of this training play every seat."""
    shares = {"random": chosen.random_share, "careful": chosen.heuristic_share}
    own = 1 - sum(shares.values())
    if own <= 0 or chosen.pool_share > own + 1e-9:
        raise BadSetting(
            "train: random_share={random:g}, heuristic_share={heuristic:g} and pool_share={pool:g} leave no games against itself",
            random=chosen.random_share,
            heuristic=chosen.heuristic_share,
            pool=chosen.pool_share,
        )
    return {name: share for name, share in shares.items() if share > 0} | {SELF: own}


class SelfPlay:
    """Parallel games, and who plays the seats that no opponent of the batch plays."""

    def __init__(self, game: Game, chosen: PpoSettings, seed: int) -> None:
        self.chosen = chosen
        shares = opponents_of(game, chosen)
        self.batch = Batch(game, chosen.n_envs, seed, shares, by_chapter=chosen.episode == "chapter")
        self._pool_odds = chosen.pool_share / shares[SELF]
        self.generator = np.random.Generator(np.random.PCG64(seed))
        self.players = np.zeros((chosen.n_envs, game.spec.seats), np.int64)
        self.symmetries = [[part.numpy() for part in orders] for orders in symmetries_of(game)] if chosen.symmetry else []

    def new_rollout(self) -> Rollout:
        """Room for the decisions of a round."""
        return Rollout.zeros(self.chosen.rollout_length, self.batch)

    def play(self, policy: PolicyNetwork, pool: Sequence[PolicyNetwork], found: Rollout) -> None:
        """Play a round."""
        every = np.arange(self.batch.n)
        for step in range(len(found.places)):
            features, listed, counts = found.features[step], found.listed[step], found.counts[step]
            self._write_observation(features, listed, counts, found.seats[step])
            owners = self.players[every, found.seats[step]]
            found.mine[step] = owners == CURRENT
            log_probabilities, found.values[step] = probabilities(policy, features, listed, counts)
            for number, past in enumerate(pool, 1):
                rows = np.flatnonzero(owners == number)
                if len(rows):
                    log_probabilities[rows] = probabilities(past, features[rows], listed[rows], counts[rows])[0]
            noise = self.generator.random(log_probabilities.shape, np.float32)
            chosen = (log_probabilities - np.log(-np.log(noise.clip(1e-12, 1 - 1e-7)))).argmax(1)  # Gumbel: drawn by the probabilities
            found.places[step], found.log_probabilities[step] = chosen, log_probabilities[every, chosen]
            outcome = self.batch.step(self.batch.listed[every, chosen])
            found.rewards[step], found.ended[step] = outcome.rewards, outcome.chapters
            self._seat_players(np.flatnonzero(outcome.done), len(pool))
        features, listed, counts = (np.empty_like(part[0]) for part in (found.features, found.listed, found.counts))
        self._write_observation(features, listed, counts, found.seats[-1])
        found.values[-1] = probabilities(policy, features, listed, counts)[1]

    def _write_observation(
        self, features: NDArray[np.float32], listed: NDArray[np.int64], counts: NDArray[np.int64], seats: NDArray[np.int64]
    ) -> None:
        """Write what the waiting seats know and their legal actions, in one of the game's symmetries."""
        seen = self.batch.observe()
        features[:], listed[:], counts[:], seats[:] = seen.features, self.batch.listed, self.batch.counts, seen.seats
        if self.symmetries:
            order, _, inverse = self.symmetries[int(self.generator.integers(len(self.symmetries)))]
            features[:], listed[:] = seen.features[:, order], inverse[listed]

    def _seat_players(self, games: NDArray[np.int64], pool: int) -> None:
        """Seat the players of new games: in some, one past policy plays all seats but one."""
        self.players[games] = CURRENT
        if pool == 0 or not len(games):
            return
        past = games[self.generator.random(len(games)) < self._pool_odds]
        past = past[self.batch.learners[past] < 0]  # an opponent of the batch plays the other seats already
        self.players[past] = self.generator.integers(1, pool + 1, len(past))[:, None]
        self.players[past, self.generator.integers(0, self.players.shape[1], len(past))] = CURRENT


def probabilities(
    policy: PolicyNetwork, features: NDArray[np.float32], listed: NDArray[np.int64], counts: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The logarithm of every listed action's probability, and the values."""
    with torch.inference_mode():
        logarithms, values = policy.log_probabilities(*map(torch.from_numpy, (features, listed, counts)))
    return logarithms.numpy(), values.numpy()
