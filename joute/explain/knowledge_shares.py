"""What the difference between two actions is due to among the things that the seat knows.

Shapley values share the difference out among things (Shapley 1953; for behaviour of agents: Beechey et al. 2023). A thing that is left out
is not replaced by a random column: it is drawn again by the game, together with all that is hidden, so that only possible worlds count.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import seed_of
from joute.explain.contrast import Contrast
from joute.explain.shares import SEEDS, Share, shares_of
from joute.explain.steps import Steps
from joute.jit.struct import Float64s

EXACT_THINGS = 10  # up to this number, all sets of things are evaluated; beyond, orders are sampled
WITHOUT_SHARE = 10  # part of the samples that goes to the question what one thing alone changes


@dataclass(frozen=True)
class KnowledgeShares:
    """Shapley values of the things that a seat knows."""

    shares: list[Share]  # in the order of the things
    nothing: float  # the difference if none of them is known
    everything: float  # if all are known
    without: list[float]  # if all but this one are known, for each thing
    exact: bool  # all sets of things were evaluated; else orders were sampled

    def ranked(self) -> list[Share]:
        """The weightiest first."""
        return sorted(self.shares, key=lambda share: -abs(share.value))


def knowledge_shares(contrast: Contrast, samples: int) -> Steps[KnowledgeShares]:
    """What each known thing contributes to the difference between the two actions."""
    count = len(contrast.things)
    rows, ends = [], []
    for seed in range(SEEDS):
        yield seed / (SEEDS + 1)
        values = (
            exact_shapley(contrast, samples // SEEDS, seed) if count <= EXACT_THINGS else sampled_shapley(contrast, samples // SEEDS, seed)
        )
        rows.append(values[0])
        ends.append(values[1:])
    things = contrast.things
    shares = shares_of([thing.name for thing in things], [thing.label for thing in things], np.array(rows).reshape(SEEDS, count))
    nothing, everything = np.array(ends).mean(axis=0).tolist()
    yield SEEDS / (SEEDS + 1)
    return KnowledgeShares(shares, nothing, everything, without_each(contrast, samples // WITHOUT_SHARE), count <= EXACT_THINGS)


def without_each(contrast: Contrast, samples: int) -> list[float]:
    """The difference if one thing alone is not known, for each thing."""
    count = len(contrast.things)
    each = max(1, samples // max(1, count))
    known = ~np.eye(count, dtype=np.bool_)
    gaps = contrast.gaps(known.repeat(each, axis=0), "without").reshape(count, each)
    return [float(gap) for gap in gaps.mean(axis=1)]


def coalition_values(contrast: Contrast, samples: int, seed: int) -> Float64s:
    """The mean difference for every set of known things, by the bits of its number."""
    sets = 1 << len(contrast.things)
    each = max(1, samples // sets)
    known = all_sets(len(contrast.things)).repeat(each, axis=0)
    values: Float64s = contrast.gaps(known, "sets", seed).reshape(sets, each).mean(axis=1)
    return values


def all_sets(count: int) -> NDArray[np.bool_]:
    """Every set of things [set, thing], by the bits of its number."""
    return (np.arange(1 << count)[:, None] >> np.arange(count) & 1).astype(np.bool_)


def exact_shapley(contrast: Contrast, samples: int, seed: int) -> tuple[Float64s, float, float]:
    """Shapley values from all sets, and the difference if nothing and if everything is known."""
    values = coalition_values(contrast, samples, seed)
    return shapley_of_sets(values), float(values[0]), float(values[-1])


def shapley_of_sets(values: Float64s) -> Float64s:
    """Shapley values of a function of all sets, given by the bits of their numbers.

    >>> shapley_of_sets(np.array([0.0, 1.0, 3.0, 8.0])).tolist()
    [3.0, 5.0]
    """
    count = len(values).bit_length() - 1
    numbers = np.arange(len(values))
    sizes = np.bitwise_count(numbers)
    weights = np.array(
        [math.factorial(size) * math.factorial(max(0, count - size - 1)) / math.factorial(count) for size in range(count + 1)]
    )
    shapley = np.zeros(count)
    for thing in range(count):
        without = numbers[numbers >> thing & 1 == 0]
        shapley[thing] = (weights[sizes[without]] * (values[without | 1 << thing] - values[without])).sum()
    return shapley


def sampled_shapley(contrast: Contrast, samples: int, seed: int) -> tuple[Float64s, float, float]:
    """Shapley values from random orders in which things become known, each order also backwards."""
    count = len(contrast.things)
    rng = np.random.default_rng(seed_of(contrast.seed, "orders", seed))
    orders = np.array([rng.permutation(count) for _ in range(max(1, samples // (2 * (count + 1))))])
    orders = np.concatenate([orders, orders[:, ::-1]])
    places = np.argsort(orders, axis=1)  # [order, thing] -> when it becomes known
    known = places[:, None, :] < np.arange(count + 1)[None, :, None]  # [order, step, thing]
    gaps = contrast.gaps(known.reshape(-1, count), "orders", seed).reshape(len(orders), count + 1)
    steps = np.take_along_axis(np.diff(gaps, axis=1), places, axis=1)  # [order, thing]
    return steps.mean(axis=0), float(gaps[:, 0].mean()), float(gaps[:, -1].mean())
