"""A guess of what each seat will get: who is ahead in tokens, and who holds what in this round."""

from joute.core.contract import Scores, returns
from joute.games.love_letter.cards import CARDS
from joute.games.love_letter.state import DRAWN, KEEP, LOT, OVER, LoveLetterState, bit_count, deck_size, lowest_bit
from joute.games.love_letter.win_chances import add_race, first_of_two
from joute.jit.dispatch import rule

SPY_TOKEN = 0.4  # how often the only Spy so far is still the only one at the end (a guess)
NOBODY = -1


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
    """How much a seat's hand weighs in this round: a high card counts the more, the fewer cards are left to draw."""
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
    """The chance to win the match: whoever wins this round, with or without the Spy's token, begins the next."""
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
    """The chance to win the match, over who may win this round, with or without the Spy's token."""
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
