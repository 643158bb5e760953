"""A guess of the match's points: hearts taken count, hearts to come go where the high cards are, a slam may still come off."""

import numpy as np

from joute.core.contract import Scores
from joute.games.coeurs.cards import CARDS, DECK, HAND, HEARTS, RANKS, SEATS, SUIT, SUITS, is_heart
from joute.games.coeurs.determinize import hand_sizes, room_of
from joute.games.coeurs.rules import PENALTY, SLAM
from joute.games.coeurs.state import CoeursState
from joute.jit.dispatch import rule

FAIR_SHARE = -PENALTY * HAND / SEATS  # points of a seat in a deal that has not begun

# How often a seat that alone has taken so many hearts takes them all: 4,000 deals of random play.
SLAM_CHANCE = np.array([0.0, 0.07, 0.1, 0.1, 0.13, 0.24, 0.37, 0.43, 1.0])  # [hearts]

# The pull of some ranks of a suit on the tricks to come: squares follow the results of random play better than ranks do.
PULL = np.array([sum((rank + 1) ** 2 for rank in range(RANKS) if held >> rank & 1) for held in range(SUIT + 1)])  # [ranks held]


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
def hearts_on_table(state: CoeursState) -> int:
    """The hearts of the trick under way."""
    hearts = 0
    for seat in range(SEATS):
        hearts += is_heart(state.table[seat])
    return hearts


def evaluate(state: CoeursState, values: Scores) -> None:
    """The points so far, a guess of this deal's, and a fair share of the deals to come."""
    to_come = state.deals - state.deal
    if state.dealt < CARDS:
        for seat in range(SEATS):
            values[seat] = state.points[seat] + FAIR_SHARE * to_come
        return
    total = share_pull(state, values)
    at_stake = hearts_on_table(state)
    sample_chance = at_stake
    for seat in range(SEATS):
        sample_chance += state.hearts[seat]
    slam = 0.0
    alone = -1
    for seat in range(SEATS):
        if state.hearts[seat] + (at_stake if seat == state.taker else 0) == sample_chance and sample_chance > 0:
            slam = SLAM_CHANCE[sample_chance]
            alone = seat
    for seat in range(SEATS):
        hearts = state.hearts[seat] + (at_stake if seat == state.taker else 0) + (HAND - sample_chance) * values[seat] / total
        value = -PENALTY * hearts * (1.0 - slam) + (SLAM * slam if seat == alone else 0.0)
        values[seat] = state.points[seat] + value + FAIR_SHARE * (to_come - 1)
