"""The chance to win a match from the tokens that are missing, when all seats are equally good.

Two seats: round after round, with the Spy's token and who begins counted in. More seats: tokens come to each seat as if at a steady
pace, so that the time at which it has enough follows a gamma distribution; the first to have enough is found by adding up over time,
by the quadrature of Gauss and Legendre.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Scores
from joute.games.love_letter.actions import SEATS
from joute.games.love_letter.state import LoveLetterState
from joute.jit.dispatch import rule

MOST_TOKENS = 13
LEADER_WINS = 0.52  # of the rounds of two seats are won by the seat that begins, among 842 that `careful` played against itself
SPY_FOR_WINNER = 0.26  # of them give the winner the Spy's token too
SPY_FOR_LOSER = 0.01  # of them give it to the loser

TIMES = 20  # enough for chances right to a ten-thousandth
SLOWEST = 36.0  # by then even thirteen tokens have come


def chances_to_win(most: int) -> NDArray[np.float64]:
    """The chance of the seat that begins to win a match of two seats: [mine missing, theirs missing]."""
    table = np.full((most + 1, most + 1), 0.5)
    table[0, 1:] = 1.0
    table[1:, 0] = 0.0
    for both in range(2, 2 * most + 1):
        for mine in range(max(1, both - most), min(most, both - 1) + 1):
            table[mine, both - mine] = LEADER_WINS * after_win(table, mine, both - mine) + (1 - LEADER_WINS) * (
                1 - after_win(table, both - mine, mine)
            )
    return table


def after_win(table: NDArray[np.float64], mine: int, theirs: int) -> float:
    """The winner's chance to win the match after a round, which it then begins: either may get the Spy's token too."""
    plain = 1.0 - SPY_FOR_WINNER - SPY_FOR_LOSER
    return float(
        plain * table[mine - 1, theirs] + SPY_FOR_WINNER * table[max(0, mine - 2), theirs] + SPY_FOR_LOSER * table[mine - 1, theirs - 1]
    )


def waits(most: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """[missing, time]: the chance that a seat is still waiting for so many tokens, and the rate at which the last of them comes then."""
    places, weights = np.polynomial.legendre.leggauss(TIMES)
    roots = (1.0 + places) / 2.0  # times lie closer to each other early, when most is decided
    times, steps = SLOWEST * roots**2, SLOWEST * roots * weights
    term, waiting = np.exp(-times), np.zeros(TIMES)
    left, rate = np.zeros((most + 1, TIMES)), np.zeros((most + 1, TIMES))
    for missing in range(1, most + 1):
        waiting = waiting + term
        left[missing], rate[missing] = waiting, steps * term / waiting
        term = term * times / missing
    return left, rate


BEGINNER_WINS = chances_to_win(MOST_TOKENS)
STILL_WAITING, COMING = waits(MOST_TOKENS)


@rule
def missing(state: LoveLetterState, seat: int, more: int) -> int:
    """The tokens that the seat needs once it has so many more."""
    return max(0, state.goal - state.tokens[seat] - more)


@rule
def first_of_two(state: LoveLetterState, leader: int, mine: int, theirs: int) -> float:
    """Seat 0's chance to win the match once seat 0 and seat 1 have so many tokens more and that seat begins."""
    if leader == 0:
        return BEGINNER_WINS[missing(state, 0, mine), missing(state, 1, theirs)]
    return 1.0 - BEGINNER_WINS[missing(state, 1, theirs), missing(state, 0, mine)]


@rule
def add_race(state: LoveLetterState, winner: int, spy: int, weight: float, values: Scores) -> None:
    """Add, so many times, every seat's chance to win the match once these seats (or none: -1) have a token more."""
    needs = np.empty(SEATS, np.int64)
    ready = 0
    for seat in range(state.seats):
        needs[seat] = missing(state, seat, (1 if seat == winner else 0) + (1 if seat == spy else 0))
        ready += 1 if needs[seat] == 0 else 0
    if ready > 0:
        for seat in range(state.seats):
            values[seat] += weight / ready if needs[seat] == 0 else 0.0
        return
    chances = np.zeros(SEATS)
    total = 0.0
    for time in range(TIMES):
        waiting = 1.0
        for seat in range(state.seats):
            waiting *= STILL_WAITING[needs[seat], time]
        for seat in range(state.seats):
            share = waiting * COMING[needs[seat], time]
            chances[seat] += share
            total += share
    for seat in range(state.seats):
        values[seat] += weight * chances[seat] / total
