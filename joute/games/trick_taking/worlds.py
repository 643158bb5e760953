"""Worlds that fit what a seat knows, each exactly as likely as any other.

The cards that a seat does not see lie in the other hands, whose sizes are known, and none in a hand that has shown not to hold it. Cards
that the same seats may hold form a class. For the classes that not everybody may hold, every way to split them up is counted with the
worlds it leaves; one world's number is drawn, and its splits are dealt out. The other cards then go anywhere there is room.
"""

from itertools import product
from math import comb, factorial, prod
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import Rng, below, next_bits
from joute.games.trick_taking.cards import CARDS, DECK, EACH, HAND, SEATS, size
from joute.jit.dispatch import rule
from joute.jit.struct import Int64s

Numbers: TypeAlias = NDArray[np.int64]


class Hands(Protocol):
    """What a state with hands of cards has, as sets of cards by seat."""

    hands: Int64s
    lacking: Int64s  # cards that a seat has shown it does not hold


EVERYBODY = (1 << SEATS) - 1

# A number of cards for each seat, packed in one number: a byte a seat. A guard bit in each byte shows when a seat gets too many.
BYTE = 8
GUARDS = sum(1 << BYTE * seat + BYTE - 1 for seat in range(SEATS))


def _splits() -> tuple[Numbers, Numbers, Numbers]:
    """Every way to split cards among seats, up to a hand each: the first split of each kind, packed numbers, numbers of ways."""
    begins = np.zeros((EVERYBODY + 1, CARDS + 2), np.int64)
    packed: list[int] = []
    ways: list[int] = []
    for holders in range(EVERYBODY + 1):
        most = [HAND if holders >> seat & 1 else 0 for seat in range(SEATS)]
        for count in range(CARDS + 1):
            begins[holders, count] = len(packed)
            for numbers in product(*(range(min(count, limit) + 1) for limit in most)):
                if sum(numbers) == count:
                    packed.append(sum(number << BYTE * seat for seat, number in enumerate(numbers)))
                    ways.append(factorial(count) // prod(map(factorial, numbers)))
        begins[holders, CARDS + 1] = len(packed)
    return begins, np.array(packed), np.array(ways)


BEGINS, SPLITS, WAYS = _splits()  # [holders, cards] -> first split of that kind (the next kind's first ends it); [split]; [split]
MAX_CLASSES = EVERYBODY - 1  # sets of seats that are neither nobody nor everybody
LARGEST = 1 << 62  # more than there are worlds: 32! / 8!^4 is below 2^57
CHOOSE = np.array([[comb(count, part) for part in range(HAND + 1)] for count in range(CARDS + 1)])  # [cards, chosen]


@rule
def room_of(room: int, seat: int) -> int:
    """The cards that a seat has still room for."""
    return (room >> BYTE * seat) & 127


@rule
def seats_with_room(room: int) -> int:
    """A bit for each seat that holds unseen cards."""
    seats = 0
    for seat in range(SEATS):
        if room_of(room, seat) > 0:
            seats |= 1 << seat
    return seats


@rule
def worlds_without_voids(room: int) -> int:
    """The number of ways in which cards that anybody may hold fill the room; at most 32! / 8!^4, which 57 bits hold."""
    worlds = 1
    cards = 0
    for seat in range(SEATS):
        places = room_of(room, seat)
        cards += places
        worlds *= CHOOSE[cards, places]
    return worlds


@rule
def pass_worlds(worlds: int, room: int, classes: int, begins: Numbers, ends: Numbers, at: Numbers, rooms: Numbers, ways: Numbers) -> int:
    """Go through the splits of the classes, each with all its worlds, until `worlds` worlds are passed.

    `at` is left at the splits at which it stopped; returns the worlds not passed, negative if it stopped.
    """
    rooms[0] = room | GUARDS
    ways[0] = 1
    at[0] = begins[0]
    depth = 0
    while True:
        if at[depth] == ends[depth]:
            if depth == 0:
                return worlds
            depth -= 1
            at[depth] += 1
            continue
        left = rooms[depth] - SPLITS[at[depth]]
        found = ways[depth] * WAYS[at[depth]]
        if left & GUARDS != GUARDS:
            at[depth] += 1
        elif depth < classes - 1:
            depth += 1
            rooms[depth] = left
            ways[depth] = found
            at[depth] = begins[depth]
        else:
            worlds -= found * worlds_without_voids(left)
            if worlds < 0:
                return worlds
            at[depth] += 1


@rule
def number_below(rng: Rng, count: int) -> int:
    """A whole number below a large count, exactly uniform: bits are drawn until they make such a number."""
    bits = count - 1
    for shift in (1, 2, 4, 8, 16, 32):
        bits |= bits >> shift
    while True:
        number = np.int64(next_bits(rng) >> np.uint64(1)) & bits
        if number < count:
            return number  # type: ignore[return-value]  # int64 is the compiled int


@rule
def deal_out(state: Hands, cards: int, room: int, rng: Rng) -> None:
    """Give the cards to the seats at random, to each as many as it has room for; a seat is found without a branch."""
    left = size(cards)
    while left > 0:
        place = below(rng, left)
        up_to = (room * EACH) & DECK  # room of this and the earlier seats, a byte for each
        passed = ((place * EACH | EACH << BYTE - 1) - up_to) & EACH << BYTE - 1  # the top bit of each seat that the place is beyond
        seat = ((passed >> BYTE - 1) * EACH >> 24) & 7
        state.hands[seat] |= cards & -cards
        room -= 1 << BYTE * seat
        cards &= cards - 1
        left -= 1


@rule
def deal_classes(state: Hands, cards: Numbers, holders: Numbers, classes: int, room: int, rng: Rng) -> int:
    """Deal out classes of cards, each to those who may hold it, leaving room for the cards that anybody may hold; returns that room."""
    if classes == 0:
        return room
    work = np.empty((5, MAX_CLASSES), np.int64)
    begins, ends, at, rooms, ways = work[0], work[1], work[2], work[3], work[4]  # [depth], all
    for number in range(classes):
        begins[number] = BEGINS[holders[number], size(cards[number])]
        ends[number] = BEGINS[holders[number], size(cards[number]) + 1]
    worlds = LARGEST - pass_worlds(LARGEST, room, classes, begins, ends, at, rooms, ways)
    pass_worlds(number_below(rng, worlds), room, classes, begins, ends, at, rooms, ways)
    for number in range(classes):
        deal_out(state, cards[number], SPLITS[at[number]], rng)
        room -= SPLITS[at[number]]
    return room


@rule
def deal_unseen(state: Hands, seat: int, unseen: int, room: int, rng: Rng) -> None:
    """Empty the hands that the seat does not see and deal the unseen cards out to them, each world as likely as any other."""
    lacking, everybody = 0, seats_with_room(room)
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = 0
            lacking |= state.lacking[other]
    if lacking & unseen != 0:
        cards, holders = np.empty(MAX_CLASSES, np.int64), np.empty(MAX_CLASSES, np.int64)
        classes = 0
        for some in range(1, everybody):
            held = unseen if some & everybody == some else 0
            for other in range(SEATS):
                if everybody >> other & 1:
                    held &= ~state.lacking[other] if some >> other & 1 else state.lacking[other]
            if held != 0:
                cards[classes] = held
                holders[classes] = some
                classes += 1
        room = deal_classes(state, cards, holders, classes, room, rng)
        for number in range(classes):
            unseen &= ~cards[number]
    deal_out(state, unseen, room, rng)
