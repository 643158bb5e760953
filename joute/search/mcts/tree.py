"""A tree of positions for searches that sample: blocks of children, one behind the other in an array of nodes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions
from joute.core.rng import Rng, below
from joute.jit.dispatch import rule

NODE = np.dtype(
    [
        ("mean", "f8"),  # of the scores, scaled by the Spec, for the seat that chose to come here
        ("uncertainty", "f8"),  # one over the root of the visits
        ("visits", "i4"),
        ("first", "i4"),  # of its block of children; 0: not opened
        ("action", "i4"),  # or chance outcome that leads here
        ("width", "i4"),  # children in the block
        ("tried", "i4"),  # children that were visited: the block is shuffled, and tried from its start
        ("seat", "i4"),  # that chooses among the children, or CHANCE
    ],
    align=True,
)
"""One position of the tree, reached by an action or a chance outcome."""

Tree = NDArray[Any]  # [node] of NODE; node 0 is the root
CHANCE = -1  # the seat that chooses where chance does
LONGEST = 64  # choices of a main line


def plant(nodes: int) -> Tree:
    """A tree with room for so many nodes; memory is taken as it grows."""
    return np.zeros(nodes, NODE)


@rule
def clear(tree: Tree, place: int) -> None:
    """Make a node new: a tree may be grown again in the same room."""
    node = tree[place]
    node.mean = 0.0
    node.uncertainty = 0.0
    node.visits = 0
    node.first = 0
    node.width = 0


@rule
def open_node(tree: Tree, place: int, free: int, seat: int, width: int) -> int:
    """Give a node its block of children from the free place on; returns the next free place."""
    node = tree[place]
    node.first = free
    node.width = width
    node.tried = 0
    node.seat = seat
    for child in range(free, free + width):
        clear(tree, child)
    return free + width


@rule
def fill_block(tree: Tree, place: int, actions: Actions, rng: Rng) -> None:
    """Write the actions into a node's children in random order, as that is the order in which they will be tried."""
    first, width = tree[place].first, tree[place].width
    for index in range(width):
        other = below(rng, index + 1)
        tree[first + index].action = tree[first + other].action
        tree[first + other].action = actions[index]


@rule
def most_promising(tree: Tree, place: int, exploration: float) -> int:
    """The child with the highest upper confidence bound (UCT, Kocsis and Szepesvari 2006), untried ones first."""
    node = tree[place]
    if node.tried < node.width:
        node.tried += 1
        return node.first + node.tried - 1
    reach = exploration * np.sqrt(np.log(node.visits))
    best, highest = node.first, -np.inf
    for child in range(node.first, node.first + node.width):
        bound = tree[child].mean + reach * tree[child].uncertainty
        if bound > highest:
            best, highest = child, bound
    return best


@rule
def learn(tree: Tree, place: int, score: float) -> None:
    """Count a visit of a node and what it brought."""
    node = tree[place]
    node.visits += 1
    node.mean += (score - node.mean) / node.visits
    node.uncertainty = 1.0 / np.sqrt(node.visits)


@rule
def main_line(tree: Tree, place: int, thin: int, line: NDArray[np.int64]) -> int:
    """Write the choice that leads to a child of the root and the most visited way on from it, up to a chance event or thin visits.

    Returns how many choices were written.
    """
    line[0] = tree[place].action
    length = 1
    while length < len(line) and tree[place].first != 0 and tree[place].seat != CHANCE:
        favourite = tree[place].first
        for child in range(tree[place].first, tree[place].first + tree[place].width):
            if tree[child].visits > tree[favourite].visits:
                favourite = child
        if tree[favourite].visits < thin:
            break
        line[length] = tree[favourite].action
        length += 1
        place = favourite
    return length
