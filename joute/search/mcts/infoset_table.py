"""A hash table of information sets: what a seat knows when it must act is a node, an action tried there is an edge.

A node stands for everything that looks the same to a seat, whatever is hidden and however it came about. So there is no tree to walk, only
views to look up. The edges of a node are one block, in the order of their actions, behind a header with its key. An edge remembers the
block it led to last, which is mostly the one it leads to again: so the next block can be fetched before its key is known.
"""

from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Words, key, view_key
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import State, States
from joute.jit.compile import compiled
from joute.jit.dispatch import inline, prefetch, rule
from joute.jit.struct import Float64, Float64s, Int32, Int64, Int64s, Records, Struct, UInt64
from joute.search.mcts.base import MIN_PV_VISITS

Edges = NDArray[Any]  # [edge] the records of a block


class InfosetEdge(Struct):
    """One action from one node; small, because a search spends its time waiting for these. Edge 0 leads to the root."""

    mean: Float64  # of the scaled scores of the seat that acts
    action: Int32
    visits: Int32
    available: Int32  # number of times it was legal when its node was visited
    next: Int32  # block of the node that it led to last; 0: none


class PriorEdge(InfosetEdge):
    """One action from one node, with a network's value of it."""

    prior: Float64


class StrategyEdge(InfosetEdge):
    """One action from one node, for selections that learn a mixed strategy."""

    regret: Float64  # or gain
    weight: Float64  # sum of its probabilities in the strategies so far


class BlockHeader(Struct):
    """The head of a block of edges; it takes the place of an edge."""

    key: UInt64  # of the node; EMPTY after the block has moved
    count: Int32  # number of edges; MOVED after the block has moved
    capacity: Int32  # most edges; the new block after it has moved


class Slot(Struct):
    """A place of the hash table. Four fill a cache line, and none lies across two."""

    key: UInt64
    block: Int64  # 0: the node has no edges yet


class InfosetTable(NamedTuple):
    """The nodes and edges of one thread."""

    slots: Records[Slot]  # a power of two of them
    edges: Records[InfosetEdge]
    headers: Records[BlockHeader]  # the same memory as the edges
    used: Int64s  # [1] number of edges and headers in use
    squares: Float64s  # [action] sum of the squared scores of the searching seat's actions at the root


SALT = np.array([seed_of("mover", seat) for seat in range(32)], np.uint64)
EMPTY = np.uint64(0)  # a key that no node has
NONE, UNEXPANDED, MOVED = -1, 0, -1
MAX_PROBES = 32


def new_table(nodes: int, edge: type[InfosetEdge] = InfosetEdge, n_actions: int = 1) -> InfosetTable:
    """An empty table for about that number of nodes and a game with that number of actions; the system gives memory as it fills."""
    slots = 1 << max(4, (2 * nodes - 1).bit_length())
    edges: Any = np.zeros(4 * slots, edge.dtype())
    return InfosetTable(Slot.zeros(slots), edges, edges.view(header_type(edges.itemsize)), np.ones(1, np.int64), np.zeros(n_actions))


@cache
def header_type(size: int) -> np.dtype[np.void]:
    """The record type of headers with the size of an edge in bytes."""
    fields: Any = BlockHeader.dtype().fields
    formats, offsets = zip(*(field[:2] for field in fields.values()), strict=True)
    layout: Any = {"names": list(fields), "formats": formats, "offsets": offsets, "itemsize": size}
    return np.dtype(layout, align=True)


@rule
def node_key(position: np.uint64, seat: int) -> np.uint64:
    """The key of the node of a seat that must act; `position` is the hash of a view or of a position."""
    found = position ^ SALT[seat]
    return found if found != EMPTY else ~found


@rule
def find_slot(slots: Records[Slot], wanted: np.uint64) -> int:
    """The slot of the node with that key, or an empty slot for it; NONE if there is no space near where it belongs."""
    mask = len(slots) - 1
    place = int(np.int64(wanted >> np.uint64(20))) & mask
    for _ in range(MAX_PROBES):
        if slots[place].key == wanted or slots[place].key == EMPTY:
            return place
        place = (place + 1) & mask
    return NONE


@inline
def visit(table: InfosetTable, edge: int, wanted: np.uint64) -> int:
    """The block of the node with that key, to which the edge leads; UNEXPANDED if it has no edges yet.

    NONE if the node was not in the table, where it is now if there is space.
    """
    block = table.edges[edge].next
    if table.headers[block].key == wanted:
        return block
    place = find_slot(table.slots, wanted)
    if place == NONE or table.slots[place].key != wanted:
        table.edges[edge].next = 0
        if place != NONE:
            table.slots[place].key = wanted
        return NONE
    block = table.slots[place].block
    table.edges[edge].next = block
    return block


@rule
def expand(table: InfosetTable, edge: int, wanted: np.uint64, actions: Actions, count: int) -> int:
    """Give a node one edge for each action, in their order; the edge leads there. Returns its block, or NONE if no space is left."""
    edges, block = table.edges, allocate(table, wanted, count, count)
    if block == NONE:
        return NONE
    table.slots[find_slot(table.slots, wanted)].block = block
    edges[edge].next = block
    first = block + 1
    for index in range(count):
        place = first + index
        while place > first and edges[place - 1].action > actions[index]:
            edges[place].action = edges[place - 1].action
            place -= 1
        edges[place].action = actions[index]
    return block


@inline
def allocate(table: InfosetTable, wanted: np.uint64, count: int, capacity: int) -> int:
    """A new block; NONE if no space is left."""
    block = table.used[0]
    if block + 1 + capacity > len(table.edges):
        return NONE
    table.used[0] = block + 1 + capacity
    header = table.headers[block]
    header.key = wanted
    header.count = count
    header.capacity = capacity
    return block


@inline
def find_offset(edges: Records[InfosetEdge], first: int, count: int, offset: int, action: int) -> int:
    """The offset of an action in a block, or of the first higher one.

    The search starts at the given offset: edges lie in the order of their actions, and games mostly list actions in that order too.
    """
    if offset > 0 and edges[first + offset - 1].action >= action:
        offset = 0
    while offset < count and edges[first + offset].action < action:
        offset += 1
    return offset


@rule
def insert_edge(table: InfosetTable, block: int, offset: int, action: int) -> int:
    """Insert a new edge at that offset in a block, which moves if it is full. Returns the block, or NONE if no space is left."""
    header, edges = table.headers[block], table.edges
    count = header.count
    if count == header.capacity:
        moved = allocate(table, header.key, count, 2 * count)
        if moved == NONE:
            return NONE
        for index in range(1, count + 1):
            edges[moved + index] = edges[block + index]
        table.slots[find_slot(table.slots, header.key)].block = moved
        header.key = EMPTY
        header.count = MOVED
        header.capacity = moved
        block = moved
    for other in range(block + 1 + count, block + 1 + offset, -1):
        edges[other] = edges[other - 1]
    table.headers[block].count = count + 1
    new = edges[block + 1 + offset]
    new.mean = 0.0
    new.action = action
    new.visits = 0
    new.available = 0
    new.next = 0
    return block


@inline
def add_square(table: InfosetTable, edge: int, score: float) -> None:
    """Count the scaled score of an action at the root towards the spread of its scores."""
    table.squares[table.edges[edge].action] += score * score


@inline
def fetch_next(table: InfosetTable, edge: int) -> None:
    """Fetch the block that the edge led to last, while the action is played and the next key computed."""
    block = table.edges[edge].next
    prefetch(table.edges, block)
    prefetch(table.edges, block + 3)
    prefetch(table.edges, block + 6)


@compiled
def root_block(view: States, words: Words, scratch: States, scratch_words: Words, seat: int, hidden: bool, slots: Records[Slot]) -> int:
    """The block of the view that a search began with; 0 if it has none."""
    position = view_key(view[0], seat, words, scratch, scratch_words) if hidden else key(view[0], words)
    wanted = node_key(position, seat)
    place = find_slot(slots, wanted)
    return slots[place].block if place != NONE and slots[place].key == wanted else 0


def edges_of(game: Game, table: InfosetTable, position: State, seat: int) -> Edges:
    """The edges of a seat that must act in a position or view."""
    scratch = np.zeros(1, game.dtype)
    words, scratch_words = position.array.view(np.uint64), scratch.view(np.uint64)
    return edges_in(table, int(root_block(position.array, words, scratch, scratch_words, seat, game.spec.hidden, table.slots)))


def edges_in(table: InfosetTable, block: int) -> Edges:
    """The edges of a block, wherever it has moved; none in block 0."""
    while block and table.headers["count"][block] == MOVED:
        block = int(table.headers["capacity"][block])
    count = int(table.headers["count"][block]) if block else 0
    return cast(Edges, table.edges)[block + 1 : block + 1 + count]


def principal_variation(game: Game, view: State, seat: int, table: InfosetTable, action: int) -> list[int]:
    """An action and the most visited actions after it, as far as they have enough visits."""
    if game.spec.hidden:
        return pv_of_views(table, edges_of(game, table, view, seat), action)
    return pv_of_positions(game, view, seat, table, action)


def pv_of_positions(game: Game, view: State, seat: int, table: InfosetTable, action: int) -> list[int]:
    """Without hidden information the actions can be played, up to a chance event. Of simultaneous actions, the seat's own comes first."""
    position, pv = State(view.array.copy()), list[int]()
    while seats := game.movers(position):
        choices: dict[int, int] = {}
        for other in sorted(seats, key=lambda other: other != seat):
            number = action if not pv else most_visited(edges_of(game, table, position, other))
            if number is None:
                return pv
            choices[other] = number
            pv.append(number)
        game.advance(position, choices)
        resolve_certainties(game, position)
    return pv


def resolve_certainties(game: Game, position: State) -> None:
    """Resolve chance events that have only one possible outcome."""
    while 1.0 in (odds := game.chances(position)):
        game.resolve(position, odds.index(1.0))


def most_visited(edges: Edges) -> int | None:
    """The action visited most, if it has enough visits."""
    if len(edges) == 0 or edges["visits"].max() < MIN_PV_VISITS:
        return None
    return int(edges["action"][edges["visits"].argmax()])


def pv_of_views(table: InfosetTable, edges: Edges, action: int) -> list[int]:
    """With hidden information, follow the node that each edge led to last, while most visits went there: up to chance or a secret."""
    pv = [action]
    while len(found := edges[edges["action"] == pv[-1]]):
        edges = edges_in(table, int(found[0]["next"]))
        number = most_visited(edges)
        if number is None or 2 * int(edges["visits"].sum()) < int(found[0]["visits"]):
            break
        pv.append(number)
    return pv
