"""Monte Carlo tree search (UCT) for any number of seats, with chance; several trees on several threads add up."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.compiled import advance, chances, chapter, compiled, evaluate, legal, movers, over, resolve, returns, rule
from joute.dice import Dice, dice, draw
from joute.game import Action, Game, State
from joute.host import States
from joute.opinion import Agent, Judgement, Opinion, Stop, by_mean, by_visits
from joute.rulebook import Actions, Choices, Odds, Record, Scores
from joute.search.random import play_out
from joute.search.tree import Tree, clear, fill_block, learn, most_promising, open_node, plant
from joute.settings import setting

CHANCE = -1
DEEPEST = 4096  # a path longer than this is played out at random


@dataclass(frozen=True)
class MctsSettings:
    """Settings of mcts."""

    seconds: float = setting(1.0, "thinking time when no iterations are given; 0: none", 0)
    iterations: int = setting(0, "playouts from the root; 0: as time allows", 0)
    exploration: float = setting(0.7, "UCT's c, for scores scaled by the Spec", 0)
    leaf: str = setting("playout", "how a new position is judged", choices=("playout", "evaluate"))
    choice: str = setting("visits", "which root action is chosen: the most visited, or the best mean", choices=("visits", "mean"))
    threads: int = setting(1, "trees grown at the same time; 0: one for each core", 0, 256)
    nodes: int = setting(4_000_000, "room in a tree; a full one goes on without growing", 1_000, 100_000_000)


@rule
def lone_seat(asked: int) -> int:
    """The seat of the one bit in `movers`."""
    seat = 0
    while asked >> seat & 1 == 0:
        seat += 1
    return seat


@rule
def judge(state: Record, playout: bool, actions: Actions, choices: Choices, odds: Odds, scores: Scores, dice: Dice) -> None:
    """What a new position is worth: by playing it out at random, or by the game's evaluation."""
    if playout:
        play_out(state, False, actions, choices, odds, dice)
    if over(state):
        returns(state, scores)
    else:
        evaluate(state, scores)


@rule
def open_here(tree: Tree, place: int, free: int, state: Record, actions: Actions, odds: Odds, dice: Dice) -> int:
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
        fill_block(tree, place, actions, dice)
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
    dice: Dice,
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
                    free = open_here(tree, place, free, state, actions, odds, dice)
                if tree[place].first == 0:
                    break
            seat = tree[place].seat
            if seat == CHANCE:
                outcome = draw(dice, odds, chances(state, odds))
                place = tree[place].first + outcome
                resolve(state, outcome)
            else:
                place = most_promising(tree, place, exploration)
                choices[seat] = tree[place].action
                advance(state, choices)
            path[depth] = place
            depth += 1
        # 3. Judge the position reached.
        judge(state, playout, actions, choices, odds, scores, dice)
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
    dice: Dice,
    stop: NDArray[np.int8],
) -> int:
    """Grow one tree; returns how many iterations were made."""
    work, scores, path = start.copy(), np.zeros(len(choices)), np.zeros(DEEPEST, np.int64)
    return grow_tree(start, work, tree, iterations, exploration, playout, lowest, scale, actions, choices, odds, scores, path, dice, stop)


class Mcts(Agent):
    """Samples the game's tree, more often where it looks good."""

    name = "mcts"
    summary = {
        "en": "Monte Carlo tree search (UCT): perfect information, chance allowed, any number of seats",
        "fr": "recherche arborescente Monte-Carlo (UCT) : information parfaite, hasard permis, tout nombre de sièges",
    }
    Settings = MctsSettings

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Seats must choose in turn and see everything."""
        if game.spec.hidden:
            return f"mcts sees everything, but {game.name} has hidden information"
        if game.spec.simultaneous:
            return f"mcts takes seats in turn, but in {game.name} they choose at once"
        return None

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The action that the trees visited most (or liked best)."""
        legal_actions = self.legal(view, seat)
        threads = self.settings.threads or os.cpu_count() or 1
        trees = [plant(self._room()) for _ in range(threads)]
        stop = stop or Stop()
        tasks = [self._task(view, tree, index, threads, seed, stop) for index, tree in enumerate(trees)]
        grow.prepare(*tasks[0])
        began = time.perf_counter()
        with stop.after(0 if self.settings.iterations else self.settings.seconds):
            if threads == 1:
                done = [grow(*tasks[0])]
            else:
                with ThreadPoolExecutor(threads) as pool:
                    done = list(pool.map(lambda task: grow(*task), tasks))
        judgements = self._judgements(trees, legal_actions)
        line = self._line(trees, judgements[0].action)
        seconds = time.perf_counter() - began
        return Opinion(judgements[0].action, judgements, judgements[0].value, line, len(line), sum(done), seconds)

    def _room(self) -> int:
        """Enough for the iterations asked for, at most what the settings allow."""
        asked = (self.settings.iterations + 2) * (self.game.spec.widest + 1)
        return min(self.settings.nodes, asked) if self.settings.iterations else int(self.settings.nodes)

    def _task(self, view: State, tree: Tree, index: int, threads: int, seed: int, stop: Stop) -> tuple[Any, ...]:
        """The arguments of `grow` for one of the threads, which share the iterations."""
        spec, chosen = self.game.spec, self.settings
        iterations = chosen.iterations // threads + (index < chosen.iterations % threads) if chosen.iterations else 2**62
        return (
            view.array,
            tree,
            iterations,
            chosen.exploration,
            chosen.leaf == "playout",
            float(spec.lowest),
            float(spec.scale),
            np.zeros(spec.widest, np.int64),
            np.zeros(spec.seats, np.int64),
            np.zeros(max(1, spec.outcomes)),
            dice(seed, "mcts", index),
            stop.flag,
        )

    def _judgements(self, trees: list[Tree], legal_actions: list[Action]) -> list[Judgement]:
        """Every legal action with the visits and the mean of all trees, the choice first."""
        visits: dict[int, int] = dict.fromkeys(legal_actions, 0)
        sums: dict[int, float] = dict.fromkeys(legal_actions, 0.0)
        for tree in trees:
            for child in children(tree, 0):
                visits[int(child["action"])] += int(child["visits"])
                sums[int(child["action"])] += float(child["mean"]) * int(child["visits"])
        lowest, scale = self.game.spec.lowest, self.game.spec.scale
        judgements = [
            Judgement(action, lowest + scale * sums[action] / visits[action] if visits[action] else None, visits[action])
            for action in legal_actions
        ]
        return sorted(judgements, key=by_mean if self.settings.choice == "mean" else by_visits, reverse=True)

    def _line(self, trees: list[Tree], action: Action) -> list[Action]:
        """The most visited way on after the chosen action, as far as one tree knows it and no chance intervenes."""
        line = [action]
        tree = max(trees, key=lambda tree: int(tree[0]["visits"]))
        place = next((child for child in block(tree, 0) if tree[child]["action"] == action), 0)
        while place and tree[place]["first"] and tree[place]["seat"] != CHANCE:
            place = max(block(tree, place), key=lambda child: int(tree[child]["visits"]))
            if not tree[place]["visits"]:
                break
            line.append(self.game.actions[int(tree[place]["action"])])
        return line


def block(tree: Tree, place: int) -> range:
    """The places of a node's children."""
    return range(int(tree[place]["first"]), int(tree[place]["first"]) + int(tree[place]["width"]))


def children(tree: Tree, place: int) -> Any:
    """The children of a node."""
    return tree[block(tree, place).start : block(tree, place).stop]
