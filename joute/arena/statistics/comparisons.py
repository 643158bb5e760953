"""Comparisons of agents: pairs that met, the likelihood of superiority, groups that cannot be separated, and cycles."""

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from joute.arena.statistics.estimates import CONFIDENCE, student_probability, student_quantile
from joute.arena.statistics.rating import Floats, Integers, RatingFit, sum_by

MAX_CYCLES = 20

Edge = tuple[int, int]  # the winner and the loser of a pair


@dataclass(frozen=True)
class Pair:
    """Two agents that met, the lower number first."""

    agents: tuple[int, int]
    units: int
    share: float  # of the first, among the placings in which one of them came ahead of the other
    interval: tuple[float, float]
    ahead: float  # the probability that the first is really ahead when they meet
    expected: float  # the share expected from the ratings
    surprise: float  # the distance of the share from that, in standard errors


@dataclass(frozen=True)
class PairUnits:
    """The results of two agents in one unit; a row for every pair and unit."""

    pair: Integers  # the lower number times the number of agents, plus the higher number
    won: Floats  # by the lower number
    met: Floats
    expected: Floats


def pairs(fitted: RatingFit) -> list[Pair]:
    """Every pair that met, by number."""
    cells = _cells(fitted)
    names, starts = np.unique(cells.pair, return_index=True)
    ends = [*starts.tolist(), len(cells.pair)][1:]
    return [
        _pair(divmod(int(name), fitted.placings.agents), cells.won[start:end], cells.met[start:end], cells.expected[start:end])
        for name, start, end in zip(names, starts.tolist(), ends, strict=True)
    ]


def _cells(fitted: RatingFit) -> PairUnits:
    games = fitted.placings
    powers = games.fields * np.exp(fitted.strengths)
    keys, wins, sizes, chances = [], [], [], []
    for other in range(games.agents):
        rows = np.nonzero((games.fields[games.field, other] > 0) & (games.first != other))[0]
        first, field, weight = games.first[rows], games.field[rows], games.weight[rows]
        chance = powers[field, first] / (powers[field, first] + powers[field, other])
        lower = first < other
        keys.append((np.where(lower, first, other) * games.agents + np.where(lower, other, first)) * games.units + games.unit[rows])
        wins.append(weight * lower)
        sizes.append(weight)
        chances.append(weight * np.where(lower, chance, 1 - chance))
    names, place = np.unique(np.concatenate(keys) if keys else np.zeros(0, np.int64), return_inverse=True)
    won, met, expected = (sum_by(place, np.concatenate(column), len(names)) for column in (wins, sizes, chances))
    return PairUnits(names // max(1, games.units), won, met, expected)


def _pair(agents: tuple[int, int], won: Floats, met: Floats, expected: Floats) -> Pair:
    """As for a share of blocks, one unit won and one lost are added before the interval is computed."""
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


def superiority(differences: Floats, variances: Floats, units: int) -> Floats:
    """[agent, agent]: the probability that the first is stronger than the second; one half if nothing is known."""
    errors = np.sqrt(variances * units / max(1, units - 1))
    likely = np.full(differences.shape, 0.5)
    for first, second in zip(*np.nonzero(errors > 0), strict=True):
        likely[first, second] = student_probability(differences[first, second] / errors[first, second], max(1, units - 1))
    return likely


def two_sided(likely: float) -> float:
    """The two-sided probability of so large a difference by chance alone."""
    return min(1.0, 2 * min(likely, 1 - likely))


def holm(probabilities: Sequence[float]) -> list[float]:
    """The probabilities corrected for their number (Holm 1979): with 95 % confidence, all differences below 0.05 are real."""
    corrected = [1.0] * len(probabilities)
    largest = 0.0
    for place, number in enumerate(sorted(range(len(probabilities)), key=lambda number: probabilities[number])):
        largest = max(largest, min(1.0, (len(probabilities) - place) * probabilities[number]))
        corrected[number] = largest
    return corrected


def groups(order: Sequence[int], separated: set[tuple[int, int]]) -> list[list[int]]:
    """Agents that cannot be separated: the longest runs along the ranking in which no two are separated, of two or more."""
    found: list[list[int]] = []
    for first in range(len(order)):
        last = first
        while last + 1 < len(order) and not any(
            (one, order[last + 1]) in separated or (order[last + 1], one) in separated for one in order[first : last + 1]
        ):
            last += 1
        if last > first and (not found or order[last] not in found[-1]):
            found.append(list(order[first : last + 1]))
    return found


def cycles(beats: Mapping[Edge, float], most: int = MAX_CYCLES) -> list[list[int]]:
    """The shortest cycle through each edge, the most certain first; `beats` gives the probability of each edge by chance."""
    found: dict[tuple[int, ...], float] = {}
    for winner, loser in sorted(beats):
        path = _shortest_path(beats, loser, winner)
        if path:
            start = path.index(min(path))
            cycle = tuple(path[start:] + path[:start])
            found[cycle] = max(beats[one, other] for one, other in zip(cycle, cycle[1:] + cycle[:1], strict=True))
    return [list(cycle) for cycle in sorted(found, key=lambda cycle: (found[cycle], cycle))[:most]]


def _shortest_path(beats: Mapping[Edge, float], start: int, goal: int) -> list[int]:
    """The shortest path from one agent to another, from winners to losers; empty if there is none."""
    losers: dict[int, list[int]] = {}
    for winner, loser in sorted(beats):
        losers.setdefault(winner, []).append(loser)
    came = {start: start}
    queue = deque([start])
    while queue and goal not in came:
        here = queue.popleft()
        for there in losers.get(here, []):
            if there not in came:
                came[there] = here
                queue.append(there)
    if goal not in came:
        return []
    path = [goal]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]
