"""A training from its beginning, or from where it stopped, to its end: rounds, measurements on the way, checkpoints, and the network."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import torch

from joute.core import settings
from joute.core.agent import Stop
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.learning.dqn import checkpoint
from joute.learning.dqn.evaluation import RIVALS, measure
from joute.learning.dqn.learner import Learner, TrainSettings, aim_of
from joute.search.common.linear_evaluation import names_of, signature
from joute.search.network.weights import NetworkWeights

FIRST, SAVING = 5.0, 60.0  # seconds to the first checkpoint, and from one to the next

Progress = Callable[["Training"], None]


@dataclass(frozen=True)
class Plan:
    """How long to train, and how that is followed."""

    episodes: int = 0  # in all; 0: as long as time allows
    seconds: float = 0.0  # of this sitting; 0: no limit
    threads: int = 2  # one plays while the other learns; the result is the same with one
    every: int = 100_000  # episodes between two measurements
    games: int = 400  # of a measurement, against each kind of player


class Training:
    """A learner, its curve, and the time that it took."""

    def __init__(self, game: Game, chosen: TrainSettings, seed: int) -> None:
        self.game = game
        self.learner = Learner(game, chosen, seed)
        self.curve: list[Json] = []
        self._before, self._began, self._episodes = 0.0, time.monotonic(), 0

    @classmethod
    def resumed(cls, game: Game, file: Path) -> "Training":
        """A training that goes on where its last checkpoint stands."""
        training = cls.__new__(cls)
        training.game = game
        training.learner, training.curve, training._before = checkpoint.load(game, file)
        training._began, training._episodes = time.monotonic(), training.learner.episodes
        return training

    @property
    def sitting(self) -> float:
        """Seconds since it began or went on."""
        return time.monotonic() - self._began

    @property
    def seconds(self) -> float:
        """Seconds in all."""
        return self._before + self.sitting

    @property
    def pace(self) -> float:
        """Episodes a second since it began or went on."""
        return (self.learner.episodes - self._episodes) / max(1e-9, self.sitting)

    def run(self, plan: Plan, file: Path | None = None, progress: Progress | None = None, stop: Stop | None = None) -> None:
        """Round after round until the plan is fulfilled; checkpoints go to the file."""
        torch.set_num_threads(1)
        due = self.sitting + FIRST
        with ThreadPoolExecutor(1) if plan.threads > 1 else nullcontext() as pool:
            while not self._done(plan) and not (stop is not None and stop.flag[0]):
                self.learner.round(pool)
                if not self.curve or self.learner.episodes >= (self.curve[-1]["episodes"] // plan.every + 1) * plan.every:
                    self._measure(plan)
                if file is not None and self.sitting > due:
                    due = self.sitting + SAVING
                    self.save(file)
                if progress:
                    progress(self)
        if not self.curve or self.curve[-1]["episodes"] < self.learner.episodes:
            self._measure(plan)
        if file is not None:
            self.save(file)

    def save(self, file: Path) -> None:
        """Write a checkpoint."""
        checkpoint.save(self.learner, self.curve, self.seconds, file)

    def _done(self, plan: Plan) -> bool:
        return bool((plan.episodes and self.learner.episodes >= plan.episodes) or (plan.seconds and self.sitting >= plan.seconds))

    def _measure(self, plan: Plan) -> None:
        rivals = [rival for rival in RIVALS if rival == "random" or self.game.definition.states_itself(rival)]
        seed = seed_of(self.learner.seed, "measure")
        met = [measure(self.game, self.learner.target, rival, plan.games, seed).to_json() for rival in rivals]
        row = {"episodes": self.learner.episodes, "seconds": round(self.seconds, 1), "loss": self.learner.loss, "met": met}
        self.curve.append(row)

    def brain(self) -> NetworkWeights:
        """The network as it is, with all that is known of how it was made."""
        learner, options = self.learner, settings.changed(self.game.options)
        made = {
            "command": command(self.game, learner.chosen, learner.seed, learner.episodes),
            "settings": vars(learner.chosen),
            "seed": learner.seed,
            "episodes": learner.episodes,
            "seconds": round(self.seconds),
            "torch": str(torch.__version__),
        }
        rules = signature(self.game.definition, json.dumps(options))
        aim = aim_of(self.game, learner.chosen)
        return NetworkWeights(self.game.name, options, rules, names_of(self.game), aim.win, aim.guessing, learner.target.plain(), made)


def command(game: Game, chosen: TrainSettings, seed: int, episodes: int) -> str:
    """The command that makes the same network again."""
    options = "".join(f" -o {name}={value}" for name, value in settings.changed(game.options).items())
    changed = "".join(f" -s {name}={value}" for name, value in settings.changed(chosen).items())
    return f"joute train {game.name} --episodes {episodes} --seed {seed}{options}{changed}"
