"""Nobody can compute the deals to come from the deals seen so far.

The attack: a generator that is linear over GF(2), as xorshift64, gives each bit of its outputs as a sum of the bits of its state. Every
dealt card confines one output to an interval; the leading bits that the whole interval shares are equations. Two deals give nearly as many
as the state has bits; the few states that are left are tried.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

import joute
from joute.core.playthrough import random_choices
from joute.core.rng import next_bits, seeded
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import CARDS, HAND, SEATS

MATCHES = 40
SEEN = 2  # deals that the attacker has seen
DEALS = 4
MAX_FREE = 18  # bits of the state that the equations may leave open
Words = NDArray[np.uint64]
Deal = list[int]  # the seat of each card, in the order of the deck


def stepped(words: Words) -> Words:
    """Some states of xorshift64, one step on."""
    words = words ^ (words << np.uint64(13))
    words = words ^ (words >> np.uint64(7))
    return words ^ (words << np.uint64(17))


def intervals(deal: Deal) -> list[tuple[int, int]]:
    """The outputs, of 32 bits, that deal so."""
    places, found = [HAND] * SEATS, []
    for number, seat in enumerate(deal):
        left = CARDS - number
        low, high = sum(places[:seat]) / left, sum(places[: seat + 1]) / left
        found.append((round(low * 2**32), round(high * 2**32) - 1))
        places[seat] -= 1
    return found


def equations(deals: list[Deal]) -> list[tuple[int, int]]:
    """Sets of bits of the first state, and what each sums up to."""
    basis = np.uint64(1) << np.arange(64, dtype=np.uint64)
    found = []
    for low, high in [pair for deal in deals for pair in intervals(deal)]:
        basis = stepped(basis)
        for bit in range(31, -1, -1):
            if low >> bit & 1 != high >> bit & 1:
                break
            row = sum(1 << place for place in range(64) if int(basis[place]) >> (32 + bit) & 1)
            found.append((row, low >> bit & 1))
    return found


def solutions(rows: list[tuple[int, int]]) -> Words:
    """The states that solve the equations; none if they contradict each other, or leave too many."""
    pivots: dict[int, tuple[int, int]] = {}
    for row, value in rows:
        for place, (other, known) in pivots.items():
            if row >> place & 1:
                row, value = row ^ other, value ^ known
        if row == 0:
            if value:
                return np.zeros(0, np.uint64)
            continue
        pivot = row.bit_length() - 1
        for place, (other, known) in pivots.items():
            if other >> pivot & 1:
                pivots[place] = other ^ row, known ^ value
        pivots[pivot] = row, value
    free = [place for place in range(64) if place not in pivots]
    if len(free) > MAX_FREE:
        return np.zeros(0, np.uint64)
    states = np.array([sum(value << place for place, (_, value) in pivots.items())], np.uint64)
    for place in free:
        flip = 1 << place | sum(1 << pivot for pivot, (row, _) in pivots.items() if row >> place & 1)
        states = np.concatenate([states, states ^ np.uint64(flip)])
    return states


def dealt(words: Words) -> tuple[list[Words], Words]:
    """The next deal of some states: the seat of each card for every state; and the states after it."""
    places, seats = np.full((len(words), SEATS), HAND), []
    for number in range(CARDS):
        words = stepped(words)
        place = (words >> np.uint64(32)) / 4294967296.0
        bounds = np.cumsum(places, axis=1) / (CARDS - number)
        seat = np.minimum((place[:, None] >= bounds).sum(axis=1), SEATS - 1)
        places[np.arange(len(words)), seat] -= 1
        seats.append(seat)
    return seats, words


def foreseen(seen: list[Deal], later: int) -> list[Deal] | None:
    """The attack: the later deals, if the deals seen leave only one possibility."""
    states = solutions(equations(seen))
    words = states
    for deal in seen:
        seats, words = dealt(words)
        fits = np.all([found == seat for found, seat in zip(seats, deal, strict=True)], axis=0)
        words = words[fits]
    if len(words) != 1:
        return None
    found: list[Deal] = []
    for _ in range(later):
        seats, words = dealt(words)
        found.append([int(seat[0]) for seat in seats])
    return found


def solved(match: list[Deal]) -> bool:
    """Whether the attack finds the rest of a match from its first deals."""
    return foreseen(match[:SEEN], len(match) - SEEN) == match[SEEN:]


def linear_match(seed: int) -> list[Deal]:
    """A match whose cards come from xorshift64."""
    rng, deals = seeded("linear", seed), []
    for _ in range(DEALS):
        places, deal = [HAND] * SEATS, []
        for number in range(CARDS):
            place = int(next_bits(rng) >> np.uint64(32)) / 4294967296.0
            bounds = np.cumsum(places) / (CARDS - number)
            deal.append(min(int((place >= bounds).sum()), SEATS - 1))
            places[deal[-1]] -= 1
        deals.append(deal)
    return deals


def real_match(seed: int) -> list[Deal]:
    """The deals of a match as it is played."""
    game = joute.game("coeurs", deals=DEALS)
    state, deals, turn = game.new(seed), [], 0
    while not game.over(state):
        fields = CoeursState.of(state)
        if fields.plays == 0:
            deals.append([next(seat for seat in range(SEATS) if fields.hands[seat] >> card & 1) for card in range(CARDS)])
        game.step(state, random_choices(game, state, seed, turn))
        turn += 1
    return deals


@pytest.mark.slow
def test_the_linear_attack_foresees_xorshift_and_not_the_game() -> None:
    assert sum(solved(linear_match(seed)) for seed in range(MATCHES)) >= MATCHES * 3 // 4, "the attack itself works"
    assert sum(solved(real_match(seed)) for seed in range(MATCHES)) == 0
