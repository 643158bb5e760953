"""A training as a file: everything that the next round depends on, so that it goes on as if it had never stopped."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from joute.core import settings
from joute.core.errors import BadWeights
from joute.core.game import Game
from joute.core.state import Json
from joute.learning.dqn.learner import Learner, TrainSettings
from joute.learning.dqn.qnetwork import QNetwork
from joute.search.common.linear_evaluation import signature
from joute.search.network.weights import load_tensors, save_tensors

FORMAT = "2"
COUNTED = ("rounds", "remembered", "owed", "loss")  # of a learner
PLAYED = ("states", "tables", "traces", "counts", "values", "rows", "cast")  # of its hall


def save(learner: Learner, curve: list[Json], seconds: float, file: Path) -> None:
    """Write a training as it is after a round."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, network in _networks(learner).items():
        arrays |= {f"{name}.{part}": array for part, array in _parts(network).items()}
    for number, state in learner.optimiser.state_dict()["state"].items():
        arrays |= {f"optimiser.{number}.{part}": value.numpy().reshape(-1) for part, value in state.items()}
    for name in PLAYED:
        arrays[f"hall.{name}"] = _bytes(getattr(learner.hall, name))
    arrays |= {"memory.rows": _bytes(learner.memory.rows), "memory.surprise": learner.memory.surprise}
    words = {
        "joute training": FORMAT,
        "game": learner.game.name,
        "options": json.dumps(settings.changed(learner.game.options)),
        "signature": _signature(learner.game),
        "settings": json.dumps(settings.changed(learner.chosen)),
        "seed": str(learner.seed),
        "counted": json.dumps({name: getattr(learner, name) for name in COUNTED}),
        "written": str(learner.memory.written),
        "generator": json.dumps(learner.memory.generator.bit_generator.state),
        "past": str(len(learner.past)),
        "curve": json.dumps(curve),
        "seconds": str(seconds),
    }
    save_tensors(file, arrays, words)


def load(game: Game, file: Path) -> tuple[Learner, list[Json], float]:
    """The training in a file, the curve so far, and the seconds that it took."""
    arrays, words = load_tensors(file)
    if words.get("joute training") != FORMAT:
        raise BadWeights(f"{file} holds no training of Joute: it has no 'joute training' of a known format")
    if words["game"] != game.name or json.loads(words["options"]) != settings.changed(game.options):
        raise BadWeights(f"{file} holds a training for {words['game']} with options {words['options']}, not for {game!r}")
    if words["signature"] != _signature(game):
        raise BadWeights(f"{file} holds a training for other rules of {game.name} than today's: begin anew without --resume")
    learner = Learner(game, settings.make(TrainSettings, json.loads(words["settings"]), "train"), int(words["seed"]))
    learner.past = [QNetwork(*learner.shape, 0) for _ in range(int(words["past"]))]
    for name, network in _networks(learner).items():
        network.load_state_dict({part: torch.from_numpy(arrays[f"{name}.{part}"]) for part in _parts(network)})
    _restore_optimiser(learner.optimiser, arrays)
    for name in PLAYED:
        before = getattr(learner.hall, name)
        restored = arrays[f"hall.{name}"].view(before.dtype)
        setattr(learner.hall, name, restored if name == "cast" else restored.reshape(before.shape))
    learner.memory.rows = arrays["memory.rows"].view(learner.memory.rows.dtype)
    learner.memory.surprise = arrays["memory.surprise"]
    learner.memory.written = int(words["written"])
    learner.memory.generator.bit_generator.state = json.loads(words["generator"])
    vars(learner).update(json.loads(words["counted"]))
    return learner, json.loads(words["curve"]), float(words["seconds"])


def _networks(learner: Learner) -> dict[str, QNetwork]:
    past = {f"past{number}": network for number, network in enumerate(learner.past)}
    return {"network": learner.network, "target": learner.target, **past}


def _parts(network: QNetwork) -> dict[str, NDArray[Any]]:
    return {name: value.detach().numpy() for name, value in network.state_dict().items()}


def _restore_optimiser(optimiser: torch.optim.Optimizer, arrays: dict[str, NDArray[Any]]) -> None:
    """Adam's steps and means, in the shapes of the weights that they belong to."""
    weights = [weight for group in optimiser.param_groups for weight in group["params"]]
    state: dict[int, dict[str, torch.Tensor]] = {}
    for name, array in arrays.items():
        first, _, rest = name.partition(".")
        if first == "optimiser":
            number, _, part = rest.partition(".")
            value = torch.from_numpy(array)
            state.setdefault(int(number), {})[part] = value.reshape(()) if part == "step" else value.reshape(weights[int(number)].shape)
    optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})


def _bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(array).view(np.uint8).reshape(-1)


def _signature(game: Game) -> str:
    return signature(game.definition, json.dumps(settings.changed(game.options)))
