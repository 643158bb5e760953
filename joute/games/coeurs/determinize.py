"""Worlds that fit what a seat knows: the unseen cards are dealt out, none to a seat that has shown to lack its suit."""

import numpy as np

from joute.core.rng import Rng
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import CARDS, DECK, HAND, RANKS, SEATS, SUIT, SUITS
from joute.games.trick_taking.worlds import BYTE, deal_classes, deal_out, room_of, seats_with_room
from joute.jit.dispatch import rule


@rule
def hand_sizes(state: CoeursState, seat: int) -> int:
    """The number of cards of every seat but this one, packed."""
    room = 0
    for other in range(SEATS):
        if other != seat:
            has_played = 1 if state.table[other] >= 0 else 0
            room |= (HAND - state.plays // SEATS - has_played) << BYTE * other
    return room


@rule
def holders_of(state: CoeursState, suit: int, room: int) -> int:
    """A bit for each seat with room that has not shown to lack the suit."""
    holders = 0
    for seat in range(SEATS):
        if room_of(room, seat) > 0 and state.lacking[seat] >> RANKS * suit & 1 == 0:
            holders |= 1 << seat
    return holders


@rule
def deal_lacked_suits(state: CoeursState, unseen: int, room: int, rng: Rng) -> int:
    """Deal out the unseen cards of the suits that somebody lacks; returns the room that is left."""
    cards, holders = np.empty(SUITS + 1, np.int64), np.empty(SUITS + 1, np.int64)  # [class]
    suits = 0
    for suit in range(SUITS):
        cards[suits] = unseen & SUIT << RANKS * suit
        holders[suits] = holders_of(state, suit, room)
        if cards[suits] != 0 and holders[suits] != seats_with_room(room):
            suits += 1
    return deal_classes(state, cards, holders, suits, room, rng)


def imagine(state: CoeursState, seat: int, rng: Rng) -> None:
    """Deal the unseen cards to the hands that the seat does not see."""
    if state.dealt < CARDS:
        return  # nobody holds a card yet
    unseen, lacking = DECK & ~state.played, 0
    for other in range(SEATS):
        if other == seat:
            unseen &= ~state.hands[other]
        else:
            state.hands[other] = 0
            lacking |= state.lacking[other]
    room = hand_sizes(state, seat)
    if lacking & unseen != 0:
        room = deal_lacked_suits(state, unseen, room, rng)
        for other in range(SEATS):
            unseen &= ~state.hands[other]
    deal_out(state, unseen, room, rng)
