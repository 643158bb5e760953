"""What a sensible beginner does: names the contract that suits its hand, ducks what costs points, throws away what is dangerous,
and lays the cards that open the way for its own.

Every card that may be played gets a score; the highest is played. Scores of cards in tricks are about points.
"""

import numpy as np

from joute.core.contract import Actions
from joute.core.rng import Rng
from joute.games.barbu.contracts import (
    BARBU,
    COEURS,
    DAMES,
    KING_OF_HEARTS,
    NO_CONTRACT,
    PASS,
    PER_HEART,
    PER_KING,
    PER_QUEEN,
    PER_TRICK,
    POINTS,
    QUEENS,
    REUSSITE,
)
from joute.games.barbu.hands import best_contract
from joute.games.barbu.rules import possible_cards
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.cards import CARDS, DECK, JACK, RANKS, SEATS, lowest, rank_of, suit_of
from joute.games.trick_taking.ranks import COUNT, ranks_of
from joute.jit.dispatch import rule

# What a card costs the seat that takes it, by contract, without the cost of the trick itself.
COST = np.array(  # [contract, card]
    [
        [
            -worth[PER_HEART] * (card >= CARDS - RANKS)
            - worth[PER_QUEEN] * (QUEENS >> card & 1)
            - worth[PER_KING] * (card == KING_OF_HEARTS)
            for card in range(CARDS)
        ]
        for worth in POINTS
    ]
)
COST_OF_TRICK = -POINTS[:, PER_TRICK]  # [contract]
COSTLY = np.array([sum(1 << card for card in range(CARDS) if row[card] > 0) for row in COST])  # [contract] sets of cards
COLLECT_FROM = 5  # tricks, all so far, from which one tries to take everything
SAFE = 4  # cards of a suit in the other hands, with which everybody probably follows
LENGTH = 0.5  # a card of a short suit is led or thrown rather than one of a long suit
ALONE = 6.0  # cards that nobody can follow are not led
FLUSH = 4.0  # the low cards of a suit in which another seat holds what costs
GUARD = 6.0  # a suit in which one holds what costs is not led
HIGH_THROW = 1.0  # for each lower card in other hands
COST_THROW = 0.4  # for each point that a card costs its taker


@rule
def cost_on_table(state: BarbuState) -> int:
    """What the trick costs its taker so far."""
    cost = COST_OF_TRICK[state.contract]
    for seat in range(SEATS):
        if state.table[seat] >= 0:
            cost += COST[state.contract, state.table[seat]]
    return cost


@rule
def collecting(state: BarbuState, seat: int) -> bool:
    """Whether the seat has taken everything so far, and enough to try for the rest."""
    tricks = state.plays // SEATS
    if state.tricks[seat] < tricks or tricks < COLLECT_FROM:
        return False
    return (
        state.contract != BARBU
        and (state.contract != COEURS or state.hearts[seat] >= 3)
        and (state.contract != DAMES or state.queens[seat] >= 3)
    )


@rule
def lead_score(state: BarbuState, seat: int, card: int, unseen: int) -> float:
    """A low card of the suit in which most cards are higher, of a short suit; not the suit of one's own costly cards."""
    suit, rank = suit_of(card), rank_of(card)
    others, held = ranks_of(unseen, suit), ranks_of(state.hands[seat], suit)
    higher = COUNT[others >> rank]
    score = 2.0 * higher - COUNT[others] - LENGTH * COUNT[held] - 0.01 * rank
    if higher == 0:
        score -= ALONE
    costly = COSTLY[state.contract] & ~state.played
    if state.contract == DAMES or state.contract == BARBU:
        mine, theirs = ranks_of(costly & state.hands[seat], suit), ranks_of(costly & unseen, suit)
        if mine != 0:
            score -= GUARD
        elif theirs != 0:
            score += FLUSH if 1 << rank < theirs and held < theirs * 2 else -FLUSH
    return score - 0.2 * COST[state.contract, card]


@rule
def follow_score(state: BarbuState, seat: int, card: int, unseen: int) -> float:
    """A card that stays below the trick, the costliest or highest of those; else the lowest, or the highest if it must take the trick."""
    suit, rank = suit_of(card), rank_of(card)
    best = state.table[state.taker]
    last = state.plays % SEATS == SEATS - 1
    cost, own = cost_on_table(state), COST[state.contract, card]
    if card < best:
        return 20.0 + COST_THROW * own + rank
    others = ranks_of(unseen, suit)
    if last:
        return -0.5 * (cost + own) + rank if cost + own > 0 else 30.0 + rank
    dangerous = ranks_of(COSTLY[state.contract] & unseen, suit) & ((1 << rank) - 1) != 0
    if cost + own == 0 and COUNT[others] >= SAFE and not dangerous:
        return 30.0 + rank
    higher = COUNT[others >> rank]
    return 2.0 * higher - 0.5 * (cost + own) - 0.1 * rank


@rule
def throw_score(state: BarbuState, seat: int, card: int, unseen: int) -> float:
    """A card that costs much, or one that will take tricks; of a short suit rather than a long one."""
    suit, rank = suit_of(card), rank_of(card)
    others, held = ranks_of(unseen, suit), ranks_of(state.hands[seat], suit)
    lower = COUNT[others & ((1 << rank) - 1)]
    score = COST_THROW * COST[state.contract, card] + HIGH_THROW * lower - LENGTH * COUNT[held]
    costly = ranks_of(COSTLY[state.contract] & unseen, suit)
    if costly != 0 and 1 << rank > costly and state.contract != COEURS:
        score += 5.0  # would catch the queen or the king
    return score


@rule
def take_score(state: BarbuState, seat: int, card: int, unseen: int) -> float:
    """A card that takes the trick, and a high one; what cannot take it is low and costs nothing."""
    suit, rank = suit_of(card), rank_of(card)
    higher = COUNT[ranks_of(unseen, suit) >> rank]
    takes = state.led == 0 or (state.led >> card & 1 != 0 and card > state.table[state.taker])
    return 20.0 - 2.0 * higher + 0.1 * rank if takes else -1.0 * rank - COST[state.contract, card]


@rule
def lay_score(state: BarbuState, seat: int, card: int, unseen: int) -> float:
    """A card that opens the way for one's own cards, and not for those of others."""
    suit, rank = suit_of(card), rank_of(card)
    mine, theirs = ranks_of(state.hands[seat], suit), ranks_of(unseen, suit)
    score = 0.0
    if rank >= JACK:
        for place in range(rank + 1, RANKS):
            score += (mine >> place & 1) * (place - rank + 1) * 1.0 - (theirs >> place & 1) * (1.0 if place > rank + 1 else 1.5)
    if rank <= JACK:
        for place in range(rank):
            score += (mine >> place & 1) * (rank - place + 1) * 1.0 - (theirs >> place & 1) * (1.0 if place < rank - 1 else 1.5)
    return score


@rule
def best_card(state: BarbuState, seat: int, cards: int) -> int:
    """The card with the highest score."""
    unseen = DECK & ~state.played & ~state.hands[seat]
    laying, leads = state.contract == REUSSITE, state.led == 0
    takes = not laying and collecting(state, seat)
    follows = state.hands[seat] & state.led != 0
    chosen, highest = 0, -1e9
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if laying:
            score = lay_score(state, seat, card, unseen)
        elif takes:
            score = take_score(state, seat, card, unseen)
        elif leads:
            score = lead_score(state, seat, card, unseen)
        elif follows:
            score = follow_score(state, seat, card, unseen)
        else:
            score = throw_score(state, seat, card, unseen)
        if score > highest:
            chosen, highest = card, score
    return chosen


def careful(state: BarbuState, seat: int, actions: Actions, rng: Rng) -> int:
    """The contract that suits the hand; then the card that costs least, or opens the way for one's own cards."""
    if state.contract == NO_CONTRACT:
        return best_contract(state.hands[seat], state.named)
    cards = possible_cards(state, seat)
    if cards & (cards - 1) == 0:
        return lowest(cards) if cards != 0 else PASS
    return best_card(state, seat, cards)
