"""Strategies of both seats on a game tree: values, best responses, and how much a best response gains.

A strategy is a probability for each sequence, those of one information set adding up to 1. A plan is the product of the probabilities
on the way: the chance that a seat plays for a sequence.
"""

from dataclasses import dataclass

import numpy as np

from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s
from joute.search.equilibrium.game_tree import GameTree, TreeArrays


@rule
def make_plan(tree: TreeArrays, seat: int, strategy: Float64s, plan: Float64s) -> None:
    """The plan of a seat."""
    plan[0] = 1.0
    for infoset in range(len(tree.seats)):
        if tree.seats[infoset] == seat:
            before = plan[tree.parents[infoset]]
            for sequence in range(tree.firsts[infoset], tree.firsts[infoset + 1]):
                plan[sequence] = before * strategy[sequence]


@rule
def leaf_gains(tree: TreeArrays, seat: int, plan: Float64s, gains: Float64s) -> None:
    """What the leaves are worth to each last sequence of the seat, when the other seat follows its plan."""
    gains[:] = 0.0
    other = 1 - seat
    sign = 1.0 if seat == 0 else -1.0
    for leaf in range(len(tree.weights)):
        gains[tree.leaves[leaf, seat]] += sign * tree.weights[leaf] * plan[tree.leaves[leaf, other]]


@compiled
def respond(tree: TreeArrays, seat: int, plan: Float64s, gains: Float64s, best: Float64s) -> float:
    """The value of the best response to the other seat's plan; writes the response, a pure strategy, to `best`."""
    leaf_gains(tree, seat, plan, gains)
    for infoset in range(len(tree.seats) - 1, -1, -1):
        if tree.seats[infoset] != seat:
            continue
        first, end = tree.firsts[infoset], tree.firsts[infoset + 1]
        chosen = first
        for sequence in range(first, end):
            best[sequence] = 0.0
            if gains[sequence] > gains[chosen]:
                chosen = sequence
        best[chosen] = 1.0
        gains[tree.parents[infoset]] += gains[chosen]
    return gains[0]


@compiled
def write_plan(tree: TreeArrays, seat: int, strategy: Float64s, plan: Float64s) -> None:
    """The plan of a seat, from Python."""
    make_plan(tree, seat, strategy, plan)


@compiled
def strategy_of_plan(tree: TreeArrays, sums: Float64s, strategy: Float64s) -> None:
    """The strategy whose plan is proportional to these sums; uniform where they are 0."""
    for infoset in range(len(tree.seats)):
        first, end = tree.firsts[infoset], tree.firsts[infoset + 1]
        total = 0.0
        for sequence in range(first, end):
            total += sums[sequence]
        for sequence in range(first, end):
            strategy[sequence] = sums[sequence] / total if total > 0.0 else 1.0 / (end - first)


@dataclass(frozen=True)
class Gap:
    """How far two strategies are from an equilibrium."""

    value: float  # of seat 0, when both follow their strategies
    gains: tuple[float, float]  # of each seat's best response over its own strategy

    @property
    def nashconv(self) -> float:
        """The sum of both gains: 0 in an equilibrium."""
        return self.gains[0] + self.gains[1]

    @property
    def exploitability(self) -> float:
        """The mean of both gains."""
        return self.nashconv / 2


def uniform_strategy(tree: GameTree) -> Float64s:
    """Every action with the same probability."""
    strategy = np.ones(tree.n_sequences)
    strategy_of_plan(tree.arrays, np.zeros(tree.n_sequences), strategy)
    return strategy


def plan_of(tree: GameTree, strategy: Float64s) -> Float64s:
    """The plans of both seats, in one array."""
    plan = np.zeros(tree.n_sequences)
    for seat in range(2):
        write_plan(tree.arrays, seat, strategy, plan)
    return plan


def best_response(tree: GameTree, seat: int, strategy: Float64s) -> tuple[float, Float64s]:
    """The value of the best response of a seat to the strategy of the other, and both strategies with that response."""
    answer = strategy.copy()
    value = float(respond(tree.arrays, seat, plan_of(tree, strategy), np.zeros(tree.n_sequences), answer))
    return value + tree.offset, answer


def gap(tree: GameTree, strategy: Float64s) -> Gap:
    """The value of the strategies of both seats, and the gains of their best responses."""
    plan, arrays = plan_of(tree, strategy), tree.arrays
    value = float(np.sum(arrays.weights * plan[arrays.leaves[:, 0]] * plan[arrays.leaves[:, 1]])) + tree.offset
    first, second = (best_response(tree, seat, strategy)[0] for seat in range(2))
    return Gap(value, (max(0.0, first - value), max(0.0, second - (2 * tree.offset - value))))
