"""A training run by any method: rounds of the learner, evaluations of its network, checkpoints, and the network at the end."""

import json
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, NotRequired, Protocol, TypedDict

import numpy as np
import torch
from numpy.typing import NDArray

from joute.arena.statistics.estimates import share_interval
from joute.core import settings
from joute.core.agent import Stop
from joute.core.errors import BadSetting, known
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.learning.checkpoint import FORMAT, Arrays, check_checkpoint, signature_of
from joute.learning.dqn.learner import Learner, TrainSettings
from joute.learning.dqn.rollout import FIRST_OPPONENT, LEARNER, RANDOM, Objective
from joute.learning.dqn.vector_env import VectorEnv
from joute.learning.expert.learner import ExpertLearner, Generation
from joute.learning.expert.settings import ExpertSettings
from joute.learning.logs import TrainingLog
from joute.learning.ppo.learner import PpoLearner
from joute.learning.ppo.settings import PpoSettings
from joute.search.network.weights import NetworkWeights, load_tensors, save_tensors

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
    generation: NotRequired[Generation]  # the last one of expert iteration


@dataclass(frozen=True)
class TrainingPlan:
    """How long to train, and how often to evaluate."""

    episodes: int = 0  # in total; 0: no limit
    seconds: float = 0.0  # of this run; 0: no limit
    threads: int = 2  # 2: play and learn in parallel; the result is the same with 1
    evaluation_interval: int = 0  # episodes; 0: that of the method
    evaluation_games: int = 400  # against each kind of opponent


class Predictor(Protocol):
    """A network that can play by its outputs."""

    def predict(self, rows: NDArray[np.float32], /) -> NDArray[np.float32]:
        """A number for every action; the highest is played."""


class AnyLearner(Protocol):
    """What a method of training offers."""

    pool: list[Any]  # networks of the past
    game: Game
    settings: Any
    seed: int

    @property
    def episodes(self) -> int:
        """The number of episodes played."""

    @property
    def loss(self) -> float:
        """A moving average of the loss."""

    @property
    def figures(self) -> dict[str, float]:
        """What the log shows."""

    @property
    def evaluated(self) -> Predictor:
        """The network that is evaluated and saved."""

    @property
    def evaluation_interval(self) -> int:
        """The number of episodes between two evaluations."""

    @property
    def status(self) -> str:
        """What it is doing; empty: always the same."""

    @property
    def generation(self) -> Generation | None:
        """What came of the last generation of expert iteration."""

    def round(self, pool: Executor | None = None) -> None:
        """Play and learn."""

    def close(self) -> None:
        """End what it has started."""

    def weights(self, made: Json) -> NetworkWeights:
        """That network as it plays."""

    def state(self) -> Arrays:
        """Everything that the next round depends on."""

    def restore(self, state: Arrays) -> None:
        """Continue from such a state."""


METHODS: dict[str, tuple[type[Any], Callable[[Game, Any, int], AnyLearner]]] = {  # settings, and the learner with them
    "dqn": (TrainSettings, Learner),
    "ppo": (PpoSettings, PpoLearner),
    "expert": (ExpertSettings, ExpertLearner),
}


PRESETS: dict[str, tuple[str, dict[str, object]]] = {  # method, and settings that differ from its defaults
    # The student report on Cœurs: minibatches in epochs over the transitions of one episode, squared errors, the target network a copy of
    # the network after a number of steps, random opponents. It gives no numbers of epochs and steps: 4 and 100 are ours.
    "report": (
        "dqn",
        {
            "aim": "score",
            "shaping": False,
            "loss": "mse",
            "lr_half_life": 10**12,
            "batch_size": 32,
            "priority_alpha": 0.0,
            "epochs": 4,
            "symmetry": False,
            "target_interval": 100,
            "n_envs": 1,
            "warmup_episodes": 10**12,
        },
    ),
}


def settings_by(method: str, preset: str, chosen: Mapping[str, str]) -> object:
    """The settings of a method, or of a preset, with those that were chosen over them."""
    if method and method not in METHODS:
        raise BadSetting("train: no method is called {name!r}; there are: {names}", name=method, names=known(METHODS))
    if preset and preset not in PRESETS:
        raise BadSetting("train: no preset is called {name!r}; there are: {names}", name=preset, names=known(PRESETS))
    own, values = PRESETS[preset] if preset else (method or "dqn", {})
    if method and method != own:
        raise BadSetting("train: the preset {preset} is for --method {own}", preset=preset, own=own)
    return settings.make(METHODS[own][0], values | dict(chosen), "train")


def method_of(chosen: object) -> str:
    """The method that these settings are for."""
    return next(name for name, (kind, _) in METHODS.items() if isinstance(chosen, kind))


class Training:
    """A learner, its learning curve and the time it took."""

    def __init__(
        self, learner: AnyLearner, curve: list[CurvePoint] | None = None, seconds_before: float = 0.0, processor_before: float = 0.0
    ) -> None:
        self.learner, self.game = learner, learner.game
        self.curve = curve or []
        self._before, self._began, self._episodes = seconds_before, time.monotonic(), learner.episodes
        self._processor_before, self._processor_began = processor_before, sum(os.times()[:4])

    @classmethod
    def start(cls, game: Game, chosen: object, seed: int) -> "Training":
        """A new training, by the method that the settings are for."""
        return cls(METHODS[method_of(chosen)][1](game, chosen, seed))

    @classmethod
    def resume(cls, game: Game, file: Path) -> "Training":
        """The training of a checkpoint."""
        arrays, metadata = load_tensors(file)
        check_checkpoint(game, file, metadata)
        kind, made = METHODS[metadata["method"]]
        learner = made(game, settings.make(kind, json.loads(metadata["settings"]), "train"), int(metadata["seed"]))
        learner.restore(Arrays(arrays, json.loads(metadata["numbers"])))
        return cls(learner, json.loads(metadata["curve"]), float(metadata["seconds"]), float(metadata["processor_seconds"]))

    @property
    def seconds_of_run(self) -> float:
        """Seconds since it was started or resumed."""
        return time.monotonic() - self._began

    @property
    def seconds(self) -> float:
        """Seconds in total."""
        return self._before + self.seconds_of_run

    @property
    def processor_seconds(self) -> float:
        """Seconds of processor time in total, of all threads and of the processes that have ended; other work does not change them."""
        return self._processor_before + sum(os.times()[:4]) - self._processor_began

    @property
    def pace(self) -> float:
        """Episodes per second since it was started or resumed."""
        return (self.learner.episodes - self._episodes) / max(1e-9, self.seconds_of_run)

    def run(
        self,
        plan: TrainingPlan,
        file: Path | None = None,
        progress: "Callable[[Training], None] | None" = None,
        stop: Stop | None = None,
        log: TrainingLog | None = None,
    ) -> None:
        """Train by the plan, writing checkpoints to the file and figures to the log."""
        torch.set_num_threads(1)
        due = self.seconds_of_run + FIRST_CHECKPOINT
        with ThreadPoolExecutor(1) if plan.threads > 1 else nullcontext() as pool, closing(self.learner):
            while not self._done(plan) and not (stop is not None and stop.flag[0]):
                self.learner.round(pool)
                if self._evaluation_due(plan):
                    self._evaluate(plan)
                    self._log(log, now=True)
                if file is not None and self.seconds_of_run > due:
                    due = self.seconds_of_run + CHECKPOINT_INTERVAL
                    self.save(file)
                self._log(log)
                if progress:
                    progress(self)
        if not self.curve or self.curve[-1]["episodes"] < self.learner.episodes:
            self._evaluate(plan)
        self._log(log, now=True)
        if file is not None:
            self.save(file)

    def _log(self, log: TrainingLog | None, now: bool = False) -> None:
        if log is not None:
            shares = {f"share against {one['opponent']}": one["share"] for one in self.curve[-1]["evaluations"]} if self.curve else {}
            log.write(self.learner.episodes, self.seconds, self.learner.figures | shares, now)

    def save(self, file: Path) -> None:
        """Write a checkpoint: everything that the next round depends on, so that a resumed training gives the same network."""
        learner = self.learner
        state = learner.state()
        metadata = {
            "joute training": FORMAT,
            "method": method_of(learner.settings),
            "game": self.game.name,
            "options": json.dumps(settings.changed(self.game.options)),
            "signature": signature_of(self.game),
            "settings": json.dumps(settings.changed(learner.settings)),
            "seed": str(learner.seed),
            "numbers": json.dumps(state.numbers),
            "curve": json.dumps(self.curve),
            "seconds": str(self.seconds),
            "processor_seconds": str(self.processor_seconds),
        }
        save_tensors(file, state.arrays, metadata)

    def _done(self, plan: TrainingPlan) -> bool:
        return bool((plan.episodes and self.learner.episodes >= plan.episodes) or (plan.seconds and self.seconds_of_run >= plan.seconds))

    def _evaluation_due(self, plan: TrainingPlan) -> bool:
        every = plan.evaluation_interval or self.learner.evaluation_interval
        return not self.curve or self.learner.episodes >= (self.curve[-1]["episodes"] // every + 1) * every

    def _evaluate(self, plan: TrainingPlan) -> None:
        opponents = [name for name in OPPONENTS if name == "random" or self.game.definition.states_itself(name)]
        seed = seed_of(self.learner.seed, "measure")
        found = [evaluate_network(self.game, self.learner.evaluated, name, plan.evaluation_games, seed) for name in opponents]
        point = CurvePoint(episodes=self.learner.episodes, seconds=round(self.seconds, 1), loss=self.learner.loss, evaluations=found)
        if self.learner.generation is not None:
            point["generation"] = self.learner.generation
        self.curve.append(point)

    def weights(self) -> NetworkWeights:
        """The network as it plays, with everything that is known about how it was made."""
        learner = self.learner
        return learner.weights(
            {
                "command": command(self.game, learner.settings, learner.seed, learner.episodes),
                "settings": vars(learner.settings),
                "seed": learner.seed,
                "episodes": learner.episodes,
                "seconds": round(self.seconds),
                "processor_seconds": round(self.processor_seconds),
                "torch": str(torch.__version__),
            }
        )


def evaluate_network(game: Game, network: Predictor, opponent: str, games: int, seed: int) -> Evaluation:
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


def command(game: Game, chosen: Any, seed: int, episodes: int) -> str:
    """The command that makes the same network again."""
    options = "".join(f" -o {name}={value}" for name, value in settings.changed(game.options).items())
    method = "" if method_of(chosen) == "dqn" else f" --method {method_of(chosen)}"
    changed = "".join(f" -s {name}={value}" for name, value in settings.changed(chosen).items())
    return f"joute train {game.name}{method} --episodes {episodes} --seed {seed}{options}{changed}"
