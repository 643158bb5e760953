"""A game as a series of placings: who came first among those who were left. This is what ratings are made of.

Those who tie are placed in every order, each order with equal weight: a draw of two is half a win for each. Those who tie behind
everybody else are not placed at all, since a game that names only its winners says nothing about the others.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from joute.arena.block import Block

FEWEST_DEALS = 20  # blocks under the same deal count as one unit when there are so many deals

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]
Placing = tuple[tuple[int, ...], int, float]  # those who were left, who came first, and the weight of the order


def placings(seats: Sequence[int], scores: Sequence[float], faults: Collection[int] = ()) -> tuple[Placing, ...]:
    """The placings of a game; a seat at fault comes behind every other."""
    if len(faults) == len(seats):
        return ()
    levels = sorted({score for seat, score in enumerate(scores) if seat not in faults}, reverse=True)
    ranks = tuple(len(levels) if seat in faults else levels.index(score) for seat, score in enumerate(scores))
    return _placings(tuple(seats), ranks)


@lru_cache(maxsize=100_000)
def _placings(seats: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[Placing, ...]:
    found: list[Placing] = []
    left = list(range(len(seats)))
    for rank in sorted(set(ranks)):
        tied = [seat for seat in left if ranks[seat] == rank]
        if rank > 0 and len(tied) == len(left):
            break
        for gone in range(len(tied)):
            for before in combinations(tied, gone):
                field = tuple(sorted(seats[seat] for seat in left if seat not in before))
                weight = 1 / comb(len(tied), gone) / (len(tied) - gone)
                found += [(field, seats[seat], weight) for seat in tied if seat not in before and len(set(field)) > 1]
        left = [seat for seat in left if ranks[seat] != rank]
    return tuple(found)


def added_up(places: Places, weights: Numbers, count: int) -> Numbers:
    """The weights at each of so many places."""
    return np.bincount(places, weights, count).astype(np.float64, copy=False)


@dataclass(frozen=True)
class Placings:
    """All placings of a tournament, added up over units that do not depend on each other: blocks, or all blocks of a deal."""

    agents: int
    units: int
    fields: Numbers  # [field, agent]: how many seats it has among those who are left
    unit: Places  # [entry]
    field: Places  # [entry]
    first: Places  # [entry]: the agent
    weight: Numbers  # [entry]


def collect(blocks: Iterable[Block], agents: int) -> Placings:
    """Add the placings up; the order in which blocks come does not matter, not even in the last bit."""
    ordered = sorted(blocks, key=lambda block: block.key)
    deals = sorted({block.number for block in ordered})
    unit_of = {deal: unit for unit, deal in enumerate(deals)} if len(deals) >= FEWEST_DEALS else None
    sums: dict[tuple[int, tuple[int, ...], int], float] = {}
    for place, block in enumerate(ordered):
        unit = unit_of[block.number] if unit_of else place
        for game in sorted(block.games, key=lambda game: (game.seats, game.scores)):
            for field, first, weight in placings(game.seats, game.scores, game.faults):
                sums[unit, field, first] = sums.get((unit, field, first), 0.0) + weight
    number = {field: place for place, field in enumerate(sorted({field for _, field, _ in sums}))}
    fields = np.zeros((len(number), agents))
    for field, place in number.items():
        np.add.at(fields[place], list(field), 1.0)
    keys = sorted(sums)
    columns = np.array([(unit, number[field], first) for unit, field, first in keys], np.int64).reshape(len(keys), 3).T
    units = len(deals) if unit_of else len(ordered)
    return Placings(agents, units, fields, columns[0], columns[1], columns[2], np.array([sums[key] for key in keys]))
