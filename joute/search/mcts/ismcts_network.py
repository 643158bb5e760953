"""Information-set search with a network, which gives prior values of actions, evaluates new positions, or both.

With `prior=network`, the network's value of an action counts like `prior_visits` visits: it decides in the beginning, the results of the
search in the end. Playouts are mostly worse or better for everybody than the network predicts, so its values at a node are corrected by
their mean error there so far, and only rank the actions of the node. With `rollout=network`, the value of a new position for every seat is
the network's value of that seat's next action; until all seats have acted, everybody plays the action that the network prefers.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.beliefs import next_world
from joute.core.contract import Actions, Choices, Odds, Words, advance, careful, chances, chapter, legal, movers, over, pick, resolve
from joute.core.rng import Rng, below, draw, uniform
from joute.core.state import Fields, States
from joute.jit.compile import compiled
from joute.jit.dispatch import inline, rule
from joute.search.mcts.infoset_table import FULL, Edges, Nodes, add_edge, name_view, open_block, place_of
from joute.search.mcts.rollout import ASKED, EVALUATE, rest_of_game
from joute.search.network.prior import best_action, predict_values, set_priors

DEEPEST = 2048  # choices remembered on the way down


@inline
def step_to(edges: Edges, first: int, width: int, offset: int, action: int) -> int:
    """The offset of an action in a node's block, or of the first higher one, looked for from the last one on."""
    if offset > 0 and edges[first + offset - 1].action >= action:
        offset = 0
    while offset < width and edges[first + offset].action < action:
        offset += 1
    return offset


@rule
def promising(
    nodes: Nodes,
    edges: Edges,
    place: int,
    actions: Actions,
    count: int,
    exploration: float,
    trust: float,
    patience: float,
    rng: Rng,
) -> int:
    """The legal edge with the highest upper confidence bound.

    The network's value of a choice counts like so many visits, corrected by how far off it was at this node so far. It may put a choice
    off, but not for ever: after so many visits for each choice, one that was never tried is.
    """
    first, width, offset = nodes[place].first, nodes[place].count, 0
    visits, surplus = 0, 0.0
    for index in range(count):
        offset = step_to(edges, first, width, offset, actions[index])
        here = edges[first + offset]
        visits += here.visits
        surplus += here.visits * (here.mean - here.prior)
    surplus /= max(1, visits)
    chosen, highest, untried = 0, -np.inf, 0
    offset = 0
    for index in range(count):
        offset = step_to(edges, first, width, offset, actions[index])
        here = edges[first + offset]
        here.available += 1
        weight = here.visits + trust
        if weight == 0.0:
            untried += 1
            if below(rng, untried) == 0:
                chosen = offset
        elif untried == 0:
            mean = (here.visits * here.mean + trust * (here.prior + surplus)) / weight
            bound = mean + exploration * np.sqrt(np.log(here.available) / weight)
            if here.visits == 0 and visits > patience * count:
                bound = np.inf
            if bound > highest:
                chosen, highest = offset, bound
    return int(first) + chosen


@compiled
def sample_guided(
    start: States,
    observer: int,
    multi: bool,
    hidden: bool,
    nodes: Nodes,
    edges: Edges,
    iterations: int,
    exploration: float,
    leaf: int,
    win: bool,
    slips: float,
    lowest: float,
    scale: float,
    chain: States,
    work: States,
    scratch: States,
    words: Words,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    rng: Rng,
    stop: NDArray[np.int8],
    trust: float,
    guessing: bool,
    sizes: NDArray[np.int64],
    flat: NDArray[np.float32],
    seen: NDArray[np.float64],
    room: NDArray[np.float32],
    values: NDArray[np.float64],
) -> int:
    """So many iterations from a view, or until stopped; returns how many were made."""
    scores, spare = np.zeros(len(choices)), np.zeros(len(choices))
    path, seats = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    used, weight = np.ones(1, np.int64), np.full(1, -1.0)
    for iteration in range(iterations):
        if iteration > 0 and stop[0] != 0:
            return iteration
        # 1. Imagine a world that fits the view.
        work[0] = start[0]
        state = work[0]
        if hidden:
            next_world(start, work, chain, weight, observer, actions, choices, rng)
        # 2. Select: down through known views; a new view ends the descent.
        depth, fresh, before = 0, False, 0
        while not fresh and not over(state) and (depth == 0 or not chapter(state)):
            asked = movers(state)
            if asked == 0:
                resolve(state, draw(rng, odds, chances(state, odds)))
                continue
            known = depth
            for seat in range(len(choices)):
                if fresh or asked >> seat & 1 == 0:
                    continue
                if slips >= 0.0 and seat != observer:
                    choices[seat] = rival_choice(state, seat, slips, actions, rng)
                    continue
                name = name_view(work, scratch, words, seat if multi else observer, seat, hidden)
                place = edges[before].next
                if nodes[place].name != name:
                    place = place_of(nodes, name)
                    edges[before].next = max(0, place)
                # 3. Expand: a view met for the first time is remembered; met again, it is shown to the network.
                if place == FULL or nodes[place].name != name or depth >= DEEPEST:
                    fresh = True
                    if place != FULL:
                        nodes[place].name = name
                    if depth > 0 or place == FULL:
                        continue
                    fresh = False
                count = options(state, seat, actions)
                asking = nodes[place].first == 0
                if asking:
                    if not open_block(nodes, edges, place, count, actions, used):
                        fresh = True
                        continue
                else:
                    offset = 0
                    for index in range(count):
                        first, width = nodes[place].first, nodes[place].count
                        offset = step_to(edges, first, width, offset, actions[index])
                        if offset == width or edges[first + offset].action != actions[index]:
                            asking = True
                            if not add_edge(nodes, edges, place, offset, actions[index], used):
                                fresh = True
                                break
                    if fresh:
                        continue
                # A node of a seat whose cards are imagined stands for many hands: the network is asked about each.
                if trust > 0.0 and count > 1 and (asking or (hidden and not multi and seat != observer)):
                    predict_values(state, seat, hidden, win, guessing, lowest, scale, sizes, flat, scratch, seen, room, values, spare)
                    set_priors(edges, nodes[place].first, nodes[place].count, values)
                before = promising(nodes, edges, place, actions, count, exploration, trust, np.inf if hidden else trust, rng)
                choices[seat] = edges[before].action
                path[depth], seats[depth] = before, seat
                depth += 1
            if fresh:
                depth = known
            else:
                advance(state, choices)
        # 4. Judge the position: by what the network says of the next choice of every seat that learns, or without it.
        told, wanted = 0, (1 << len(choices)) - 1 if slips < 0.0 else 1 << observer
        while leaf == ASKED and told != wanted and not over(state) and not chapter(state):
            asked = movers(state)
            if asked == 0:
                resolve(state, draw(rng, odds, chances(state, odds)))
                continue
            for seat in range(len(choices)):
                if asked >> seat & 1 == 0:
                    continue
                if slips >= 0.0 and seat != observer:
                    choices[seat] = rival_choice(state, seat, slips, actions, rng)
                    continue
                predict_values(state, seat, hidden, win, guessing, lowest, scale, sizes, flat, scratch, seen, room, values, spare)
                best = best_action(actions, options(state, seat, actions), values)
                choices[seat] = best
                if told >> seat & 1 == 0:
                    scores[seat] = values[best]
                    told |= 1 << seat
            advance(state, choices)
        if told != wanted:
            rest_of_game(state, EVALUATE if leaf == ASKED else leaf, win, observer, slips, actions, choices, odds, spare, rng)
            for seat in range(len(choices)):
                if told >> seat & 1 == 0:
                    scores[seat] = (spare[seat] - lowest) / scale
        # 5. Every choice on the way learns it.
        for index in range(depth):
            edge_here = edges[path[index]]
            edge_here.visits += 1
            edge_here.mean += (scores[seats[index]] - edge_here.mean) / edge_here.visits
    return iterations


@rule
def options(state: Fields, seat: int, actions: Actions) -> int:
    """The legal actions; written out once, where the rule itself would be written into every caller."""
    return legal(state, seat, actions)


@rule
def rival_choice(state: Fields, seat: int, slips: float, actions: Actions, rng: Rng) -> int:
    """What a seat that does not learn here does: with care, or now and then anything."""
    slipped = slips > 0.0 and uniform(rng) < slips
    return pick(state, seat, actions, rng) if slipped else careful(state, seat, actions, rng)
