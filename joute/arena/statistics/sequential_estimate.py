"""What a sequential test would have shown under another truth: a random walk between two bounds, followed on a grid.

Results of a test are ordered by when and where it stopped (stagewise, Armitage 1957): an early stop at the upper bound is the highest,
an early stop at the lower bound the lowest. The truth under which a result is the median of all results is its median-unbiased
estimate; where it is an extreme one, the truth is a bound of the interval.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance

import numpy as np

from joute.arena.statistics.rankings import Numbers

MOST_LOOKS = 100  # the walk is followed in so many steps; a test that looked more often is followed in larger ones
CELLS_A_STEP = 4  # of the grid, for one standard deviation of a step
MOST_CELLS, FEWEST_CELLS = 300, 40
HALVINGS = 24


@dataclass(frozen=True)
class Walk:
    """The log likelihood ratio of a test that has ended, as a walk."""

    middle: float  # the share at which it drifts nowhere
    slope: float  # its drift a block for each unit of share above that
    spread: float  # its standard deviation a block
    bounds: tuple[float, float]
    first: int  # blocks before the first look
    blocks: int
    end: float

    @classmethod
    def of(cls, blocks: Sequence[float], shares: tuple[float, float], bounds: tuple[float, float], first: int) -> "Walk":
        """The walk that these blocks made."""
        seen = variance([*blocks, 0.0, 1.0])
        gap, middle = shares[1] - shares[0], sum(shares) / 2
        end = len(blocks) * gap * (fmean(blocks) - middle) / seen
        return cls(middle, gap / seen, gap / math.sqrt(seen), bounds, min(first, len(blocks)), len(blocks), end)

    def lower(self, share: float) -> float:
        """How likely the result would have been lower, were that the true share."""
        drift, left = self.slope * (share - self.middle), self.blocks - self.first
        start = NormalDist(drift * self.first, self.spread * math.sqrt(self.first))
        if left == 0:
            return start.cdf(self.end)
        looks = min(left, MOST_LOOKS)
        stride = left / looks
        shift, spread = drift * stride, self.spread * math.sqrt(stride)
        grid, width = self._grid(spread)
        falls, rises = _below(self.bounds[0] - grid - shift, spread), _below(grid + shift - self.bounds[1], spread)
        kernel = _normal(grid[:, None] - grid[None, :] - shift, spread) * width
        inside = _normal(grid - start.mean, start.stdev) * width
        low, high = start.cdf(self.bounds[0]), 1 - start.cdf(self.bounds[1])
        for _ in range(looks - 1):
            low += float(inside @ falls)
            high += float(inside @ rises)
            inside = kernel @ inside
        if self.end >= self.bounds[1]:
            return 1 - high - float(inside @ _below(grid + shift - self.end, spread))
        return low + float(inside @ _below(self.end - grid - shift, spread))

    def _grid(self, spread: float) -> tuple[Numbers, float]:
        room = self.bounds[1] - self.bounds[0]
        cells = round(min(max(CELLS_A_STEP * room / spread, FEWEST_CELLS), MOST_CELLS))
        return self.bounds[0] + room * (np.arange(cells) + 0.5) / cells, room / cells


def likeliest(walk: Walk, level: float) -> float:
    """The true share under which such a part of all results would have been higher than this one."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        share = (low + high) / 2
        low, high = (share, high) if walk.lower(share) > 1 - level else (low, share)
    return (low + high) / 2


def _normal(values: Numbers, spread: float) -> Numbers:
    """The density of a normal deviate."""
    return np.exp(-0.5 * (values / spread) ** 2) / (spread * math.sqrt(2 * math.pi))


def _below(values: Numbers, spread: float) -> Numbers:
    """How likely a normal deviate lies below each value."""
    return np.array([0.5 * math.erfc(-value / (spread * math.sqrt(2))) for value in values.tolist()])
