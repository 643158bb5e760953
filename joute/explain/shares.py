"""The parts of a difference between two actions, each with a standard error over independent seeds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from joute.arena.statistics.estimates import student_quantile
from joute.explain.explanation_info import ShareInfo
from joute.jit.struct import Float64s

SEEDS = 8  # independent repetitions, from which intervals come


@dataclass(frozen=True)
class Share:
    """The part of a difference that is due to one thing."""

    name: str
    label: dict[str, str]  # by language; `{0}` stands for the player on the first seat
    value: float
    error: float  # standard error, over independent seeds

    @property
    def interval(self) -> tuple[float, float]:
        """In which the mean of endless samples lies in 95 of 100 cases."""
        half = student_quantile(0.975, SEEDS - 1) * self.error
        return self.value - half, self.value + half

    def info(self) -> ShareInfo:
        """For a program."""
        return {"name": self.name, "label": self.label, "value": self.value, "error": self.error, "interval": list(self.interval)}


def shares_of(names: Sequence[str], labels: Sequence[dict[str, str]], by_seed: Float64s) -> list[Share]:
    """Means and standard errors over seeds [seed, thing]."""
    means, errors = by_seed.mean(axis=0), by_seed.std(axis=0, ddof=1) / math.sqrt(len(by_seed))
    return [Share(*row) for row in zip(names, labels, means.tolist(), errors.tolist(), strict=True)]
