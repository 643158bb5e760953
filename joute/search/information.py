"""What seats know, as the nodes of a search: a hash table of views, each with the actions tried from it.

A node stands for everything that looks the same to a seat, whatever is hidden and however it came about; so there is no tree to
walk, only views to look up.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.compiled import hide, key, rule
from joute.dice import seed_of
from joute.host import States
from joute.rulebook import Words

FIELDS = [
    ("mean", "f8"),  # of the scores, scaled by the Spec, for the seat that chooses
    ("action", "i4"),
    ("visits", "i4"),
    ("available", "i4"),  # how often it was legal when its node was met
]
EDGE = np.dtype(FIELDS, align=True)
"""One action from one node, kept small: a search spends its time waiting for these. Edge 0 is never used."""

LEARNING_EDGE = np.dtype(
    [
        *FIELDS,
        ("regret", "f8"),  # or gain
        ("weight", "f8"),  # summed: how often a mixed strategy wanted it
    ],
    align=True,
)
"""One action from one node, for the selections that learn a mixed strategy."""

NODE = np.dtype([("name", "u8"), ("first", "i4"), ("visits", "i4"), ("count", "i4"), ("room", "i4")], align=True)
"""What a seat knows: the name of its view, and its block of edges, in the order of their actions."""

SMALLEST_BLOCK = 8  # edges that a node gets room for at first; a full block moves to one twice as large

Nodes = NDArray[Any]  # [place] of NODE, a power of two of them
Edges = NDArray[Any]  # [edge] of EDGE

SALT = np.array([seed_of("mover", seat) for seat in range(32)], np.uint64)
FULL, NEW = -1, -2  # answers of `look_up` beside the place of a known node
PROBES = 32


def room(nodes: int, edge: np.dtype[Any] = EDGE) -> tuple[Nodes, Edges]:
    """An empty table for about so many nodes; memory is taken as it fills."""
    places = 1 << max(4, (2 * nodes - 1).bit_length())
    return np.zeros(places, NODE), np.zeros(4 * places, edge)


@rule
def name_view(states: States, scratch: States, words: Words, viewer: int, mover: int, hidden: bool) -> np.uint64:
    """A 64-bit name for what the viewer knows when the mover must choose; never 0."""
    scratch[0] = states[0]
    if hidden:
        hide(scratch[0], viewer)
    name = key(scratch[0], words) ^ SALT[mover]
    return name if name != np.uint64(0) else np.uint64(1)


@rule
def place_of(nodes: Nodes, name: np.uint64) -> int:
    """Where the node of that name is or would be; FULL when there is no place near where it belongs."""
    mask = len(nodes) - 1
    place = int(np.int64(name >> np.uint64(20))) & mask
    for _ in range(PROBES):
        if nodes[place].name == name or nodes[place].name == np.uint64(0):
            return place
        place = (place + 1) & mask
    return FULL


@rule
def add_edge(nodes: Nodes, edges: Edges, place: int, offset: int, action: int, used: NDArray[np.int64]) -> int:
    """A new edge at that offset in the node's block, before those of higher actions; 0 when no room is left."""
    node = nodes[place]
    if node.count == node.room and not move_block(nodes, edges, place, used):
        return 0
    for other in range(node.first + node.count, node.first + offset, -1):
        edges[other] = edges[other - 1]
    node.count += 1
    new = edges[node.first + offset]
    new.mean = 0.0
    new.action = action
    new.visits = 0
    new.available = 0
    return node.first + offset


@rule
def move_block(nodes: Nodes, edges: Edges, place: int, used: NDArray[np.int64]) -> bool:
    """Give a node room for twice as many edges; False when none is left."""
    node = nodes[place]
    larger = max(SMALLEST_BLOCK, 2 * node.room)
    if used[0] + larger > len(edges):
        return False
    for index in range(node.count):
        edges[used[0] + index] = edges[node.first + index]
    node.first = used[0]
    node.room = larger
    used[0] += larger
    return True
