"""Distillation: a network is trained on the values of a search (Hinton, Vinyals and Dean 2015).

The search plays and gives its value of every action (`dataset.py`); the network learns to predict them. A value of the search is the mean
of many simulations, so that an example is worth hundreds of transitions of a Deep Q-network. The network is tested on held-out examples.
"""

import json
import math
import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from joute.core import settings
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.settings import setting
from joute.core.state import Json
from joute.learning.distil.dataset import MIXED, SELF, Dataset, generate_dataset, teacher_objective
from joute.learning.dqn.learner import symmetries_of
from joute.learning.dqn.qnetwork import IMPOSSIBLE, QNetwork
from joute.learning.dqn.rollout import Objective
from joute.learning.dqn.vector_env import output_size
from joute.search.common.linear_evaluation import names_of, signature
from joute.search.network.weights import BOTH, VALUES, NetworkWeights

HELD_OUT = 20  # one example in 20, the last ones, is held out
CHOICES, VISITS = "choices", "visits"  # targets of the policy
GENERATING, TRAINING = "generating", "training"  # stages

DistilProgress = Callable[[str, int, int], None]  # stage, amount done, total


@dataclass(frozen=True)
class FittingSettings:
    """Settings of a network that is fitted to the decisions of a search."""

    hidden_layers: int = setting(2, "number of hidden layers", 1, 8)
    hidden_units: int = setting(256, "units per hidden layer", 4, 1024)
    epochs: int = setting(40, "number of passes over the examples", 1, 10_000)
    batch_size: int = setting(512, "examples per minibatch", 8, 65_536)
    learning_rate: float = setting(2e-3, "initial learning rate of AdamW, with cosine decay to 0", 1e-7, 1)
    weight_decay: float = setting(0.01, "weight decay of AdamW", 0, 10)
    advantage_weight: float = setting(10.0, "weight of the differences between actions, relative to the value of the position", 0, 10_000)
    policy_weight: float = setting(0.01, "weight of the teacher's choices, which a policy learns to predict (0: no policy)", 0, 10_000)
    policy_target: str = setting(
        CHOICES, "what the policy learns to predict: the teacher's choices, or its shares of visits", choices=(CHOICES, VISITS)
    )
    result_share: float = setting(0.0, "how far the value of a position is drawn from the search's to what came of the game", 0, 1)
    symmetry: bool = setting(True, "augment minibatches with the symmetries of the game")


@dataclass(frozen=True)
class DistilSettings(FittingSettings):
    """Settings of a distillation."""

    table: str = setting(
        MIXED, "who plays the examples: the teacher among random and careful players, or the teacher on every seat", choices=(MIXED, SELF)
    )


@dataclass(frozen=True)
class HeldOutTest:
    """The errors of a network on held-out examples."""

    error: float  # root mean square error of its values
    regret: float  # mean loss, by the teacher's values, of its action against the best
    random_regret: float  # the same for random actions
    surprise: float  # mean cross-entropy of the teacher's choices by the policy, in nats; 0 without a policy
    random_surprise: float  # the same for random choices


def distil(
    game: Game, teacher: str, count: int, chosen: DistilSettings, seed: int, workers: int = 1, progress: DistilProgress | None = None
) -> tuple[NetworkWeights, HeldOutTest]:
    """A network trained on `count` examples, and its test; the same seed gives the same bits."""
    began = sum(os.times()[:4])

    def generated(done: int) -> None:
        if progress:
            progress(GENERATING, done, count)

    dataset = generate_dataset(game, teacher, count, seed, workers, generated, chosen.table)
    held_out = max(1, len(dataset) // HELD_OUT)
    network = train_network(game, dataset.part(slice(-held_out)), chosen, seed, progress)
    tested = check_network(network, dataset.part(slice(-held_out, None)))
    made = {
        "command": command(game, teacher, count, chosen, seed),
        "settings": vars(chosen),
        "seed": seed,
        "examples": count,
        "processor_seconds": round(sum(os.times()[:4]) - began),  # of all processes
        "torch": str(torch.__version__),
    }
    return packed_weights(game, teacher_objective(game, teacher), network, made), tested


def packed_weights(game: Game, objective: Objective, network: QNetwork, made: Json) -> NetworkWeights:
    """The network as it plays."""
    options, names, layers = settings.changed(game.options), names_of(game), network.plain_layers()
    rules, outputs = signature(game.definition, json.dumps(options)), VALUES if layers[-1][1].size == output_size(game) else BOTH
    return NetworkWeights(game.name, options, rules, names, objective.win, objective.shaping, layers, made, outputs)


def train_network(game: Game, dataset: Dataset, chosen: FittingSettings, seed: int, progress: DistilProgress | None = None) -> QNetwork:
    """A network fitted to the examples."""
    training = NetworkTraining(game, dataset, chosen, seed)
    for epoch in range(chosen.epochs):
        training.epoch()
        if progress:
            progress(TRAINING, epoch + 1, chosen.epochs)
    return training.network


def new_network(game: Game, chosen: FittingSettings, seed: int) -> QNetwork:
    """A network that has learnt nothing."""
    outputs = output_size(game) * (2 if chosen.policy_weight > 0 else 1)
    return QNetwork(len(names_of(game)), chosen.hidden_layers, chosen.hidden_units, outputs, False, seed_of(seed, "network"))


class NetworkTraining:
    """A new network and the examples that it is fitted to, epoch by epoch."""

    def __init__(self, game: Game, dataset: Dataset, chosen: FittingSettings, seed: int) -> None:
        torch.set_num_threads(1)
        self.settings, self.network, self.epochs = chosen, new_network(game, chosen, seed), 0
        self._optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=chosen.learning_rate, weight_decay=chosen.weight_decay, fused=True
        )
        self._symmetries = symmetries_of(game) if chosen.symmetry else []
        self._generator = np.random.Generator(np.random.PCG64(seed_of(seed, "minibatches")))
        self._examples = {name: torch.from_numpy(array) for name, array in vars(dataset).items()}
        self._examples["values"] = _drawn_to_results(self._examples, chosen.result_share)
        self._steps, self._step = chosen.epochs * math.ceil(len(dataset) / chosen.batch_size), 0

    def epoch(self) -> None:
        """One pass over the examples."""
        chosen = self.settings
        for places in torch.from_numpy(self._generator.permutation(len(self._examples["rows"]))).split(chosen.batch_size):
            for group in self._optimiser.param_groups:
                group["lr"] = chosen.learning_rate * 0.5 * (1.0 + math.cos(math.pi * self._step / self._steps))
            self._step += 1
            batch = {name: tensor[places] for name, tensor in self._examples.items()}
            if self._symmetries:
                features, actions, back = self._symmetries[int(self._generator.integers(len(self._symmetries)))]
                batch["rows"] = batch["rows"].index_select(1, features)
                batch |= {name: batch[name].index_select(1, actions) for name in ("values", "weights", "visits", "legal")}
                batch["chosen"] = back[batch["chosen"]]
            outputs = self.network(batch["rows"])
            actions_known = batch["values"].shape[1]
            loss = _loss(outputs[:, :actions_known] - batch["values"], batch["weights"], chosen.advantage_weight)
            if chosen.policy_weight > 0:
                target = batch["chosen"] if chosen.policy_target == CHOICES else batch["visits"]
                loss = loss + chosen.policy_weight * _surprise(outputs[:, actions_known:], batch["legal"], target)
            self._optimiser.zero_grad()
            loss.backward()
            self._optimiser.step()
        self.epochs += 1


def _drawn_to_results(examples: dict[str, Tensor], share: float) -> Tensor:
    """The values of each position, all shifted so far that the chosen action's moves towards the result by this share."""
    values, chosen = examples["values"], examples["chosen"][:, None]
    shift = share * (examples["results"][:, None] - values.gather(1, chosen)) * (examples["weights"].gather(1, chosen) > 0)
    return values + shift


def _loss(errors: Tensor, weights: Tensor, advantage_weight: float) -> Tensor:
    """The squared mean error of each example, and the squared deviations from it, which decide what is played."""
    shares = weights / weights.sum(1, keepdim=True)
    level = (shares * errors).sum(1)
    deviations = (shares * (errors - level[:, None]) ** 2).sum(1)
    return (level**2 + advantage_weight * deviations).mean()


def _surprise(logits: Tensor, legal: Tensor, target: Tensor) -> Tensor:
    """The mean cross-entropy of the teacher's choices, or of its shares of visits."""
    return cross_entropy(logits.masked_fill(~legal, IMPOSSIBLE), target)


def check_network(network: QNetwork, held_out: Dataset) -> HeldOutTest:
    """The errors of a network on examples that it was not trained on."""
    outputs = torch.from_numpy(network.predict(held_out.rows))
    predicted, logits = outputs.split(held_out.values.shape[1], 1) if outputs.shape[1] > held_out.values.shape[1] else (outputs, None)
    legal, choices = torch.from_numpy(held_out.legal), torch.from_numpy(held_out.chosen)
    values, weights = torch.from_numpy(held_out.values), torch.from_numpy(held_out.weights)
    best = _masked(values, weights).amax(1)
    chosen = values.gather(1, _masked(predicted, weights).argmax(1)[:, None])[:, 0]
    visited = (weights > 0).float()
    random_regret = (best - (values * visited).sum(1) / visited.sum(1)).mean()
    error = ((weights * (predicted - values) ** 2).sum() / weights.sum()).sqrt()
    surprise = 0.0 if logits is None else float(_surprise(logits, legal, choices))
    random_surprise = float(legal.sum(1).float().log().mean())
    return HeldOutTest(float(error), float((best - chosen).mean()), float(random_regret), surprise, random_surprise)


def _masked(values: Tensor, weights: Tensor) -> Tensor:
    """The values of visited actions; minus infinity for the others."""
    return torch.where(weights > 0, values, -torch.inf)


def command(game: Game, teacher: str, count: int, chosen: DistilSettings, seed: int) -> str:
    """The command that makes the same network again."""
    options = "".join(f" -o {name}={value}" for name, value in settings.changed(game.options).items())
    changed = "".join(f" -s {name}={value}" for name, value in settings.changed(chosen).items())
    return f"joute distil {game.name} {teacher} --examples {count} --seed {seed}{options}{changed}"
