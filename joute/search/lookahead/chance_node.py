"""Chance nodes: one outcome after the other by its odds, with the bounds of Star1 and Star2 (Ballard 1983)."""

import numpy as np

from joute.core.contract import Words, chances, key
from joute.core.rng import draw, next_bits
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.search.lookahead.workspace import CHANCE, EXACT, LOWER, UPPER, LookaheadFrame, LookaheadWorkspace, set_result

PROBING, SEARCHING = 0, 1  # phases


@rule
def open_chance(state: Fields, words: Words, frame: LookaheadFrame, workspace: LookaheadWorkspace) -> None:
    """List the outcomes; if one is to be sampled, the position and the seed of the search decide which."""
    frame.kind = CHANCE
    frame.rows = chances(state, frame.odds)
    if workspace.sampled == 1:
        rng = np.empty(1, np.uint64)
        rng[0] = (key(state, words) ^ workspace.chance_seed) | np.uint64(1)
        for _ in range(4):
            next_bits(rng)
        sampled = draw(rng, frame.odds, frame.rows)
        for outcome in range(frame.rows):
            frame.odds[outcome] = 1.0 if outcome == sampled else 0.0
    for outcome in range(frame.rows):
        frame.outcome_low[outcome] = workspace.lowest
        frame.outcome_high[outcome] = workspace.highest
    bounded = frame.alpha > workspace.lowest or frame.beta < workspace.highest
    frame.phase = PROBING if bounded and frame.depth > 0 and workspace.equilibrium == 0 else SEARCHING


@rule
def next_outcome(frame: LookaheadFrame, child: LookaheadFrame, workspace: LookaheadWorkspace) -> bool:
    """Find the next outcome to search and the bounds within which it matters; False if the frame has its value."""
    odds, low, high = frame.odds, frame.outcome_low, frame.outcome_high
    # 1. Bounds of the mean.
    least, most = 0.0, 0.0
    for outcome in range(frame.rows):
        least += odds[outcome] * low[outcome]
        most += odds[outcome] * high[outcome]
    # 2. Cut if these are enough.
    rounding = 1e-12 * (workspace.highest - workspace.lowest)
    if most - least > rounding:
        if most <= frame.alpha + rounding:
            set_result(frame, most, UPPER)
            return False
        if least >= frame.beta - rounding:
            set_result(frame, least, LOWER)
            return False
    # 3. The next outcome that is possible and not known; Star2 first asks each successor for one of its choices only.
    while True:
        while frame.row < frame.rows and (odds[frame.row] <= 0.0 or high[frame.row] <= low[frame.row]):
            frame.row += 1
        if frame.row < frame.rows:
            break
        if frame.phase == SEARCHING:
            set_result(frame, least, EXACT)
            return False
        frame.phase, frame.row = SEARCHING, 0
    # 4. Its bounds: the others can at most be this good, at least that bad.
    chance = odds[frame.row]
    child.probe = 1 if frame.phase == PROBING else 0
    child.alpha = max(workspace.lowest, (frame.alpha - most) / chance + high[frame.row])
    child.beta = min(workspace.highest, (frame.beta - least) / chance + low[frame.row])
    return True


@rule
def update_outcome(frame: LookaheadFrame, child: LookaheadFrame) -> None:
    """Update the bounds of the outcome from the result of the child."""
    if child.bound != UPPER:
        frame.outcome_low[frame.row] = child.value
    if child.bound != LOWER:
        frame.outcome_high[frame.row] = child.value
    frame.row += 1
