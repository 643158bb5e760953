"""Checkpoints of a training: everything that the next round depends on, so that a resumed training gives the same network."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import torch
from numpy.typing import NDArray

from joute.core import settings
from joute.core.errors import BadWeights
from joute.core.game import Game
from joute.learning.dqn.learner import Learner, TrainSettings
from joute.learning.dqn.qnetwork import QNetwork
from joute.search.common.linear_evaluation import signature
from joute.search.network.weights import load_tensors, save_tensors

if TYPE_CHECKING:
    from joute.learning.dqn.training import CurvePoint

FORMAT = "3"
COUNTERS = ("rounds", "snapshots", "pending_updates", "loss")  # of a learner
ENV_ARRAYS = ("states", "envs", "recent", "counts", "values", "features")

Array = NDArray[np.generic]


def save(learner: Learner, curve: list["CurvePoint"], seconds: float, file: Path) -> None:
    """Write a training as it is after a round."""
    arrays: dict[str, Array] = {}
    for name, network in _networks(learner).items():
        arrays |= {f"{name}.{part}": array for part, array in _parameters(network).items()}
    for number, state in learner.optimiser.state_dict()["state"].items():
        arrays |= {f"optimiser.{number}.{part}": value.numpy().reshape(-1) for part, value in state.items()}
    for name in ENV_ARRAYS:
        arrays[f"envs.{name}"] = _bytes(getattr(learner.envs, name))
    arrays["envs.opponents"] = learner.envs.opponents
    arrays["buffer.transitions"] = _bytes(cast(Array, learner.buffer.transitions))
    arrays["buffer.priorities"] = learner.buffer.priorities
    metadata = {
        "joute training": FORMAT,
        "game": learner.game.name,
        "options": json.dumps(settings.changed(learner.game.options)),
        "signature": _signature(learner.game),
        "settings": json.dumps(settings.changed(learner.settings)),
        "seed": str(learner.seed),
        "counters": json.dumps({name: getattr(learner, name) for name in COUNTERS}),
        "written": str(learner.buffer.written),
        "generator": json.dumps(learner.buffer.generator.bit_generator.state),
        "pool": str(len(learner.pool)),
        "curve": json.dumps(curve),
        "seconds": str(seconds),
    }
    save_tensors(file, arrays, metadata)


def load(game: Game, file: Path) -> tuple[Learner, list["CurvePoint"], float]:
    """The training in a file, its learning curve, and the seconds it took."""
    arrays, metadata = load_tensors(file)
    if metadata.get("joute training") != FORMAT:
        raise BadWeights("{file} is not a checkpoint of Joute: it has no 'joute training' of a known format", file=file)
    if metadata["game"] != game.name or json.loads(metadata["options"]) != settings.changed(game.options):
        raise BadWeights(
            "{file} is a checkpoint for {owner} with options {options}, not for {game!r}",
            file=file,
            owner=metadata["game"],
            options=metadata["options"],
            game=game,
        )
    if metadata["signature"] != _signature(game):
        raise BadWeights(
            "{file} is a checkpoint for other rules of {game} than today's: start again without --resume", file=file, game=game.name
        )
    learner = Learner(game, settings.make(TrainSettings, json.loads(metadata["settings"]), "train"), int(metadata["seed"]))
    learner.pool = [QNetwork(*learner.shape, 0) for _ in range(int(metadata["pool"]))]
    for name, network in _networks(learner).items():
        network.load_state_dict({part: torch.from_numpy(arrays[f"{name}.{part}"]) for part in _parameters(network)})
    _restore_optimiser(learner.optimiser, arrays)
    for name in ENV_ARRAYS:
        array = getattr(learner.envs, name)
        array[...] = arrays[f"envs.{name}"].view(array.dtype).reshape(array.shape)
    learner.envs.opponents = arrays["envs.opponents"]
    transitions = cast(Array, learner.buffer.transitions)
    transitions[...] = arrays["buffer.transitions"].view(transitions.dtype)
    learner.buffer.priorities = arrays["buffer.priorities"]
    learner.buffer.written = int(metadata["written"])
    learner.buffer.generator.bit_generator.state = json.loads(metadata["generator"])
    vars(learner).update(json.loads(metadata["counters"]))
    return learner, json.loads(metadata["curve"]), float(metadata["seconds"])


def _networks(learner: Learner) -> dict[str, QNetwork]:
    pool = {f"pool{number}": network for number, network in enumerate(learner.pool)}
    return {"network": learner.network, "target": learner.target, **pool}


def _parameters(network: QNetwork) -> dict[str, NDArray[np.float32]]:
    return {name: value.detach().numpy() for name, value in network.state_dict().items()}


def _restore_optimiser(optimiser: torch.optim.Optimizer, arrays: dict[str, Array]) -> None:
    """Restore Adam's steps and moments, in the shapes of their parameters."""
    parameters = [parameter for group in optimiser.param_groups for parameter in group["params"]]
    state: dict[int, dict[str, torch.Tensor]] = {}
    for name, array in arrays.items():
        first, _, rest = name.partition(".")
        if first == "optimiser":
            number, _, part = rest.partition(".")
            shape = () if part == "step" else parameters[int(number)].shape
            state.setdefault(int(number), {})[part] = torch.from_numpy(array).reshape(shape)
    optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})


def _bytes(array: Array) -> NDArray[np.uint8]:
    return np.ascontiguousarray(array).view(np.uint8).reshape(-1)


def _signature(game: Game) -> str:
    return signature(game.definition, json.dumps(settings.changed(game.options)))
