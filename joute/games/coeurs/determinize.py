"""Worlds that fit what a seat knows, each exactly as likely as any other.

The cards that a seat does not see lie in the other hands, whose sizes are known, and none in a suit that its holder has shown to lack.
For the suits somebody lacks, every way to split them up is counted with the worlds it leaves; one world's number is drawn, and
its splits are dealt out. The other cards then go anywhere there is room.
"""

from itertools import product
from math import comb, factorial, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import Rng, below, next_bits
from joute.games.coeurs.cards import CARDS, DECK, EACH, HAND, RANKS, SEATS, SUIT, SUITS, size
from joute.games.coeurs.state import CoeursState
from joute.jit.dispatch import rule

Numbers: TypeAlias = NDArray[np.int64]

EVERYBODY = (1 << SEATS) - 1

# A number of cards for each seat, packed in one number: a byte a seat. A guard bit in each byte shows when a seat gets too many.
BYTE = 8
GUARDS = sum(1 << BYTE * seat + BYTE - 1 for seat in range(SEATS))


def _splits() -> tuple[Numbers, Numbers, Numbers]:
    """Every way to split up to eight cards among some of the seats: the first of each kind, the packed numbers, the number of ways."""
    begins = np.zeros((EVERYBODY + 1, RANKS + 2), np.int64)
    packed: list[int] = []
    ways: list[int] = []
    for holders in range(EVERYBODY + 1):
        most = [RANKS if holders >> seat & 1 else 0 for seat in range(SEATS)]
        for count in range(RANKS + 1):
            begins[holders, count] = len(packed)
            for numbers in product(*(range(min(count, limit) + 1) for limit in most)):
                if sum(numbers) == count:
                    packed.append(sum(number << BYTE * seat for seat, number in enumerate(numbers)))
                    ways.append(factorial(count) // prod(map(factorial, numbers)))
        begins[holders, RANKS + 1] = len(packed)
    return begins, np.array(packed), np.array(ways)


BEGINS, SPLITS, WAYS = _splits()  # [holders, cards] -> first split of that kind (the next kind's first ends it); [split]; [split]
LARGEST = 1 << 62  # more than there are worlds: 32! / 8!^4 is below 2^57
CHOOSE = np.array([[comb(count, part) for part in range(HAND + 1)] for count in range(CARDS + 1)])  # [cards, chosen]


@rule
def room_of(room: int, seat: int) -> int:
    """The cards that a seat has still room for."""
    return (room >> BYTE * seat) & 127


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
def pass_worlds(worlds: int, room: int, suits: int, begins: Numbers, ends: Numbers, at: Numbers, rooms: Numbers, ways: Numbers) -> int:
    """Go through the splits of the first `suits` suits, each with all its worlds, until `worlds` worlds are passed.

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
        elif depth < suits - 1:
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
def deal_out(state: CoeursState, cards: int, room: int, rng: Rng) -> None:
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
def deal_lacked_suits(state: CoeursState, unseen: int, room: int, rng: Rng) -> int:
    """Deal out the unseen cards of the suits that somebody lacks; returns the room that is left."""
    work = np.empty((5, SUITS), np.int64)
    begins, ends, at, rooms, ways = work[0], work[1], work[2], work[3], work[4]  # [depth], all
    suits = 0
    lacked = 0
    for suit in range(SUITS):
        cards = unseen & SUIT << RANKS * suit
        holders = holders_of(state, suit, room)
        if cards != 0 and holders != seats_with_room(room):
            begins[suits] = BEGINS[holders, size(cards)]
            ends[suits] = BEGINS[holders, size(cards) + 1]
            lacked |= 1 << suit
            suits += 1
    if suits == 0:
        return room
    worlds = LARGEST - pass_worlds(LARGEST, room, suits, begins, ends, at, rooms, ways)
    pass_worlds(number_below(rng, worlds), room, suits, begins, ends, at, rooms, ways)
    depth = 0
    for suit in range(SUITS):
        if lacked >> suit & 1:
            deal_out(state, unseen & SUIT << RANKS * suit, SPLITS[at[depth]], rng)
            room -= SPLITS[at[depth]]
            depth += 1
    return room


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
