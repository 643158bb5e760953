"""A later position solved again, without giving up what the strategy from the earlier position guarantees.

Who solves a later position by itself takes it for certain how the other seat came to it; the other seat may then come to it by other
ways. The gadget of Burch, Johanson and Bowling (2014) prevents that: with each of its hands the other seat may end the game there, for
what the earlier solution grants that hand, or play on. Beside the gadget stands the position as it is when hands are as likely as they
are among the cards not seen, with a share of its own, since nobody is sure to have played by the earlier solution.
"""

from dataclasses import dataclass, replace

import numpy as np

from joute.core.agent import Stop
from joute.jit.compile import compiled
from joute.jit.struct import Float64s, Int32s, Int64s
from joute.search.equilibrium.cfr import find_equilibrium
from joute.search.equilibrium.game_tree import CHANCE, LEAF, GameTree, TreeArrays, merged


@dataclass(frozen=True, eq=False)
class Guarantee:
    """What a seat's strategy from an earlier position does to the other seat at the later one."""

    reaches: Float64s  # [root] how likely each root is by that strategy, whatever the other seat did
    values: Float64s  # [root] for seat 0, times the reach
    groups: Int64s  # [root] the roots that are the same for the other seat have the same number


@compiled
def follow_nodes(tree: TreeArrays, roots: Int32s, sequences: Int32s, chances: Float64s) -> None:
    """Write, for every node, the root that it is below, the last sequence of each seat, and its chance below the root."""
    chances[0], number = 1.0, 0
    for node in range(len(tree.ends)):
        infoset, child, edge = tree.infosets[node], node + 1, 0
        while child < tree.ends[node]:
            roots[child] = number if node == 0 else roots[node]
            number += node == 0
            sequences[child, 0], sequences[child, 1] = sequences[node, 0], sequences[node, 1]
            chances[child] = chances[node]
            if infoset == CHANCE:
                chances[child] *= 1.0 if node == 0 else tree.odds[child]
            else:
                sequences[child, tree.seats[infoset]] = tree.firsts[infoset] + edge
            child = tree.ends[child]
            edge += 1


def gadget(tree: GameTree, seat: int, known: Guarantee, share: float) -> TreeArrays:
    """The game that the seat solves; its own information sets are those of the tree, in the same order, after all others.

    The other seat has three kinds of information sets: to end or to go on, for each group; those below that; and, with the `share`, those
    of the position as the tree has it.
    """
    arrays, other = tree.arrays, 1 - seat
    nodes, sequences, chances = np.zeros(tree.n_nodes, np.int32), np.zeros((tree.n_nodes, 2), np.int32), np.zeros(tree.n_nodes)
    follow_nodes(arrays, nodes, sequences, chances)
    leaves = np.flatnonzero((arrays.infosets == LEAF) & (arrays.payoffs != 0.0))
    roots, worth = nodes[leaves], chances[leaves] * arrays.payoffs[leaves]
    n_groups = int(known.groups.max()) + 1
    # 1. Which information sets of the other seat each group can come to; the last "group" is the position as it is.
    theirs, own = np.flatnonzero(arrays.seats == other), np.flatnonzero(arrays.seats == seat)
    decisions = np.flatnonzero(np.isin(arrays.infosets, theirs))
    met = np.unique(np.stack([arrays.infosets[decisions], known.groups[nodes[decisions]]], axis=1), axis=0)
    met = np.concatenate([met, np.stack([theirs, np.full(len(theirs), n_groups)], axis=1)])
    met = met[np.lexsort((met[:, 1], met[:, 0]))]
    # 2. New numbers: first the gadget, then the other seat's information sets in their order, then the seat's own.
    widths = np.diff(arrays.firsts)
    firsts = 1 + np.concatenate([[0], np.cumsum(np.concatenate([np.full(n_groups, 2), widths[met[:, 0]], widths[own]]))])
    of_other = np.zeros((tree.n_sequences, n_groups + 1), np.int64)  # [sequence, group] its new number
    of_other[0, :n_groups] = 2 + 2 * np.arange(n_groups)  # to go on
    for (infoset, group), first in zip(met.tolist(), firsts[n_groups:].tolist(), strict=False):
        old, width = arrays.firsts[infoset], widths[infoset]
        of_other[old : old + width, group] = np.arange(first, first + width)
    of_seat = np.zeros(tree.n_sequences, np.int64)  # [sequence] its new number
    for infoset, first in zip(own.tolist(), firsts[n_groups + len(met) :].tolist(), strict=False):
        old, width = arrays.firsts[infoset], widths[infoset]
        of_seat[old : old + width] = np.arange(first, first + width)
    gadget_parents = np.zeros(n_groups, np.int64)
    parents = np.concatenate([gadget_parents, of_other[arrays.parents[met[:, 0]], met[:, 1]], of_seat[arrays.parents[own]]])
    # 3. Leaves: of the gadget, of its ends, of the position as it is.
    total = known.reaches.sum()
    safe = (1.0 - share) / total if total > 0.0 else 0.0
    groups = known.groups[roots]
    parts = [
        (of_seat[sequences[leaves, seat]], of_other[sequences[leaves, other], groups], safe * known.reaches[roots] * worth),
        (np.zeros(n_groups, np.int64), 1 + 2 * np.arange(n_groups), safe * np.bincount(known.groups, known.values, n_groups)),
        (of_seat[sequences[leaves, seat]], of_other[sequences[leaves, other], n_groups], share * tree.root_odds[roots] * worth),
    ]
    pairs = [np.stack([first, second] if seat == 0 else [second, first], axis=1) for first, second, _ in parts]
    found, weights = merged(np.concatenate(pairs).astype(np.int32), np.concatenate([weight for _, _, weight in parts]))
    seats = np.concatenate([np.full(n_groups + len(met), other), np.full(len(own), seat)])
    return arrays._replace(
        seats=seats.astype(np.int8),
        firsts=firsts.astype(np.int32),
        parents=parents.astype(np.int32),
        actions=np.zeros(int(firsts[-1]), np.int32),
        leaves=found,
        weights=weights,
    )


def resolve_safely(
    tree: GameTree, seat: int, known: Guarantee, share: float, target: float, *, max_iterations: int, tremble: float, stop: Stop | None
) -> Float64s:
    """A strategy of the seat on the tree; probabilities of the other seat's sequences are left at 1."""
    arrays = gadget(tree, seat, known, share)
    found = find_equilibrium(replace(tree, arrays=arrays), target, max_iterations=max_iterations, tremble=tremble, stop=stop)
    strategy = np.ones(tree.n_sequences)
    own = np.concatenate([[False], np.repeat(tree.arrays.seats == seat, np.diff(tree.arrays.firsts))])
    strategy[own] = found.strategy[len(found.strategy) - int(own.sum()) :]
    return strategy
