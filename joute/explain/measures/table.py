"""One table for all methods: every criterion as a mean over positions whose decisive thing is known, with a standard error."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError, UnknownName, known
from joute.core.game import Game
from joute.core.state import Json
from joute.explain.ground_truth import GroundTruth, ground_truth
from joute.explain.measures.criteria import Criteria, MarkedPosition
from joute.explain.measures.methods import METHODS, Method
from joute.explain.provenance import LEARNERS, provenance

POSITIONS, SAMPLES = 20, 20_000
DEFAULT_METHODS = ("shapley", "occlusion", "lime", "independent", "random")


class NoPositions(JouteError):
    """An agent has no values to explain: it prefers the better action in none of the positions."""


@dataclass(frozen=True)
class Measurement:
    """What each method scored on each position."""

    game: Game
    truths: list[GroundTruth]
    scores: dict[str, list[Criteria]]  # by method, one for each position
    samples: int
    seed: int
    agent: Agent | None = None  # whose values are explained; None: those of continuations by the rule `careful`

    def mean(self, method: str, criterion: str) -> tuple[float, float]:
        """Mean and standard error of a criterion."""
        values = np.array([getattr(one, criterion) for one in self.scores[method]])
        return float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.inf

    def to_json(self, command: str = "") -> Json:
        """For a program, with the positions."""
        return {
            "joute explanation measures": 1,
            "positions": [truth.to_json() for truth in self.truths],
            "methods": {
                method: {name: dict(zip(("mean", "error"), self.mean(method, name), strict=True)) for name in Criteria.names()}
                for method in self.scores
            },
            "decisive_first": {method: [bool(one.decisive_first) for one in rows] for method, rows in self.scores.items()},
            "agent": self.agent.text if self.agent else None,
            "agent_version": self.agent.version if self.agent else None,
            "samples": self.samples,
            **provenance(self.game, self.seed, command, LEARNERS),
        }


def measure(
    game: Game,
    methods: Sequence[str] | Mapping[str, Method] = DEFAULT_METHODS,
    positions: int | Sequence[GroundTruth] = POSITIONS,
    samples: int = SAMPLES,
    seed: int = 0,
    agent: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Measurement:
    """Measure methods on positions whose decisive thing is known; each gets the same number of sampled worlds.

    A method is a name, or a function of one's own under a name. What is explained are the values of the agent if one is named, else of
    continuations in which everybody plays on by the rule `careful`. Positions that are given count if the agent prefers the better action.
    """
    measured = methods if isinstance(methods, Mapping) else {method: method_of(method) for method in methods}
    explained = registry.agent(agent, game) if agent else None
    count = positions if isinstance(positions, int) else len(positions)
    found: list[GroundTruth] = []
    scores: dict[str, list[Criteria]] = {name: [] for name in measured}
    for number, truth in enumerate(ground_truth(game, count, seed, explained) if isinstance(positions, int) else positions):
        asked = truth if explained is None or isinstance(positions, int) else truth.explained_by(explained)
        if asked is not None:
            found.append(asked)
            marked = MarkedPosition(asked, samples, seed + number)
            for name, method in measured.items():
                scores[name].append(Criteria.of(marked, method))
        if progress:
            progress(number + 1, count)
    if not found:
        raise NoPositions("{agent} prefers the better action in none of the positions", agent=agent)
    return Measurement(game, found, scores, samples, seed, explained)


def method_of(name: str) -> Method:
    """The method of that name."""
    if name not in METHODS:
        raise UnknownName("there is no method {method!r}; known: {methods}", method=name, methods=known(METHODS))
    return METHODS[name]
