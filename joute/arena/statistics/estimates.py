"""Statistics that know no game: shares of a point, means of blocks with their intervals, Elo differences, quantiles."""

import math
from collections.abc import Collection, Sequence
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95
ELO = 400 / math.log(10)  # Elo points of one natural logarithm of strength


def student_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's t (Cornish-Fisher expansion; Abramowitz and Stegun 26.7.5), within 1 % from 3 degrees on."""
    z = NormalDist().inv_cdf(probability)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def student_probability(t: float, freedom: int) -> float:
    """The probability that Student's t lies below that value (Wallace 1959: the normal deviate of the same tail, within 0.02)."""
    deviate = math.sqrt(freedom * math.log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return NormalDist().cdf(math.copysign(deviate, t))


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability that chi-square exceeds that value (Wilson and Hilferty 1931)."""
    if freedom < 1:
        return 1.0
    spread = 2 / (9 * freedom)
    return NormalDist().cdf((1 - spread - (max(value, 0.0) / freedom) ** (1 / 3)) / math.sqrt(spread))


def share_interval(blocks: Sequence[float], fair: float = 0.5, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The confidence interval of the share, from the shares of independent blocks; `fair` is the share of equals.

    Two blocks are added before the t interval is taken, one above and one below the fair share by the standard deviation of a game won
    or lost (for two agents a block won and one lost, as Agresti and Coull 1998 do for proportions), so that ten wins out of ten do not
    count as certainty and few blocks say that the share is near the fair one.
    """
    away = math.sqrt(fair * (1 - fair))
    seen = [*blocks, fair - away, fair + away]
    half = student_quantile((1 + confidence) / 2, len(seen) - 1) * stdev(seen) / math.sqrt(len(seen))
    middle, plain = fmean(seen), fmean(blocks) if blocks else fair
    return max(0.0, min(middle - half, plain)), min(1.0, max(middle + half, plain))


def mean_interval(blocks: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """The confidence interval of the mean, from the means of independent blocks; None if there are fewer than three."""
    if len(blocks) < 3:
        return None
    half = student_quantile((1 + confidence) / 2, len(blocks) - 1) * stdev(blocks) / math.sqrt(len(blocks))
    return fmean(blocks) - half, fmean(blocks) + half


def clustered_interval(values: Sequence[float], clusters: Sequence[int], confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """The confidence interval of the mean of values that are independent between clusters alone; None if there are fewer than three.

    A cluster may have any number of values: the error is that of the ratio of two means (Cochran 1977, 6.4).
    """
    residuals: dict[int, float] = {}
    mean = fmean(values) if values else 0.0
    for value, cluster in zip(values, clusters, strict=True):
        residuals[cluster] = residuals.get(cluster, 0.0) + value - mean
    count = len(residuals)
    if count < 3:
        return None
    error = math.sqrt(sum(residual**2 for residual in residuals.values()) * count / (count - 1)) / len(values)
    half = student_quantile((1 + confidence) / 2, count - 1) * error
    return mean - half, mean + half


def elo_difference(share: float) -> float | None:
    """The Elo difference at which that share of the points is expected; None for 0 and 1."""
    return None if not 0 < share < 1 else 400 * math.log10(share / (1 - share))


def expected_share(elo: float) -> float:
    """The share of the points expected at that Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def quantile(values: Sequence[float], probability: float) -> float:
    """The value below which that part of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(probability * len(ordered)))] if ordered else 0.0


def shares(scores: Sequence[float], faults: Collection[int] = ()) -> list[float]:
    """The point of a game, shared among the highest scores of the seats without a fault; nobody gets it if all are at fault."""
    playing = [seat for seat in range(len(scores)) if seat not in faults]
    best = max((scores[seat] for seat in playing), default=0.0)
    winners = [seat for seat in playing if scores[seat] == best]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(scores))]
