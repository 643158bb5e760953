"""Estimates of the points and of the chance to win the match.

Points: those of the deals that are over, an estimate of this deal's, and what the contracts to come bring the declarers and the others (see
`hands`). The chance to win falls by a factor e for some points behind: the more variance there is in the contracts to come, the more.
"""

import numpy as np

from joute.core.contract import Scores, over
from joute.games.barbu.contracts import ALL_CONTRACTS, CONTRACTS, FIRST_OUT, NO_CONTRACT, REUSSITE, SECOND_OUT
from joute.games.barbu.hands import DECLARER_LEFT, OTHERS_LEFT, VARIANCE
from joute.games.barbu.heuristic import COST, COST_OF_TRICK
from joute.games.barbu.rules import declarer_of, points_taken
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.cards import CARDS, DECK, HAND, RANKS, SEATS, SUIT, SUITS
from joute.games.trick_taking.estimates import PULL, share_by_points
from joute.jit.dispatch import rule

# Points behind that make the chance to win e times smaller, in standard deviations of a seat's points to come: the least log loss over
# 2,000 matches of careful players.
TEMPER = 0.8
STILL_OPEN = 0.5  # share of the variance of the contract that is being played


@rule
def add_contracts_to_come(state: BarbuState, values: Scores) -> None:
    """What the contracts that are left bring: this declarer's, then all six of each later one."""
    current = declarer_of(state.deal)
    for declarer in range(current, state.declarers):
        left = ALL_CONTRACTS & ~state.named if declarer == current else ALL_CONTRACTS
        for seat in range(SEATS):
            values[seat] += DECLARER_LEFT[left] if seat == declarer else OTHERS_LEFT[left]


@rule
def cost_left(state: BarbuState) -> int:
    """The points that the cards and tricks to come cost, those on the table among them."""
    cost = COST_OF_TRICK[state.contract] * (HAND - state.plays // SEATS)
    gone = state.played
    for seat in range(SEATS):
        if state.table[seat] >= 0:
            gone &= ~(1 << state.table[seat])
    for card in range(CARDS):
        if gone >> card & 1 == 0:
            cost += COST[state.contract, card]
    return cost


@rule
def pull_of(cards: int) -> float:
    """The pull of a set of cards on the tricks to come."""
    pull = 0.0
    for suit in range(SUITS):
        pull += PULL[(cards >> RANKS * suit) & SUIT]
    return pull


@rule
def add_tricks(state: BarbuState, values: Scores) -> None:
    """What the seats have taken, and what is left, shared by the pull of their cards; hidden hands share what is unseen."""
    unseen, hidden = DECK & ~state.played, 0
    for seat in range(SEATS):
        unseen &= ~state.hands[seat]
        hidden += state.sizes[seat] if state.hands[seat] == 0 else 0
    total, pulls = 1e-9, np.zeros(SEATS)
    for seat in range(SEATS):
        known = state.hands[seat] != 0 or hidden == 0
        pulls[seat] = pull_of(state.hands[seat]) if known else pull_of(unseen) * state.sizes[seat] / hidden
        total += pulls[seat]
    cost = cost_left(state)
    for seat in range(SEATS):
        values[seat] += points_taken(state, seat) - cost * (pulls[seat] / total if total > 1e-6 else 1.0 / SEATS)


@rule
def add_laying(state: BarbuState, values: Scores) -> None:
    """The points of the Réussite, shared by the square of what is laid: the fewer cards are left, the better."""
    total, to_share, shares = 0.0, FIRST_OUT + SECOND_OUT, np.zeros(SEATS)
    for seat in range(SEATS):
        if state.sizes[seat] == 0:
            values[seat] += FIRST_OUT
            to_share = SECOND_OUT
        else:
            shares[seat] = 1.0 / (state.sizes[seat] * state.sizes[seat])
            total += shares[seat]
    for seat in range(SEATS):
        values[seat] += to_share * shares[seat] / total


@rule
def estimate_points(state: BarbuState, values: Scores) -> None:
    """Write the points so far, an estimate of this deal's, and what is to be expected of the contracts to come."""
    for seat in range(SEATS):
        values[seat] = state.points[seat]
    add_contracts_to_come(state, values)
    if state.contract == REUSSITE:
        add_laying(state, values)
    elif state.contract != NO_CONTRACT:
        add_tricks(state, values)


@rule
def variance_to_come(state: BarbuState) -> float:
    """Of a seat's points in this deal and the contracts that are left."""
    current, variance = declarer_of(state.deal), 0.0
    for contract in range(CONTRACTS):
        later = state.declarers - current - 1
        variance += VARIANCE[contract] * (later + (1 if state.named >> contract & 1 == 0 else 0))
    return variance + (STILL_OPEN * VARIANCE[state.contract] if state.contract != NO_CONTRACT else 0.0)


def evaluate(state: BarbuState, values: Scores) -> None:
    """An estimate of the points at the end of the match."""
    if over(state):
        for seat in range(SEATS):
            values[seat] = state.points[seat]
    else:
        estimate_points(state, values)


def prospects(state: BarbuState, chances: Scores) -> None:
    """By the points so far, those to be expected, and how much they may still vary."""
    if over(state):
        for seat in range(SEATS):
            chances[seat] = state.points[seat]
        share_by_points(chances, 0.0)
    else:
        estimate_points(state, chances)
        share_by_points(chances, TEMPER * np.sqrt(variance_to_come(state)))
