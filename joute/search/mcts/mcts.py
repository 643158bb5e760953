"""Monte Carlo tree search (UCT) for any number of seats, with chance; several trees on several threads add up.

With a network inside it is the search of `guided.py`: where nothing is hidden, what a seat knows is the position.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Choices, Odds, Scores, advance, chances, chapter, evaluate, legal, movers, over, resolve, returns
from joute.core.game import Game
from joute.core.rng import Rng, draw
from joute.core.settings import setting
from joute.core.state import Action, Fields, State, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.record_proxy import StatesProxy
from joute.search.baselines.random import play_out
from joute.search.mcts.base import THIN, Budget, Sampler, Tally
from joute.search.mcts.ismcts import MOST, Ismcts, IsmctsSettings
from joute.search.mcts.rollout import ROLLOUT_HELP
from joute.search.mcts.tree import CHANCE, LONGEST, Tree, clear, fill_block, learn, main_line, most_promising, open_node, plant
from joute.search.network.prior import NETWORK, prior_setting, prior_visits_setting, weights_setting

DEEPEST = 4096  # a path longer than this is played out at random


@dataclass(frozen=True)
class MctsSettings(Budget):
    """Settings of mcts."""

    exploration: float = setting(0.7, "UCT's c, for scores scaled by the Spec", 0)
    rollout: str = setting("random", ROLLOUT_HELP, choices=("random", "evaluate", NETWORK))
    prior: str = prior_setting()
    prior_visits: float = prior_visits_setting()
    weights: str = weights_setting()
    choice: str = setting("visits", "which action is played: the most visited, or the one with the best mean", choices=("visits", "mean"))
    nodes: int = setting(4_000_000, "maximum number of nodes", 1_000, 100_000_000)


@rule
def lone_seat(asked: int) -> int:
    """The seat of the one bit in `movers`."""
    seat = 0
    while asked >> seat & 1 == 0:
        seat += 1
    return seat


@rule
def judge(state: Fields, playout: bool, actions: Actions, choices: Choices, odds: Odds, scores: Scores, rng: Rng) -> None:
    """What a new position is worth: by playing it out at random, or by the game's evaluation."""
    if playout:
        play_out(state, False, actions, choices, odds, rng)
    if over(state):
        returns(state, scores)
    else:
        evaluate(state, scores)


@rule
def open_here(tree: Tree, place: int, free: int, state: Fields, actions: Actions, odds: Odds, rng: Rng) -> int:
    """Open a node whose position has not ended, if there is room; returns the next free place."""
    asked = movers(state)
    seat = CHANCE if asked == 0 else lone_seat(asked)
    width = chances(state, odds) if asked == 0 else legal(state, seat, actions)
    if free + width > len(tree):
        return free
    free = open_node(tree, place, free, seat, width)
    if seat == CHANCE:
        for outcome in range(width):
            tree[tree[place].first + outcome].action = outcome
    else:
        fill_block(tree, place, actions, rng)
    return free


@rule
def grow_tree(
    start: States,
    work: States,
    tree: Tree,
    iterations: int,
    exploration: float,
    playout: bool,
    lowest: float,
    scale: float,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    scores: Scores,
    path: NDArray[np.int64],
    rng: Rng,
    stop: NDArray[np.int8],
) -> int:
    """Grow a tree from the start position by so many iterations, or until stopped; returns how many were made."""
    clear(tree, 0)
    free = 1
    for iteration in range(iterations):
        if stop[0] != 0 and iteration > 0:
            return iteration
        # 1. Select: go down the tree by upper confidence bounds, chance by its odds.
        work[0] = start[0]
        state = work[0]
        place, depth = 0, 1
        path[0] = 0
        while not over(state) and depth < len(path) and (depth == 1 or not chapter(state)):
            # 2. Expand: a position met for the second time gets its children.
            if tree[place].first == 0:
                if tree[place].visits > 0 or place == 0:
                    free = open_here(tree, place, free, state, actions, odds, rng)
                if tree[place].first == 0:
                    break
            seat = tree[place].seat
            if seat == CHANCE:
                outcome = draw(rng, odds, chances(state, odds))
                place = tree[place].first + outcome
                resolve(state, outcome)
            else:
                place = most_promising(tree, place, exploration)
                choices[seat] = tree[place].action
                advance(state, choices)
            path[depth] = place
            depth += 1
        # 3. Judge the position reached.
        judge(state, playout, actions, choices, odds, scores, rng)
        # 4. Back up: every node learns what the seat that chose it got.
        learn(tree, 0, 0.0)
        for index in range(1, depth):
            seat = tree[path[index - 1]].seat
            learn(tree, path[index], 0.0 if seat == CHANCE else (scores[seat] - lowest) / scale)
    return iterations


@compiled
def grow(
    start: States,
    tree: Tree,
    iterations: int,
    exploration: float,
    playout: bool,
    lowest: float,
    scale: float,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    rng: Rng,
    stop: NDArray[np.int8],
) -> int:
    """Grow one tree; returns how many iterations were made."""
    work, scores, path = start.copy(), np.zeros(len(choices)), np.zeros(DEEPEST, np.int64)
    return grow_tree(start, work, tree, iterations, exploration, playout, lowest, scale, actions, choices, odds, scores, path, rng, stop)


class Mcts(Sampler):
    """Samples the game's tree, more often where it looks good."""

    name = "mcts"
    summary = {
        "en": "Monte Carlo tree search (UCT): perfect information, chance allowed, any number of seats",
        "fr": "recherche arborescente Monte-Carlo (UCT) : information parfaite, hasard permis, tout nombre de sièges",
    }
    Settings = MctsSettings
    sample = grow

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Seats must choose in turn and see everything."""
        if game.spec.hidden:
            return f"mcts sees everything, but {game.name} has hidden information"
        if game.spec.simultaneous:
            return f"mcts takes seats in turn, but in {game.name} they choose at once"
        return None

    def __init__(self, game: Game, settings: Any, text: str) -> None:
        super().__init__(game, settings, text)
        self.guided: Ismcts | None = None
        if NETWORK in (settings.rollout, settings.prior):
            shared = {name: value for name, value in vars(settings).items() if name != "nodes"}
            self.guided = Ismcts(game, IsmctsSettings(**shared, nodes=min(settings.nodes, MOST)), text)
            self.sample = self.guided.sample  # type: ignore[assignment, misc]  # of this search alone

    def room(self, iterations: int) -> Any:
        """A tree with room for so many iterations, at most what the settings allow."""
        if self.guided:
            return self.guided.room(iterations)
        return plant(min(int(self.settings.nodes), (iterations + 2) * (self.game.spec.widest + 1)))

    def task(self, view: State, seat: int, room: Any, iterations: int, rng: Rng, stop: NDArray[np.int8]) -> tuple[Any, ...]:
        """The arguments of `grow`."""
        if self.guided:
            return self.guided.task(view, seat, room, iterations, rng, stop)
        playout, lowest = self.settings.rollout == "random", float(self.game.spec.lowest)
        return view.array, room, iterations, self.settings.exploration, playout, lowest, self.scale, *self.buffers(), rng, stop

    def tallies(self, view: State, seat: int, room: Any) -> Iterable[Tally]:
        """The children of the root."""
        if self.guided:
            yield from self.guided.tallies(view, seat, room)
            return
        for child in room[block(room, 0)]:
            yield int(child["action"]), int(child["visits"]), float(child["mean"]) * int(child["visits"]), 0.0

    def follow(self, view: State, seat: int, room: Any, action: Action) -> list[int]:
        """The most visited way on, up to a chance event."""
        if self.guided:
            return self.guided.follow(view, seat, room, action)
        places = np.flatnonzero(room[block(room, 0)]["action"] == action)
        if len(places) == 0:
            return []
        tree: Any = StatesProxy(room)
        line = np.zeros(LONGEST, np.int64)
        length = main_line(tree, block(room, 0).start + int(places[0]), THIN, line)
        return [int(number) for number in line[:length]]


def block(tree: Tree, place: int) -> slice:
    """The places of a node's children."""
    return slice(int(tree[place]["first"]), int(tree[place]["first"]) + int(tree[place]["width"]))
