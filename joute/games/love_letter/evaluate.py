"""A guess of what each seat will get: who is ahead in tokens, and who holds what in this round."""

from math import exp

import numpy as np
from numpy.typing import NDArray

from joute.compiled import returns, rule
from joute.games.love_letter.cards import CARDS
from joute.games.love_letter.table import DRAWN, KEEP, LOT, OVER, deck_size
from joute.rulebook import Record, Scores

SPY_TOKEN = 0.4  # how often the only Spy so far is still the only one at the end (a guess)
TOKEN_WEIGHT = 0.9  # how fast the chance of winning a match of three seats or more falls with each token that is missing
MOST_TOKENS = 13


def chances_to_win(most: int) -> NDArray[np.float64]:
    """The chance to win a match of two seats when each round gives a token to either with equal chance: [mine missing, theirs missing]."""
    table = np.zeros((most + 1, most + 1))
    table[0, :] = 1.0
    table[0, 0] = 0.5
    for mine in range(1, most + 1):
        for theirs in range(1, most + 1):
            table[mine, theirs] = (table[mine - 1, theirs] + table[mine, theirs - 1]) / 2
    return table


CHANCE_TO_WIN = chances_to_win(MOST_TOKENS)


@rule
def best_card(state: Record, seat: int) -> int:
    """The highest card that the seat can keep."""
    best = state.cards[seat]
    if seat == state.mover:
        best = max(best, state.cards[DRAWN])
        if state.phase == KEEP:
            best = max(best, state.cards[DRAWN + 1])
    return best


@rule
def strength(state: Record, seat: int) -> float:
    """How much a seat's hand weighs in this round: a high card counts the more, the fewer cards are left to draw."""
    if not state.standing >> seat & 1:
        return 0.0
    emptiness = 1.0 - deck_size(state) / CARDS
    shelter = 0.5 if state.protected >> seat & 1 else 0.0
    return 1.0 + shelter + emptiness * max(0, best_card(state, seat)) / 3.0


@rule
def round_tokens(state: Record, values: Scores) -> None:
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
def after_tokens(state: Record, mine: int, theirs: int) -> float:
    """Seat 0's chance to win the match once seat 0 and seat 1 have so many tokens more."""
    return CHANCE_TO_WIN[max(0, state.goal - state.tokens[0] - mine), max(0, state.goal - state.tokens[1] - theirs)]


@rule
def match_of_two(state: Record, values: Scores) -> None:
    """The chance to win the match: whoever wins this round, with or without the Spy's token, the rounds after it are even."""
    if state.phase == LOT:
        values[0] = after_tokens(state, 0, 0)
    else:
        total = strength(state, 0) + strength(state, 1)
        win = strength(state, 0) / total
        spies = state.standing & state.spied
        mine, theirs = (1 if spies == 1 else 0), (1 if spies == 2 else 0)
        without = win * after_tokens(state, 1, 0) + (1.0 - win) * after_tokens(state, 0, 1)
        with_spy = win * after_tokens(state, 1 + mine, theirs) + (1.0 - win) * after_tokens(state, mine, 1 + theirs)
        values[0] = SPY_TOKEN * with_spy + (1.0 - SPY_TOKEN) * without
    values[1] = 1.0 - values[0]


@rule
def match_of_more(state: Record, values: Scores) -> None:
    """The chance to win the match: the more likely, the more tokens a seat has and may expect."""
    if state.phase == LOT:
        values[:] = 0.0
    else:
        round_tokens(state, values)
    total = 0.0
    for seat in range(state.seats):
        values[seat] = exp(TOKEN_WEIGHT * (state.tokens[seat] + values[seat]))
        total += values[seat]
    for seat in range(state.seats):
        values[seat] /= total


@rule
def counted_rounds(state: Record, values: Scores) -> None:
    """The tokens so far, those of this round, and an equal share of the rounds to come."""
    to_come = state.rounds - state.round
    if state.phase == LOT:
        values[:] = 0.0
    else:
        round_tokens(state, values)
        to_come -= 1
    for seat in range(state.seats):
        values[seat] += state.tokens[seat] + to_come / state.seats


def evaluate(state: Record, values: Scores) -> None:
    """Tokens so far and expected, or the chance to win the match that they give."""
    if state.phase == OVER:
        returns(state, values)
    elif state.goal == 0:
        counted_rounds(state, values)
    elif state.seats == 2:
        match_of_two(state, values)
    else:
        match_of_more(state, values)
