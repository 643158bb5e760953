"""Exact search of the last tricks: every world that fits, weighed by how likely the others' cards were in it, each solved with open cards.

Solved means max^n (Luckhardt and Irani 1986), every seat for itself, or paranoid (Sturtevant and Korf 2000), all others against one.
"""

from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Choices, Scores, advance, chapter, evaluate, legal, likelihood, prospects
from joute.core.state import State, States
from joute.games.coeurs.determinize import hand_sizes
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import CARDS, DECK, HAND, SEATS, lowest
from joute.games.trick_taking.worlds import room_of
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.search.common.rollout import RuleBuffers
from joute.search.mcts.base import StopFlag

Values = NDArray[np.float64]  # [depth, seat]


def most_worlds(cards: int) -> int:
    """The largest number of worlds that fit a view with that number of cards in each hand."""
    return factorial(3 * cards) // factorial(cards) ** 3


@rule
def may_hold(state: CoeursState, other: int, card: int, room: int) -> bool:
    """Whether a seat has room for a card and has not shown to lack its suit."""
    return room_of(room, other) > 0 and state.lacking[other] >> card & 1 == 0


@rule
def list_worlds(view: States, seat: int, worlds: States) -> int:
    """Write every world that fits what the seat sees; returns their number."""
    unseen = DECK & ~view[0].played & ~view[0].hands[seat]
    room = hand_sizes(view[0], seat)
    cards, holders = np.zeros(CARDS, np.int64), np.full(CARDS, -1)  # [place among the unseen]
    size = 0
    while unseen != 0:
        cards[size] = lowest(unseen)
        unseen &= unseen - 1
        size += 1
    worlds[0] = view[0]
    if size == 0:
        return 1
    count, place = 0, 0
    while place >= 0:
        if holders[place] >= 0:
            room += 1 << 8 * holders[place]
        holders[place] += 1
        while holders[place] < SEATS and not may_hold(view[0], holders[place], cards[place], room):
            holders[place] += 1
        if holders[place] == SEATS:
            holders[place] = -1
            place -= 1
            continue
        room -= 1 << 8 * holders[place]
        if place < size - 1:
            place += 1
            continue
        worlds[count] = view[0]
        for index in range(size):
            worlds[count].hands[holders[index]] |= 1 << cards[index]
        count += 1
    return count


@rule
def score_deal(state: CoeursState, win: bool, values: Scores) -> None:
    """What the end of the deal is worth to every seat."""
    if win:
        prospects(state, values)
    else:
        evaluate(state, values)


@rule
def take_better(values: Values, depth: int, mover: int, seat: int, paranoid: bool) -> None:
    """The mover takes what the card just tried leads to, if that is better for it."""
    new, old = values[depth + 1], values[depth]
    better = old[seat] > new[seat] if paranoid and mover != seat else new[mover] > old[mover]
    if np.isnan(old[0]) or better:
        for other in range(SEATS):
            old[other] = new[other]


@rule
def solve(stack: States, seat: int, paranoid: bool, win: bool, values: Values, cards: NDArray[np.int64], choices: Choices) -> int:
    """What the deal in `stack[0]` is worth to every seat with open cards, written to `values[0]`; returns the number of cards tried."""
    tried, counts = np.zeros(len(stack), np.int64), np.zeros(len(stack), np.int64)  # [depth]
    if chapter(stack[0]):
        score_deal(stack[0], win, values[0])
        return 0
    depth, nodes = 0, 0
    counts[0] = legal(stack[0], stack[0].mover, cards[0])
    values[0, :] = np.nan
    while True:
        if tried[depth] == counts[depth]:
            if depth == 0:
                return nodes
            depth -= 1
            take_better(values, depth, stack[depth].mover, seat, paranoid)
            continue
        mover = stack[depth].mover
        choices[mover] = cards[depth, tried[depth]]
        tried[depth] += 1
        nodes += 1
        stack[depth + 1] = stack[depth]
        advance(stack[depth + 1], choices)
        if chapter(stack[depth + 1]):
            score_deal(stack[depth + 1], win, values[depth + 1])
            take_better(values, depth, mover, seat, paranoid)
        else:
            depth += 1
            counts[depth] = legal(stack[depth], stack[depth].mover, cards[depth])
            tried[depth] = 0
            values[depth, :] = np.nan


class EndgameQuestion(NamedTuple):
    """Who asks, and what the cards are worth."""

    seat: int
    inferred: bool  # weigh worlds by how likely the others' cards were in them
    paranoid: bool
    win: bool  # chances to win, not points
    cards: int  # those that are judged, as bits; the others get 0


@compiled
def count_out(view: States, asked: EndgameQuestion, worlds: States, totals: Scores, buffers: RuleBuffers, stop: StopFlag) -> int:
    """Write the mean value of every legal card that is asked for over the worlds to `totals`; return the number of cards tried."""
    actions, choices, seat = buffers.actions, buffers.choices, asked.seat
    deepest = SEATS * HAND + 1
    stack = np.empty(deepest, view.dtype)
    values, cards = np.zeros((deepest, SEATS)), np.zeros((deepest, HAND), np.int64)
    weights, nodes = 0.0, 0
    totals[:] = 0.0
    for number in range(list_worlds(view, seat, worlds)):
        if stop[0] != 0 and number > 0:
            break
        stack[0] = worlds[number]
        weight = likelihood(stack[0], seat, actions, choices, buffers.rng) if asked.inferred else 1.0
        weights += weight
        for index in range(legal(worlds[number], seat, actions)):
            if asked.cards >> actions[index] & 1 == 0:
                continue
            stack[0] = worlds[number]
            choices[seat] = actions[index]
            advance(stack[0], choices)
            nodes += 1 + solve(stack, seat, asked.paranoid, asked.win, values, cards, choices)
            totals[index] += weight * values[0, seat]
    totals /= weights
    return nodes


def new_worlds(view: State, cards: int) -> States:
    """Space for every world of a view with that number of cards in each hand."""
    return np.zeros(most_worlds(cards), view.array.dtype)
