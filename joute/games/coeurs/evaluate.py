"""Estimates of the points and of the chance to win the match.

Points: hearts taken count, hearts to come go to the high cards, a slam may still come off. The chance to win falls by a factor e for every
`TEMPER` points behind, times the square root of the number of deals to come.
"""

import numpy as np

from joute.core.contract import Scores, over
from joute.games.coeurs.determinize import hand_sizes
from joute.games.coeurs.rules import PENALTY, SLAM, hearts_on_table
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import CARDS, DECK, HAND, HEARTS, RANKS, SEATS, SUIT, SUITS
from joute.games.trick_taking.estimates import PULL, share_by_points
from joute.games.trick_taking.worlds import room_of
from joute.jit.dispatch import rule

FAIR_SHARE = -PENALTY * HAND / SEATS  # points of a seat in a deal that has not begun

# How often a seat that alone has taken hearts takes them all, by their number: 4,000 deals of random play.
SLAM_CHANCE = np.array([0.0, 0.07, 0.1, 0.1, 0.13, 0.24, 0.37, 0.43, 1.0])  # [hearts]

# Points behind that make the chance to win e times smaller, with one deal to come. Of 9, 15 and 25 points, 15 won most matches against
# random play (400 each, 500 iterations; within the intervals of each other).
TEMPER = 15.0


@rule
def pull_of(cards: int) -> int:
    """The pull of a set of cards; a high heart takes hearts twice as often as another high card."""
    pull = 0
    for suit in range(SUITS):
        pull += PULL[(cards >> RANKS * suit) & SUIT]
    return pull + PULL[(cards >> RANKS * HEARTS) & SUIT]


@rule
def share_pull(state: CoeursState, values: Scores) -> float:
    """Write the pull of every hand, and return their sum; hands that a view does not show share what is unseen."""
    unseen = DECK & ~state.played
    hidden = 0
    sizes = hand_sizes(state, -1)
    for seat in range(SEATS):
        unseen &= ~state.hands[seat]
        hidden += room_of(sizes, seat) if state.hands[seat] == 0 else 0
    total = 0.0
    for seat in range(SEATS):
        known = float(pull_of(state.hands[seat]))
        values[seat] = known if state.hands[seat] != 0 or hidden == 0 else pull_of(unseen) * room_of(sizes, seat) / hidden
        total += values[seat]
    return total


@rule
def estimate_points(state: CoeursState, values: Scores) -> None:
    """Write the points so far, an estimate of this deal's, and a fair share of the deals to come."""
    to_come = state.deals - state.deal
    if state.dealt < CARDS:
        for seat in range(SEATS):
            values[seat] = state.points[seat] + FAIR_SHARE * to_come
        return
    total = share_pull(state, values)
    at_stake = hearts_on_table(state)
    hearts_taken = at_stake
    for seat in range(SEATS):
        hearts_taken += state.hearts[seat]
    slam = 0.0
    alone = -1
    for seat in range(SEATS):
        if state.hearts[seat] + (at_stake if seat == state.taker else 0) == hearts_taken and hearts_taken > 0:
            slam = SLAM_CHANCE[hearts_taken]
            alone = seat
    for seat in range(SEATS):
        hearts = state.hearts[seat] + (at_stake if seat == state.taker else 0) + (HAND - hearts_taken) * values[seat] / total
        value = -PENALTY * hearts * (1.0 - slam) + (SLAM * slam if seat == alone else 0.0)
        values[seat] = state.points[seat] + value + FAIR_SHARE * (to_come - 1)


def evaluate(state: CoeursState, values: Scores) -> None:
    """An estimate of the points at the end of the match."""
    estimate_points(state, values)


def prospects(state: CoeursState, chances: Scores) -> None:
    """By the points so far, and within a deal by an estimate of its points."""
    estimate_points(state, chances)
    share_by_points(chances, 0.0 if over(state) else TEMPER * np.sqrt(float(state.deals - state.deal)))
