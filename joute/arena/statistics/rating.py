"""Ratings by maximum likelihood: Bradley-Terry for two, Plackett-Luce for more (Hunter 2004), with bootstrap intervals.

Where only the win counts, only the first place does: Luce's choice model, the first factor of Plackett-Luce.

Games are split into placings: who came first among the agents that were left. Among those, each comes first with a probability in
proportion to its strength. Every agent has also won half a game and lost half a game against an unseen average player, so that a perfect
score has a finite rating. Intervals come from a block bootstrap.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from joute.arena.block import Block
from joute.arena.statistics.estimates import CONFIDENCE, student_quantile
from joute.core.rng import seed_of

MIN_DEALS = 20  # from this number of deals on, all blocks of a deal are one unit
PRIOR = 0.5  # of a game won, and of a game lost, against the average player
SHRINKAGE = 0.01  # the inverse variance of a log strength: keeps it finite when a resample has lost the prior's games
PRECISE = 1e-9
MAX_NEWTON_STEPS = 100
MAX_STEP = 2.0  # of a log strength at once
RESAMPLES = 1000
BATCH = 50  # resamples fitted at once
MAX_BOOTSTRAP_STEPS = 40
CLOSE = 1e-5  # of a log strength: far below what intervals show
MAX_BIAS = 1.5  # normal deviates: beyond this the resamples say nothing about the bias

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Placing = tuple[tuple[int, ...], int, float]  # the agents that were left, the one that came first, and the weight of the order


def placings(
    seats: Sequence[int], scores: Sequence[float], faults: Collection[int] = (), winners_only: bool = False
) -> tuple[Placing, ...]:
    """The placings of a game, or only who won it; a seat at fault comes last.

    Tied agents are placed in every order, each with equal weight: a draw of two is half a win for each. Those tied for the last place
    are not placed at all, since a game that names only its winners says nothing about the others.
    """
    if len(faults) == len(seats):
        return ()
    levels = sorted({score for seat, score in enumerate(scores) if seat not in faults}, reverse=True)
    ranks = tuple(len(levels) if seat in faults else levels.index(score) for seat, score in enumerate(scores))
    return _placings(tuple(seats), ranks, winners_only)


@lru_cache(maxsize=100_000)
def _placings(seats: tuple[int, ...], ranks: tuple[int, ...], winners_only: bool) -> tuple[Placing, ...]:
    found: list[Placing] = []
    left = list(range(len(seats)))
    for rank in [0] if winners_only else sorted(set(ranks)):
        tied = [seat for seat in left if ranks[seat] == rank]
        if rank > 0 and len(tied) == len(left):
            break
        for gone in range(1 if winners_only else len(tied)):
            for before in combinations(tied, gone):
                field = tuple(sorted(seats[seat] for seat in left if seat not in before))
                weight = 1 / comb(len(tied), gone) / (len(tied) - gone)
                found += [(field, seats[seat], weight) for seat in tied if seat not in before and len(set(field)) > 1]
        left = [seat for seat in left if ranks[seat] != rank]
    return tuple(found)


def sum_by(indices: Integers, weights: Floats, count: int) -> Floats:
    """The sum of the weights at each index, of `count` indices."""
    return np.bincount(indices, weights, count).astype(np.float64, copy=False)


@dataclass(frozen=True)
class Placings:
    """All placings of a tournament, added up over independent units: blocks, or all blocks of a deal."""

    agents: int
    units: int
    fields: Floats  # [field, agent]: its number of seats among those that are left
    unit: Integers  # [entry]
    field: Integers  # [entry]
    first: Integers  # [entry]: the agent
    weight: Floats  # [entry]


def collect(blocks: Iterable[Block], agents: int, winners_only: bool = False) -> Placings:
    """Add the placings up, or the wins alone; the order of the blocks does not matter, not even in the last bit."""
    ordered = sorted(blocks, key=lambda block: block.key)
    deals = sorted({block.number for block in ordered})
    unit_of = {deal: unit for unit, deal in enumerate(deals)} if len(deals) >= MIN_DEALS else None
    sums: dict[tuple[int, tuple[int, ...], int], float] = {}
    for place, block in enumerate(ordered):
        unit = unit_of[block.number] if unit_of else place
        for game in sorted(block.games, key=lambda game: (game.seats, game.scores)):
            for field, first, weight in placings(game.seats, game.scores, game.faults, winners_only):
                sums[unit, field, first] = sums.get((unit, field, first), 0.0) + weight
    number = {field: place for place, field in enumerate(sorted({field for _, field, _ in sums}))}
    fields = np.zeros((len(number), agents))
    for field, place in number.items():
        np.add.at(fields[place], list(field), 1.0)
    keys = sorted(sums)
    columns = np.array([(unit, number[field], first) for unit, field, first in keys], np.int64).reshape(len(keys), 3).T
    units = len(deals) if unit_of else len(ordered)
    return Placings(agents, units, fields, columns[0], columns[1], columns[2], np.array([sums[key] for key in keys]))


@dataclass(frozen=True)
class Evidence:
    """The data of a likelihood: placings added up by agent and by field, and the games of the prior."""

    wins: Floats  # [agent]: number of times it came first
    met: Floats  # [field]: number of placings in it
    won: Floats  # [agent]: weight of its win against the average player
    lost: Floats  # [agent]


def evidence(placings: Placings, prior: float = PRIOR) -> Evidence:
    """All placings, each once."""
    wins = sum_by(placings.first, placings.weight, placings.agents)
    met = sum_by(placings.field, placings.weight, len(placings.fields))
    flat = np.full(placings.agents, prior)
    return Evidence(wins, met, flat, flat)


def gradient(strengths: Floats, fields: Floats, seen: Evidence) -> Floats:
    """The gradient of the log likelihood by the log strengths."""
    power = np.exp(strengths)
    expected = power * ((seen.met / (fields @ power)) @ fields)
    alone = power / (1 + power)
    return seen.wins - expected + seen.won - (seen.won + seen.lost) * alone - SHRINKAGE * strengths


def information(strengths: Floats, fields: Floats, seen: Evidence) -> Floats:
    """Fisher information: minus the second derivatives of the log likelihood."""
    power = np.exp(strengths)
    total = fields @ power
    chances = fields * power / total[:, None]
    alone = power / (1 + power)
    diagonal = seen.met @ chances + (seen.won + seen.lost) * alone * (1 - alone) + SHRINKAGE
    return np.diag(diagonal) - chances.T @ (chances * seen.met[:, None])


def fit(fields: Floats, seen: Evidence, start: Floats | None = None) -> Floats:
    """The log strengths of maximum likelihood, by Newton's method."""
    strengths = np.zeros(len(seen.wins)) if start is None else start.copy()
    for _ in range(MAX_NEWTON_STEPS):
        slope = gradient(strengths, fields, seen)
        step = np.linalg.solve(information(strengths, fields, seen), slope)
        strengths += step * min(1.0, MAX_STEP / max(float(np.abs(step).max(initial=0.0)), PRECISE))
        if np.abs(step).max(initial=0.0) < PRECISE:
            break
    return strengths


@dataclass(frozen=True)
class RatingFit:
    """Fitted strengths, and the influence of each unit on them."""

    placings: Placings
    seen: Evidence
    strengths: Floats  # [agent], natural logarithms

    @classmethod
    def of(cls, placings: Placings, prior: float = PRIOR) -> "RatingFit":
        """The fit to all placings."""
        seen = evidence(placings, prior)
        return cls(placings, seen, fit(placings.fields, seen))

    @cached_property
    def inverse(self) -> Floats:
        """The inverse of the information."""
        return np.asarray(np.linalg.inv(information(self.strengths, self.placings.fields, self.seen)), np.float64)

    @cached_property
    def chances(self) -> Floats:
        """[field, agent]: the probability that each comes first."""
        powers = self.placings.fields * np.exp(self.strengths)
        return powers / powers.sum(axis=1, keepdims=True)

    @cached_property
    def influence(self) -> Floats:
        """[unit, agent]: how far each unit moves the strengths; the games of the prior are units too, else a perfect score would
        seem certain."""
        games = self.placings
        surprise = sum_by(games.unit * games.agents + games.first, games.weight, games.units * games.agents)
        surprise = surprise.reshape(games.units, games.agents)
        for field in range(games.fields.shape[1]):  # one agent at a time: a table of units and fields would be too large
            surprise[:, field] -= sum_by(games.unit, games.weight * self.chances[games.field, field], games.units)
        alone = 1 / (1 + np.exp(-self.strengths))
        prior = np.concatenate([np.diag(self.seen.won * (1 - alone)), np.diag(-self.seen.lost * alone)])
        return np.concatenate([surprise, prior]) @ self.inverse


# --- block bootstrap ----------------------------------------------------------------------------------------------------------


def resample(fitted: RatingFit, resamples: int, seed: int) -> Floats:
    """[resample, agent]: the strengths fitted to that many draws of the units, with replacement."""
    source = np.random.Generator(np.random.PCG64(seed_of(seed, "bootstrap")))
    drawn = [_batch(fitted, min(BATCH, resamples - first), source) for first in range(0, resamples, BATCH)]
    return np.concatenate(drawn) if drawn else np.zeros((0, fitted.placings.agents))


def _batch(fitted: RatingFit, count: int, source: np.random.Generator) -> Floats:
    games = fitted.placings
    times = np.stack([np.bincount(source.integers(games.units, size=games.units), minlength=games.units) for _ in range(count)])
    prior = PRIOR * source.poisson(1.0, (2, count, games.agents))
    weights = times[:, games.unit] * games.weight
    wins = np.stack([sum_by(games.first, row, games.agents) for row in weights])
    met = np.stack([sum_by(games.field, row, len(games.fields)) for row in weights])
    return _fit_all(fitted, wins, met, prior[0], prior[1])


def _fit_all(fitted: RatingFit, wins: Floats, met: Floats, won: Floats, lost: Floats) -> Floats:
    """All at once along the curvature of the original fit; those that do not converge are fitted one by one."""
    fields, inverse = fitted.placings.fields, fitted.inverse
    strengths = np.tile(fitted.strengths, (len(wins), 1))
    step = np.zeros_like(strengths)
    for _ in range(MAX_BOOTSTRAP_STEPS):
        power = np.exp(strengths)
        expected = power * ((met / (power @ fields.T)) @ fields)
        slope = wins - expected + won - (won + lost) * power / (1 + power) - SHRINKAGE * strengths
        step = np.clip(slope @ inverse, -1.0, 1.0)
        strengths += step
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    unfinished = np.nonzero(np.abs(step).max(axis=1, initial=0.0) >= CLOSE)[0]
    for row in unfinished:
        strengths[row] = fit(fields, Evidence(wins[row], met[row], won[row], lost[row]), np.clip(strengths[row], -20, 20))
    return strengths


def bca_interval(estimate: float, resamples: Floats, influence: Floats, units: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The confidence interval from resampled estimates and each unit's influence on the estimate.

    Bias-corrected and accelerated (BCa, Efron 1987), its levels widened by Student's t for few units (Hesterberg 2015): plain percentiles
    cover too little.
    """
    normal = NormalDist()
    widened = student_quantile((1 + confidence) / 2, max(3, units - 1)) * math.sqrt(units / max(1, units - 1))
    if len(resamples) == 0:
        half = widened * math.sqrt(float((influence**2).sum()))
        return estimate - half, estimate + half
    below = ((resamples < estimate).sum() + (resamples == estimate).sum() / 2) / len(resamples)
    bias = normal.inv_cdf(min(max(below, normal.cdf(-MAX_BIAS)), normal.cdf(MAX_BIAS)))
    spread = float((influence**2).sum()) ** 1.5
    skew = float((influence**3).sum()) / (6 * spread) if spread > PRECISE**3 else 0.0
    levels = [normal.cdf(bias + (bias + z) / (1 - skew * (bias + z))) for z in (-widened, widened)]
    low, high = np.quantile(resamples, np.clip(levels, 0.0, 1.0))
    return min(float(low), estimate), max(float(high), estimate)
