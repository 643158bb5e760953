"""Checks of positions that people or programs set up: four of everything, hands that fit, cards that somebody can hold."""

from collections.abc import Sequence
from typing import TypedDict, TypeVar

from joute.core.errors import BadPosition
from joute.games.trick_taking.card_names import codes
from joute.games.trick_taking.cards import SEATS, size
from joute.i18n import say

Value = TypeVar("Value")


class PlayedCardJson(TypedDict):
    """A card of the trick under way."""

    seat: int
    card: str


def four(values: Sequence[Value], name: str) -> Sequence[Value]:
    """The values, one for each seat."""
    if len(values) != SEATS:
        raise BadPosition("{name} of {count} seats; there are {seats}", name=name, count=len(values), seats=SEATS)
    return values


def check_viewer(viewer: int | None, hands: Sequence[list[str] | None]) -> None:
    """A seat's view shows its own hand; the truth shows all."""
    if viewer not in (None, *range(-1, SEATS)):
        raise BadPosition("the viewer is {viewer}; it is a seat, -1 for a spectator, or null for the truth", viewer=viewer)
    for seat in range(SEATS):
        if hands[seat] is None and viewer in (None, seat):
            expected = say("the truth shows all") if viewer is None else say("it is the viewer's own")
            raise BadPosition("the hand of seat {seat} is missing; {expected}", seat=seat, expected=expected)


def check_room(unseen: int, lacking: Sequence[int], room: Sequence[int]) -> None:
    """Hall's marriage theorem: cards that only some seats may hold must fit into the hands of these seats."""
    for some in range(1 << SEATS):
        seats = [seat for seat in range(SEATS) if some >> seat & 1]
        only_theirs = unseen
        for other in range(SEATS):
            if other not in seats and room[other]:
                only_theirs &= lacking[other]
        places = sum(room[seat] for seat in seats)
        if size(only_theirs) > places:
            raise BadPosition(
                "{cards} are unseen, but the voids leave room for {room} of them", cards=", ".join(codes(only_theirs)), room=places
            )
