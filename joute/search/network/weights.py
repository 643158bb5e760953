"""The weights of a trained network, and the safetensors files that store them.

A network is a multilayer perceptron with ReLU: features of what a seat knows in, a value for every action out. Its file names the game, the
rules and the features it was made for and the command that made it; it is refused for others.
"""

import dataclasses
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from joute.core.errors import BadWeights, system_reason
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.state import Json
from joute.i18n import Sentence
from joute.search.common.linear_evaluation import names_of, signature

NO_POLICY: Sentence = "this network has no policy; joute distil makes one that has"
NO_NETWORK: Sentence = "{game} has no network of its own; train one with joute train {game}, and name its file by weights=FILE"
FORMAT = "1"
VALUES = "values"  # as outputs of a network: the value of every action
POLICY = "policy"  # the logit of every action: how likely it is chosen; then the value of the position
BOTH = "values and policy"  # the value of every action; then the logit of every action
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]  # weights [input, output], biases [output]
Tensors = Mapping[str, NDArray[Any]]


def save_tensors(file: Path, tensors: Tensors, metadata: Mapping[str, str]) -> None:
    """Write named arrays and texts about them; a reader finds the old file or the new one, never a part of it."""
    content = save({name: np.ascontiguousarray(array) for name, array in tensors.items()}, dict(metadata))
    temporary = file.with_name(f"{file.name}.new")
    try:
        with temporary.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(file)
    except OSError as error:
        raise BadWeights("weights cannot be written to {file}: {error}", file=file, error=system_reason(error)) from error


def load_tensors(file: Path) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """The named arrays of a file, and the texts about them."""
    try:
        with safe_open(str(file), "numpy") as content:
            return {name: content.get_tensor(name) for name in content.keys()}, dict(content.metadata() or {})  # noqa: SIM118  # no mapping
    except OSError as error:
        raise BadWeights("weights cannot be read from {file}: {error}", file=file, error=system_reason(error)) from error
    except SafetensorError as error:
        raise BadWeights("{file} is not a safetensors file: {error}", file=file, error=error) from error


@dataclass(frozen=True, eq=False)
class NetworkWeights:
    """The layers of a network, and what it was made for."""

    game: str
    options: Json  # those that are not the default
    signature: str  # of the rules and features
    features: list[str]
    win: bool  # its values are chances to win; else scores, less the lowest and divided by the scale
    guess: bool  # its values are corrections to the game's own evaluation
    layers: list[Layer]
    made: Json = field(default_factory=dict)  # command, settings, seed, episodes, seconds
    outputs: str = VALUES  # what it predicts

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of inputs of every layer, then the number of outputs of the last."""
        return np.array([weights.shape[0] for weights, _ in self.layers] + [self.layers[-1][1].shape[0]])

    @cached_property
    def flat(self) -> NDArray[np.float32]:
        """All weights and biases, layer after layer."""
        return np.concatenate([part.ravel() for layer in self.layers for part in layer])

    @property
    def policy(self) -> bool:
        """Whether it has no values of actions, but of the position alone."""
        return self.outputs == POLICY

    @property
    def n_actions(self) -> int:
        """The number of actions that it knows."""
        return {VALUES: int(self.sizes[-1]), POLICY: int(self.sizes[-1]) - 1, BOTH: int(self.sizes[-1]) // 2}[self.outputs]

    @property
    def unit(self) -> Unit:
        """What its values measure."""
        return Unit.WIN if self.win else Unit.SCORE

    def check(self, game: Game) -> "NetworkWeights":
        """This network; BadWeights if it was made for another game, other rules or other features."""
        if self.game != game.name:
            raise BadWeights("this network was trained for {owner}, not for {game}", owner=self.game, game=game.name)
        if self.features != names_of(game) or self.n_actions != max(game.actions) + 1:
            raise BadWeights(
                "this network was trained for other features or actions than those of {game!r}: train one with joute train {name}",
                game=game,
                name=game.name,
            )
        if self.signature != signature(game.definition, json.dumps(self.options)):
            raise BadWeights(
                "this network was trained for other rules of {game} than today's: train one with joute train {game}", game=game.name
            )
        return self

    def save(self, file: Path) -> None:
        """Write it as a safetensors file."""
        arrays: dict[str, NDArray[np.float32]] = {}
        for number, (weights, biases) in enumerate(self.layers):
            arrays |= {f"layer.{number}.weights": weights, f"layer.{number}.biases": biases}
        fields = {item.name: getattr(self, item.name) for item in dataclasses.fields(self) if item.name != "layers"}
        metadata = {"joute network": FORMAT} | {name: json.dumps(value, ensure_ascii=False) for name, value in fields.items()}
        save_tensors(file, arrays, metadata)


def load(file: Path) -> NetworkWeights:
    """The network in a file."""
    arrays, metadata = load_tensors(file)
    if metadata.pop("joute network", None) != FORMAT:
        raise BadWeights("{file} is not a network of Joute: it has no 'joute network' of a known format", file=file)
    try:
        layers = [_layer(arrays, number) for number in range(len(arrays) // 2)]
        network = NetworkWeights(layers=layers, **{name: json.loads(text) for name, text in metadata.items()})
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights("{file} is not a network of Joute: {error}", file=file, error=error) from error
    sizes = [(weights.shape[1], biases.shape[0]) for weights, biases in layers]
    joints = [(before[1], after[0].shape[0]) for before, after in zip(sizes, layers[1:], strict=False)]
    if network.outputs not in (VALUES, POLICY, BOTH) or (network.outputs == BOTH and sizes and sizes[-1][1] % 2):
        raise BadWeights("{file} is not a network of Joute: the shapes of its layers do not fit together", file=file)
    if not layers or layers[0][0].shape[0] != len(network.features) or any(one != other for one, other in sizes + joints):
        raise BadWeights("{file} is not a network of Joute: the shapes of its layers do not fit together", file=file)
    return network


def _layer(arrays: dict[str, NDArray[np.float32]], number: int) -> Layer:
    weights, biases = arrays[f"layer.{number}.weights"], arrays[f"layer.{number}.biases"]
    if weights.ndim != 2 or biases.ndim != 1 or weights.dtype != np.float32 or biases.dtype != np.float32:
        raise ValueError("a layer is not a matrix and a vector of 32-bit numbers")
    if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
        raise ValueError("a weight is not a finite number")
    return weights, biases


def network_for(game: Game, file: str) -> NetworkWeights:
    """The network in that file, or the game's own if none is named."""
    own = game.definition.network
    if not file and own is None:
        raise BadWeights(NO_NETWORK, game=game.name)
    return _read(str(file or own)).check(game)


@lru_cache(maxsize=8)
def _read(file: str) -> NetworkWeights:
    return load(Path(file))
