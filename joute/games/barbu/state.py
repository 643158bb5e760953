"""A deal of Barbu, and the score sheet of the deals before it."""

from typing import Annotated

from joute.core.state import Fields
from joute.games.barbu.contracts import CONTRACTS, NO_CONTRACT, REUSSITE
from joute.games.trick_taking.cards import CARDS, SEATS
from joute.jit.struct import Int8, Int8s, Int16s, Int64, Int64s


class BarbuState(Fields):
    """A deal of Barbu, and the score sheet of the deals before it."""

    hands: Annotated[Int64s, SEATS]  # sets of cards
    lacking: Annotated[Int64s, SEATS]  # cards that a seat has shown it does not hold: whole suits, or what it could not lay
    played: Int64  # the cards played in this deal, those on the table among them
    led: Int64  # all cards of the suit led; the empty set when a trick begins
    named_with: Annotated[Int64s, SEATS, CONTRACTS]  # [declarer, contract] the hand that named it; none if it is not known
    points: Annotated[Int16s, SEATS]  # of the deals that are over
    tricks: Annotated[Int8s, SEATS]  # taken in this deal, as are hearts, queens and the king of hearts
    hearts: Annotated[Int8s, SEATS]
    queens: Annotated[Int8s, SEATS]
    table: Annotated[Int8s, SEATS]  # the card that each seat has played to the trick
    sizes: Annotated[Int8s, SEATS]  # cards in the hands
    dealt: Int8  # cards dealt
    plays: Int8  # cards played in this deal
    mover: Int8
    taker: Int8  # the seat whose card takes the trick so far; the mover when it begins
    king: Int8  # the seat that has taken the king of hearts, or nobody
    contract: Int8  # of this deal, or none before it is named
    named: Int8  # the contracts that this declarer has named, as a set
    deal: Int8  # deals that are over
    declarers: Int8  # of the match, each for six deals
    order: Annotated[Int8s, CARDS]  # the cards played in this deal, as they came
    sheet: Annotated[Int8s, SEATS, CONTRACTS, SEATS]  # [declarer, contract, seat] points of the deals that are over, in units


def dealt_out(state: BarbuState) -> bool:
    """Whether the cards are dealt."""
    return bool(state.dealt == CARDS)


def playing(state: BarbuState) -> bool:
    """Whether the cards are dealt and the contract is named."""
    return dealt_out(state) and state.contract != NO_CONTRACT


def laying(state: BarbuState) -> bool:
    """Whether a Réussite is played."""
    return bool(state.contract == REUSSITE)


def on_the_table(state: BarbuState) -> list[tuple[int, int]]:
    """The trick under way in the order of play: seats and their cards."""
    count = 0 if laying(state) else state.plays % SEATS
    first, table = state.mover - count, state.table.tolist()
    return [((first + number) % SEATS, table[(first + number) % SEATS]) for number in range(count)]


def winners(state: BarbuState) -> list[int]:
    """The seats with the most points."""
    return [seat for seat in range(SEATS) if state.points[seat] == max(state.points.tolist())]
