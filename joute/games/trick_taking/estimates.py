"""Estimates that the games share: the pull of cards on the tricks to come, and chances to win from points."""

import numpy as np

from joute.core.contract import Scores
from joute.games.trick_taking.cards import RANKS, SEATS, SUIT
from joute.jit.dispatch import rule

# The pull of some ranks of a suit on the tricks to come: squares follow the results of random play better than ranks do.
PULL = np.array([sum((rank + 1) ** 2 for rank in range(RANKS) if held >> rank & 1) for held in range(SUIT + 1)])  # [ranks held]


@rule
def share_by_points(points: Scores, temper: float) -> None:
    """Points become chances that add up to one; at temper 0 the best seats share."""
    best = points.max()
    for seat in range(SEATS):
        behind = best - points[seat]
        points[seat] = np.exp(-behind / temper) if temper > 0.0 else 1.0 * (behind == 0.0)
    points /= points.sum()
