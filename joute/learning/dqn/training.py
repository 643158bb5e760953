"""A training run: rounds of the learner, evaluations of its network, checkpoints, and the network at the end."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TypedDict

import numpy as np
import torch

from joute.arena.statistics.estimates import share_interval
from joute.core import settings
from joute.core.agent import Stop
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.learning.dqn import checkpoint
from joute.learning.dqn.learner import Learner, TrainSettings, objective_of
from joute.learning.dqn.qnetwork import QNetwork
from joute.learning.dqn.rollout import FIRST_OPPONENT, LEARNER, RANDOM, Objective
from joute.learning.dqn.vector_env import VectorEnv
from joute.search.common.linear_evaluation import names_of, signature
from joute.search.network.weights import NetworkWeights

FIRST_CHECKPOINT, CHECKPOINT_INTERVAL = 5.0, 60.0  # seconds
OPPONENTS = ("random", "careful")  # of evaluations, in the order of the player numbers


class Evaluation(TypedDict):
    """The result of a network against opponents of one kind."""

    opponent: str
    games: int
    share: float  # of the wins
    interval: list[float]
    points: float  # the mean score


class CurvePoint(TypedDict):
    """A point of the learning curve."""

    episodes: int
    seconds: float
    loss: float
    evaluations: list[Evaluation]


@dataclass(frozen=True)
class TrainingPlan:
    """How long to train, and how often to evaluate."""

    episodes: int = 0  # in total; 0: no limit
    seconds: float = 0.0  # of this run; 0: no limit
    threads: int = 2  # 2: play and learn in parallel; the result is the same with 1
    evaluation_interval: int = 100_000  # episodes
    evaluation_games: int = 400  # against each kind of opponent


class Training:
    """A learner, its learning curve and the time it took."""

    def __init__(self, learner: Learner, curve: list[CurvePoint] | None = None, seconds_before: float = 0.0) -> None:
        self.learner, self.game = learner, learner.game
        self.curve = curve or []
        self._before, self._began, self._episodes = seconds_before, time.monotonic(), learner.episodes

    @classmethod
    def start(cls, game: Game, chosen: TrainSettings, seed: int) -> "Training":
        """A new training."""
        return cls(Learner(game, chosen, seed))

    @classmethod
    def resume(cls, game: Game, file: Path) -> "Training":
        """The training of a checkpoint."""
        return cls(*checkpoint.load(game, file))

    @property
    def seconds_of_run(self) -> float:
        """Seconds since it was started or resumed."""
        return time.monotonic() - self._began

    @property
    def seconds(self) -> float:
        """Seconds in total."""
        return self._before + self.seconds_of_run

    @property
    def pace(self) -> float:
        """Episodes per second since it was started or resumed."""
        return (self.learner.episodes - self._episodes) / max(1e-9, self.seconds_of_run)

    def run(
        self, plan: TrainingPlan, file: Path | None = None, progress: "Callable[[Training], None] | None" = None, stop: Stop | None = None
    ) -> None:
        """Train by the plan, writing checkpoints to the file."""
        torch.set_num_threads(1)
        due = self.seconds_of_run + FIRST_CHECKPOINT
        with ThreadPoolExecutor(1) if plan.threads > 1 else nullcontext() as pool:
            while not self._done(plan) and not (stop is not None and stop.flag[0]):
                self.learner.round(pool)
                if self._evaluation_due(plan):
                    self._evaluate(plan)
                if file is not None and self.seconds_of_run > due:
                    due = self.seconds_of_run + CHECKPOINT_INTERVAL
                    self.save(file)
                if progress:
                    progress(self)
        if not self.curve or self.curve[-1]["episodes"] < self.learner.episodes:
            self._evaluate(plan)
        if file is not None:
            self.save(file)

    def save(self, file: Path) -> None:
        """Write a checkpoint."""
        checkpoint.save(self.learner, self.curve, self.seconds, file)

    def _done(self, plan: TrainingPlan) -> bool:
        return bool((plan.episodes and self.learner.episodes >= plan.episodes) or (plan.seconds and self.seconds_of_run >= plan.seconds))

    def _evaluation_due(self, plan: TrainingPlan) -> bool:
        every = plan.evaluation_interval
        return not self.curve or self.learner.episodes >= (self.curve[-1]["episodes"] // every + 1) * every

    def _evaluate(self, plan: TrainingPlan) -> None:
        opponents = [name for name in OPPONENTS if name == "random" or self.game.definition.states_itself(name)]
        seed = seed_of(self.learner.seed, "measure")
        found = [evaluate_network(self.game, self.learner.target, name, plan.evaluation_games, seed) for name in opponents]
        self.curve.append(
            CurvePoint(episodes=self.learner.episodes, seconds=round(self.seconds, 1), loss=self.learner.loss, evaluations=found)
        )

    def weights(self) -> NetworkWeights:
        """The target network, with everything that is known about how it was made."""
        learner, options = self.learner, settings.changed(self.game.options)
        made = {
            "command": command(self.game, learner.settings, learner.seed, learner.episodes),
            "settings": vars(learner.settings),
            "seed": learner.seed,
            "episodes": learner.episodes,
            "seconds": round(self.seconds),
            "torch": str(torch.__version__),
        }
        rules = signature(self.game.definition, json.dumps(options))
        objective = objective_of(self.game, learner.settings)
        layers = learner.target.plain_layers()
        return NetworkWeights(self.game.name, options, rules, names_of(self.game), objective.win, objective.shaping, layers, made)


def evaluate_network(game: Game, network: QNetwork, opponent: str, games: int, seed: int) -> Evaluation:
    """Whole games against random or careful opponents, the network on each seat in turn; the same for the same seed."""
    odds = np.array([0.0] * (RANDOM - FIRST_OPPONENT) + [1.0 * (opponent == name) for name in OPPONENTS])
    envs = VectorEnv(game, games, 1, 1, Objective(False, True, False, 0.0, 1.0), odds, seed)
    unused = envs.transitions(1)
    while envs.step(unused, 0.0, False):
        numbers = np.flatnonzero(envs.waiting_players() == LEARNER)
        envs.values[numbers] = network.predict(envs.features[numbers])
    wins, points = envs.envs["wins"].tolist(), float(envs.envs["points"].mean())
    return Evaluation(
        opponent=opponent, games=games, share=fmean(wins), interval=list(share_interval(wins, 1 / game.spec.seats)), points=points
    )


def command(game: Game, chosen: TrainSettings, seed: int, episodes: int) -> str:
    """The command that makes the same network again."""
    options = "".join(f" -o {name}={value}" for name, value in settings.changed(game.options).items())
    changed = "".join(f" -s {name}={value}" for name, value in settings.changed(chosen).items())
    return f"joute train {game.name} --episodes {episodes} --seed {seed}{options}{changed}"
