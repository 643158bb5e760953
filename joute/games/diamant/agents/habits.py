"""How others may behave in the cave: a few habits, each with its chance to return from any position.

Some are players that exist, the others stand for people: one who thinks, one who goes home at a round number of gems.
"""

import numpy as np

from joute.games.diamant.agents.exit_factor import COEFFICIENTS, chance_to_leave, exit_factor, stays_anyway
from joute.games.diamant.heuristic import careful_chance
from joute.games.diamant.state import DiamantState
from joute.jit.dispatch import rule

THINKS, CAREFUL, EXIT_FACTOR, RANDOM, LEAVER = 0, 1, 2, 3, 4  # a leaver of the first kind; the other kinds follow
LEAVES_AT = np.array([6, 8, 10, 12, 15, 20])  # gems, by the kind of leaver

LIKELY = np.array([0.8, 0.07, 0.06, 0.01, *[0.06 / len(LEAVES_AT)] * len(LEAVES_AT)])
"""[habit] How likely each is of somebody unknown; with fewer who think, the search is weaker among searches."""


@rule
def chance_by_habit(state: DiamantState, seat: int, habit: int) -> float:
    """How likely one of that habit returns; one who thinks is taken to be careful where it has not thought yet."""
    if habit == RANDOM:
        return 0.5
    if habit == EXIT_FACTOR:
        danger, rank, behind, ahead, path = COEFFICIENTS
        return 0.0 if stays_anyway(state) else chance_to_leave(exit_factor(state, seat, danger, rank, behind, ahead, path))
    if habit >= LEAVER:
        return 1.0 if state.carried >= LEAVES_AT[habit - LEAVER] else 0.0
    return careful_chance(state, seat)
