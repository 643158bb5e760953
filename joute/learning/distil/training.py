"""A network that learns what a search thinks (Hinton, Vinyals and Dean 2015, who call it distilling).

The search plays and writes down what it thinks of every choice (`lessons.py`); the network learns to say the same at a glance. A teacher's
value is the mean of many imagined games, so that a lesson is worth hundreds of transitions of a Deep Q-network. What the student is worth
is shown by lessons of games that it was not taught.
"""

import json
import math
import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from joute.core import settings
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.settings import setting
from joute.core.state import Json
from joute.learning.distil.dataset import Lessons, aim_of_teacher, lessons
from joute.learning.dqn.learner import symmetries_of
from joute.learning.dqn.qnetwork import QNetwork
from joute.learning.dqn.vector_env import outputs_of
from joute.search.common.linear_evaluation import names_of, signature
from joute.search.network.weights import NetworkWeights

HELD_OUT = 20  # one lesson in so many, the last ones, is kept for the test
TAUGHT, LEARNED = "taught", "learned"  # what has been done: lessons, passes over them

Progress = Callable[[str, int, int], None]  # what is done, how much of it, of how much


@dataclass(frozen=True)
class DistilSettings:
    """Settings of a distillation."""

    hidden_layers: int = setting(2, "number of hidden layers", 1, 8)
    hidden_units: int = setting(256, "units per hidden layer", 4, 1024)
    epochs: int = setting(40, "number of passes over the examples", 1, 10_000)
    batch_size: int = setting(512, "examples per minibatch", 8, 65_536)
    learning_rate: float = setting(2e-3, "initial learning rate of AdamW, with cosine decay to 0", 1e-7, 1)
    weight_decay: float = setting(0.01, "weight decay of AdamW", 0, 10)
    advantage_weight: float = setting(10.0, "weight of the differences between actions, relative to the value of the position", 0, 10_000)
    symmetry: bool = setting(True, "augment minibatches with the symmetries of the game")


@dataclass(frozen=True)
class Tested:
    """A student on lessons that it was not taught."""

    error: float  # root of the mean square between what it says and what the teacher thinks
    lost: float  # how much less the teacher thinks of what the student would play than of its own choice
    by_lot: float  # the same of any action


def distil(
    game: Game, teacher: str, count: int, chosen: DistilSettings, seed: int, workers: int = 1, progress: Progress | None = None
) -> tuple[NetworkWeights, Tested]:
    """A network that has learned so many lessons, and what it is worth; the same seed gives the same bits."""
    began = sum(os.times()[:4])

    def told(done: int) -> None:
        if progress:
            progress(TAUGHT, done, count)

    known = lessons(game, teacher, count, seed, workers, told)
    held = max(1, len(known) // HELD_OUT)
    network = learn(game, known.first(len(known) - held), chosen, seed, progress)
    tested = examine(network, Lessons(known.rows[-held:], known.values[-held:], known.weights[-held:]))
    made = {
        "command": command(game, teacher, count, chosen, seed),
        "settings": vars(chosen),
        "seed": seed,
        "examples": count,
        "processor_seconds": round(sum(os.times()[:4]) - began),  # of all processes
        "torch": str(torch.__version__),
    }
    options, aim = settings.changed(game.options), aim_of_teacher(game, teacher)
    rules = signature(game.definition, json.dumps(options))
    return NetworkWeights(game.name, options, rules, names_of(game), aim.win, aim.guessing, network.plain(), made), tested


def learn(game: Game, known: Lessons, chosen: DistilSettings, seed: int, progress: Progress | None = None) -> QNetwork:
    """A network that says what the lessons say, as far as it can."""
    torch.set_num_threads(1)
    network = QNetwork(len(names_of(game)), chosen.hidden_layers, chosen.hidden_units, outputs_of(game), False, seed_of(seed, "network"))
    optimiser = torch.optim.AdamW(network.parameters(), lr=chosen.learning_rate, weight_decay=chosen.weight_decay, fused=True)
    orders = symmetries_of(game) if chosen.symmetry else []
    generator = np.random.Generator(np.random.PCG64(seed_of(seed, "minibatches")))
    rows, values, weights = (torch.from_numpy(part) for part in (known.rows, known.values, known.weights))
    steps, step = chosen.epochs * math.ceil(len(known) / chosen.batch_size), 0
    for done in range(chosen.epochs):
        for places in torch.from_numpy(generator.permutation(len(known))).split(chosen.batch_size):
            for group in optimiser.param_groups:
                group["lr"] = chosen.learning_rate * 0.5 * (1.0 + math.cos(math.pi * step / steps))
            step += 1
            seen, wanted, counts = rows[places], values[places], weights[places]
            if orders:
                features, actions, _ = orders[int(generator.integers(len(orders)))]
                seen, wanted, counts = seen.index_select(1, features), wanted.index_select(1, actions), counts.index_select(1, actions)
            loss = _loss(network(seen) - wanted, counts, chosen.advantage_weight)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        if progress:
            progress(LEARNED, done + 1, chosen.epochs)
    return network


def _loss(errors: Tensor, counts: Tensor, contrast: float) -> Tensor:
    """Of each lesson, the square of the mean error, and the squares of what single actions differ from it, which decide what is played."""
    shares = counts / counts.sum(1, keepdim=True)
    level = (shares * errors).sum(1)
    apart = (shares * (errors - level[:, None]) ** 2).sum(1)
    return (level**2 + contrast * apart).mean()


def examine(network: QNetwork, unseen: Lessons) -> Tested:
    """What the student makes of lessons that it was not taught."""
    told = torch.from_numpy(network.told(unseen.rows))
    wanted, counts = torch.from_numpy(unseen.values), torch.from_numpy(unseen.weights)
    best = _masked(wanted, counts).amax(1)
    chosen = wanted.gather(1, _masked(told, counts).argmax(1)[:, None])[:, 0]
    looked = (counts > 0).float()
    by_lot = (best - (wanted * looked).sum(1) / looked.sum(1)).mean()
    error = ((counts * (told - wanted) ** 2).sum() / counts.sum()).sqrt()
    return Tested(float(error), float((best - chosen).mean()), float(by_lot))


def _masked(values: Tensor, counts: Tensor) -> Tensor:
    """Values of actions that the teacher looked at; nothing of the others."""
    return torch.where(counts > 0, values, -torch.inf)


def command(game: Game, teacher: str, count: int, chosen: DistilSettings, seed: int) -> str:
    """The command that makes the same network again."""
    options = "".join(f" -o {name}={value}" for name, value in settings.changed(game.options).items())
    changed = "".join(f" -s {name}={value}" for name, value in settings.changed(chosen).items())
    return f"joute distil {game.name} {teacher} --examples {count} --seed {seed}{options}{changed}"


def report(tested: Tested) -> Json:
    """For a report."""
    return {name: round(value, 5) for name, value in vars(tested).items()}
