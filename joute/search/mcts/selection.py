"""Which action an iteration of ismcts tries at a node: by upper confidence bounds, or with prior values too."""

import numpy as np

from joute.core.contract import Actions
from joute.core.rng import Rng, below
from joute.jit.dispatch import inline, rule
from joute.jit.struct import Records
from joute.search.mcts.infoset_table import NONE, InfosetTable, PriorEdge, find_offset, insert_edge

LOGARITHMS = np.log(np.maximum(1, np.arange(4096)))  # [count]


@inline
def select(table: InfosetTable, block: int, actions: Actions, count: int, exploration: float, rng: Rng) -> int:
    """The edge of a legal action with the highest upper confidence bound, an untried one first; NONE if no space is left for a new edge."""
    edges = table.edges
    first, width = block + 1, table.headers[block].count
    untried, chosen, highest, offset = 0, 0, -np.inf, 0
    counted, logarithm = 0, 0.0  # mostly the same for all edges of a node
    for index in range(count):
        action = actions[index]
        offset = find_offset(edges, first, width, offset, action)
        if offset == width or edges[first + offset].action != action:
            block = insert_edge(table, block, offset, action)
            if block == NONE:
                return NONE
            first, width = block + 1, width + 1
            chosen += chosen >= offset
        edge = edges[first + offset]
        edge.available += 1
        if edge.visits == 0:
            untried += 1
            if below(rng, untried) == 0:
                chosen = offset
        elif untried == 0:
            if edge.available != counted:
                counted = edge.available
                logarithm = LOGARITHMS[counted] if counted < len(LOGARITHMS) else np.log(counted)
            bound = edge.mean + exploration * np.sqrt(logarithm / edge.visits)
            if bound > highest:
                chosen, highest = offset, bound
        offset += 1
    return first + chosen


@inline
def add_edges(table: InfosetTable, block: int, actions: Actions, count: int) -> int:
    """Give a node edges for all legal actions. Returns its block, or NONE if no space is left."""
    offset = 0
    for index in range(count):
        width = table.headers[block].count
        offset = find_offset(table.edges, block + 1, width, offset, actions[index])
        if offset == width or table.edges[block + 1 + offset].action != actions[index]:
            block = insert_edge(table, block, offset, actions[index])
            if block == NONE:
                return NONE
    return block


@rule
def select_by_prior(
    table: InfosetTable, block: int, actions: Actions, count: int, exploration: float, prior_visits: float, patience: float, rng: Rng
) -> int:
    """The edge of a legal action with the highest upper confidence bound, when prior values count like visits.

    Playouts are mostly worse or better for everybody than the network predicts, so its values are corrected by their mean error at this
    node so far. An action that was never tried is tried when there are more than `patience` visits for each action.
    """
    edges: Records[PriorEdge] = table.edges  # type: ignore[assignment]  # the edges of a search with a network have priors
    first, width, offset = block + 1, table.headers[block].count, 0
    visits, error = 0, 0.0
    for index in range(count):
        offset = find_offset(edges, first, width, offset, actions[index])
        edge = edges[first + offset]
        visits += edge.visits
        error += edge.visits * (edge.mean - edge.prior)
    error /= max(1, visits)
    chosen, highest, untried = 0, -np.inf, 0
    offset = 0
    for index in range(count):
        offset = find_offset(edges, first, width, offset, actions[index])
        edge = edges[first + offset]
        edge.available += 1
        weight = edge.visits + prior_visits
        if weight == 0.0:
            untried += 1
            if below(rng, untried) == 0:
                chosen = offset
        elif untried == 0:
            mean = (edge.visits * edge.mean + prior_visits * (edge.prior + error)) / weight
            bound = mean + exploration * np.sqrt(np.log(edge.available) / weight)
            if edge.visits == 0 and visits > patience * count:
                bound = np.inf
            if bound > highest:
                chosen, highest = offset, bound
    return first + chosen
