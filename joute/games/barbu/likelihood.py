"""How likely the contract and the cards were, in a world in which all hands are known: the deal is taken back and played again.

Each opponent is a mixture of a player who does anything and one who mostly does what `careful` would; the deal so far determines the
weights.
"""

import numpy as np

from joute.core.contract import Actions, Choices, advance, careful
from joute.core.rng import Rng
from joute.games.barbu.contracts import CONTRACTS, NAME, NO_CONTRACT, REUSSITE
from joute.games.barbu.hands import best_contract
from joute.games.barbu.rules import NOBODY, declarer_of, opener_of, possible_cards
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.cards import HAND, SEATS, all_of_suit, size
from joute.games.trick_taking.tricks import NONE
from joute.jit.dispatch import rule

AT_RANDOM = 0.3  # share of the seats that do anything
WITH_CARE = 0.6  # share of the other seats' actions that are what `careful` would do; the rest is anything


@rule
def holders_of_tricks(state: BarbuState, seats: Actions) -> None:
    """Write the seat that played each card of the tricks."""
    seat, taker, best, led = opener_of(state.deal), 0, NONE, 0
    for place in range(state.plays):
        card = state.order[place]
        if place % SEATS == 0:
            led, best = all_of_suit(card), NONE
        if led >> card & 1 and card > best:
            taker, best = seat, card
        seats[place] = seat
        seat = taker if place % SEATS == SEATS - 1 else (seat + 1) % SEATS


@rule
def take_back(state: BarbuState, seats: Actions) -> None:
    """Every card played goes back to the hand it came from; the opener begins."""
    for place in range(state.plays):
        state.hands[seats[place]] |= 1 << state.order[place]
    for other in range(SEATS):
        state.tricks[other] = 0
        state.hearts[other] = 0
        state.queens[other] = 0
        state.lacking[other] = 0
        state.table[other] = NONE
        state.sizes[other] = HAND
    state.played = 0
    state.led = 0
    state.plays = 0
    state.king = NOBODY
    state.mover = opener_of(state.deal)
    state.taker = state.mover


@rule
def chance_of_contract(state: BarbuState) -> float:
    """How likely the declarer was to name this contract with its hand."""
    before = state.named & ~(1 << state.contract)
    left = CONTRACTS
    for contract in range(CONTRACTS):
        left -= before >> contract & 1
    agreed = WITH_CARE if best_contract(state.hands[declarer_of(state.deal)], before) == NAME + state.contract else 0.0
    return AT_RANDOM / left + (1.0 - AT_RANDOM) * (agreed + (1.0 - WITH_CARE) / left)


def likelihood(state: BarbuState, seat: int, actions: Actions, choices: Choices, rng: Rng) -> float:
    """The deal so far, done again: for every other seat, how likely its contract and its cards were if it acted at random or with care."""
    if state.contract == NO_CONTRACT or state.contract == REUSSITE:
        return 1.0  # who laid which card in a Réussite depends on the passes, which the order of the cards does not show
    plays, mover = state.plays, state.mover
    seats = np.zeros(HAND * SEATS, np.int64)
    holders_of_tricks(state, seats)
    take_back(state, seats)
    product = chance_of_contract(state) if declarer_of(state.deal) != seat else 1.0
    random, careful_ones = np.ones(SEATS), np.ones(SEATS)  # [seat] likelihoods of its cards
    for place in range(plays):
        other, card = state.mover, state.order[place]
        if other != seats[place]:
            return 1.0  # a position set up by hand, whose cards did not come in this order
        if other != seat:
            any_card = 1.0 / size(possible_cards(state, other))
            random[other] *= any_card
            agreed = WITH_CARE if careful(state, other, actions, rng) == card else 0.0
            careful_ones[other] *= agreed + (1.0 - WITH_CARE) * any_card
        choices[other] = card
        advance(state, choices)
    if state.mover != mover:
        return 1.0
    for other in range(SEATS):
        product *= AT_RANDOM * random[other] + (1.0 - AT_RANDOM) * careful_ones[other]
    return product
