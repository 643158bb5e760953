"""A tree of positions for Monte Carlo tree search: each node's children are one block in an array of nodes."""

from typing import NamedTuple

import numpy as np

from joute.core.contract import Actions
from joute.core.rng import Rng, below
from joute.jit.dispatch import rule
from joute.jit.struct import Float64, Float64s, Int32, Int64s, Records, Struct

CHANCE = -1  # instead of a seat: chance selects the child
MAX_PV = 64  # actions of a principal variation


class TreeNode(Struct):
    """One position of the tree, reached by an action or a chance outcome."""

    mean: Float64  # of the scaled scores of the seat that chose to come here
    uncertainty: Float64  # one over the root of the visits
    visits: Int32
    first: Int32  # of its block of children; 0: not expanded
    action: Int32  # or chance outcome that leads here
    width: Int32  # number of children
    tried: Int32  # number of visited children: the block is shuffled, and tried from its start
    seat: Int32  # that chooses among the children, or CHANCE


Tree = Records[TreeNode]  # [node]; node 0 is the root


class SearchTree(NamedTuple):
    """A tree, and the spread of the scores at its root."""

    nodes: Tree
    squares: Float64s  # [action] sum of the squared scores of the actions at the root


def new_tree(nodes: int) -> Tree:
    """A tree with space for that number of nodes; the system gives memory as it grows."""
    return TreeNode.zeros(nodes)


@rule
def reset_node(tree: Tree, place: int) -> None:
    """Make a node new: a tree may be grown again in the same array."""
    node = tree[place]
    node.mean = 0.0
    node.uncertainty = 0.0
    node.visits = 0
    node.first = 0
    node.width = 0


@rule
def add_children(tree: Tree, place: int, free: int, seat: int, width: int) -> int:
    """Give a node its block of children from the first free place on; returns the next free place."""
    node = tree[place]
    node.first = free
    node.width = width
    node.tried = 0
    node.seat = seat
    for child in range(free, free + width):
        reset_node(tree, child)
    return free + width


@rule
def shuffle_into(tree: Tree, place: int, actions: Actions, rng: Rng) -> None:
    """Write the actions into a node's children in random order, in which they will be tried."""
    first, width = tree[place].first, tree[place].width
    for index in range(width):
        other = below(rng, index + 1)
        tree[first + index].action = tree[first + other].action
        tree[first + other].action = actions[index]


@rule
def select_child(tree: Tree, place: int, exploration: float) -> int:
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
def update(tree: Tree, place: int, score: float) -> None:
    """Count a visit of a node and its result."""
    node = tree[place]
    node.visits += 1
    node.mean += (score - node.mean) / node.visits
    node.uncertainty = 1.0 / np.sqrt(node.visits)


@rule
def write_pv(tree: Tree, place: int, min_visits: int, pv: Int64s) -> int:
    """Write the action that leads to a child of the root and the most visited actions after it, up to a chance event.

    Returns the number of actions, each with enough visits.
    """
    pv[0] = tree[place].action
    length = 1
    while length < len(pv) and tree[place].first != 0 and tree[place].seat != CHANCE:
        favourite = tree[place].first
        for child in range(tree[place].first, tree[place].first + tree[place].width):
            if tree[child].visits > tree[favourite].visits:
                favourite = child
        if tree[favourite].visits < min_visits:
            break
        pv[length] = tree[favourite].action
        length += 1
        place = favourite
    return length
