"""A trained network as a file of weights, and its values in machine code.

Layers of ReLU: what goes in are the features of what a seat knows, what comes out is the value of every action. The file says for which
rules and features it was made, and by which command; it is refused for others.
"""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Scores, evaluate, features, hide, over, prospects, returns
from joute.core.errors import BadWeights
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.state import Fields, Json, States
from joute.jit.dispatch import inline, rule
from joute.search.common.linear_evaluation import names_of, signature
from joute.search.network import safetensors

FORMAT = "1"
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]  # weights [input, output], biases [output]


@dataclass(frozen=True, eq=False)
class Brain:
    """The layers of a network, and what they were made for."""

    game: str
    options: Json  # those that are not the default
    signature: str  # of the rules and features
    features: list[str]
    win: bool  # its values are chances to win; else scores, less the lowest and divided by the scale
    guess: bool  # they say what the game's own guess lacks
    layers: list[Layer]
    made: Json = field(default_factory=dict)  # command, settings, seed, episodes, seconds

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many numbers go into every layer, and come out of the last."""
        return np.array([weights.shape[0] for weights, _ in self.layers] + [self.layers[-1][1].shape[0]])

    @property
    def flat(self) -> NDArray[np.float32]:
        """All weights and biases, layer after layer."""
        return np.concatenate([part.ravel() for layer in self.layers for part in layer])

    @property
    def unit(self) -> Unit:
        """What its values measure."""
        return Unit.WIN if self.win else Unit.SCORE

    def check(self, game: Game) -> "Brain":
        """This network, if it says something about the game; a sentence why not, else."""
        again = f"train one with joute train {game.name}"
        if self.game != game.name:
            raise BadWeights(f"this network was trained for {self.game}, not for {game.name}")
        if self.features != names_of(game) or int(self.sizes[-1]) != max(game.actions) + 1:
            raise BadWeights(f"this network was trained for other features or actions than those of {game!r}: {again}")
        if self.signature != signature(game.definition, json.dumps(self.options)):
            raise BadWeights(f"this network was trained for other rules of {game.name} than today's: {again}")
        return self

    def save(self, file: Path) -> None:
        """Write it, with all that is known of how it was made."""
        arrays: dict[str, NDArray[np.float32]] = {}
        for number, (weights, biases) in enumerate(self.layers):
            arrays |= {f"layer.{number}.weights": weights, f"layer.{number}.biases": biases}
        told = {"game": self.game, "options": self.options, "signature": self.signature, "features": self.features}
        words = {"joute network": FORMAT} | {
            name: json.dumps(value, ensure_ascii=False)
            for name, value in {**told, "win": self.win, "guess": self.guess, "made": self.made}.items()
        }
        safetensors.save(file, arrays, words)


def load(file: Path) -> Brain:
    """The network in a file."""
    arrays, words = safetensors.load(file)
    if words.pop("joute network", None) != FORMAT:
        raise BadWeights(f"{file} holds no network of Joute: it has no 'joute network' of a known format")
    try:
        told = {name: json.loads(text) for name, text in words.items()}
        layers = [_layer(arrays, number) for number in range(len(arrays) // 2)]
        brain = Brain(layers=layers, **told)
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"{file} holds no network of Joute: {error}") from error
    sizes = [(weights.shape[1], biases.shape[0]) for weights, biases in layers]
    joints = [(before[1], after[0].shape[0]) for before, after in zip(sizes, layers[1:], strict=False)]
    if not layers or layers[0][0].shape[0] != len(brain.features) or any(one != other for one, other in sizes + joints):
        raise BadWeights(f"{file} holds no network of Joute: its layers do not follow on each other")
    return brain


def _layer(arrays: dict[str, NDArray[np.float32]], number: int) -> Layer:
    weights, biases = arrays[f"layer.{number}.weights"], arrays[f"layer.{number}.biases"]
    if weights.ndim != 2 or biases.ndim != 1 or weights.dtype != np.float32 or biases.dtype != np.float32:
        raise ValueError("a layer is not a matrix and a vector of 32-bit numbers")
    if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
        raise ValueError("a weight is not a finite number")
    return weights, biases


def brain_for(game: Game, file: str) -> Brain:
    """The network in that file, or the one that comes with the game when none is named."""
    own = game.definition.network
    if not file and own is None:
        raise BadWeights(f"{game.name} comes without a network; joute train {game.name} makes a file of one, which weights=FILE names")
    return _read(str(file or own)).check(game)


@lru_cache(maxsize=8)
def _read(file: str) -> Brain:
    return load(Path(file))


# --- in machine code ------------------------------------------------------------------------------------------------------------


def room_for(brain: Brain) -> NDArray[np.float32]:
    """Space for the numbers between the layers."""
    return np.zeros((2, int(brain.sizes.max())), np.float32)


@rule
def look(state: Fields, seat: int, hidden: bool, scratch: States, seen: NDArray[np.float64]) -> None:
    """The features of what the seat knows."""
    scratch[0] = state
    if hidden:
        hide(scratch[0], seat)
    features(scratch[0], seat, seen)


@rule
def worth(state: Fields, win: bool, lowest: float, scale: float, scores: Scores) -> None:
    """What the end of an episode is worth to every seat: the chance to win, or the score as searches scale it."""
    if win:
        prospects(state, scores)
        return
    if over(state):
        returns(state, scores)
    else:
        evaluate(state, scores)
    for seat in range(len(scores)):
        scores[seat] = (scores[seat] - lowest) / scale


@rule
def guess_of(state: Fields, seat: int, win: bool, lowest: float, scale: float, scores: Scores) -> float:
    """What the game's own rule guesses for a seat."""
    worth(state, win, lowest, scale, scores)
    return scores[seat]


@inline
def add_rows(
    flat: NDArray[np.float32],
    start: int,
    outputs: int,
    one: int,
    two: int,
    three: int,
    four: int,
    first: np.float32,
    second: np.float32,
    third: np.float32,
    fourth: np.float32,
    target: NDArray[np.float32],
) -> None:
    """Add four rows of a layer's weights, each as often as its number says."""
    row_one = flat[start + one * outputs : start + (one + 1) * outputs]
    row_two = flat[start + two * outputs : start + (two + 1) * outputs]
    row_three = flat[start + three * outputs : start + (three + 1) * outputs]
    row_four = flat[start + four * outputs : start + (four + 1) * outputs]
    for place in range(outputs):
        target[place] += (first * row_one[place] + second * row_two[place]) + (third * row_three[place] + fourth * row_four[place])


@rule
def values_of(sizes: NDArray[np.int64], flat: NDArray[np.float32], seen: NDArray[np.float64], room: NDArray[np.float32]) -> int:
    """Write the value of every action into a row of the room; returns which. Numbers that are 0, as most features are, cost nothing."""
    for place in range(sizes[0]):
        room[0, place] = seen[place]
    alive = np.empty(room.shape[1], np.int64)  # inputs that are not 0
    start = 0
    for layer in range(len(sizes) - 1):
        inputs, outputs = sizes[layer], sizes[layer + 1]
        source, target = room[layer % 2], room[(layer + 1) % 2, :outputs]
        count = 0
        for index in range(inputs):
            alive[count] = index
            count += source[index] != 0.0
        biases = flat[start + inputs * outputs : start + (inputs + 1) * outputs]
        for place in range(outputs):
            target[place] = biases[place]
        # Four rows of weights at a time: the sums are then read and written a fourth as often.
        for index in range(0, count - 3, 4):
            one, two, three, four = alive[index], alive[index + 1], alive[index + 2], alive[index + 3]
            add_rows(flat, start, outputs, one, two, three, four, source[one], source[two], source[three], source[four], target)
        for index in range(count - count % 4, count):
            number, first = source[alive[index]], start + alive[index] * outputs
            weights = flat[first : first + outputs]
            for place in range(outputs):
                target[place] += number * weights[place]
        if layer < len(sizes) - 2:
            for place in range(outputs):
                target[place] = max(target[place], np.float32(0.0))
        start += (inputs + 1) * outputs
    return (len(sizes) - 1) % 2
