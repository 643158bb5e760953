"""One table for all methods: every criterion as a mean over positions whose decisive thing is known, with a standard error."""

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from joute.arena.worker import rules_fingerprint
from joute.core import settings
from joute.core.errors import UnknownName, known
from joute.core.game import Game
from joute.core.rng import plain_seed
from joute.core.state import Json
from joute.explain.ground_truth import GroundTruth, ground_truth
from joute.explain.measures.criteria import Criteria
from joute.explain.measures.methods import METHODS
from joute.version import __version__

POSITIONS, SAMPLES = 20, 20_000
DEFAULT_METHODS = ("shapley", "occlusion", "lime", "independent", "random")


@dataclass(frozen=True)
class Measurement:
    """What each method scored on each position."""

    game: Game
    truths: list[GroundTruth]
    scores: dict[str, list[Criteria]]  # by method, one for each position
    samples: int
    seed: int

    def mean(self, method: str, criterion: str) -> tuple[float, float]:
        """Mean and standard error of a criterion."""
        values = np.array([getattr(one, criterion) for one in self.scores[method]])
        return float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.inf

    def to_json(self, command: str = "") -> Json:
        """For a program, with the positions."""
        return {
            "joute explanation measures": 1,
            "game": self.game.name,
            "options": settings.changed(self.game.options),
            "positions": [truth.to_json() for truth in self.truths],
            "methods": {
                method: {name: dict(zip(("mean", "error"), self.mean(method, name), strict=True)) for name in Criteria.names()}
                for method in self.scores
            },
            "decisive_first": {method: [bool(one.decisive_first) for one in rows] for method, rows in self.scores.items()},
            "samples": self.samples,
            "seed": plain_seed(self.seed),
            "rules": rules_fingerprint(self.game),
            "versions": {"joute": __version__, "python": sys.version.split()[0], "numpy": np.__version__},
            "command": command,
        }


def measure(
    game: Game,
    methods: Sequence[str] = DEFAULT_METHODS,
    positions: int = POSITIONS,
    samples: int = SAMPLES,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Measurement:
    """Measure methods on positions whose decisive thing is known; each gets the same number of sampled worlds."""
    for method in methods:
        if method not in METHODS:
            raise UnknownName("there is no method {method!r}; known: {methods}", method=method, methods=known(METHODS))
    truths: list[GroundTruth] = []
    scores: dict[str, list[Criteria]] = {method: [] for method in methods}
    for number, truth in enumerate(ground_truth(game, positions, seed)):
        truths.append(truth)
        for method in methods:
            scores[method].append(Criteria.of(truth, METHODS[method], samples, seed + number))
        if progress:
            progress(number + 1, positions)
    return Measurement(game, truths, scores, samples, seed)
