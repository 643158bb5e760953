"""Short trainings on a small board."""

from pathlib import Path
from typing import Any

from joute.core.game import Game
from joute.learning.dqn.learner import TrainSettings
from joute.learning.training import Training, TrainingPlan

TINY = {
    "hidden_layers": 1,
    "hidden_units": 16,
    "n_envs": 16,
    "batch_size": 64,
    "buffer_size": 1000,
    "epsilon_decay": 500,
    "warmup_episodes": 300,
    "pool_interval": 1000,
}
SMALL_BOARD = {"width": 3, "height": 3, "align": 3}


def tiny(**changed: Any) -> TrainSettings:
    return TrainSettings(**{**TINY, **changed})


def plan(episodes: int, threads: int = 1) -> TrainingPlan:
    return TrainingPlan(episodes, threads=threads, evaluation_interval=10**9, evaluation_games=8)


def trained(game: Game, episodes: int, chosen: TrainSettings, threads: int = 1, file: Path | None = None, seed: int = 1) -> Training:
    training = Training.start(game, chosen, seed)
    training.run(plan(episodes, threads), file)
    return training


def bits(training: Training) -> bytes:
    return b"".join(part.tobytes() for layer in training.weights().layers for part in layer)
