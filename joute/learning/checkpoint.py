"""Checkpoints of a training, by any method: the state of a learner as named arrays and numbers, and what it belongs to."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from joute.core import settings
from joute.core.errors import BadWeights
from joute.core.game import Game
from joute.core.state import Json
from joute.search.common.linear_evaluation import signature

FORMAT = "5"
Array = NDArray[Any]


class Arrays(NamedTuple):
    """The state of a learner."""

    arrays: dict[str, Array]
    numbers: Json


def check_checkpoint(game: Game, file: Path, metadata: Mapping[str, str]) -> None:
    """Refuse a file that is no checkpoint, or that of another game."""
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
    if metadata["signature"] != signature_of(game):
        raise BadWeights(
            "{file} is a checkpoint for other rules of {game} than today's: start again without --resume", file=file, game=game.name
        )


def signature_of(game: Game) -> str:
    """A signature of the rules and features."""
    return signature(game.definition, json.dumps(settings.changed(game.options)))


def network_arrays(networks: Mapping[str, nn.Module]) -> dict[str, Array]:
    """The parameters of networks, by the name of the network and of the parameter."""
    return {f"{name}.{part}": value.detach().numpy() for name, network in networks.items() for part, value in network.state_dict().items()}


def restore_networks(networks: Mapping[str, nn.Module], arrays: Mapping[str, Array]) -> None:
    """Set the parameters of networks."""
    for name, network in networks.items():
        network.load_state_dict({part: torch.from_numpy(arrays[f"{name}.{part}"]) for part in network.state_dict()})


def optimiser_arrays(optimiser: torch.optim.Optimizer) -> dict[str, Array]:
    """Adam's steps and moments."""
    return {
        f"optimiser.{number}.{part}": value.numpy().reshape(-1)
        for number, state in optimiser.state_dict()["state"].items()
        for part, value in state.items()
    }


def restore_optimiser(optimiser: torch.optim.Optimizer, arrays: Mapping[str, Array]) -> None:
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


def as_bytes(array: Array) -> NDArray[np.uint8]:
    """An array of records as bytes, which a file can hold."""
    return np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8).copy()


def from_bytes(array: Array, source: Array) -> None:
    """Write such bytes back."""
    array[...] = np.frombuffer(source.tobytes(), array.dtype).reshape(array.shape)
