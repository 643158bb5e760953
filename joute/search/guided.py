"""Information-set search with a network inside: its values judge new positions, its preferences say where to look first.

The search is that of `ismcts`. What is new: a choice that was not tried yet counts as the network's value of it, and with
`prior=network` choices are explored by how well the network thinks of them (PUCT, Rosin 2011; Silver and others 2017). A new position is
worth to every seat what the network says at the seat's next choice; until all have chosen, everybody plays what the network thinks best.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.beliefs import next_world
from joute.compiled import advance, careful, chances, chapter, compiled, legal, movers, over, pick, resolve, rule
from joute.dice import Dice, draw, uniform
from joute.errors import Unfit
from joute.game import Game
from joute.host import States
from joute.rulebook import Actions, Choices, Odds, Record, Scores, Words
from joute.search.brain import brain_for, guess_of, look, room_for, values_of, worth
from joute.search.information import FIELDS, FULL, Edges, Nodes, add_edge, name_view, open_block, place_of

GUIDED_EDGE = np.dtype([*FIELDS, ("told", "f8"), ("prior", "f8")], align=True)
"""One action from one node, with what the network says of it and how much it prefers it."""

DEEPEST = 2048  # choices remembered on the way down
PLAYOUT, CAREFUL, EVALUATE, NETWORK = 0, 1, 2, 3  # leaves


class Guide:
    """The network of a search, ready for its machine code."""

    def __init__(self, game: Game, weights: str, aim: str, guided: bool, temperature: float) -> None:
        self.brain = brain_for(game, weights)
        if self.brain.aim != aim:
            raise Unfit(f"this network's values are for aim={self.brain.aim}, but the search has aim={aim}")
        self._settings = guided, temperature, self.brain.guess
        self._weights = self.brain.sizes, self.brain.flat
        self._outputs = max(game.actions) + 1

    def task(self) -> tuple[Any, ...]:
        """The last arguments of `sample_guided`, for one thread."""
        room = np.zeros(len(self.brain.features)), room_for(self.brain), np.zeros(self._outputs)
        return *self._settings, *self._weights, *room


@rule
def tell(
    state: Record,
    seat: int,
    hidden: bool,
    win: bool,
    guessing: bool,
    lowest: float,
    scale: float,
    sizes: NDArray[np.int64],
    flat: NDArray[np.float32],
    scratch: States,
    seen: NDArray[np.float64],
    room: NDArray[np.float32],
    values: NDArray[np.float64],
    scores: Scores,
) -> None:
    """Write what the network says of every action of a seat, scaled like the scores of the search."""
    look(state, seat, hidden, scratch, seen)
    guess = guess_of(scratch[0], seat, win, lowest, scale, scores) if guessing else 0.0
    row = room[values_of(sizes, flat, seen, room)]
    for action in range(len(values)):
        values[action] = guess + row[action]


@rule
def prefer(edges: Edges, first: int, count: int, values: NDArray[np.float64], temperature: float) -> None:
    """Give every edge of a new node the network's value and its share of the network's preference."""
    best = -np.inf
    for edge in range(first, first + count):
        edges[edge].told = values[edges[edge].action]
        best = max(best, edges[edge].told)
    total = 0.0
    for edge in range(first, first + count):
        edges[edge].prior = np.exp((edges[edge].told - best) / temperature)
        total += edges[edge].prior
    for edge in range(first, first + count):
        edges[edge].prior /= total


@rule
def edge_of(nodes: Nodes, edges: Edges, place: int, action: int) -> int:
    """The offset of an action in the node's block, or of the first higher one."""
    first, offset = nodes[place].first, 0
    while offset < nodes[place].count and edges[first + offset].action < action:
        offset += 1
    return offset


@rule
def promising(nodes: Nodes, edges: Edges, place: int, actions: Actions, count: int, exploration: float, guided: bool) -> int:
    """The legal edge with the highest bound: PUCT where the network guides, else UCB; untried ones count as the network told."""
    first, visits = nodes[place].first, 0
    for index in range(count):
        visits += edges[first + edge_of(nodes, edges, place, actions[index])].visits
    best, highest = first, -np.inf
    for index in range(count):
        edge = first + edge_of(nodes, edges, place, actions[index])
        here = edges[edge]
        here.available += 1
        mean = here.mean if here.visits > 0 else here.told
        if guided:
            bound = mean + exploration * here.prior * np.sqrt(visits + 1.0) / (1.0 + here.visits)
        else:
            bound = mean + exploration * np.sqrt(np.log(here.available + 1.0) / (1.0 + here.visits))
        if bound > highest:
            best, highest = edge, bound
    return best


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
    dice: Dice,
    stop: NDArray[np.int8],
    guided: bool,
    temperature: float,
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
            next_world(start, work, chain, weight, observer, actions, choices, dice)
        # 2. Select: down through known views; a new view ends the descent.
        depth, fresh, before = 0, False, 0
        while not fresh and not over(state) and (depth == 0 or not chapter(state)):
            asked = movers(state)
            if asked == 0:
                resolve(state, draw(dice, odds, chances(state, odds)))
                continue
            known = depth
            for seat in range(len(choices)):
                if fresh or asked >> seat & 1 == 0:
                    continue
                if slips >= 0.0 and seat != observer:
                    choices[seat] = rival_choice(state, seat, slips, actions, dice)
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
                    for index in range(count):
                        offset = edge_of(nodes, edges, place, actions[index])
                        if offset == nodes[place].count or edges[nodes[place].first + offset].action != actions[index]:
                            asking = True
                            if not add_edge(nodes, edges, place, offset, actions[index], used):
                                fresh = True
                                break
                    if fresh:
                        continue
                if asking:  # a new action changes what the others are worth beside it
                    tell(state, seat, hidden, win, guessing, lowest, scale, sizes, flat, scratch, seen, room, values, spare)
                    prefer(edges, nodes[place].first, nodes[place].count, values, temperature)
                before = promising(nodes, edges, place, actions, count, exploration, guided)
                choices[seat] = edges[before].action
                path[depth], seats[depth] = before, seat
                depth += 1
            if fresh:
                depth = known
            else:
                advance(state, choices)
        # 4. Judge the position.
        told, wanted = 0, (1 << len(choices)) - 1 if slips < 0.0 else 1 << observer
        while leaf != EVALUATE and told != wanted and not over(state) and not chapter(state):
            asked = movers(state)
            if asked == 0:
                resolve(state, draw(dice, odds, chances(state, odds)))
                continue
            for seat in range(len(choices)):
                if asked >> seat & 1 == 0:
                    continue
                if slips >= 0.0 and seat != observer:
                    choices[seat] = rival_choice(state, seat, slips, actions, dice)
                elif leaf != NETWORK:
                    choices[seat] = rival_choice(state, seat, 1.0 if leaf == PLAYOUT else 0.0, actions, dice)
                else:
                    tell(state, seat, hidden, win, guessing, lowest, scale, sizes, flat, scratch, seen, room, values, spare)
                    best = best_action(state, seat, values, actions)
                    choices[seat] = best
                    if told >> seat & 1 == 0:
                        scores[seat] = values[best]
                        told |= 1 << seat
            advance(state, choices)
        if told != wanted:
            worth(state, win, lowest, scale, spare)
            for seat in range(len(choices)):
                if told >> seat & 1 == 0:
                    scores[seat] = spare[seat]
        # 5. Every choice on the way learns it.
        for index in range(depth):
            edge_here = edges[path[index]]
            edge_here.visits += 1
            edge_here.mean += (scores[seats[index]] - edge_here.mean) / edge_here.visits
    return iterations


@rule
def options(state: Record, seat: int, actions: Actions) -> int:
    """The legal actions; written out once, where the rule itself would be written into every caller."""
    return legal(state, seat, actions)


@rule
def rival_choice(state: Record, seat: int, slips: float, actions: Actions, dice: Dice) -> int:
    """What a seat that does not learn here does: with care, or now and then anything."""
    slipped = slips > 0.0 and uniform(dice) < slips
    return pick(state, seat, actions, dice) if slipped else careful(state, seat, actions, dice)


@rule
def best_action(state: Record, seat: int, values: NDArray[np.float64], actions: Actions) -> int:
    """The legal action of the highest value."""
    count = options(state, seat, actions)
    best = actions[0]
    for index in range(1, count):
        if values[actions[index]] > values[best]:
            best = actions[index]
    return best
