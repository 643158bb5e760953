"""A Deep Q-network (Mnih and others 2015) for any game with features, as the student report on Cœurs describes it.

The network gives every action a value: what the episode will be worth to the seat. Games are played by its best legal action, or now and
then by any; what came of each choice goes to a replay memory; minibatches from it move the values towards what came. A slower copy, the
target network, says what positions are worth where an episode was not followed to its end; it is also the network that is kept.

A round is so many choices at all tables, and so many minibatches. The games of a round are played by the network as it was when the round
began, so that playing and learning may take a core each and the result is the same.
"""

import copy
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from joute.core.contract import Odds
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.settings import setting
from joute.learning.dqn import opponents
from joute.learning.dqn.qnetwork import QNetwork
from joute.learning.dqn.replay_buffer import Memory
from joute.learning.dqn.rollout import EPISODES, LEARNER, SEARCH, WRITTEN
from joute.learning.dqn.vector_env import Aim, Hall, outputs_of
from joute.search.common.linear_evaluation import names_of

ENDLESS = 2**40  # games of a table
AT_FIRST = opponents.opponent_odds(search=0.0, random=1.0, heuristic=0.0, self_play=0.0, pool=0)


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
    symmetry: bool = setting(True, "augment minibatches with the symmetries of the game")
    tau: float = setting(0.02, "soft-update rate of the target network", 1e-5, 1)
    epsilon_start: float = setting(0.2, "initial probability of a random action", 0, 1)
    epsilon_end: float = setting(0.03, "final probability of a random action", 0, 1)
    epsilon_decay: int = setting(200_000, "number of episodes over which epsilon decreases linearly", 1, 10**12)
    n_envs: int = setting(1024, "number of games played in parallel", 8, 65_536)
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


def aim_of(game: Game, chosen: TrainSettings) -> Aim:
    """What the learner is to want in this game."""
    stated = game.definition.states_itself("prospects")
    if chosen.aim == "win" and not stated:
        raise Unfit(f"{game.name} does not say who is likely to win: the aim is a high score")
    win = stated if chosen.aim == "auto" else chosen.aim == "win"
    return Aim(
        win, chosen.episode == "chapter", chosen.shaping, 0.0 if win else float(game.spec.lowest), 1.0 if win else float(game.spec.scale)
    )


def symmetries_of(game: Game) -> list[tuple[Tensor, Tensor, Tensor]]:
    """For each symmetry of the game, which feature and which action stands at every place, and where every action stands."""
    stated = game.definition.symmetries
    orders = [] if stated is None else stated(game.options)
    return [(torch.tensor(features), torch.tensor(actions), torch.tensor(actions).argsort()) for features, actions in orders]


class Learner:
    """A network in training, its games and its memory."""

    def __init__(self, game: Game, chosen: TrainSettings, seed: int) -> None:
        self.game, self.chosen, self.seed = game, chosen, seed
        self.shape = len(names_of(game)), chosen.hidden_layers, chosen.hidden_units, outputs_of(game), chosen.dueling
        self.network, self.target, self.actor = (QNetwork(*self.shape, seed_of(seed, "network")) for _ in range(3))
        self.past: list[QNetwork] = []
        self._odds(min(1, chosen.pool_size))  # impossible shares are refused before anything is played
        self.search = opponents.search_of(chosen.search_agent, game.fast()) if chosen.search_share else None
        self.symmetries = symmetries_of(game) if chosen.symmetry else []
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=chosen.learning_rate, fused=True)
        window = chosen.n_envs * (chosen.rollout_length + chosen.n_step * game.spec.seats)
        self.memory = Memory(chosen.buffer_size, window, self.shape[0], self.shape[3], seed_of(seed, "memory"), chosen.priority_alpha)
        self.hall = Hall(game, chosen.n_envs, ENDLESS, chosen.n_step, aim_of(game, chosen), AT_FIRST, seed_of(seed, "games"))
        self.hall.play_on(self.memory.rows, chosen.epsilon_start, True)
        self.rounds = self.remembered = 0
        self.owed = 0.0  # minibatches that the transitions written so far still call for
        self.loss = 0.0  # of late

    @property
    def episodes(self) -> int:
        """How many were played."""
        return int(self.hall.counts[EPISODES])

    def _remember_itself(self) -> None:
        """Every so many episodes the network as it is becomes one of its past; who plays against it follows from the episodes."""
        chosen = self.chosen
        if chosen.pool_size and self.episodes >= chosen.warmup_episodes + self.remembered * chosen.pool_interval:
            self.remembered += 1
            self.past = [*self.past, copy.deepcopy(self.target)][-chosen.pool_size :]
        if self.episodes >= chosen.warmup_episodes:
            self.hall.cast = self._odds(len(self.past))

    def _odds(self, past: int) -> Odds:
        chosen = self.chosen
        return opponents.opponent_odds(chosen.search_share, chosen.random_share, chosen.heuristic_share, chosen.self_play_share, past)

    # --- a round --------------------------------------------------------------------------------------------------------------

    def round(self, pool: Executor | None = None) -> None:
        """Play, and learn from what was played before; on two threads or one after the other."""
        self.actor.load_state_dict(self.network.state_dict())
        before, began = int(self.hall.counts[WRITTEN]), self.episodes
        if pool is None:
            self._play(began)
            self._learn(began)
        else:
            playing = pool.submit(self._play, began)
            self._learn(began)
            playing.result()
        written = int(self.hall.counts[WRITTEN])
        self.memory.wrote(written)
        self.owed += (written - before) * self.chosen.replay_ratio / self.chosen.batch_size
        self.rounds += 1
        self._remember_itself()

    def _play(self, began: int) -> None:
        done = min(1.0, began / self.chosen.epsilon_decay)
        epsilon = self.chosen.epsilon_start + (self.chosen.epsilon_end - self.chosen.epsilon_start) * done
        for move in range(self.chosen.rollout_length):
            asked = self.hall.asked()
            if self.search is not None:
                here = np.flatnonzero(asked == SEARCH)
                opponents.answer(self.search, self.hall, here.tolist(), seed_of(self.seed, "search", self.rounds, move))
            for number, network in enumerate([self.actor, *self.past]):
                here = np.flatnonzero(asked == LEARNER + number)
                if len(here):
                    self.hall.values[here] = network.told(self.hall.rows[here])
            self.hall.play_on(self.memory.rows, epsilon, True)

    def _learn(self, began: int) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = self.chosen.learning_rate * 0.5 ** (began / self.chosen.lr_half_life)
        while self.owed >= 1.0 and len(self.memory) >= self.chosen.batch_size:
            self.owed -= 1.0
            self._minibatch()

    def _minibatch(self) -> None:
        places, rows = self.memory.draw(self.chosen.batch_size)
        seen, then, legal, action, following, ended, worth = (torch.from_numpy(rows[name].copy()) for name in rows.dtype.names)
        if self.symmetries:
            features, actions, places_of = self.symmetries[int(self.memory.generator.integers(len(self.symmetries)))]
            seen, then = seen.index_select(1, features), then.index_select(1, features)
            legal, action, following = legal.index_select(1, actions), places_of[action], places_of[following]
        # 1. What the choices led to: the end of the episode, or what the target network says of where they led.
        with torch.no_grad():
            wanted = worth
            if bool((ended < 1).any()):
                told = self.target(then)
                highest = torch.where(legal > 0, told, -torch.inf).amax(1)
                best = told.gather(1, following[:, None])[:, 0] if self.chosen.double_q else highest
                wanted = worth + torch.where(ended > 0, 0.0, best)
        # 2. How far off the network is there.
        told = self.network(seen).gather(1, action[:, None])[:, 0]
        loss = functional.huber_loss if self.chosen.loss == "huber" else functional.mse_loss
        errors = loss(told, wanted, reduction="none")
        if self.chosen.priority_alpha:
            errors = errors * torch.from_numpy(self.memory.weights(places, self.chosen.priority_beta))
            self.memory.surprised(places, (told - wanted).detach().numpy())
        # 3. A step towards it; the target network follows slowly.
        mean = errors.mean()
        self.optimiser.zero_grad()
        mean.backward()
        self.optimiser.step()
        with torch.no_grad():
            for slow, fast in zip(self.target.parameters(), self.network.parameters(), strict=True):
                slow.lerp_(fast, self.chosen.tau)
        self.loss += 0.01 * (float(mean.detach()) - self.loss)
