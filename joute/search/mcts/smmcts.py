"""Monte Carlo tree search where seats choose at once and see everything: each seat learns apart which of its choices does well.

Three ways to select. `duct`: upper confidence bounds, apart for each seat; a strong player, without a guarantee. `regret`: regret
matching (Hart and Mas-Colell 2000) whose average strategy comes close to an equilibrium (Lisý et al. 2013). `exp3`: exponential weights
(Auer et al. 2003), likewise. A choice that was not made is credited with its mean so far, and the one that was made is corrected for
how seldom it is made: so regrets are estimated without a table of all pairs (as in Schmid et al. 2019).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Choices, Odds, Words, advance, chances, key, legal, movers, over, resolve
from joute.core.game import Game
from joute.core.opinion import Judgement
from joute.core.rng import Rng, below, draw, seeded
from joute.core.settings import setting
from joute.core.state import Action, State, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.search.mcts.base import Budget, Sampler, Tally, alone
from joute.search.mcts.infoset_pv import block, main_line, place_in
from joute.search.mcts.infoset_table import FULL, LEARNING_EDGE, Edges, Nodes, name_for, open_block, place_of, table
from joute.search.mcts.rollout import ROLLOUTS, rest_of_game

DEEPEST = 1024  # choices remembered on the way down
DUCT, REGRET, EXP3 = 0, 1, 2
SELECTIONS = {"duct": DUCT, "regret": REGRET, "exp3": EXP3}

STEP = np.dtype([("played", "f8"), ("edge", "i8"), ("first", "i8"), ("count", "i8"), ("seat", "i8")])
"""A choice on the way down: its edge, how often the strategy makes it, and its node's edges."""


@dataclass(frozen=True)
class SmmctsSettings(Budget):
    """Settings of smmcts."""

    selection: str = setting("duct", "how actions are selected in the tree", choices=tuple(SELECTIONS))
    exploration: float = setting(0.2, "duct: UCB's c, for scores scaled to [0, 1]", 0)
    gamma: float = setting(0.1, "regret and exp3: share of actions selected at random", 0.001, 1)
    rollout: str = setting(
        "auto",
        "how a new position is evaluated; auto: by the game's evaluation if it has one, else by a random playout",
        choices=("auto", *ROLLOUTS),
    )
    nodes: int = setting(1_000_000, "maximum number of nodes", 1_000, 50_000_000)


@rule
def choose_bound(edges: Edges, first: int, count: int, exploration: float, rng: Rng) -> int:
    """An untried action by lot, else the one with the highest upper confidence bound."""
    untried, chosen, total = 0, first, 0
    for edge in range(first, first + count):
        total += edges[edge].visits
        if edges[edge].visits == 0:
            untried += 1
            if below(rng, untried) == 0:
                chosen = edge
    if untried > 0:
        return chosen
    logarithm, highest = np.log(total), -np.inf
    for edge in range(first, first + count):
        bound = edges[edge].mean + exploration * np.sqrt(logarithm / edges[edge].visits)
        if bound > highest:
            chosen, highest = edge, bound
    return chosen


@rule
def strategy(edges: Edges, first: int, count: int, selection: int, gamma: float, wanted: Odds) -> None:
    """Write how often each choice is wanted, before any exploration."""
    total = 0.0
    if selection == REGRET:
        for index in range(count):
            wanted[index] = max(0.0, edges[first + index].regret)
            total += wanted[index]
    else:
        highest = -np.inf
        for index in range(count):
            highest = max(highest, edges[first + index].regret)
        for index in range(count):
            wanted[index] = np.exp(gamma * (edges[first + index].regret - highest) / count)
            total += wanted[index]
    for index in range(count):
        wanted[index] = wanted[index] / total if total > 0.0 else 1.0 / count


@rule
def choose_mixed(edges: Edges, first: int, count: int, selection: int, gamma: float, wanted: Odds, step: Any, rng: Rng) -> int:
    """Draw a choice from the strategy and a little lot; the strategy counts towards the average."""
    strategy(edges, first, count, selection, gamma, wanted)
    for index in range(count):
        edges[first + index].weight += wanted[index]
        wanted[index] = (1.0 - gamma) * wanted[index] + gamma / count
    index = draw(rng, wanted, count)
    step.played = wanted[index]
    return first + index


@rule
def learn_step(edges: Edges, step: Any, score: float, selection: int, gamma: float, wanted: Odds) -> None:
    """Teach the edges of a node what the choice made there brought."""
    made = edges[step.edge]
    if selection == EXP3:
        made.regret += score / step.played
    elif selection == REGRET:
        # 1. What every choice would have brought: its mean, and for the one that was made what it brought, corrected for its odds.
        strategy(edges, step.first, step.count, selection, gamma, wanted)
        guess = made.mean if made.visits > 0 else score
        correction = (score - guess) / step.played
        # 2. What the strategy brought by the same reckoning.
        brought = 0.0
        for index in range(step.count):
            edge = edges[step.first + index]
            brought += wanted[index] * (edge.mean if edge.visits > 0 else score)
        brought += wanted[step.edge - step.first] * correction
        # 3. The regrets.
        for index in range(step.count):
            edge = edges[step.first + index]
            edge.regret += (edge.mean if edge.visits > 0 else score) - brought
        made.regret += correction
    made.visits += 1
    made.mean += (score - made.mean) / made.visits


@compiled
def sample_turns(
    start: States,
    nodes: Nodes,
    edges: Edges,
    iterations: int,
    selection: int,
    exploration: float,
    gamma: float,
    leaf: int,
    lowest: float,
    scale: float,
    work: States,
    words: Words,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    rng: Rng,
    stop: NDArray[np.int8],
) -> int:
    """So many iterations from a position, or until stopped; returns how many were made."""
    scores, wanted = np.zeros(len(choices)), np.zeros(len(actions))
    path = np.zeros(DEEPEST, STEP)
    used = np.ones(1, np.int64)
    for iteration in range(iterations):
        if stop[0] != 0 and iteration > 0:
            return iteration
        work[0] = start[0]
        state = work[0]
        depth, fresh, before = 0, False, 0
        # 1. Select: down through known positions, each seat apart; a new position ends the descent.
        while not fresh and not over(state):
            asked = movers(state)
            if asked == 0:
                resolve(state, draw(rng, odds, chances(state, odds)))
                continue
            known, position = depth, key(state, words)
            for seat in range(len(choices)):
                if fresh or asked >> seat & 1 == 0:
                    continue
                name = name_for(position, seat)
                place = edges[before].next
                if nodes[place].name != name:
                    place = place_of(nodes, name)
                    edges[before].next = max(0, place)
                # 2. Expand: remember the position for the next time.
                if place == FULL or nodes[place].name != name or depth >= DEEPEST:
                    fresh = True
                    if place != FULL:
                        nodes[place].name = name
                    continue
                count = legal(state, seat, actions)
                if nodes[place].first == 0 and not open_block(nodes, edges, place, count, actions, used):
                    fresh = True
                    continue
                step = path[depth]
                step.first, step.count, step.seat = nodes[place].first, count, seat
                if selection == DUCT:
                    step.edge = choose_bound(edges, step.first, count, exploration, rng)
                else:
                    step.edge = choose_mixed(edges, step.first, count, selection, gamma, wanted, step, rng)
                before = step.edge
                choices[seat] = edges[before].action
                depth += 1
            if fresh:
                depth = known
            else:
                advance(state, choices)
        # 3. Judge the position, and let every choice on the way learn it.
        rest_of_game(state, leaf, False, 0, -1.0, actions, choices, odds, scores, rng)
        for index in range(depth):
            score = (scores[path[index].seat] - lowest) / scale
            learn_step(edges, path[index], score, selection, gamma, wanted)
    return iterations


class Smmcts(Sampler):
    """Samples turns, and learns for each seat apart which of its choices does well."""

    name = "smmcts"
    summary = {
        "en": "Monte Carlo tree search for choices at once (decoupled UCT, regret matching, Exp3): perfect information, chance allowed",
        "fr": "recherche Monte-Carlo pour choix simultanés (UCT découplé, regrets, Exp3) : information parfaite, hasard permis",
    }
    Settings = SmmctsSettings
    sample = sample_turns

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Seats must see everything."""
        return f"smmcts sees everything, but {game.name} has hidden information" if game.spec.hidden else None

    @property
    def order(self) -> str:
        """Decoupled bounds choose by visits, the others by their average strategy."""
        return "visits" if self.settings.selection == "duct" else "votes"

    @property
    def scale(self) -> float:
        """Strategies are learnt from scores in [0, 1]."""
        return float(self.game.spec.highest - self.game.spec.lowest)

    def decide(self, view: State, judgements: list[Judgement], seed: int) -> Judgement:
        """The first (duct, or a seat that chooses alone), or one drawn from the average strategy."""
        if self.settings.selection == "duct" or len(self.game.movers(view)) == 1:
            return judgements[0]
        weights = np.array([judgement.weight for judgement in judgements])
        return judgements[draw(seeded(seed, "smmcts choice"), weights, len(weights))]

    def room(self, iterations: int) -> tuple[Nodes, Edges]:
        """A table for so many iterations, at most what the settings allow."""
        return table(min(int(self.settings.nodes), (iterations + 2) * self.game.spec.seats), LEARNING_EDGE)

    def task(self, view: State, seat: int, room: tuple[Nodes, Edges], iterations: int, rng: Rng, stop: NDArray[np.int8]) -> tuple[Any, ...]:
        """The arguments of `sample_turns`."""
        chosen, lowest = self.settings, float(self.game.spec.lowest)
        learning = SELECTIONS[chosen.selection], chosen.exploration, chosen.gamma
        work = alone(1, self.game.dtype)
        words = work.view(np.uint64)
        return view.array, *room, iterations, *learning, self._leaf(), lowest, self.scale, work, words, *self.buffers(), rng, stop

    def _leaf(self) -> int:
        """How a new position is judged."""
        if self.settings.rollout == "auto":
            return ROLLOUTS["evaluate" if self.game.definition.states_itself("evaluate") else "random"]
        return ROLLOUTS[self.settings.rollout]

    def tallies(self, view: State, seat: int, room: tuple[Nodes, Edges]) -> Iterable[Tally]:
        """The seat's edges at the position that the search began with."""
        for edge in block(*room, place_in(self.game, room[0], view, seat)):
            yield int(edge["action"]), int(edge["visits"]), float(edge["mean"]) * int(edge["visits"]), float(edge["weight"])

    def follow(self, view: State, seat: int, room: tuple[Nodes, Edges], action: Action) -> list[int]:
        """The most visited way on through the table."""
        return main_line(self.game, view, seat, *room, action)
