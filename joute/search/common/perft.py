"""Perft: the number of action sequences of a given length, the classic check of rules.

A move is a choice of all movers, or an outcome of chance that can happen.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Choices, Odds, advance, chances, legal, movers, over, resolve
from joute.core.errors import BadSetting
from joute.core.game import Game
from joute.core.state import Fields, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule

CHANCE = 0


@rule
def ways(state: Fields, lists: NDArray[np.int64], counts: NDArray[np.int64], odds: Odds) -> int:
    """How many moves there are here; `lists[seat]` and `counts[seat]` hold the actions of each mover."""
    if over(state):
        return 0
    asked = movers(state)
    if asked == CHANCE:
        return chances(state, odds)
    product = 1
    for seat in range(len(counts)):
        counts[seat] = legal(state, seat, lists[seat]) if asked >> seat & 1 else 0
        product *= max(1, counts[seat])
    return product


@rule
def play_way(state: Fields, number: int, lists: NDArray[np.int64], counts: NDArray[np.int64], choices: Choices) -> None:
    """Play the move of that number: one digit for each mover."""
    if movers(state) == CHANCE:
        resolve(state, number)
        return
    for seat in range(len(counts)):
        if counts[seat] > 0:
            choices[seat] = lists[seat, number % counts[seat]]
            number //= counts[seat]
    advance(state, choices)


@compiled
def count_ways(start: States, depth: int, widest: int, seats: int, outcomes: int) -> int:
    """The number of ways to play exactly this number of decisions."""
    stack = np.empty(depth + 1, start.dtype)  # [move] positions along the way
    stack[0] = start[0]
    lists = np.zeros((depth + 1, seats, widest), np.int64)
    counts = np.zeros((depth + 1, seats), np.int64)
    odds = np.zeros((depth + 1, outcomes))
    choices = np.zeros(seats, np.int64)
    number = np.zeros(depth + 1, np.int64)  # [move] of the next way to try
    most = np.zeros(depth + 1, np.int64)
    most[0] = ways(stack[0], lists[0], counts[0], odds[0])
    total, level = 0, 0
    while level >= 0:
        if number[level] == most[level]:
            level -= 1
            continue
        way = number[level]
        number[level] += 1
        if movers(stack[level]) == CHANCE and odds[level, way] <= 0.0:
            continue
        stack[level + 1] = stack[level]
        play_way(stack[level + 1], way, lists[level], counts[level], choices)
        if level + 1 == depth:
            total += 1
            continue
        level += 1
        number[level] = 0
        most[level] = ways(stack[level], lists[level], counts[level], odds[level])
    return total


def perft(game: Game, depth: int, progress: Callable[[int, int], None] | None = None) -> list[int]:
    """The number of ways to play one move from the start of a game, two moves, and so on."""
    if depth < 1:
        raise BadSetting("depth={depth} is not possible (1 or more)", depth=depth)
    spec, start, counts = game.spec, game.new(seed=0), []
    for moves in range(1, depth + 1):
        counts.append(int(count_ways(start.array, moves, spec.widest, spec.seats, max(1, spec.outcomes))))
        if progress:
            progress(moves, depth)
    return counts
