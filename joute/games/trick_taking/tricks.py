"""A trick: follow the suit led if you can, no trumps, the highest card of the suit led takes it and leads the next."""

from typing import Protocol

from joute.games.trick_taking.cards import SEATS, all_of_suit
from joute.jit.dispatch import inline, rule
from joute.jit.struct import Int8s, Int64s

NONE = -1  # no card of that seat lies on the table


class Tricks(Protocol):
    """What a state with tricks has."""

    hands: Int64s  # sets of cards
    lacking: Int64s  # cards that a seat has shown it does not hold, as sets
    played: int  # the cards played in this deal, those on the table among them
    led: int  # all cards of the suit led; the empty set when a trick begins
    table: Int8s  # the card that each seat has played to the trick
    order: Int8s  # the cards played in this deal, as they came
    plays: int  # cards played in this deal
    mover: int
    taker: int  # the seat whose card takes the trick so far; the mover when it begins


@rule
def playable(state: Tricks, seat: int) -> int:
    """The cards that follow the suit led; the whole hand when there are none."""
    following = state.hands[seat] & state.led
    return following if following != 0 else state.hands[seat]


@inline
def play_to_trick(state: Tricks, seat: int, card: int) -> None:
    """The card goes to the table; a seat that does not follow shows that it lacks the suit; the next seat is the mover."""
    bit = 1 << card
    state.hands[seat] ^= bit
    state.played |= bit
    if state.led == 0:
        state.led = all_of_suit(card)
    follows = state.led & bit != 0
    state.lacking[seat] |= 0 if follows else state.led
    state.taker = seat if follows and card > state.table[state.taker] else state.taker
    state.table[seat] = card
    state.order[state.plays] = card
    state.plays += 1
    state.mover = (seat + 1) % SEATS


@inline
def clear_table(state: Tricks) -> None:
    """The trick is over: its taker leads the next."""
    for seat in range(SEATS):
        state.table[seat] = NONE
    state.mover = state.taker
    state.led = 0
