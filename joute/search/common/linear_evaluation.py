"""A fitted evaluation: a weight for every feature of a game, in a file that says what made it.

A seat's chance to win is the logistic function of the weighted difference between its features and the mean of the others', less the
odds against one among all seats. Weights say nothing about other rules or other features; they are refused there.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core import settings
from joute.core.definition import AnyDefinition
from joute.core.errors import BadWeights, system_reason
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import Fields, Json

FORMAT = 1
SAMPLE = 32  # choices of a random game that tell rules apart: more would cost every start of an agent
DIGITS = 6  # of a feature that count for the signature: beyond them machines may differ


@dataclass(frozen=True)
class Weights:
    """What every feature is worth, and how that was found."""

    game: str
    options: dict[str, Any]  # those that are not the default
    signature: str  # of the rules and features that they were made for
    weights: dict[str, float]  # by the name of the feature, in the order of the features
    made: Json = field(default_factory=dict)  # command, seed, games, positions, log loss and the like

    @property
    def vector(self) -> NDArray[np.float64]:
        """The weights in the order of the features."""
        return np.array(list(self.weights.values()))

    def check(self, game: Game) -> "Weights":
        """These weights, if they say something about the game; a sentence why not, else."""
        if self.game != game.name:
            raise BadWeights("these weights were fitted for {owner}, not for {game}", owner=self.game, game=game.name)
        if list(self.weights) != names_of(game):
            raise BadWeights(
                "these weights were fitted for other features than those of {game!r}: fit them again with joute fit {name}",
                game=game,
                name=game.name,
            )
        if self.signature != signature(game.definition, json.dumps(self.options)):
            raise BadWeights(
                "these weights were fitted for other rules of {game} than today's: fit them again with joute fit {game}", game=game.name
            )
        return self

    def save(self, file: Path) -> None:
        """Write them where a person can read them."""
        text = json.dumps({"joute weights": FORMAT, **vars(self)}, indent=1, ensure_ascii=False)
        try:
            file.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise BadWeights("weights cannot be written to {file}: {error}", file=file, error=system_reason(error)) from error


def load(file: Path) -> Weights:
    """The weights in a file."""
    try:
        fields = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(fields, dict) or fields.pop("joute weights", None) != FORMAT:
            raise BadWeights("{file} holds no weights of Joute: it has no 'joute weights' of a known format", file=file)
        found = Weights(**fields)
        _check_numbers(found.weights, file)
    except OSError as error:
        raise BadWeights("weights cannot be read from {file}: {error}", file=file, error=system_reason(error)) from error
    except BadWeights:
        raise
    except (TypeError, ValueError, RecursionError) as error:
        raise BadWeights("{file} holds no weights of Joute: {error}", file=file, error=error) from error
    return found


def _check_numbers(weights: Any, file: Path) -> None:
    if not isinstance(weights, Mapping) or not all(isinstance(value, (int, float)) and np.isfinite(value) for value in weights.values()):
        raise BadWeights("{file} holds no weights of Joute: 'weights' must give every feature a finite number", file=file)


def names_of(game: Game) -> list[str]:
    """The names of the game's features; a sentence where it has none."""
    if game.definition.feature_names is None or not game.definition.states_itself("features"):
        raise BadWeights("{game} states no features: there is nothing to give weights to", game=game.name)
    return game.definition.feature_names(game.options)


@lru_cache
def signature(definition: AnyDefinition, options: str) -> str:
    """A hash of what happens in the beginning of a random game: every record, and the features of a seat.

    It tells rules apart by what they do, so that it is the same for every version of Python.
    """
    game = Game(definition, settings.make(definition.options, json.loads(options), definition.name))
    digest, state = blake2b(digest_size=8), game.new(1)
    seen = np.zeros(len(names_of(game)))
    for turn in range(SAMPLE):
        seat = turn % game.spec.seats
        definition.stated["features"](Fields.of(game.view(state, seat)), seat, seen)
        digest.update(state.array.tobytes() + np.round(seen + 0.0, DIGITS).astype(np.float32).tobytes())
        if game.over(state):
            break
        game.step(state, random_choices(game, state, "signature", turn))
    return digest.hexdigest()
