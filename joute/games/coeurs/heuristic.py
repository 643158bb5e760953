"""What a sensible beginner plays: duck under the trick, discard what may take hearts, and try to take all of them if the deal allows it.

A suit's cards are handled as ranks. The weights were found in matches against random play and against each other (20,000 and more
for each candidate); they count cards, so they are whole numbers.
"""

from joute.core.contract import Actions
from joute.core.rng import Rng
from joute.games.coeurs.rules import hearts_on_table
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import DECK, HEARTS, RANKS, SEATS, SUITS, lowest
from joute.games.trick_taking.ranks import COUNT, HIGHEST, lowest_rank, ranks_of
from joute.jit.dispatch import rule

NOBODY = -1
COLLECT_FROM = 3  # hearts, all one's own, from which one tries to take them all
STOP_FROM = 4  # hearts of another seat alone, from which one takes a trick with hearts rather than leave it to that seat
YOUNG = 4  # cards of a suit in the other hands, with which everybody probably follows
HEART_DISCARDED = 3  # a heart is discarded before a card that is so much more dangerous
ALONE_IN_SUIT = 20  # nobody can follow: the trick is taken, with all that is thrown on it
SURE_TO_TAKE = 5


@rule
def collector(state: CoeursState) -> int:
    """The seat that has taken every heart taken so far, or nobody."""
    alone = NOBODY
    for seat in range(SEATS):
        if state.hearts[seat] > 0:
            if alone != NOBODY:
                return NOBODY
            alone = seat
    return alone


@rule
def lead_low(hand: int, unseen: int) -> int:
    """The lowest card of the suit in which most cards are higher and fewest lower, of a short suit rather than a long one."""
    chosen, best = 0, -99
    for suit in range(SUITS):
        held, others = ranks_of(hand, suit), ranks_of(unseen, suit)
        if held == 0:
            continue
        low = lowest_rank(held)
        higher = COUNT[others >> low]
        score = 2 * higher - COUNT[others] - COUNT[held] + (1 if suit == HEARTS else 0)
        if higher == 0:
            score -= ALONE_IN_SUIT if others == 0 else SURE_TO_TAKE
        if score > best:
            chosen, best = RANKS * suit + low, score
    return chosen


@rule
def lead_high(hand: int, unseen: int) -> int:
    """The card with the fewest above it, a heart among equals: it should take the trick."""
    chosen, best = 0, -99
    for suit in range(SUITS):
        held = ranks_of(hand, suit)
        if held == 0:
            continue
        score = (1 if suit == HEARTS else 0) - 2 * COUNT[ranks_of(unseen, suit) >> HIGHEST[held]]
        if score > best:
            chosen, best = RANKS * suit + HIGHEST[held], score
    return chosen


@rule
def duck(held: int, others: int, taking: int, last: bool, hearts: int) -> int:
    """The highest rank that does not take the trick; the highest of all if taking it is harmless or cannot be avoided."""
    if hearts == 0 and (last or COUNT[others] >= YOUNG):
        return HIGHEST[held]
    below = held & ((1 << taking) - 1)
    if below != 0:
        return HIGHEST[below]
    return HIGHEST[held] if last else lowest_rank(held)


@rule
def take(held: int, taking: int, last: bool) -> int:
    """A rank that takes the trick, none higher than the last seat needs; the lowest if none does."""
    above = held >> (taking + 1) << (taking + 1)
    if above == 0:
        return lowest_rank(held)
    return lowest_rank(above) if last else HIGHEST[above]


@rule
def throw_danger(hand: int, unseen: int) -> int:
    """The highest card of the suit in which most others are lower, a heart rather than another, of a short suit rather than a long one."""
    chosen, best = 0, -99
    for suit in range(SUITS):
        held, others = ranks_of(hand, suit), ranks_of(unseen, suit)
        if held == 0:
            continue
        high = HIGHEST[held]
        score = COUNT[others & ((1 << high) - 1)] - COUNT[held] + (HEART_DISCARDED if suit == HEARTS else 0)
        if others == 0:
            score -= SURE_TO_TAKE  # nobody can lead it any more
        if score > best:
            chosen, best = RANKS * suit + high, score
    return chosen


@rule
def throw_useless(hand: int, unseen: int) -> int:
    """The card that most others beat, a heart only when there is nothing else."""
    chosen, best = 0, -99
    for suit in range(SUITS):
        held = ranks_of(hand, suit)
        if held == 0:
            continue
        low = lowest_rank(held)
        score = COUNT[ranks_of(unseen, suit) >> low] - (ALONE_IN_SUIT if suit == HEARTS else 0)
        if score > best:
            chosen, best = RANKS * suit + low, score
    return chosen


def careful(state: CoeursState, seat: int, actions: Actions, rng: Rng) -> int:
    """Avoid hearts; collect the rest if all so far are one's own; take some from another seat that is about to collect them all."""
    hand = state.hands[seat]
    unseen = DECK & ~state.played & ~hand
    alone = collector(state)
    collecting = alone == seat and state.hearts[seat] >= COLLECT_FROM
    if state.led == 0:
        return lead_high(hand, unseen) if collecting else lead_low(hand, unseen)
    following = hand & state.led
    if following == 0:
        return throw_useless(hand, unseen) if collecting else throw_danger(hand, unseen)
    seven = lowest(state.led)
    held, others = following >> seven, (unseen & state.led) >> seven
    taking = state.table[state.taker] - seven
    last = state.plays % SEATS == SEATS - 1
    hearts = hearts_on_table(state)
    threatened = last and hearts > 0 and alone == state.taker and alone != seat and state.hearts[state.taker] >= STOP_FROM
    if collecting or threatened:
        return seven + take(held, taking, last and collecting)
    return seven + duck(held, others, taking, last, hearts)
