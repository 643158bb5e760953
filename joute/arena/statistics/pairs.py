"""Pair by pair: how often one was placed ahead of the other, and how far that is from what the ratings say."""

import math
from dataclasses import dataclass

import numpy as np

from joute.arena.statistics.intervals import CONFIDENCE, student_probability, student_quantile
from joute.arena.statistics.rankings import Numbers, Places, added_up
from joute.arena.statistics.rating import Fit


@dataclass(frozen=True)
class Pair:
    """Two agents that met, the lower number first."""

    agents: tuple[int, int]
    units: int
    share: float  # the first's, of the placings in which one of them came ahead of the other
    interval: tuple[float, float]
    ahead: float  # how likely the first is really ahead when they meet
    expected: float  # the share that the ratings say
    surprise: float  # how many standard errors the share is away from that


@dataclass(frozen=True)
class Cells:
    """What happened between two agents in one unit; a row for every pair and unit."""

    pair: Places  # the lower number times the number of agents, plus the higher number
    won: Numbers  # by the lower number
    met: Numbers
    expected: Numbers


def pairs(fitted: Fit) -> list[Pair]:
    """Every pair that met, by number."""
    cells = _cells(fitted)
    names, starts = np.unique(cells.pair, return_index=True)
    ends = [*starts.tolist(), len(cells.pair)][1:]
    return [
        _pair(divmod(int(name), fitted.placings.agents), cells.won[start:end], cells.met[start:end], cells.expected[start:end])
        for name, start, end in zip(names, starts.tolist(), ends, strict=True)
    ]


def _cells(fitted: Fit) -> Cells:
    games = fitted.placings
    powers = games.fields * np.exp(fitted.strengths)
    keys, wins, sizes, hopes = [], [], [], []
    for other in range(games.agents):
        rows = np.nonzero((games.fields[games.field, other] > 0) & (games.first != other))[0]
        first, field, weight = games.first[rows], games.field[rows], games.weight[rows]
        chance = powers[field, first] / (powers[field, first] + powers[field, other])
        lower = first < other
        keys.append((np.where(lower, first, other) * games.agents + np.where(lower, other, first)) * games.units + games.unit[rows])
        wins.append(weight * lower)
        sizes.append(weight)
        hopes.append(weight * np.where(lower, chance, 1 - chance))
    names, place = np.unique(np.concatenate(keys) if keys else np.zeros(0, np.int64), return_inverse=True)
    won, met, expected = (added_up(place, np.concatenate(column), len(names)) for column in (wins, sizes, hopes))
    return Cells(names // max(1, games.units), won, met, expected)


def _pair(agents: tuple[int, int], won: Numbers, met: Numbers, expected: Numbers) -> Pair:
    """As for a share of blocks, one unit won and one lost are added before anything is called sure."""
    usual = float(met.mean())
    all_won, all_met = np.append(won, [usual, 0.0]), np.append(met, [usual, usual])
    share, middle = float(won.sum() / met.sum()), float(all_won.sum() / all_met.sum())
    freedom = len(all_met) - 1
    error = math.sqrt(len(all_met) / freedom * float(((all_won - middle * all_met) ** 2).sum())) / float(all_met.sum())
    half = student_quantile((1 + CONFIDENCE) / 2, freedom) * error
    away = won - expected
    doubt = math.sqrt(float(((away - away.mean()) ** 2).sum()) + usual**2 / 2)
    return Pair(
        agents=agents,
        units=len(won),
        share=share,
        interval=(max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))),
        ahead=student_probability((middle - 0.5) / error, freedom),
        expected=float(expected.sum() / met.sum()),
        surprise=float(away.sum()) / doubt,
    )
