"""What seats know, as the nodes of a search: a hash table of views, each with the actions tried from it.

A node stands for everything that looks the same to a seat, whatever is hidden and however it came about; so there is no tree to
walk, only views to look up. An edge remembers the view it led to last, which mostly is the view it leads to again.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Words, hide, key
from joute.core.rng import seed_of
from joute.core.state import States
from joute.jit.compile import compiled
from joute.jit.dispatch import inline, rule

FIELDS = [
    ("mean", "f8"),  # of the scores, scaled by the Spec, for the seat that chooses
    ("action", "i4"),
    ("visits", "i4"),
    ("available", "i4"),  # how often it was legal when its node was met
    ("next", "i4"),  # the place of the node that it led to last
]
EDGE = np.dtype(FIELDS, align=True)
"""One action from one node, kept small: a search spends its time waiting for these. Edge 0 leads to the start."""

LEARNING_EDGE = np.dtype(
    [
        *FIELDS,
        ("regret", "f8"),  # or gain
        ("weight", "f8"),  # summed: how often a mixed strategy wanted it
    ],
    align=True,
)
"""One action from one node, for the selections that learn a mixed strategy."""

NODE = np.dtype([("name", "u8"), ("first", "i4"), ("count", "i4")], align=True)
"""What a seat knows: the name of its view, and its block of edges, in the order of their actions.

The edge before a block says in `action` how many the block has room for. Four nodes fill a line of the processor's cache, and none
lies across two.
"""

Nodes = NDArray[Any]  # [place] of NODE, a power of two of them
Edges = NDArray[Any]  # [edge] of EDGE

SALT = np.array([seed_of("mover", seat) for seat in range(32)], np.uint64)
FREE, NOBODY = np.uint64(0), np.uint64(1)  # names that no view has: of an empty place, and of place 0, which stands for nowhere
NOWHERE, FULL = 0, -1  # places: of an edge that led to no node, and where there is no room
PROBES = 32


def table(nodes: int, edge: np.dtype[Any] = EDGE) -> tuple[Nodes, Edges]:
    """An empty table for about so many nodes; memory is taken as it fills."""
    places = 1 << max(4, (2 * nodes - 1).bit_length())
    empty = np.zeros(places, NODE)
    empty["name"][NOWHERE] = NOBODY
    return empty, np.zeros(4 * places, edge)


@inline
def name_view(states: States, scratch: States, words: Words, viewer: int, mover: int, hidden: bool) -> np.uint64:
    """A 64-bit name for what the viewer knows when the mover must choose."""
    scratch[0] = states[0]
    if hidden:
        hide(scratch[0], viewer)
    return name_for(key(scratch[0], words), mover)


@rule
def name_for(position: np.uint64, mover: int) -> np.uint64:
    """The name of a position for the seat that must choose."""
    name = position ^ SALT[mover]
    return name if name > NOBODY else ~name


@rule
def place_of(nodes: Nodes, name: np.uint64) -> int:
    """Where the node of that name is or would be; FULL when there is no place near where it belongs."""
    mask = len(nodes) - 1
    place = int(np.int64(name >> np.uint64(20))) & mask
    for _ in range(PROBES):
        if nodes[place].name == name or nodes[place].name == FREE:
            return place
        place = (place + 1) & mask
    return FULL


@inline
def open_block(nodes: Nodes, edges: Edges, place: int, count: int, actions: Actions, used: NDArray[np.int64]) -> bool:
    """Give a node its edges, in the order of their actions; False when no room is left."""
    first = new_block(edges, count, used)
    if first == 0:
        return False
    for index in range(count):
        edge = first + index
        while edge > first and edges[edge - 1].action > actions[index]:
            edges[edge].action = edges[edge - 1].action
            edge -= 1
        edges[edge].action = actions[index]
    nodes[place].first = first
    nodes[place].count = count
    return True


@inline
def new_block(edges: Edges, size: int, used: NDArray[np.int64]) -> int:
    """Where a block for so many edges begins; 0 when no room is left."""
    if used[0] + 1 + size > len(edges):
        return 0
    edges[used[0]].action = size
    used[0] += 1 + size
    return int(used[0]) - size


@rule
def add_edge(nodes: Nodes, edges: Edges, place: int, offset: int, action: int, used: NDArray[np.int64]) -> bool:
    """A new edge at that offset in the node's block, before those of higher actions; False when no room is left."""
    node = nodes[place]
    if node.count == edges[node.first - 1].action:
        moved = new_block(edges, 2 * node.count, used)
        if moved == 0:
            return False
        for index in range(node.count):
            edges[moved + index] = edges[node.first + index]
        node.first = moved
    for other in range(node.first + node.count, node.first + offset, -1):
        edges[other] = edges[other - 1]
    node.count += 1
    new = edges[node.first + offset]
    new.mean = 0.0
    new.action = action
    new.visits = 0
    new.available = 0
    new.next = 0
    return True


@compiled
def start_place(states: States, scratch: States, words: Words, seat: int, hidden: bool, nodes: Nodes) -> int:
    """Where the view is that a search began with."""
    return place_of(nodes, name_view(states, scratch, words, seat, seat, hidden))
