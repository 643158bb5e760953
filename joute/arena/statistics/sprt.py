"""A sequential test of two hypotheses on an Elo difference: it looks at block after block, and stops when the answer is known.

The generalised sequential probability ratio test on means of blocks (Wald 1945; Van den Bergh 2009), in its normal approximation:
the variance is that of the blocks so far, with one block won and one lost added.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from joute.arena.statistics.intervals import CONFIDENCE, elo_difference, expected_share
from joute.arena.statistics.sequential_estimate import Walk, likeliest
from joute.core.errors import BadSetting
from joute.core.state import Json

FEWEST_BLOCKS = 60  # before the test may stop: with fewer, its errors are more frequent than they claim
ERROR = 0.05
MOST_GAMES = 20_000


@dataclass(frozen=True)
class Sprt:
    """Is the first agent ahead by `elo1` rather than by `elo0`?"""

    elo0: float
    elo1: float
    alpha: float = ERROR  # how often `elo1` may be accepted where `elo0` is true
    beta: float = ERROR  # how often `elo0` may be accepted where `elo1` is true

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """From `elo0,elo1`."""
        try:
            elo0, elo1 = (float(part) for part in text.split(","))
        except ValueError as error:
            raise BadSetting(f"--sprt {text}: two Elo differences are written elo0,elo1, for instance 0,30") from error
        if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
            raise BadSetting(f"--sprt {text}: the first Elo difference must be below the second")
        return cls(elo0, elo1)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which one or the other is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def shares(self) -> tuple[float, float]:
        """The shares of the points under either hypothesis."""
        return expected_share(self.elo0), expected_share(self.elo1)

    def judge(self, blocks: Sequence[float]) -> "Verdict":
        """What the blocks say; those after the answer was known are not looked at."""
        watch = Watch(self)
        for block in blocks:
            watch.see(block)
            if watch.accepted:
                break
        return Verdict(self, watch.accepted, watch.ratio, list(blocks[: watch.blocks]))


class Watch:
    """A sequential test under way: it sees one block after another."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.blocks, self.total, self.squares = 0, 0.0, 0.0

    def see(self, block: float) -> None:
        """One block more, as the first agent's mean share of the point."""
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
        """The hypothesis that is accepted: elo0 or elo1; None while the answer is not known."""
        low, high = self.test.bounds
        if self.blocks < FEWEST_BLOCKS or low < self.ratio < high:
            return None
        return "elo1" if self.ratio >= high else "elo0"


@dataclass(frozen=True)
class Verdict:
    """How a sequential test ended."""

    test: Sprt
    accepted: str | None  # elo0 or elo1; None: undecided
    ratio: float
    blocks: list[float]

    def estimate(self) -> tuple[float, float, float]:
        """The share of the first agent, median-unbiased, with the bounds of its interval: the plain mean at a stop leans to the side
        on which the test stopped."""
        walk = Walk.of(self.blocks, self.test.shares, self.test.bounds, FEWEST_BLOCKS)
        low, middle, high = (likeliest(walk, level) for level in ((1 - CONFIDENCE) / 2, 0.5, (1 + CONFIDENCE) / 2))
        return middle, low, high

    def sentence(self, first: str, second: str) -> dict[str, str]:
        """The verdict in English and French."""
        words = {"first": first, "second": second, "elo0": f"{self.test.elo0:g}", "elo1": f"{self.test.elo1:g}"}
        english, french = SENTENCES[self.accepted]
        return {"en": english.format(**words), "fr": french.format(**words)}

    def to_json(self, first: str, second: str) -> Json:
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


SENTENCES = {
    "elo1": (
        "{first} is ahead of {second}: {elo1} Elo are accepted against {elo0}.",
        "{first} est devant {second} : {elo1} points Elo sont acceptés contre {elo0}.",
    ),
    "elo0": (
        "{first} is not ahead of {second} by {elo1} Elo: {elo0} are accepted.",
        "{first} ne devance pas {second} de {elo1} points Elo : {elo0} sont acceptés.",
    ),
    None: (
        "The games ended before it was known whether {first} is ahead of {second} by {elo0} or by {elo1} Elo.",
        "Les parties se sont terminées sans que l'on sache si {first} devance {second} de {elo0} ou de {elo1} points Elo.",
    ),
}
