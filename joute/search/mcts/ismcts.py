"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), for any game of the contract.

Every iteration imagines a world that fits what the seat knows, plays down from it by upper confidence bounds that count how often
an action was available, and plays the rest out. With a single observer, the others' choices are filed under what the searching
seat sees; with several, each seat's choices are filed under what it sees itself. Seats that choose at once choose apart.
Every imagined world holds the searching seat's own cards, so that others who learn in the search learn to play against just these cards.
Rivals that play with care do not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.beliefs import chain_for, next_world
from joute.core.contract import Actions, Choices, Odds, Words, advance, careful, chances, chapter, legal, movers, over, pick, resolve
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.rng import Rng, below, draw, uniform
from joute.core.settings import setting
from joute.core.state import Action, State, States
from joute.jit.compile import compiled
from joute.search.mcts.base import Budget, Sampler, Tally, alone, belief_setting
from joute.search.mcts.infoset_pv import block, main_line, place_in
from joute.search.mcts.infoset_table import EDGE, FULL, Edges, Nodes, add_edge, name_view, open_block, place_of, table
from joute.search.mcts.ismcts_network import sample_guided
from joute.search.mcts.rollout import ASKED, ROLLOUT_HELP, ROLLOUTS, rest_of_game
from joute.search.network.prior import (
    NETWORK,
    PRIOR_EDGE,
    NetworkPrior,
    posterior_means,
    prior_setting,
    prior_visits_setting,
    weights_setting,
)

DEEPEST = 2048  # choices remembered on the way down
LOGARITHMS = np.log(np.maximum(1, np.arange(4096)))  # [count]
MOST = 50_000_000  # views


@dataclass(frozen=True)
class IsmctsSettings(Budget):
    """Settings of ismcts."""

    exploration: float = setting(0.7, "UCB's c, for scores scaled by the Spec", 0)
    observers: str = setting(
        "single", "whose view a node of another seat is: the searching seat's, or its own", choices=("single", "multi")
    )
    rollout: str = setting("random", ROLLOUT_HELP, choices=(*ROLLOUTS, NETWORK))
    prior: str = prior_setting()
    prior_visits: float = prior_visits_setting()
    weights: str = weights_setting()
    choice: str = setting("visits", "which action is played: the most visited, or the one with the best mean", choices=("visits", "mean"))
    aim: str = setting("score", "what every seat maximises: its score, or its chance to win", choices=("score", "win"))
    opponents: str = setting(
        "search",
        "how the other seats act: as the search finds best, by the rule careful, or at random",
        choices=("search", "careful", "random"),
    )
    opponent_epsilon: float = setting(0.1, "with opponents=careful, how often they act at random instead", 0, 1)
    belief: str = belief_setting()
    nodes: int = setting(1_000_000, "maximum number of nodes", 1_000, MOST)


@compiled
def sample(
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
) -> int:
    """So many iterations from a view, or until stopped; returns how many were made."""
    scores = np.zeros(len(choices))
    path = np.zeros(DEEPEST, np.int64)
    seats = np.zeros(DEEPEST, np.int64)
    used = np.ones(1, np.int64)
    weight = np.full(1, -1.0)
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
                    slipped = slips > 0.0 and uniform(rng) < slips
                    choices[seat] = pick(state, seat, actions, rng) if slipped else careful(state, seat, actions, rng)
                    continue
                name = name_view(work, scratch, words, seat if multi else observer, seat, hidden)
                place = edges[before].next
                if nodes[place].name != name:
                    place = place_of(nodes, name)
                    edges[before].next = max(0, place)
                # 3. Expand: remember the view for the next time.
                if place == FULL or nodes[place].name != name or depth >= DEEPEST:
                    fresh = True
                    if place != FULL:
                        nodes[place].name = name
                    continue
                count = legal(state, seat, actions)
                if nodes[place].first == 0 and not open_block(nodes, edges, place, count, actions, used):
                    fresh = True
                    continue
                # Edges lie in the order of their actions, and games mostly list actions in that order too: one walk finds them all. It
                # stands here and not in a helper, because numba counts every array in and out of a call.
                first, width = nodes[place].first, nodes[place].count
                untried, chosen, highest, offset = 0, 0, -np.inf, 0
                counted, logarithm = 0, 0.0  # mostly the same for all edges of a node
                for index in range(count):
                    action = actions[index]
                    if offset > 0 and edges[first + offset - 1].action >= action:
                        offset = 0
                    while offset < width and edges[first + offset].action < action:
                        offset += 1
                    if offset == width or edges[first + offset].action != action:
                        if not add_edge(nodes, edges, place, offset, action, used):
                            fresh = True
                            break
                        first, width = nodes[place].first, width + 1
                        chosen += chosen >= offset
                    here = edges[first + offset]
                    here.available += 1
                    if here.visits == 0:
                        untried += 1
                        if below(rng, untried) == 0:
                            chosen = offset
                    elif untried == 0:
                        if here.available != counted:
                            counted = here.available
                            logarithm = LOGARITHMS[counted] if counted < len(LOGARITHMS) else np.log(counted)
                        bound = here.mean + exploration * np.sqrt(logarithm / here.visits)
                        if bound > highest:
                            chosen, highest = offset, bound
                    offset += 1
                if not fresh:
                    before = first + chosen
                    choices[seat] = edges[before].action
                    path[depth], seats[depth] = before, seat
                    depth += 1
            if fresh:
                depth = known
            else:
                advance(state, choices)
        # 4. Judge the position, and let every choice on the way learn it.
        rest_of_game(state, leaf, win, observer, slips, actions, choices, odds, scores, rng)
        for index in range(depth):
            edge_here = edges[path[index]]
            edge_here.visits += 1
            score = (scores[seats[index]] - lowest) / scale
            edge_here.mean += (score - edge_here.mean) / edge_here.visits
    return iterations


class Ismcts(Sampler):
    """Imagines worlds that fit what it sees, and learns which choice does well in them."""

    name = "ismcts"
    summary = {
        "en": "information-set Monte Carlo tree search: any game, hidden information included",
        "fr": "recherche Monte-Carlo sur ensembles d'information : tout jeu, information cachée comprise",
    }
    Settings = IsmctsSettings
    sample = sample

    def __init__(self, game: Game, settings: Any, text: str) -> None:
        super().__init__(game, settings, text)
        if settings.aim == "win" and not game.definition.states_itself("prospects"):
            raise Unfit(f"{game.name} does not say who is likely to win: the aim is a high score")
        self.network_prior: NetworkPrior | None = None
        if NETWORK in (settings.rollout, settings.prior):
            self.network_prior = NetworkPrior(
                game, settings.weights, settings.aim, settings.prior_visits if settings.prior == NETWORK else 0.0
            )
            self.sample = sample_guided  # type: ignore[assignment, misc]  # of this search alone

    @property
    def unit(self) -> Unit:
        """What every seat aims for."""
        return Unit(self.settings.aim)

    def room(self, iterations: int) -> tuple[Nodes, Edges]:
        """A table for so many iterations, at most what the settings allow."""
        asked = (iterations + 2) * (self.game.spec.seats if self.game.spec.simultaneous else 1)
        return table(min(int(self.settings.nodes), asked), EDGE if self.network_prior is None else PRIOR_EDGE)

    def task(self, view: State, seat: int, room: tuple[Nodes, Edges], iterations: int, rng: Rng, stop: NDArray[np.int8]) -> tuple[Any, ...]:
        """The arguments of `sample`."""
        spec, chosen = self.game.spec, self.settings
        work, scratch = alone(1, self.game.dtype), alone(1, self.game.dtype)
        return (
            view.array,
            seat,
            chosen.observers == "multi",
            spec.hidden,
            *room,
            iterations,
            chosen.exploration,
            ASKED if chosen.rollout == NETWORK else ROLLOUTS[chosen.rollout],
            chosen.aim == "win",
            {"search": -1.0, "careful": chosen.opponent_epsilon, "random": 1.0}[chosen.opponents],
            self.lowest,
            self.scale,
            chain_for(self.game, self.belief),
            work,
            scratch,
            scratch.view(np.uint64),
            *self.buffers(),
            rng,
            stop,
            *(self.network_prior.task() if self.network_prior else ()),
        )

    def tallies(self, view: State, seat: int, room: tuple[Nodes, Edges]) -> Iterable[Tally]:
        """The edges of the view that the search began with."""
        edges = block(*room, place_in(self.game, room[0], view, seat))
        means = edges["mean"] if self.network_prior is None else posterior_means(edges, self.network_prior.trust)
        for action, visits, mean in zip(edges["action"].tolist(), edges["visits"].tolist(), means.tolist(), strict=True):
            yield action, visits, mean * visits, 0.0

    def follow(self, view: State, seat: int, room: tuple[Nodes, Edges], action: Action) -> list[int]:
        """The most visited way on through the table; it ends where others choose that the search does not teach."""
        return main_line(self.game, view, seat, *room, action) if self.settings.opponents == "search" else [int(action)]
