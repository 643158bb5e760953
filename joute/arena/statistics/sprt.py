"""Sequential probability ratio test (SPRT) on an Elo difference: it looks at block after block, and stops when it is decided.

The generalised test on means of blocks (Wald 1945; Van den Bergh 2009), in its normal approximation: the variance is that of the blocks
so far, with one block won and one lost added. The estimate after a stop is median-unbiased.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance
from typing import TypedDict

import numpy as np

from joute.arena.statistics.estimates import CONFIDENCE, elo_difference, expected_share
from joute.arena.statistics.rating import Floats
from joute.core.errors import BadSetting
from joute.i18n import Sentence, in_every_language, say

MIN_BLOCKS = 60  # before the test may stop: with fewer, its errors are more frequent than they claim
ERROR = 0.05
MAX_GAMES = 20_000
MAX_LOOKS = 100  # steps in which the walk is followed; larger steps if the test looked more often
CELLS_PER_STEP = 4  # of the grid, for one standard deviation of a step
MAX_CELLS, MIN_CELLS = 300, 40
HALVINGS = 24


@dataclass(frozen=True)
class Sprt:
    """Is the first agent ahead by `elo1` rather than by `elo0`?

    >>> import joute
    >>> game = joute.game("morpion", width=3, height=3, align=3)
    >>> joute.duel(game, ["random", "random:"], games=20, seed=1, until=joute.Sprt(0, 50)).verdict["accepted"] is None
    True
    """

    elo0: float
    elo1: float
    alpha: float = ERROR  # how often `elo1` may be accepted if `elo0` is true
    beta: float = ERROR  # how often `elo0` may be accepted if `elo1` is true

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """From `elo0,elo1`."""
        try:
            elo0, elo1 = (float(part) for part in text.split(","))
        except ValueError as error:
            raise BadSetting("--sprt {text}: two Elo differences are written elo0,elo1, for instance 0,30", text=text) from error
        if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
            raise BadSetting("--sprt {text}: the first Elo difference must be below the second", text=text)
        return cls(elo0, elo1)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which one or the other is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def shares(self) -> tuple[float, float]:
        """The shares of the points under either hypothesis."""
        return expected_share(self.elo0), expected_share(self.elo1)

    def judge(self, blocks: Sequence[float]) -> "SprtResult":
        """The result after these blocks; blocks after the decision are ignored."""
        watch = SprtWatch(self)
        for block in blocks:
            watch.see(block)
            if watch.accepted:
                break
        return SprtResult(self, watch.accepted, watch.ratio, list(blocks[: watch.blocks]))


class SprtWatch:
    """A sequential test in progress: it sees one block after another."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.blocks, self.total, self.squares = 0, 0.0, 0.0

    def see(self, block: float) -> None:
        """Add a block: the first agent's mean share of the point."""
        self.blocks += 1
        self.total += block
        self.squares += block * block

    @property
    def ratio(self) -> float:
        """The log likelihood ratio of the two hypotheses so far."""
        low, high = self.test.shares
        variance = (self.squares + 1 - (self.total + 1) ** 2 / (self.blocks + 2)) / (self.blocks + 1)
        return (high - low) * (self.total - self.blocks * (low + high) / 2) / variance

    @property
    def accepted(self) -> str | None:
        """The accepted hypothesis, elo0 or elo1; None while undecided."""
        low, high = self.test.bounds
        if self.blocks < MIN_BLOCKS or low < self.ratio < high:
            return None
        return "elo1" if self.ratio >= high else "elo0"


class SprtData(TypedDict):
    """A sequential test in a report; the verdict by language."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    blocks: int
    ratio: float
    bounds: list[float]
    accepted: str | None
    verdict: dict[str, str]
    plain_share: float
    share: float
    interval: list[float]
    elo: float | None
    elo_interval: list[float | None]


@dataclass(frozen=True)
class SprtResult:
    """How a sequential test ended."""

    test: Sprt
    accepted: str | None  # elo0 or elo1; None: undecided
    ratio: float
    blocks: list[float]

    def estimate(self) -> tuple[float, float, float]:
        """The share of the first agent and the bounds of its interval, median-unbiased: the plain mean at a stop is biased towards the
        side on which the test stopped."""
        walk = Walk.of(self.blocks, self.test.shares, self.test.bounds, MIN_BLOCKS)
        low, middle, high = (share_at_level(walk, level) for level in ((1 - CONFIDENCE) / 2, 0.5, (1 + CONFIDENCE) / 2))
        return middle, low, high

    def sentence(self, first: str, second: str) -> dict[str, str]:
        """The verdict in every language."""
        names = {"first": first, "second": second, "elo0": f"{self.test.elo0:g}", "elo1": f"{self.test.elo1:g}"}
        return in_every_language(lambda: say(VERDICTS[self.accepted], **names))

    def to_json(self, first: str, second: str) -> SprtData:
        """For reports."""
        share, low, high = self.estimate()
        return {
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "alpha": self.test.alpha,
            "beta": self.test.beta,
            "blocks": len(self.blocks),
            "ratio": self.ratio,
            "bounds": list(self.test.bounds),
            "accepted": self.accepted,
            "verdict": self.sentence(first, second),
            "plain_share": fmean(self.blocks),
            "share": share,
            "interval": [low, high],
            "elo": elo_difference(share),
            "elo_interval": [elo_difference(low), elo_difference(high)],
        }


VERDICTS: dict[str | None, Sentence] = {
    "elo1": "{first} is ahead of {second}: {elo1} Elo are accepted against {elo0}.",
    "elo0": "{first} is not ahead of {second} by {elo1} Elo: {elo0} are accepted.",
    None: "The games ended before it was known whether {first} is ahead of {second} by {elo0} or by {elo1} Elo.",
}


# --- the estimate after a stop ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Walk:
    """The log likelihood ratio of a test that has ended, as a random walk between two bounds, followed on a grid.

    Results are ordered by when and where the test stopped (stagewise, Armitage 1957): an early stop at the upper bound is the highest, an
    early stop at the lower bound the lowest. The share under which a result is the median of all results is its median-unbiased estimate;
    the shares under which it is extreme are the bounds of the interval.
    """

    middle: float  # the share without drift
    slope: float  # its drift a block for each unit of share above that
    spread: float  # its standard deviation a block
    bounds: tuple[float, float]
    first: int  # blocks before the first look
    blocks: int
    end: float

    @classmethod
    def of(cls, blocks: Sequence[float], shares: tuple[float, float], bounds: tuple[float, float], first: int) -> "Walk":
        """The walk of these blocks."""
        seen = variance([*blocks, 0.0, 1.0])
        gap, middle = shares[1] - shares[0], sum(shares) / 2
        end = len(blocks) * gap * (fmean(blocks) - middle) / seen
        return cls(middle, gap / seen, gap / math.sqrt(seen), bounds, min(first, len(blocks)), len(blocks), end)

    def lower(self, share: float) -> float:
        """The probability of a lower result if that is the true share."""
        drift, left = self.slope * (share - self.middle), self.blocks - self.first
        start = NormalDist(drift * self.first, self.spread * math.sqrt(self.first))
        if left == 0:
            return start.cdf(self.end)
        looks = min(left, MAX_LOOKS)
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

    def _grid(self, spread: float) -> tuple[Floats, float]:
        room = self.bounds[1] - self.bounds[0]
        cells = round(min(max(CELLS_PER_STEP * room / spread, MIN_CELLS), MAX_CELLS))
        return self.bounds[0] + room * (np.arange(cells) + 0.5) / cells, room / cells


def share_at_level(walk: Walk, level: float) -> float:
    """The true share under which that part of all results is higher than this one."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        share = (low + high) / 2
        low, high = (share, high) if walk.lower(share) > 1 - level else (low, share)
    return (low + high) / 2


def _normal(values: Floats, spread: float) -> Floats:
    """The density of a normal deviate."""
    return np.exp(-0.5 * (values / spread) ** 2) / (spread * math.sqrt(2 * math.pi))


def _below(values: Floats, spread: float) -> Floats:
    """The probability that a normal deviate lies below each value."""
    return np.array([0.5 * math.erfc(-value / (spread * math.sqrt(2))) for value in values.tolist()])
