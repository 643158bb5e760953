"""Monte Carlo tree search where seats choose at once and see everything: each seat learns apart which of its choices does well.

Three ways to select. `duct`: upper confidence bounds, apart for each seat; a strong player, without a guarantee. `regret`: regret
matching (Hart and Mas-Colell 2000) whose average strategy comes close to an equilibrium (Lisý et al. 2013). `exp3`: exponential weights
(Auer et al. 2003), likewise. A choice that was not made is credited with its mean so far, and the one that was made is corrected for
how seldom it is made: so regrets are estimated without a table of all pairs (as in Schmid et al. 2019).
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.compiled import advance, chances, compiled, key, legal, movers, over, resolve, rule
from joute.dice import Dice, below, dice, draw
from joute.game import Action, Game, State
from joute.host import States
from joute.opinion import Agent, Judgement, Opinion, Stop, by_visits
from joute.rulebook import Actions, Choices, Odds, Words
from joute.search.information import FULL, LEARNING_EDGE, SALT, Edges, Nodes, place_of, room
from joute.search.ismcts import LEAVES, name_root, rest_of_game
from joute.settings import setting

DEEPEST = 1024  # choices remembered on the way down
DUCT, REGRET, EXP3 = 0, 1, 2
SELECTIONS = {"duct": DUCT, "regret": REGRET, "exp3": EXP3}

STEP = np.dtype([("played", "f8"), ("edge", "i8"), ("first", "i8"), ("count", "i8"), ("seat", "i8")])
"""A choice on the way down: its edge, how often the strategy makes it, and its node's edges."""


@dataclass(frozen=True)
class SmmctsSettings:
    """Settings of smmcts."""

    seconds: float = setting(1.0, "thinking time when no iterations are given; 0: none", 0)
    iterations: int = setting(0, "ways down from the root; 0: as time allows", 0)
    selection: str = setting("duct", "how choices are selected on the way down", choices=tuple(SELECTIONS))
    exploration: float = setting(0.2, "duct: UCB's c, for scores scaled to [0, 1]", 0)
    gamma: float = setting(0.1, "regret and exp3: share of choices made by lot", 0.001, 1)
    leaf: str = setting("auto", "how a new position is judged; auto: evaluate where the game can, else playout", choices=("auto", *LEAVES))
    threads: int = setting(1, "searches at the same time; 0: one for each core", 0, 256)
    nodes: int = setting(1_000_000, "positions that can be remembered", 1_000, 50_000_000)


@rule
def open_edges(nodes: Nodes, edges: Edges, place: int, count: int, actions: Actions, used: NDArray[np.int64]) -> bool:
    """Give a node its edges, one behind the other; False when no room is left."""
    if nodes[place].first != 0:
        return True
    first = used[0]
    if first + count > len(edges):
        return False
    used[0] += count
    nodes[place].first = first
    for index in range(count):
        edges[first + index].action = actions[index]
    return True


@rule
def choose_bound(edges: Edges, first: int, count: int, exploration: float, dice: Dice) -> int:
    """An untried action by lot, else the one with the highest upper confidence bound."""
    untried, chosen, total = 0, first, 0
    for edge in range(first, first + count):
        total += edges[edge].visits
        if edges[edge].visits == 0:
            untried += 1
            if below(dice, untried) == 0:
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
def choose_mixed(edges: Edges, first: int, count: int, selection: int, gamma: float, wanted: Odds, step: Any, dice: Dice) -> int:
    """Draw a choice from the strategy and a little lot; the strategy counts towards the average."""
    strategy(edges, first, count, selection, gamma, wanted)
    for index in range(count):
        edges[first + index].weight += wanted[index]
        wanted[index] = (1.0 - gamma) * wanted[index] + gamma / count
    index = draw(dice, wanted, count)
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
    highest: float,
    work: States,
    words: Words,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    dice: Dice,
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
        depth, fresh = 0, False
        # 1. Select: down through known positions, each seat apart; a new position ends the descent.
        while not fresh and not over(state):
            asked = movers(state)
            if asked == 0:
                resolve(state, draw(dice, odds, chances(state, odds)))
                continue
            known, position = depth, key(state, words)
            for seat in range(len(choices)):
                if fresh or asked >> seat & 1 == 0:
                    continue
                name = position ^ SALT[seat] if position != SALT[seat] else np.uint64(1)
                place = place_of(nodes, name)
                # 2. Expand: remember the position for the next time.
                fresh = place == FULL or nodes[place].name != name or depth >= DEEPEST
                if place != FULL:
                    nodes[place].name = name
                if fresh:
                    continue
                nodes[place].visits += 1
                count = legal(state, seat, actions)
                fresh = not open_edges(nodes, edges, place, count, actions, used)
                if fresh:
                    continue
                step = path[depth]
                step.first, step.count, step.seat = nodes[place].first, count, seat
                if selection == DUCT:
                    step.edge = choose_bound(edges, step.first, count, exploration, dice)
                else:
                    step.edge = choose_mixed(edges, step.first, count, selection, gamma, wanted, step, dice)
                choices[seat] = edges[step.edge].action
                depth += 1
            if fresh:
                depth = known
            else:
                advance(state, choices)
        # 3. Judge the position, and let every choice on the way learn it.
        rest_of_game(state, leaf, actions, choices, odds, scores, dice)
        for index in range(depth):
            score = (scores[path[index].seat] - lowest) / (highest - lowest)
            learn_step(edges, path[index], score, selection, gamma, wanted)
    return iterations


class Smmcts(Agent):
    """Samples turns, and learns for each seat apart which of its choices does well."""

    name = "smmcts"
    summary = {
        "en": "Monte Carlo tree search for choices at once (decoupled UCT, regret matching, Exp3): perfect information, chance allowed",
        "fr": "recherche Monte-Carlo pour choix simultanés (UCT découplé, regrets, Exp3) : information parfaite, hasard permis",
    }
    Settings = SmmctsSettings

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Seats must see everything."""
        return f"smmcts sees everything, but {game.name} has hidden information" if game.spec.hidden else None

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The choice visited most (duct, or a seat that chooses alone), or one drawn from the average strategy."""
        legal_actions = self.legal(view, seat)
        threads = self.settings.threads or os.cpu_count() or 1
        rooms = [room(self._nodes(), LEARNING_EDGE) for _ in range(threads)]
        stop = stop or Stop()
        tasks = [self._task(view, *rooms[index], index, threads, seed, stop) for index in range(threads)]
        sample_turns.prepare(*tasks[0])
        began = time.perf_counter()
        with stop.after(0 if self.settings.iterations else self.settings.seconds):
            if threads == 1:
                done = [sample_turns(*tasks[0])]
            else:
                with ThreadPoolExecutor(threads) as pool:
                    done = list(pool.map(lambda task: sample_turns(*task), tasks))
        judgements = self._judgements(view, seat, rooms, legal_actions)
        chosen = judgements[0]
        if self.settings.selection != "duct" and len(self.game.movers(view)) > 1:
            weights = np.array([judgement.weight for judgement in judgements])
            chosen = judgements[draw(dice(seed, "smmcts choice"), weights, len(weights))]
        return Opinion(chosen.action, judgements, chosen.value, [chosen.action], None, sum(done), time.perf_counter() - began)

    def _nodes(self) -> int:
        """Enough for the iterations asked for, at most what the settings allow."""
        asked = (self.settings.iterations + 2) * self.game.spec.seats
        return min(self.settings.nodes, asked) if self.settings.iterations else int(self.settings.nodes)

    def _leaf(self) -> int:
        """How a new position is judged."""
        if self.settings.leaf == "auto":
            return LEAVES["evaluate" if self.game.definition.states_itself("evaluate") else "playout"]
        return LEAVES[self.settings.leaf]

    def _task(self, view: State, nodes: Nodes, edges: Edges, index: int, threads: int, seed: int, stop: Stop) -> tuple[Any, ...]:
        """The arguments of `sample_turns` for one of the threads, which share the iterations."""
        spec, chosen = self.game.spec, self.settings
        work = np.zeros(1, self.game.record)
        return (
            view.array,
            nodes,
            edges,
            chosen.iterations // threads + (index < chosen.iterations % threads) if chosen.iterations else 2**62,
            SELECTIONS[chosen.selection],
            chosen.exploration,
            chosen.gamma,
            self._leaf(),
            float(spec.lowest),
            float(spec.highest),
            work,
            work.view(np.uint64),
            np.zeros(spec.widest, np.int64),
            np.zeros(spec.seats, np.int64),
            np.zeros(max(1, spec.outcomes)),
            dice(seed, "smmcts", index),
            stop.flag,
        )

    def _judgements(self, view: State, seat: int, rooms: list[tuple[Nodes, Edges]], legal_actions: list[Action]) -> list[Judgement]:
        """Every legal action with visits, mean and average strategy of all threads; the most visited, or the likeliest, first."""
        totals = np.zeros((len(legal_actions), 3))  # visits, score, weight
        for nodes, edges in rooms:
            for index, edge in enumerate(self._root_edges(view, seat, nodes, edges, len(legal_actions))):
                totals[index] += edge["visits"], edge["mean"] * edge["visits"], edge["weight"]
        weights = float(totals[:, 2].sum())
        judgements = [self._judgement(action, total, weights) for action, total in zip(legal_actions, totals, strict=True)]
        return sorted(judgements, key=by_visits if self.settings.selection == "duct" else by_weight, reverse=True)

    def _judgement(self, action: Action, total: NDArray[np.float64], weights: float) -> Judgement:
        """One action, from its visits, its summed scores, and its weight among all."""
        lowest, highest = self.game.spec.lowest, self.game.spec.highest
        visits, score, weight = total.tolist()
        mean = lowest + (highest - lowest) * score / visits if visits else None
        return Judgement(action, mean, int(visits), weight / weights if weights else None)

    def _root_edges(self, view: State, seat: int, nodes: Nodes, edges: Edges, count: int) -> Edges:
        """The edges of the position that the search began with."""
        scratch = np.zeros(1, self.game.record)
        place = np.flatnonzero(nodes["name"] == name_root(view.array, scratch, scratch.view(np.uint64), seat, False))
        first = int(nodes[place[0]]["first"]) if len(place) else 0
        return edges[first : first + count] if first else edges[:0]


def by_weight(judgement: Judgement) -> tuple[float, float]:
    """The likeliest first."""
    return judgement.weight or 0.0, judgement.visits or 0
