"""A guess of what each seat will get: who is ahead in tokens, and who holds what in this round."""

from math import exp

from joute.compiled import rule
from joute.games.love_letter.cards import CARDS
from joute.games.love_letter.rules import returns
from joute.games.love_letter.table import DRAWN, KEEP, LOT, OVER, deck_size
from joute.rulebook import Record, Scores

SPY_TOKEN = 0.4  # how often the only Spy so far is still the only one at the end; about what random play gives
TOKEN_WEIGHT = 0.9  # how fast the chance of winning a match falls with each token that is missing


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


def evaluate(state: Record, values: Scores) -> None:
    """Tokens so far and expected, or the chance to win the match that they give."""
    if state.phase == OVER:
        returns(state, values)
        return
    if state.phase == LOT:
        values[:] = 0.0
    else:
        round_tokens(state, values)
    if state.goal == 0:
        to_come = state.rounds - state.round - (0 if state.phase == LOT else 1)
        for seat in range(state.seats):
            values[seat] += state.tokens[seat] + to_come / state.seats
        return
    total = 0.0
    for seat in range(state.seats):
        values[seat] = exp(TOKEN_WEIGHT * (state.tokens[seat] + values[seat]))
        total += values[seat]
    for seat in range(state.seats):
        values[seat] /= total
