"""Estimates of the score: the tokens, the hands of this round, and the chance to win a match from the tokens that are missing.

The chance to win a match assumes that all seats are equally good. With two seats it is computed round by round, with the Spy's token and
the right to begin. With more seats tokens come to each seat at a steady rate, so that the time at which it has enough follows a gamma
distribution; the chance to be first is an integral over time, by Gauss-Legendre quadrature.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Scores, returns
from joute.games.love_letter.cards import CARDS, SEATS
from joute.games.love_letter.state import DRAWN, KEEP, LOT, OVER, LoveLetterState, bit_count, deck_size, lowest_bit
from joute.jit.dispatch import rule

SPY_TOKEN = 0.4  # how often the only Spy so far is still the only one at the end (a guess)
NOBODY = -1

MOST_TOKENS = 13
LEADER_WINS = 0.52  # of the rounds of two seats are won by the seat that begins, among 842 that `careful` played against itself
SPY_FOR_WINNER = 0.26  # of them give the winner the Spy's token too
SPY_FOR_LOSER = 0.01  # of them give it to the loser

TIMES = 20  # enough for chances right to a ten-thousandth
SLOWEST = 36.0  # by then even thirteen tokens have come


# --- the chance to win a match ------------------------------------------------------------------------------------------------------------


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
    """[missing, time]: the chance that a seat still lacks that number of tokens, and the rate at which the last of them comes then."""
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
    """The tokens that the seat lacks after gaining `more`."""
    return max(0, state.goal - state.tokens[seat] - more)


@rule
def first_of_two(state: LoveLetterState, leader: int, mine: int, theirs: int) -> float:
    """Seat 0's chance to win the match once seat 0 has gained `mine` tokens and seat 1 `theirs`, and `leader` begins."""
    if leader == 0:
        return BEGINNER_WINS[missing(state, 0, mine), missing(state, 1, theirs)]
    return 1.0 - BEGINNER_WINS[missing(state, 1, theirs), missing(state, 0, mine)]


@rule
def add_race(state: LoveLetterState, winner: int, spy: int, weight: float, values: Scores) -> None:
    """Add every seat's chance to win the match, times the weight, once these seats (or none: -1) have a token more."""
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


# --- this round ---------------------------------------------------------------------------------------------------------------------------


@rule
def best_card(state: LoveLetterState, seat: int) -> int:
    """The highest card that the seat can keep."""
    best = state.cards[seat]
    if seat == state.mover:
        best = max(best, state.cards[DRAWN])
        if state.phase == KEEP:
            best = max(best, state.cards[DRAWN + 1])
    return best


@rule
def strength(state: LoveLetterState, seat: int) -> float:
    """The strength of a seat's hand in this round: a high card counts the more, the fewer cards are left to draw."""
    if not state.standing >> seat & 1:
        return 0.0
    emptiness = 1.0 - deck_size(state) / CARDS
    shelter = 0.5 if state.protected >> seat & 1 else 0.0
    return 1.0 + shelter + emptiness * max(0, best_card(state, seat)) / 3.0


@rule
def round_tokens(state: LoveLetterState, values: Scores) -> None:
    """The tokens that each seat may expect from this round."""
    total = 0.0
    for seat in range(state.seats):
        values[seat] = strength(state, seat)
        total += values[seat]
    spies = state.standing & state.spied
    for seat in range(state.seats):
        values[seat] /= total
        if spies == 1 << seat:
            values[seat] += SPY_TOKEN


@rule
def match_of_two(state: LoveLetterState, values: Scores) -> None:
    """The chance to win the match: the winner of this round, with or without the Spy's token, begins the next."""
    if state.phase == LOT:
        values[0] = 0.0
        for leader in range(2):
            if state.winners >> leader & 1:
                values[0] += first_of_two(state, leader, 0, 0) / bit_count(state.winners)
    else:
        win = strength(state, 0) / (strength(state, 0) + strength(state, 1))
        spies = state.standing & state.spied
        mine, theirs = (1 if spies == 1 else 0), (1 if spies == 2 else 0)
        without = win * first_of_two(state, 0, 1, 0) + (1.0 - win) * first_of_two(state, 1, 0, 1)
        with_spy = win * first_of_two(state, 0, 1 + mine, theirs) + (1.0 - win) * first_of_two(state, 1, mine, 1 + theirs)
        values[0] = SPY_TOKEN * with_spy + (1.0 - SPY_TOKEN) * without
    values[1] = 1.0 - values[0]


@rule
def match_of_more(state: LoveLetterState, values: Scores) -> None:
    """The chance to win the match: the mean over the winners of this round, with or without the Spy's token."""
    values[:] = 0.0
    if state.phase == LOT:
        add_race(state, NOBODY, NOBODY, 1.0, values)
        return
    total = 0.0
    for seat in range(state.seats):
        total += strength(state, seat)
    spies = state.standing & state.spied
    spy = lowest_bit(spies) if bit_count(spies) == 1 else NOBODY
    for winner in range(state.seats):
        if state.standing >> winner & 1:
            win = strength(state, winner) / total
            add_race(state, winner, NOBODY, win if spy == NOBODY else (1.0 - SPY_TOKEN) * win, values)
            if spy != NOBODY:
                add_race(state, winner, spy, SPY_TOKEN * win, values)


@rule
def counted_rounds(state: LoveLetterState, values: Scores) -> None:
    """The tokens so far, those of this round, and an equal share of the rounds to come."""
    to_come = state.rounds - state.round
    if state.phase == LOT:
        values[:] = 0.0
    else:
        round_tokens(state, values)
        to_come -= 1
    for seat in range(state.seats):
        values[seat] += state.tokens[seat] + to_come / state.seats


def evaluate(state: LoveLetterState, values: Scores) -> None:
    """Tokens so far and expected, or the chance to win the match that they give."""
    if state.phase == OVER:
        returns(state, values)
    elif state.goal == 0:
        counted_rounds(state, values)
    elif state.seats == 2:
        match_of_two(state, values)
    else:
        match_of_more(state, values)
