"""What an equilibrium does after given actions: the information sets there, how likely they are, and the value."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from joute.core.errors import IllegalMove
from joute.core.state import State
from joute.jit.compile import compiled
from joute.jit.struct import Float64s, Int64s
from joute.search.equilibrium.cfr import Equilibrium
from joute.search.equilibrium.game_tree import CHANCE, LEAF, TreeArrays

UNREACHED = 1e-12  # the weight of a node that an equilibrium never reaches, among others


@dataclass(frozen=True, eq=False)
class InformationSet:
    """A decision of one seat: what it sees, and how an equilibrium plays there."""

    seat: int
    view: State
    reach: float  # the chance to be there, when both play by the equilibrium, given the actions before
    policy: dict[str, float]  # by the name of the action


@compiled
def write_node_values(tree: TreeArrays, strategy: Float64s, values: Float64s, reaches: Float64s) -> None:
    """The value of every node for seat 0, and the chance to reach it, when both seats follow their strategies."""
    reaches[0] = 1.0
    for node in range(len(tree.ends)):
        infoset, child, edge = tree.infosets[node], node + 1, 0
        while child < tree.ends[node]:
            share = tree.odds[child] if infoset == CHANCE else strategy[tree.firsts[infoset] + edge]
            reaches[child] = reaches[node] * share
            child = tree.ends[child]
            edge += 1
    for node in range(len(tree.ends) - 1, -1, -1):
        infoset, child, edge = tree.infosets[node], node + 1, 0
        values[node] = tree.payoffs[node]
        while child < tree.ends[node]:
            share = tree.odds[child] if infoset == CHANCE else strategy[tree.firsts[infoset] + edge]
            values[node] += share * values[child]
            child = tree.ends[child]
            edge += 1


@compiled
def add_nodes(
    tree: TreeArrays, infosets: Int64s, strategy: Float64s, values: Float64s, reaches: Float64s, weights: Float64s, means: Float64s
) -> None:
    """Write the probability of each action over some information sets, as likely as each is, and its mean value for seat 0."""
    total = 0.0
    for node in range(len(tree.ends)):
        infoset, met = tree.infosets[node], False
        for place in range(len(infosets)):
            met = met or infosets[place] == infoset
        if not met:
            continue
        reach, child, edge = max(reaches[node], UNREACHED), node + 1, 0
        total += reach
        while child < tree.ends[node]:
            weights[edge] += reach * strategy[tree.firsts[infoset] + edge]
            means[edge] += reach * values[child]
            child = tree.ends[child]
            edge += 1
    for edge in range(len(weights)):
        weights[edge] /= total
        means[edge] /= total


def nodes_after(equilibrium: Equilibrium, actions: Sequence[int]) -> list[int]:
    """The nodes at which these actions have been played, whatever chance did; of simultaneous actions, that of seat 0 comes first."""
    tree = equilibrium.tree.arrays
    waiting, found = [(0, 0)], list[int]()
    while waiting:
        node, played = waiting.pop()
        infoset = int(tree.infosets[node])
        if played == len(actions) and infoset != CHANCE:
            found.append(node)
            continue
        child, edge = node + 1, 0
        while child < tree.ends[node]:
            if infoset == CHANCE:
                waiting.append((child, played))
            elif tree.actions[tree.firsts[infoset] + edge] == actions[played]:
                waiting.append((child, played + 1))
            child, edge = int(tree.ends[child]), edge + 1
    return sorted(found)


def after_actions(equilibrium: Equilibrium, names: Sequence[str]) -> tuple[float, list[InformationSet]]:
    """The value of seat 0 after these actions, and the information sets there, the likeliest first."""
    tree, game = equilibrium.tree, equilibrium.tree.game
    values, reaches = np.zeros(tree.n_nodes), np.zeros(tree.n_nodes)
    write_node_values(tree.arrays, equilibrium.strategy, values, reaches)
    nodes = nodes_after(equilibrium, [int(game.action(name)) for name in names])
    if not nodes:
        raise IllegalMove("{names} cannot be played from the start", names=", ".join(names))
    weights = reaches[nodes] if reaches[nodes].sum() > 0 else np.ones(len(nodes))
    value = float(np.sum(weights * values[nodes]) / weights.sum()) + tree.offset
    chances: dict[int, float] = {}
    for node, weight in zip(nodes, weights, strict=True):
        infoset = int(tree.arrays.infosets[node])
        if infoset != LEAF:
            chances[infoset] = chances.get(infoset, 0.0) + float(weight / weights.sum())
    return value, [_described(equilibrium, infoset, chance) for infoset, chance in sorted(chances.items(), key=lambda item: -item[1])]


def _described(equilibrium: Equilibrium, infoset: int, reach: float) -> InformationSet:
    tree = equilibrium.tree
    first, end = tree.arrays.firsts[infoset : infoset + 2]
    names = [tree.game.actions[number].name for number in tree.actions_at(infoset)]
    policy = dict(zip(names, equilibrium.strategy[first:end].tolist(), strict=True))
    return InformationSet(int(tree.arrays.seats[infoset]), tree.view(infoset), reach, policy)
