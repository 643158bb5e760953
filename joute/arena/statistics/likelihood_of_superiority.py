"""Who is stronger than whom, when many are compared at once."""

from collections.abc import Sequence

import numpy as np

from joute.arena.statistics.intervals import student_probability
from joute.arena.statistics.rankings import Numbers


def superiority(differences: Numbers, variances: Numbers, units: int) -> Numbers:
    """[agent, agent]: how likely the first is stronger than the second; one half where nothing is known."""
    errors = np.sqrt(variances * units / max(1, units - 1))
    likely = np.full(differences.shape, 0.5)
    for first, second in zip(*np.nonzero(errors > 0), strict=True):
        likely[first, second] = student_probability(differences[first, second] / errors[first, second], max(1, units - 1))
    return likely


def two_sided(likely: float) -> float:
    """How likely so large a difference comes by luck alone, in either direction."""
    return min(1.0, 2 * min(likely, 1 - likely))


def holm(probabilities: Sequence[float]) -> list[float]:
    """The probabilities corrected for their number (Holm 1979): those below 0.05 are true, all of them, 95 times in 100."""
    corrected = [1.0] * len(probabilities)
    largest = 0.0
    for place, number in enumerate(sorted(range(len(probabilities)), key=lambda number: probabilities[number])):
        largest = max(largest, min(1.0, (len(probabilities) - place) * probabilities[number]))
        corrected[number] = largest
    return corrected


def groups(order: Sequence[int], separated: set[tuple[int, int]]) -> list[list[int]]:
    """Those that cannot be told apart: the longest runs along the ranking in which no two are separated, of two or more."""
    found: list[list[int]] = []
    for first in range(len(order)):
        last = first
        while last + 1 < len(order) and not any(
            (one, order[last + 1]) in separated or (order[last + 1], one) in separated for one in order[first : last + 1]
        ):
            last += 1
        if last > first and (not found or order[last] not in found[-1]):
            found.append(list(order[first : last + 1]))
    return found
