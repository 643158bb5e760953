"""A deal of Cœurs and the points of the deals before it."""

from typing import Annotated

from joute.core.state import Fields
from joute.games.trick_taking.cards import CARDS, HAND, RANKS, SEATS, SUITS
from joute.jit.struct import Int8, Int8s, Int16s, Int64, Int64s


class CoeursState(Fields):
    """A deal of Cœurs and the points of the deals before it."""

    hands: Annotated[Int64s, SEATS]  # sets of cards
    lacking: Annotated[Int64s, SEATS]  # the suits that a seat has shown it does not hold, as sets of cards
    played: Int64  # the cards played in this deal, those on the table among them
    led: Int64  # all cards of the suit led; the empty set when a trick begins
    points: Annotated[Int16s, SEATS]  # of the deals that are over
    hearts: Annotated[Int8s, SEATS]  # taken in this deal
    table: Annotated[Int8s, SEATS]  # the card that each seat has played to the trick
    places: Annotated[Int8s, SEATS]  # cards that each seat is still to be dealt
    dealt: Int8  # cards dealt
    plays: Int8  # cards played in this deal
    mover: Int8
    taker: Int8  # the seat whose card takes the trick so far; the mover when it begins
    deal: Int8  # deals that are over
    deals: Int8  # deals of the match
    order: Annotated[Int8s, CARDS]  # the cards played in this deal, as they came


def playing(state: CoeursState) -> bool:
    """Whether the cards are dealt."""
    return bool(state.dealt == CARDS)


def on_the_table(state: CoeursState) -> list[tuple[int, int]]:
    """The trick under way in the order of play: seats and their cards."""
    count = state.plays % SEATS
    first, table = state.mover - count, state.table.tolist()
    return [((first + number) % SEATS, table[(first + number) % SEATS]) for number in range(count)]


def sizes(state: CoeursState) -> list[int]:
    """The number of cards of each seat; before all are dealt, of those dealt so far."""
    if not playing(state):
        return [HAND - places for places in state.places.tolist()]
    full = HAND - state.plays // SEATS
    return [full - (card >= 0) for card in state.table.tolist()]


def winners(state: CoeursState) -> list[int]:
    """The seats with the most points."""
    return [seat for seat in range(SEATS) if state.points[seat] == max(state.points.tolist())]


def lacks(lacking: int) -> list[int]:
    """The suits among cards that a seat has shown it does not hold."""
    return [suit for suit in range(SUITS) if lacking >> RANKS * suit & 1] if lacking else []
