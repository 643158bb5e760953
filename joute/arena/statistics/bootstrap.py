"""Block bootstrap: what the ratings would be, had other blocks been drawn; and intervals from it.

Intervals are bias-corrected and accelerated (BCa, Efron 1987), their levels widened as Student's t asks for few units
(Hesterberg 2015): plain percentiles cover too little.
"""

import math
from statistics import NormalDist

import numpy as np

from joute.arena.statistics.intervals import CONFIDENCE, student_quantile
from joute.arena.statistics.rankings import Numbers, added_up
from joute.arena.statistics.rating import LEASH, PRECISE, PRIOR, Evidence, Fit, fit
from joute.core.rng import seed_of

RESAMPLES = 1000
HANDFUL = 50  # resamples fitted at once
MOST_STEPS = 40
CLOSE = 1e-5  # of a log strength: far below what intervals show
MOST_BIAS = 1.5  # normal deviates: beyond this the resamples say nothing about the bias


def resample(fitted: Fit, resamples: int, seed: int) -> Numbers:
    """[resample, agent]: the strengths that fit so many draws of the units, with replacement."""
    source = np.random.Generator(np.random.PCG64(seed_of(seed, "bootstrap")))
    drawn = [_handful(fitted, min(HANDFUL, resamples - first), source) for first in range(0, resamples, HANDFUL)]
    return np.concatenate(drawn) if drawn else np.zeros((0, fitted.placings.agents))


def _handful(fitted: Fit, count: int, source: np.random.Generator) -> Numbers:
    games = fitted.placings
    times = np.stack([np.bincount(source.integers(games.units, size=games.units), minlength=games.units) for _ in range(count)])
    prior = PRIOR * source.poisson(1.0, (2, count, games.agents))
    weights = times[:, games.unit] * games.weight
    wins = np.stack([added_up(games.first, row, games.agents) for row in weights])
    met = np.stack([added_up(games.field, row, len(games.fields)) for row in weights])
    return _fit_all(fitted, wins, met, prior[0], prior[1])


def _fit_all(fitted: Fit, wins: Numbers, met: Numbers, won: Numbers, lost: Numbers) -> Numbers:
    """All at once along the curvature of the original fit; those that do not come to rest are fitted one by one."""
    fields, inverse = fitted.placings.fields, fitted.inverse
    strengths = np.tile(fitted.strengths, (len(wins), 1))
    step = np.zeros_like(strengths)
    for _ in range(MOST_STEPS):
        power = np.exp(strengths)
        expected = power * ((met / (power @ fields.T)) @ fields)
        slope = wins - expected + won - (won + lost) * power / (1 + power) - LEASH * strengths
        step = np.clip(slope @ inverse, -1.0, 1.0)
        strengths += step
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    restless = np.nonzero(np.abs(step).max(axis=1, initial=0.0) >= CLOSE)[0]
    for row in restless:
        strengths[row] = fit(fields, Evidence(wins[row], met[row], won[row], lost[row]), np.clip(strengths[row], -20, 20))
    return strengths


def bca_interval(
    estimate: float, resamples: Numbers, influence: Numbers, units: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Where the truth lies, from resampled estimates and each unit's influence on the estimate."""
    normal = NormalDist()
    widened = student_quantile((1 + confidence) / 2, max(3, units - 1)) * math.sqrt(units / max(1, units - 1))
    if len(resamples) == 0:
        half = widened * math.sqrt(float((influence**2).sum()))
        return estimate - half, estimate + half
    below = ((resamples < estimate).sum() + (resamples == estimate).sum() / 2) / len(resamples)
    bias = normal.inv_cdf(min(max(below, normal.cdf(-MOST_BIAS)), normal.cdf(MOST_BIAS)))
    spread = float((influence**2).sum()) ** 1.5
    skew = float((influence**3).sum()) / (6 * spread) if spread > PRECISE**3 else 0.0
    levels = [normal.cdf(bias + (bias + z) / (1 - skew * (bias + z))) for z in (-widened, widened)]
    low, high = np.quantile(resamples, np.clip(levels, 0.0, 1.0))
    return min(float(low), estimate), max(float(high), estimate)
