"""Worlds that fit what a seat knows: the unseen cards are dealt out, none to a seat that has shown not to hold it.

In a trick, a seat that does not follow shows that it has nothing of the suit. In the Réussite, a seat that passes shows that it has none of
the cards that could be laid then.
"""

from joute.core.rng import Rng
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.cards import CARDS, DECK, SEATS
from joute.games.trick_taking.worlds import BYTE, deal_unseen
from joute.jit.dispatch import rule


@rule
def hand_sizes(state: BarbuState, seat: int) -> int:
    """The number of cards of every seat but this one, packed."""
    room = 0
    for other in range(SEATS):
        if other != seat:
            room |= state.sizes[other] << BYTE * other
    return room


def imagine(state: BarbuState, seat: int, rng: Rng) -> None:
    """Deal the unseen cards to the hands that the seat does not see."""
    if state.dealt < CARDS:
        return  # nobody holds a card yet
    unseen = DECK & ~state.played
    if seat >= 0:
        unseen &= ~state.hands[seat]
    deal_unseen(state, seat, unseen, hand_sizes(state, seat), rng)
