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
AT_FIRST = opponents.odds(searches=0.0, chance=1.0, care=0.0, itself=0.0, past=0)


@dataclass(frozen=True)
class TrainSettings:
    """Settings of a training."""

    aim: str = setting(
        "auto",
        "what is learned: the chance to win, the score, or auto: to win where the game says who is likely to",
        choices=("auto", "win", "score"),
    )
    episode: str = setting(
        "chapter", "what a choice is judged by: how the chapter (a deal, a round) ends, or how the game does", choices=("chapter", "game")
    )
    guess: bool = setting(True, "the network learns only what the game's own guess of a position lacks")
    layers: int = setting(2, "hidden layers of the network", 1, 8)
    width: int = setting(128, "units of a hidden layer", 4, 1024)
    duelling: bool = setting(False, "the network tells the value of a position from what each action adds to it (Wang and others 2016)")
    double: bool = setting(
        False, "the target network tells the value of what the network that played thought best (van Hasselt and others 2016)"
    )
    steps: int = setting(1, "choices after which the target network says how it goes on (n-step returns)", 1, 64)
    loss: str = setting(
        "huber", "what is made small: the square of the error, or Huber's, which large errors sway less", choices=("huber", "mse")
    )
    rate: float = setting(1e-3, "how far a minibatch moves the weights (Adam's learning rate)", 1e-7, 1)
    halving: int = setting(300_000, "episodes after which the learning rate is half", 1000, 10**12)
    batch: int = setting(1024, "transitions of a minibatch", 8, 65_536)
    reuse: float = setting(1.0, "how often a transition is learned from, on average", 0.01, 100)
    memory: int = setting(100_000, "transitions that are remembered", 1000, 10_000_000)
    priority: float = setting(0.6, "how much more often surprising transitions are drawn (prioritised replay's alpha); 0: all alike", 0, 1)
    correction: float = setting(0.5, "with priority, how far that is made up for (prioritised replay's beta)", 0, 1)
    symmetry: bool = setting(True, "a transition is learned from as any of those that the game says are the same but for names")
    target: float = setting(0.02, "how far the target network follows with every minibatch", 1e-5, 1)
    epsilon: float = setting(0.2, "how often the learner chooses by lot in the beginning", 0, 1)
    epsilon_last: float = setting(0.03, "how often it does so in the end", 0, 1)
    exploring: int = setting(200_000, "episodes over which this falls", 1, 10**12)
    tables: int = setting(1024, "games that are played side by side", 8, 65_536)
    moves: int = setting(8, "choices at each table in a round", 1, 1000)
    beginning: int = setting(300_000, "episodes against random players alone, as in the report", 0, 10**12)
    chance: float = setting(0.75, "share of the tables with random players after that", 0, 1)
    care: float = setting(0.05, "share of the tables with careful players after that", 0, 1)
    itself: float = setting(0.1, "share of the tables where it plays itself; what is left meets its past", 0, 1)
    searches: float = setting(0.0, "share of the tables with a search on the other seats after that", 0, 1)
    search: str = setting("ismcts+iterations=50", "that search; its settings follow with +, as in ismcts+iterations=50+rollout=careful")
    pool: int = setting(4, "networks of the past that it meets", 0, 64)
    pool_every: int = setting(200_000, "episodes from one of them to the next", 1000, 10**12)


def aim_of(game: Game, chosen: TrainSettings) -> Aim:
    """What the learner is to want in this game."""
    stated = game.definition.states_itself("prospects")
    if chosen.aim == "win" and not stated:
        raise Unfit(f"{game.name} does not say who is likely to win: the aim is a high score")
    win = stated if chosen.aim == "auto" else chosen.aim == "win"
    return Aim(
        win, chosen.episode == "chapter", chosen.guess, 0.0 if win else float(game.spec.lowest), 1.0 if win else float(game.spec.scale)
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
        self.shape = len(names_of(game)), chosen.layers, chosen.width, outputs_of(game), chosen.duelling
        self.network, self.target, self.actor = (QNetwork(*self.shape, seed_of(seed, "network")) for _ in range(3))
        self.past: list[QNetwork] = []
        self._odds(min(1, chosen.pool))  # impossible shares are refused before anything is played
        self.search = opponents.search_of(chosen.search, game.fast()) if chosen.searches else None
        self.symmetries = symmetries_of(game) if chosen.symmetry else []
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=chosen.rate, fused=True)
        window = chosen.tables * (chosen.moves + chosen.steps * game.spec.seats)
        self.memory = Memory(chosen.memory, window, self.shape[0], self.shape[3], seed_of(seed, "memory"), chosen.priority)
        self.hall = Hall(game, chosen.tables, ENDLESS, chosen.steps, aim_of(game, chosen), AT_FIRST, seed_of(seed, "games"))
        self.hall.play_on(self.memory.rows, chosen.epsilon, True)
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
        if chosen.pool and self.episodes >= chosen.beginning + self.remembered * chosen.pool_every:
            self.remembered += 1
            self.past = [*self.past, copy.deepcopy(self.target)][-chosen.pool :]
        if self.episodes >= chosen.beginning:
            self.hall.cast = self._odds(len(self.past))

    def _odds(self, past: int) -> Odds:
        chosen = self.chosen
        return opponents.odds(chosen.searches, chosen.chance, chosen.care, chosen.itself, past)

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
        self.owed += (written - before) * self.chosen.reuse / self.chosen.batch
        self.rounds += 1
        self._remember_itself()

    def _play(self, began: int) -> None:
        done = min(1.0, began / self.chosen.exploring)
        epsilon = self.chosen.epsilon + (self.chosen.epsilon_last - self.chosen.epsilon) * done
        for move in range(self.chosen.moves):
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
            group["lr"] = self.chosen.rate * 0.5 ** (began / self.chosen.halving)
        while self.owed >= 1.0 and len(self.memory) >= self.chosen.batch:
            self.owed -= 1.0
            self._minibatch()

    def _minibatch(self) -> None:
        places, rows = self.memory.draw(self.chosen.batch)
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
                best = told.gather(1, following[:, None])[:, 0] if self.chosen.double else highest
                wanted = worth + torch.where(ended > 0, 0.0, best)
        # 2. How far off the network is there.
        told = self.network(seen).gather(1, action[:, None])[:, 0]
        loss = functional.huber_loss if self.chosen.loss == "huber" else functional.mse_loss
        errors = loss(told, wanted, reduction="none")
        if self.chosen.priority:
            errors = errors * torch.from_numpy(self.memory.weights(places, self.chosen.correction))
            self.memory.surprised(places, (told - wanted).detach().numpy())
        # 3. A step towards it; the target network follows slowly.
        mean = errors.mean()
        self.optimiser.zero_grad()
        mean.backward()
        self.optimiser.step()
        with torch.no_grad():
            for slow, fast in zip(self.target.parameters(), self.network.parameters(), strict=True):
                slow.lerp_(fast, self.chosen.target)
        self.loss += 0.01 * (float(mean.detach()) - self.loss)
