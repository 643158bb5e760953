"""Proximal policy optimisation (Schulman et al. 2017) in self-play, for any game with features.

The policy is drawn towards a magnet, a policy that follows it slowly, and towards chance: with hidden information or simultaneous
choices, self-play without such a regularisation goes in circles (magnetic mirror descent, Sokota et al. 2023; Rudolph et al. 2026 find
that regularised policy gradients are not beaten by methods made for such games). The magnet is also the policy that is saved.

The games of a round are played by the policy as it was at the start of the round, while it learns from the round before.
"""

import copy
from concurrent.futures import Executor

import numpy as np
import torch

from joute.core import settings
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.learning.checkpoint import (
    Arrays,
    as_bytes,
    from_bytes,
    network_arrays,
    optimiser_arrays,
    restore_networks,
    restore_optimiser,
    signature_of,
)
from joute.learning.dqn.vector_env import output_size
from joute.learning.ppo.advantages import advantages_of
from joute.learning.ppo.policy import PolicyNetwork
from joute.learning.ppo.rollout import SelfPlay
from joute.learning.ppo.settings import PpoSettings
from joute.search.network.weights import POLICY, NetworkWeights

SMOOTHING = 0.05  # of the reported figures and the scale of rewards, exponential moving averages
COUNTERS = ("rounds", "episodes", "decisions", "snapshots", "scale")
FIGURES = ("loss", "entropy", "divergence", "clipped", "value_error")


class PpoLearner:
    """A policy in training and its games."""

    status, generation = "", None
    evaluation_interval = 100_000  # episodes

    def __init__(self, game: Game, chosen: PpoSettings, seed: int) -> None:
        self.game, self.settings, self.seed = game, chosen, seed
        self.shape = len(game.feature_names), chosen.hidden_layers, chosen.hidden_units, output_size(game)
        self.network, self.magnet, self.actor = (PolicyNetwork(*self.shape, seed_of(seed, "network")) for _ in range(3))
        self.pool: list[PolicyNetwork] = []  # policies of the past
        self.self_play = SelfPlay(game, chosen, seed_of(seed, "games"))
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=chosen.learning_rate, fused=True)
        self.generator = np.random.Generator(np.random.PCG64(seed_of(seed, "minibatches")))
        self.played, self.next = self.self_play.new_rollout(), self.self_play.new_rollout()
        self.rounds = self.episodes = self.decisions = self.snapshots = 0
        self.scale = 1.0  # rewards are divided by it
        self.figures = dict.fromkeys(FIGURES, 0.0)

    @property
    def loss(self) -> float:
        """A moving average of the loss."""
        return self.figures["loss"]

    def round(self, pool: Executor | None = None) -> None:
        """Play, and learn from what was played before: in parallel, or in turn if there is no pool."""
        self.actor.load_state_dict(self.network.state_dict())
        if self.rounds == 0:
            self._play()
            for policy in (self.network, self.magnet):
                policy.fit_scale(self.next.features.reshape(-1, self.shape[0]))
        elif pool is None:
            self._play()
            self._learn()
        else:
            playing = pool.submit(self._play)
            self._learn()
            playing.result()
        self.played, self.next = self.next, self.played
        self.rounds += 1
        self.episodes += int(self.played.ended.sum())
        self.decisions += self.played.places.size
        chosen = self.settings
        if self.episodes >= (self.snapshots + 1) * chosen.pool_interval:
            self.snapshots += 1
            self.pool = [*self.pool, copy.deepcopy(self.network)][-chosen.pool_size :]

    def close(self) -> None:
        """Nothing to end."""

    def _play(self) -> None:
        self.self_play.play(self.actor, self.pool, self.next)

    def _learn(self) -> None:
        """Learn from the last round that was played."""
        chosen, found = self.settings, self.played
        paid = found.rewards[found.ended]
        if len(paid):
            size = float(np.sqrt((paid**2).mean())) or 1.0
            self.scale = size if self.rounds == 1 else self.scale + SMOOTHING * (size - self.scale)
        advantages, known = advantages_of(found.course(self.scale), chosen.gae_lambda)
        rows = np.flatnonzero((known & found.mine).ravel())
        if len(rows) < 2:
            return
        targets = torch.from_numpy((advantages + found.values[:-1]).ravel())
        advantages = (advantages - advantages.ravel()[rows].mean()) / (advantages.ravel()[rows].std() + 1e-8)
        lessons = (
            torch.from_numpy(found.features.reshape(-1, found.features.shape[2])),
            torch.from_numpy(found.listed.reshape(-1, found.listed.shape[2])),
            torch.from_numpy(found.counts.ravel()),
            torch.from_numpy(found.places.ravel()),
            torch.from_numpy(found.log_probabilities.ravel()),
            torch.from_numpy(advantages.ravel()),
            targets,
        )
        for group in self.optimiser.param_groups:
            group["lr"] = chosen.learning_rate * 0.5 ** (self.episodes / chosen.lr_half_life)
        for _ in range(chosen.epochs):
            shuffled = torch.from_numpy(self.generator.permutation(rows))
            for places in shuffled.split(chosen.minibatch_size):
                self._update([part[places] for part in lessons])
        with torch.no_grad():
            for slow, fast in zip(self.magnet.parameters(), self.network.parameters(), strict=True):
                slow.lerp_(fast, chosen.magnet_rate)

    def _update(self, lesson: list[torch.Tensor]) -> None:
        """One minibatch."""
        chosen = self.settings
        features, listed, counts, places, before, advantages, targets = lesson
        logarithms, values = self.network.log_probabilities(features, listed, counts)
        # 1. The clipped gain in probability of actions that turned out better than expected.
        ratios = (logarithms.gather(1, places[:, None])[:, 0] - before).exp()
        gains = torch.minimum(ratios * advantages, ratios.clamp(1 - chosen.clip, 1 + chosen.clip) * advantages)
        # 2. The entropy, and the divergence from the magnet.
        shares = logarithms.exp()
        entropy = -(shares * logarithms).sum(1).mean()  # impossible places have a share of 0 exactly
        divergence = torch.zeros(())
        if chosen.magnet > 0:
            with torch.no_grad():
                magnet, _ = self.magnet.log_probabilities(features, listed, counts)
            divergence = (shares * (logarithms - magnet)).sum(1).mean()
        # 3. The error of the values, and a step of the optimiser.
        value_error = ((values - targets) ** 2).mean()
        loss = -gains.mean() + chosen.value_weight * value_error + chosen.magnet * divergence - chosen.entropy * entropy
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), chosen.max_gradient)
        self.optimiser.step()
        clipped = ((ratios - 1).abs() > chosen.clip).float().mean()
        for name, value in zip(FIGURES, (loss, entropy, divergence, clipped, value_error), strict=True):
            self.figures[name] += SMOOTHING * (float(value.detach()) - self.figures[name])

    # --- what is saved ------------------------------------------------------------------------------------------------------------

    @property
    def evaluated(self) -> PolicyNetwork:
        """The magnet."""
        return self.magnet

    def weights(self, made: Json) -> NetworkWeights:
        """The magnet as it plays; its last output is the value of the position, scaled like the scores of a search."""
        game, by_chapter = self.game, self.settings.episode == "chapter"
        unit = Unit.WIN if by_chapter and game.definition.states_itself("prospects") else Unit.SCORE
        relative = by_chapter and (unit is Unit.WIN or game.definition.states_itself("evaluate"))  # to the beginning of the chapter
        layers = self.magnet.plain_layers()
        weights, biases = layers[-1]
        share = self.scale / unit.scale(game.spec)
        weights[:, -1] *= share
        biases[-1] = biases[-1] * share - (0.0 if relative else unit.bounds(game.spec)[0] / unit.scale(game.spec))
        options = settings.changed(game.options)
        return NetworkWeights(game.name, options, signature_of(game), game.feature_names, unit is Unit.WIN, relative, layers, made, POLICY)

    def _networks(self) -> dict[str, PolicyNetwork]:
        pool = {f"pool{number}": network for number, network in enumerate(self.pool)}
        return {"network": self.network, "magnet": self.magnet, **pool}

    def state(self) -> Arrays:
        """Everything that the next round depends on."""
        play = self.self_play
        arrays = network_arrays(self._networks()) | optimiser_arrays(self.optimiser) | {"players": play.players}
        arrays |= {f"batch.{name}": array for name, array in play.batch.snapshot().items()}
        arrays |= {f"played.{name}": as_bytes(array) for name, array in vars(self.played).items()}
        numbers: Json = {name: getattr(self, name) for name in COUNTERS}
        numbers |= {"figures": self.figures, "pool": len(self.pool)}
        numbers |= {"generators": [play.generator.bit_generator.state, self.generator.bit_generator.state]}
        return Arrays(arrays, numbers)

    def restore(self, state: Arrays) -> None:
        """Continue from such a state."""
        arrays, numbers = state
        play = self.self_play
        self.pool = [PolicyNetwork(*self.shape, 0) for _ in range(numbers["pool"])]
        restore_networks(self._networks(), arrays)
        restore_optimiser(self.optimiser, arrays)
        play.players[:] = arrays["players"]
        play.batch.restore({name.removeprefix("batch."): array for name, array in arrays.items() if name.startswith("batch.")})
        for name, array in vars(self.played).items():
            from_bytes(array, arrays[f"played.{name}"])
        play.generator.bit_generator.state, self.generator.bit_generator.state = numbers["generators"]
        vars(self).update({name: numbers[name] for name in (*COUNTERS, "figures")})
