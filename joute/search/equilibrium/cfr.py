"""Counterfactual regret minimisation on a game tree: CFR+ and external-sampling MCCFR.

CFR+ (Tammelin 2014): regrets that fall below 0 are set to 0, seats are updated in turn, and the t-th strategy counts t times in the
average. With a tremble both seats choose at random with a small probability while an equilibrium is searched (Selten 1975): so it is good
after actions too that it would not take itself. The strategy that is found has no tremble. External sampling (Lanctot et al. 2009): one
seat tries all its actions, chance and the other seat are sampled.
"""

import time
from dataclasses import dataclass

import numpy as np

from joute.core.agent import Stop
from joute.core.errors import BadSetting
from joute.core.rng import Rng, seeded, uniform
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s, Int8s
from joute.search.equilibrium.game_tree import CHANCE, LEAF, GameTree, TreeArrays
from joute.search.equilibrium.sequence_form import Gap, gap, leaf_gains, make_plan, strategy_of_plan

CFR_PLUS, MCCFR = "cfr+", "mccfr"
METHODS = (CFR_PLUS, MCCFR)
FIRST_CHECK = 32  # iterations before the first check of how good the average is; then twice as many, and so on
TARGET = 1e-4  # NashConv, as a share of the stakes


@rule
def match_regrets(tree: TreeArrays, infoset: int, regrets: Float64s, strategy: Float64s) -> None:
    """Actions in proportion to their positive regrets; uniform if there are none (Hart and Mas-Colell 2000)."""
    first, end = tree.firsts[infoset], tree.firsts[infoset + 1]
    total = 0.0
    for sequence in range(first, end):
        total += max(0.0, regrets[sequence])
    for sequence in range(first, end):
        strategy[sequence] = max(0.0, regrets[sequence]) / total if total > 0.0 else 1.0 / (end - first)


@rule
def choose_trembling(tree: TreeArrays, infoset: int, tremble: float, regrets: Float64s, strategy: Float64s) -> None:
    """By regret matching, but for a share that is uniform."""
    match_regrets(tree, infoset, regrets, strategy)
    first, end = tree.firsts[infoset], tree.firsts[infoset + 1]
    for sequence in range(first, end):
        strategy[sequence] = (1.0 - tremble) * strategy[sequence] + tremble / (end - first)


@compiled
def cfr_plus(tree: TreeArrays, done: int, iterations: int, tremble: float, regrets: Float64s, sums: Float64s, stop: Int8s) -> int:
    """Run iterations `done + 1` and on; returns the number of all iterations. A share `tremble` of every choice is uniform."""
    strategy, plan, gains = np.ones(len(regrets)), np.zeros(len(regrets)), np.zeros(len(regrets))
    for seat in range(2):
        for infoset in range(len(tree.seats)):
            choose_trembling(tree, infoset, tremble, regrets, strategy)
        make_plan(tree, seat, strategy, plan)
    for iteration in range(done + 1, done + iterations + 1):
        if stop[0]:
            return iteration - 1
        for seat in range(2):
            # 1. The value of every action against the plan of the other seat, from the last information sets to the first.
            leaf_gains(tree, seat, plan, gains)
            for infoset in range(len(tree.seats) - 1, -1, -1):
                if tree.seats[infoset] != seat:
                    continue
                first, end = tree.firsts[infoset], tree.firsts[infoset + 1]
                value, chosen, even = 0.0, 0.0, tremble / (end - first)
                for sequence in range(first, end):
                    value += strategy[sequence] * gains[sequence]
                    chosen += (strategy[sequence] - even) * gains[sequence] / (1.0 - tremble)
                gains[tree.parents[infoset]] += value
                # 2. Regrets, and the next strategy.
                for sequence in range(first, end):
                    regrets[sequence] = max(0.0, regrets[sequence] + gains[sequence] - chosen)
                choose_trembling(tree, infoset, tremble, regrets, strategy)
            # 3. Its plan counts towards the average.
            make_plan(tree, seat, strategy, plan)
            for infoset in range(len(tree.seats)):
                if tree.seats[infoset] == seat:
                    for sequence in range(tree.firsts[infoset], tree.firsts[infoset + 1]):
                        sums[sequence] += iteration * plan[sequence]
    return done + iterations


@compiled
def leave_out_tremble(tree: TreeArrays, tremble: float, strategy: Float64s) -> None:
    """What a strategy does when it does not tremble."""
    for infoset in range(len(tree.seats)):
        first, end = tree.firsts[infoset], tree.firsts[infoset + 1]
        total = 0.0
        for sequence in range(first, end):
            strategy[sequence] = max(0.0, strategy[sequence] - tremble / (end - first))
            total += strategy[sequence]
        for sequence in range(first, end):
            strategy[sequence] = strategy[sequence] / total if total > 0.0 else 1.0 / (end - first)


@rule
def sampled_child(tree: TreeArrays, node: int, infoset: int, strategy: Float64s, rng: Rng) -> int:
    """A child of a node, by chance or by the strategy at its information set."""
    left, child, chosen, edge = uniform(rng), node + 1, node + 1, 0
    while child < tree.ends[node]:
        odds = tree.odds[child] if infoset == CHANCE else strategy[tree.firsts[infoset] + edge]
        if odds > 0.0:
            chosen = child
            left -= odds
            if left < 0.0:
                return chosen
        child = tree.ends[child]
        edge += 1
    return chosen


@compiled
def external_sampling(
    tree: TreeArrays, depth: int, widest: int, iterations: int, regrets: Float64s, sums: Float64s, rng: Rng, stop: Int8s
) -> int:
    """Run iterations, each once for both seats; returns their number."""
    strategy = np.ones(len(regrets))
    nodes, children, edges = np.zeros(depth, np.int64), np.zeros(depth, np.int64), np.zeros(depth, np.int64)  # [level] own decisions
    values = np.zeros((depth, widest))
    for iteration in range(iterations):
        if stop[0]:
            return iteration
        for seat in range(2):
            level, node, value = -1, 0, 0.0
            while True:
                # 1. Down: sample until a leaf or a decision of the seat.
                infoset = tree.infosets[node]
                if infoset != LEAF:
                    if infoset != CHANCE:
                        match_regrets(tree, infoset, regrets, strategy)
                        if tree.seats[infoset] == seat:
                            level += 1
                            nodes[level], children[level], edges[level] = node, node + 1, 0
                            node += 1
                            continue
                        for sequence in range(tree.firsts[infoset], tree.firsts[infoset + 1]):
                            sums[sequence] += strategy[sequence]
                    node = sampled_child(tree, node, infoset, strategy, rng)
                    continue
                # 2. Up: the value of an action is known; go on with the next one, or update the regrets and go further up.
                value = tree.payoffs[node] if seat == 0 else -tree.payoffs[node]
                while level >= 0:
                    values[level, edges[level]] = value
                    edges[level] += 1
                    children[level] = tree.ends[children[level]]
                    if children[level] < tree.ends[nodes[level]]:
                        break
                    infoset = tree.infosets[nodes[level]]
                    first, end = tree.firsts[infoset], tree.firsts[infoset + 1]
                    match_regrets(tree, infoset, regrets, strategy)
                    value = 0.0
                    for sequence in range(first, end):
                        value += strategy[sequence] * values[level, sequence - first]
                    for sequence in range(first, end):
                        regrets[sequence] += values[level, sequence - first] - value
                    level -= 1
                if level < 0:
                    break
                node = children[level]
    return iterations


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """Strategies of both seats that nobody can improve on by more than the gap."""

    tree: GameTree
    strategy: Float64s  # [sequence]
    gap: Gap
    iterations: int
    seconds: float

    @property
    def value(self) -> float:
        """The payoff of seat 0."""
        return self.gap.value


def find_equilibrium(
    tree: GameTree,
    target: float | None = None,
    *,
    method: str = CFR_PLUS,
    max_iterations: int = 1_000_000,
    tremble: float = 0.0,
    seed: int = 0,
    stop: Stop | None = None,
) -> Equilibrium:
    """Iterate until NashConv is at most `target` (default: a ten-thousandth of the stakes), or the iterations or the time are over.

    `tremble` is the share of every choice that is random on the way, for CFR+.
    """
    if method not in METHODS:
        raise BadSetting("method={method!r} is not possible ({methods})", method=method, methods=", ".join(METHODS))
    began, stop = time.perf_counter(), stop or Stop()
    target = TARGET * tree.stakes if target is None else target
    regrets, sums, strategy = np.zeros(tree.n_sequences), np.zeros(tree.n_sequences), np.ones(tree.n_sequences)
    rng, done, batch = seeded(seed, MCCFR), 0, FIRST_CHECK
    depth = _longest_plan(tree) + 1
    while True:
        count = min(batch, max_iterations - done)
        if method == CFR_PLUS:
            done = int(cfr_plus(tree.arrays, done, count, tremble, regrets, sums, stop.flag))
        else:
            done += int(external_sampling(tree.arrays, depth, tree.game.spec.widest, count, regrets, sums, rng, stop.flag))
        strategy_of_plan(tree.arrays, sums, strategy)
        if tremble > 0.0:
            leave_out_tremble(tree.arrays, tremble, strategy)
        found = gap(tree, strategy)
        if found.nashconv <= target or done >= max_iterations or stop.flag[0]:
            return Equilibrium(tree, strategy, found, done, time.perf_counter() - began)
        batch = done


def _longest_plan(tree: GameTree) -> int:
    """The most decisions of one seat on the way to a leaf."""
    arrays = tree.arrays
    lengths = np.zeros(tree.n_sequences, np.int64)
    for infoset, parent in enumerate(arrays.parents.tolist()):
        lengths[arrays.firsts[infoset] : arrays.firsts[infoset + 1]] = lengths[parent] + 1
    return int(lengths.max())
