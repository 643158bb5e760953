"""Glicko-2 (Glickman, "Example of the Glicko-2 system", 2022): a rating, how sure it is, and how steady the player is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178  # Glickman's, from rating points to his inner scale
TAU = 0.5  # how fast volatility may change
CONVERGED = 1e-6


@dataclass(frozen=True)
class Rating:
    """What is known of a player's strength."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True)
class Against:
    """One result: 1 won, 0.5 drawn, 0 lost; its weight says how much of a game it is."""

    opponent: Rating
    score: float
    weight: float = 1.0


def rated(player: Rating, results: Sequence[Against]) -> Rating:
    """The rating after these results. Step numbers are those of the paper."""
    # 2. To the inner scale.
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    # 3, 4. What the results say: their information and the gain they suggest.
    information = gain = 0.0
    for result in results:
        other, spread = (result.opponent.rating - 1500) / SCALE, result.opponent.deviation / SCALE
        g = 1 / math.sqrt(1 + 3 * spread**2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - other)))
        information += result.weight * g**2 * expected * (1 - expected)
        gain += result.weight * g * (result.score - expected)
    if information == 0:
        return player
    variance = 1 / information
    # 5. The new volatility.
    sigma = _volatility(player.volatility, phi, variance, variance * gain)
    # 6, 7. Less sure by the time that passed, surer by what was seen; part of a game is part of a rating period.
    period = min(1.0, sum(result.weight for result in results))
    phi = 1 / math.sqrt(1 / (phi**2 + period * sigma**2) + information)
    mu += phi**2 * gain
    # 8. Back to rating points.
    return Rating(1500 + SCALE * mu, SCALE * phi, sigma)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The root of the paper's f by the Illinois algorithm."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CONVERGED:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
