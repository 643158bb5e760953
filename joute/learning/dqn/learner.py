"""Deep Q-learning (Mnih et al. 2015) for any game with features.

The network gives every action a value. Games are played by the best legal action or, with probability epsilon, by a random one.
Transitions go to a replay buffer, and minibatches from it move the values towards their targets. The target network, which follows by soft
updates, gives the values to bootstrap from; it is also the network that is saved.

A round is `rollout_length` decisions of every parallel game and the updates that they call for. The games of a round are played by the
network as it was at the start of the round, so that playing and learning can run in parallel with the same result.
"""

import copy
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from joute.core import settings
from joute.core.contract import Odds
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.settings import setting
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
from joute.learning.dqn.opponents import choose_by_search, opponent_odds, search_opponent
from joute.learning.dqn.qnetwork import QNetwork
from joute.learning.dqn.replay_buffer import ReplayBuffer, Transition
from joute.learning.dqn.rollout import EPISODES, LEARNER, SEARCH, TRANSITIONS, Objective
from joute.learning.dqn.vector_env import VectorEnv, output_size
from joute.search.common.linear_evaluation import names_of
from joute.search.network.weights import NetworkWeights

ENDLESS = 2**40  # games
WARMUP_ODDS = opponent_odds(search=0.0, random=1.0, heuristic=0.0, self_play=0.0, pool=0)
COUNTERS = ("rounds", "snapshots", "updates", "pending_updates", "loss")
ENV_ARRAYS = ("states", "envs", "recent", "counts", "values", "features")
LOSS_SMOOTHING = 0.01  # of the reported loss, an exponential moving average


@dataclass(frozen=True)
class TrainSettings:
    """Settings of a training."""

    aim: str = setting(
        "auto",
        "training target: win probability, score, or auto (win probability if the game estimates it)",
        choices=("auto", "win", "score"),
    )
    episode: str = setting("chapter", "what ends an episode: a chapter (a deal, a round) or the game", choices=("chapter", "game"))
    shaping: bool = setting(True, "learn the difference from the game's own evaluation (potential-based shaping)")
    hidden_layers: int = setting(2, "number of hidden layers", 1, 8)
    hidden_units: int = setting(128, "units per hidden layer", 4, 1024)
    dueling: bool = setting(False, "dueling architecture: separate state value and action advantages (Wang et al. 2016)")
    double_q: bool = setting(False, "double Q-learning: the online network selects the action to bootstrap from (van Hasselt et al. 2016)")
    n_step: int = setting(1, "number of decisions before bootstrapping from the target network (n-step returns)", 1, 64)
    loss: str = setting("huber", "loss function", choices=("huber", "mse"))
    learning_rate: float = setting(1e-3, "learning rate of Adam", 1e-7, 1)
    lr_half_life: int = setting(300_000, "number of episodes in which the learning rate halves", 1000, 10**12)
    batch_size: int = setting(1024, "transitions per minibatch", 8, 65_536)
    replay_ratio: float = setting(1.0, "average number of times that a transition is sampled", 0.01, 100)
    buffer_size: int = setting(100_000, "capacity of the replay buffer, in transitions", 1000, 10_000_000)
    priority_alpha: float = setting(0.6, "exponent of prioritised replay (0: uniform sampling)", 0, 1)
    priority_beta: float = setting(0.5, "importance-sampling correction of prioritised replay", 0, 1)
    epochs: int = setting(
        0, "number of times to learn from each transition of a round, then drop it (0: sample from the replay buffer)", 0, 1000
    )
    symmetry: bool = setting(True, "augment minibatches with the symmetries of the game")
    tau: float = setting(0.02, "soft-update rate of the target network", 1e-5, 1)
    target_interval: int = setting(0, "number of minibatches after which the target network becomes a copy (0: soft updates)", 0, 10**9)
    epsilon_start: float = setting(0.2, "initial probability of a random action", 0, 1)
    epsilon_end: float = setting(0.03, "final probability of a random action", 0, 1)
    epsilon_decay: int = setting(200_000, "number of episodes over which epsilon decreases linearly", 1, 10**12)
    n_envs: int = setting(1024, "number of games played in parallel", 1, 65_536)
    rollout_length: int = setting(8, "decisions per parallel game between two updates", 1, 1000)
    warmup_episodes: int = setting(300_000, "number of initial episodes against random opponents only", 0, 10**12)
    random_share: float = setting(0.75, "after warm-up, share of games against random opponents", 0, 1)
    heuristic_share: float = setting(0.05, "after warm-up, share of games against the heuristic agent careful", 0, 1)
    self_play_share: float = setting(0.1, "after warm-up, share of games against itself; the rest is against the pool", 0, 1)
    search_share: float = setting(0.0, "after warm-up, share of games against a search", 0, 1)
    search_agent: str = setting(
        "ismcts+iterations=50", "agent that plays the search's seats, with its settings after +, as in ismcts+iterations=50+rollout=careful"
    )
    pool_size: int = setting(4, "number of past networks in the opponent pool", 0, 64)
    pool_interval: int = setting(200_000, "number of episodes between two snapshots for the pool", 1000, 10**12)


def objective_of(game: Game, chosen: TrainSettings) -> Objective:
    """What the values of a learner with these settings mean in this game."""
    estimated = game.definition.states_itself("prospects")
    if chosen.aim == "win" and not estimated:
        raise Unfit("{game} does not estimate chances to win: train with aim=score", game=game.name)
    win = estimated if chosen.aim == "auto" else chosen.aim == "win"
    lowest, scale = (0.0, 1.0) if win else (float(game.spec.lowest), float(game.spec.scale))
    return Objective(win, chosen.episode == "chapter", chosen.shaping, lowest, scale)


def symmetries_of(game: Game) -> list[tuple[Tensor, Tensor, Tensor]]:
    """For each symmetry of the game, the permutation of the features, that of the actions, and the inverse of the latter."""
    stated = game.definition.symmetries
    orders = [] if stated is None else stated(game.options)
    return [(torch.tensor(features), torch.tensor(actions), torch.tensor(actions).argsort()) for features, actions in orders]


class Learner:
    """A network in training, its games and its replay buffer."""

    status, generation = "", None
    evaluation_interval = 100_000  # episodes

    def __init__(self, game: Game, chosen: TrainSettings, seed: int) -> None:
        self.game, self.settings, self.seed = game, chosen, seed
        self.shape = len(names_of(game)), chosen.hidden_layers, chosen.hidden_units, output_size(game), chosen.dueling
        self.network, self.target, self.actor = (QNetwork(*self.shape, seed_of(seed, "network")) for _ in range(3))
        self.pool: list[QNetwork] = []  # networks of the past
        self._odds(min(1, chosen.pool_size))  # impossible shares are refused before anything is played
        self.search = search_opponent(chosen.search_agent, game.fast()) if chosen.search_share else None
        self.symmetries = symmetries_of(game) if chosen.symmetry else []
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=chosen.learning_rate, fused=True)
        self.envs = VectorEnv(game, chosen.n_envs, ENDLESS, chosen.n_step, objective_of(game, chosen), WARMUP_ODDS, seed_of(seed, "games"))
        window = chosen.n_envs * (chosen.rollout_length + chosen.n_step * game.spec.seats)
        transitions = self.envs.transitions(chosen.buffer_size + window)
        self.buffer = ReplayBuffer(transitions, window, seed_of(seed, "memory"), chosen.priority_alpha)
        self.envs.step(transitions, chosen.epsilon_start, True)
        self.rounds = self.snapshots = self.updates = 0
        self.pending_updates = 0.0  # that the transitions so far still call for
        self.loss = 0.0

    @property
    def episodes(self) -> int:
        """The number of episodes played."""
        return int(self.envs.counts[EPISODES])

    def _update_opponents(self) -> None:
        """Add the network to the pool when its time has come, and set the odds of the opponents."""
        chosen = self.settings
        if chosen.pool_size and self.episodes >= chosen.warmup_episodes + self.snapshots * chosen.pool_interval:
            self.snapshots += 1
            self.pool = [*self.pool, copy.deepcopy(self.target)][-chosen.pool_size :]
        if self.episodes >= chosen.warmup_episodes:
            self.envs.opponents = self._odds(len(self.pool))

    def _odds(self, pool: int) -> Odds:
        chosen = self.settings
        return opponent_odds(chosen.search_share, chosen.random_share, chosen.heuristic_share, chosen.self_play_share, pool)

    # --- a round --------------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Nothing to end."""

    def round(self, pool: Executor | None = None) -> None:
        """Play, and learn from what was played before: in parallel, or in turn if there is no pool."""
        self.actor.load_state_dict(self.network.state_dict())
        before, episodes = int(self.envs.counts[TRANSITIONS]), self.episodes
        if self.settings.epochs:
            self._play_episodes(episodes)
            self._learn_in_epochs(before, episodes)
        elif pool is None:
            self._play(episodes)
            self._learn(episodes)
        else:
            playing = pool.submit(self._play, episodes)
            self._learn(episodes)
            playing.result()
        written = int(self.envs.counts[TRANSITIONS])
        self.buffer.extend(written)
        self.pending_updates += (written - before) * self.settings.replay_ratio / self.settings.batch_size
        self.rounds += 1
        self._update_opponents()

    def _play(self, episodes: int) -> None:
        for step in range(self.settings.rollout_length):
            self._play_step(episodes, step)

    def _play_episodes(self, episodes: int) -> None:
        """Play until as many episodes have ended as there are parallel games."""
        step = 0
        while self.episodes < episodes + self.settings.n_envs:
            self._play_step(episodes, step)
            step += 1

    def _play_step(self, episodes: int, step: int) -> None:
        """One decision of every parallel game."""
        chosen, envs = self.settings, self.envs
        epsilon = chosen.epsilon_start + (chosen.epsilon_end - chosen.epsilon_start) * min(1.0, episodes / chosen.epsilon_decay)
        players = envs.waiting_players()
        if self.search is not None:
            numbers = np.flatnonzero(players == SEARCH)
            choose_by_search(self.search, envs, numbers.tolist(), seed_of(self.seed, "search", self.rounds, step))
        for number, network in enumerate([self.actor, *self.pool]):
            numbers = np.flatnonzero(players == LEARNER + number)
            if len(numbers):
                envs.values[numbers] = network.predict(envs.features[numbers])
        envs.step(self.buffer.transitions, epsilon, True)

    def _learn(self, episodes: int) -> None:
        self._set_learning_rate(episodes)
        while self.pending_updates >= 1.0 and len(self.buffer) >= self.settings.batch_size:
            self.pending_updates -= 1.0
            self._update(self.buffer.sample(self.settings.batch_size))

    def _learn_in_epochs(self, first: int, episodes: int) -> None:
        """Learn from the transitions of the round alone, each as often as there are epochs."""
        self._set_learning_rate(episodes)
        places = np.arange(first, int(self.envs.counts[TRANSITIONS])) % len(self.buffer.transitions)
        for _ in range(self.settings.epochs):
            shuffled = self.buffer.generator.permutation(places)
            for begin in range(0, len(shuffled), self.settings.batch_size):
                self._update(shuffled[begin : begin + self.settings.batch_size])

    def _set_learning_rate(self, episodes: int) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.learning_rate * 0.5 ** (episodes / self.settings.lr_half_life)

    def _update(self, places: NDArray[np.int64]) -> None:
        """One minibatch."""
        chosen = self.settings
        features, next_features, next_legal, action, next_action, terminal, reward = (
            torch.from_numpy(self.buffer.transitions[name][places]) for name in Transition.__annotations__
        )
        if self.symmetries:
            feature_order, action_order, inverse = self.symmetries[int(self.buffer.generator.integers(len(self.symmetries)))]
            features, next_features = features.index_select(1, feature_order), next_features.index_select(1, feature_order)
            next_legal, action, next_action = next_legal.index_select(1, action_order), inverse[action], inverse[next_action]
        # 1. The targets: the end of the episode, or the target network's value of where the decision led.
        with torch.no_grad():
            targets = reward
            if bool((terminal < 1).any()):
                values = self.target(next_features)
                highest = torch.where(next_legal > 0, values, -torch.inf).amax(1)
                best = values.gather(1, next_action[:, None])[:, 0] if chosen.double_q else highest
                targets = reward + torch.where(terminal > 0, 0.0, best)
        # 2. The errors of the network.
        values = self.network(features).gather(1, action[:, None])[:, 0]
        loss = functional.huber_loss if chosen.loss == "huber" else functional.mse_loss
        errors = loss(values, targets, reduction="none")
        if chosen.priority_alpha:
            errors = errors * torch.from_numpy(self.buffer.importance_weights(places, chosen.priority_beta))
            self.buffer.update_priorities(places, (values - targets).detach().numpy())
        # 3. A step of the optimiser; the target network follows, or becomes a copy.
        mean = errors.mean()
        self.optimiser.zero_grad()
        mean.backward()
        self.optimiser.step()
        self.updates += 1
        if not chosen.target_interval:
            with torch.no_grad():
                for slow, fast in zip(self.target.parameters(), self.network.parameters(), strict=True):
                    slow.lerp_(fast, chosen.tau)
        elif self.updates % chosen.target_interval == 0:
            self.target.load_state_dict(self.network.state_dict())
        self.loss += LOSS_SMOOTHING * (float(mean.detach()) - self.loss)

    # --- what is saved ------------------------------------------------------------------------------------------------------------

    @property
    def evaluated(self) -> QNetwork:
        """The target network."""
        return self.target

    @property
    def figures(self) -> dict[str, float]:
        """What the log shows."""
        return {"loss": self.loss, "learning rate": float(self.optimiser.param_groups[0]["lr"]), "transitions": float(self.buffer.written)}

    def weights(self, made: Json) -> NetworkWeights:
        """The target network as it plays."""
        game, objective = self.game, objective_of(self.game, self.settings)
        options = settings.changed(game.options)
        return NetworkWeights(
            game.name, options, signature_of(game), names_of(game), objective.win, objective.shaping, self.target.plain_layers(), made
        )

    def _networks(self) -> dict[str, QNetwork]:
        pool = {f"pool{number}": network for number, network in enumerate(self.pool)}
        return {"network": self.network, "target": self.target, **pool}

    def state(self) -> Arrays:
        """Everything that the next round depends on."""
        arrays = network_arrays(self._networks()) | optimiser_arrays(self.optimiser)
        arrays |= {f"envs.{name}": as_bytes(getattr(self.envs, name)) for name in ENV_ARRAYS}
        arrays["envs.opponents"] = self.envs.opponents
        arrays["buffer.transitions"] = as_bytes(self.buffer.transitions)  # type: ignore[arg-type]  # an array of records
        arrays["buffer.priorities"] = self.buffer.priorities
        numbers = {name: getattr(self, name) for name in COUNTERS}
        generator = self.buffer.generator.bit_generator.state
        return Arrays(arrays, {"counters": numbers, "written": self.buffer.written, "generator": generator, "pool": len(self.pool)})

    def restore(self, state: Arrays) -> None:
        """Continue from such a state."""
        arrays, numbers = state
        self.pool = [QNetwork(*self.shape, 0) for _ in range(numbers["pool"])]
        restore_networks(self._networks(), arrays)
        restore_optimiser(self.optimiser, arrays)
        for name in ENV_ARRAYS:
            from_bytes(getattr(self.envs, name), arrays[f"envs.{name}"])
        self.envs.opponents = arrays["envs.opponents"]
        from_bytes(self.buffer.transitions, arrays["buffer.transitions"])  # type: ignore[arg-type]  # as above
        self.buffer.priorities = arrays["buffer.priorities"]
        self.buffer.written = numbers["written"]
        self.buffer.generator.bit_generator.state = numbers["generator"]
        vars(self).update(numbers["counters"])
