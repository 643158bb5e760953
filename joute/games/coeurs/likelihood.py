"""How likely the cards played were, in a world in which all hands are known: the deal is taken back and played again.

Each opponent is a mixture of a player who plays any card and one who mostly plays what `careful` would; the deal so far determines the
weights. So nothing is inferred from the cards of a seat that plays at random.
"""

import numpy as np

from joute.core.contract import Actions, Choices, advance, careful
from joute.core.rng import Rng
from joute.games.coeurs.rules import opener_of
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import SEATS, all_of_suit, size
from joute.games.trick_taking.tricks import NONE, playable
from joute.jit.dispatch import rule

AT_RANDOM = 0.3  # share of the seats that play any card
WITH_CARE = 0.6  # share of the other seats' cards that are what `careful` would play; the rest is any card


@rule
def take_back(state: CoeursState) -> None:
    """Every card played goes back to the hand it came from; the opener leads."""
    seat, taker, best, led = opener_of(state.deal), 0, NONE, 0
    for place in range(state.plays):
        card = state.order[place]
        if place % SEATS == 0:
            led, best = all_of_suit(card), NONE
        if led >> card & 1 and card > best:
            taker, best = seat, card
        state.hands[seat] |= 1 << card
        seat = taker if place % SEATS == SEATS - 1 else (seat + 1) % SEATS
    for other in range(SEATS):
        state.hearts[other] = 0
        state.lacking[other] = 0
        state.table[other] = NONE
    state.played = 0
    state.led = 0
    state.plays = 0
    state.mover = opener_of(state.deal)
    state.taker = state.mover


@rule
def packed_hearts(state: CoeursState) -> int:
    """The hearts that every seat has taken, a byte for each."""
    hearts = 0
    for seat in range(SEATS):
        hearts |= state.hearts[seat] << 8 * seat
    return hearts


def likelihood(state: CoeursState, seat: int, actions: Actions, choices: Choices, rng: Rng) -> float:
    """The deal so far, played again: for every other seat, how likely its cards were if it played at random or with care."""
    plays, mover, hearts = state.plays, state.mover, packed_hearts(state)
    random, careful_ones = np.ones(SEATS), np.ones(SEATS)  # [seat] likelihoods of its cards
    take_back(state)
    for place in range(plays):
        other, card = state.mover, state.order[place]
        if other != seat:
            any_card = 1.0 / size(playable(state, other))
            random[other] *= any_card
            agreed = WITH_CARE if careful(state, other, actions, rng) == card else 0.0
            careful_ones[other] *= agreed + (1.0 - WITH_CARE) * any_card
        choices[other] = card
        advance(state, choices)
    if state.mover != mover or packed_hearts(state) != hearts:
        return 1.0  # a position set up by hand, whose cards did not come in this order
    product = 1.0
    for other in range(SEATS):
        product *= AT_RANDOM * random[other] + (1.0 - AT_RANDOM) * careful_ones[other]
    return product


def rewind(state: CoeursState, past: Actions) -> int:
    """The deal before its first card, and the cards played since."""
    plays = state.plays
    for place in range(plays):
        past[place] = state.order[place]
    take_back(state)
    return plays
