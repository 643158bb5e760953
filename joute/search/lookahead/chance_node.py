"""Chance, one outcome after the other by its odds; bounds are passed on as Star1 and Star2 (Ballard 1983)."""

import numpy as np

from joute.core.contract import Words, chances, key
from joute.core.rng import draw, next_bits
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.search.lookahead.workspace import CHANCE, EXACT, LOWER, UPPER, Desk, Frame, settle

PROBING, SEARCHING = 0, 1  # phases


@rule
def open_chance(state: Fields, words: Words, frame: Frame, desk: Desk) -> None:
    """List the outcomes; where one is to be sampled, the position and the search's fate decide which."""
    frame.kind = CHANCE
    frame.rows = chances(state, frame.odds)
    if desk.sampled == 1:
        rng = np.empty(1, np.uint64)
        rng[0] = (key(state, words) ^ desk.fate) | np.uint64(1)
        for _ in range(4):
            next_bits(rng)
        sample_chance = draw(rng, frame.odds, frame.rows)
        for outcome in range(frame.rows):
            frame.odds[outcome] = 1.0 if outcome == sample_chance else 0.0
    for outcome in range(frame.rows):
        frame.outcome_low[outcome] = desk.lowest
        frame.outcome_high[outcome] = desk.highest
    pruned = frame.alpha > desk.lowest or frame.beta < desk.highest
    frame.phase = PROBING if pruned and frame.depth > 0 and desk.equilibrium == 0 else SEARCHING


@rule
def next_outcome(frame: Frame, child: Frame, desk: Desk) -> bool:
    """The outcome to look at next, with the bounds in which it matters: the others can at most be this good, at least that bad."""
    odds, low, high = frame.odds, frame.outcome_low, frame.outcome_high
    # 1. What is known of the mean.
    least, most = 0.0, 0.0
    for outcome in range(frame.rows):
        least += odds[outcome] * low[outcome]
        most += odds[outcome] * high[outcome]
    # 2. Cut where that is enough.
    rounding = 1e-12 * (desk.highest - desk.lowest)
    if most - least > rounding:
        if most <= frame.alpha + rounding:
            settle(frame, most, UPPER)
            return False
        if least >= frame.beta - rounding:
            settle(frame, least, LOWER)
            return False
    # 3. The next outcome that is possible and not known; Star2 first asks each successor for one of its choices only.
    while True:
        while frame.row < frame.rows and (odds[frame.row] <= 0.0 or high[frame.row] <= low[frame.row]):
            frame.row += 1
        if frame.row < frame.rows:
            break
        if frame.phase == SEARCHING:
            settle(frame, least, EXACT)
            return False
        frame.phase, frame.row = SEARCHING, 0
    # 4. Its bounds.
    chance = odds[frame.row]
    child.probe = 1 if frame.phase == PROBING else 0
    child.alpha = max(desk.lowest, (frame.alpha - most) / chance + high[frame.row])
    child.beta = min(desk.highest, (frame.beta - least) / chance + low[frame.row])
    return True


@rule
def learn_outcome(frame: Frame, child: Frame) -> None:
    """Take over what the outcome is worth, or what it is worth at least or at most."""
    if child.bound != UPPER:
        frame.outcome_low[frame.row] = child.value
    if child.bound != LOWER:
        frame.outcome_high[frame.row] = child.value
    frame.row += 1
