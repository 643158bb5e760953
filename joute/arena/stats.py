"""Statistics that know no game: means of blocks with their intervals, Elo differences, quantiles."""

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95


def student_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's t (Cornish-Fisher expansion; Abramowitz and Stegun 26.7.5), within 1 % from 3 degrees on."""
    z = NormalDist().inv_cdf(probability)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def share_interval(blocks: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Where the true share lies, from the shares of independent blocks.

    One block won and one lost are added before the t interval is taken (as Agresti and Coull 1998 do for proportions), so that
    ten wins out of ten do not pass for certainty.
    """
    seen = [*blocks, 0.0, 1.0]
    half = student_quantile((1 + confidence) / 2, len(seen) - 1) * stdev(seen) / math.sqrt(len(seen))
    middle, plain = fmean(seen), fmean(blocks) if blocks else 0.5
    return max(0.0, min(middle - half, plain)), min(1.0, max(middle + half, plain))


def elo_difference(share: float) -> float | None:
    """The Elo difference at which such a share of the points is expected; None when it is all or nothing."""
    return None if not 0 < share < 1 else 400 * math.log10(share / (1 - share))


def quantile(values: Sequence[float], probability: float) -> float:
    """The value below which such a part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(probability * len(ordered)))] if ordered else 0.0


def win_shares(scores: Sequence[float]) -> list[float]:
    """The point of a game, shared among those with the highest score."""
    best = max(scores)
    winners = sum(score == best for score in scores)
    return [1 / winners if score == best else 0.0 for score in scores]
