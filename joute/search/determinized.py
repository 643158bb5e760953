"""Determinised UCT: a tree for each imagined world, searched as if everything were seen; what the worlds say is added up.

It plays as if hidden cards would be known from now on (strategy fusion, Frank and Basin 1998), which `ismcts` does not.
"""

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.beliefs import beliefs
from joute.compiled import compiled, imagine
from joute.dice import Dice, dice
from joute.game import Action, Game, State
from joute.host import States
from joute.opinion import Agent, Judgement, Opinion, Stop, by_mean, by_visits
from joute.rulebook import Actions, Choices, Odds
from joute.search.mcts import DEEPEST, grow_tree
from joute.search.tree import Tree, plant
from joute.settings import setting


@dataclass(frozen=True)
class DeterminizedSettings:
    """Settings of determinized."""

    seconds: float = setting(1.0, "thinking time when no iterations are given; 0: none", 0)
    iterations: int = setting(0, "playouts over all worlds; 0: as time allows", 0)
    each: int = setting(200, "playouts in each imagined world", 1, 10_000_000)
    exploration: float = setting(0.7, "UCT's c, for scores scaled by the Spec", 0)
    choice: str = setting("visits", "what is added up over the worlds: visits, means or votes", choices=("visits", "mean", "votes"))


@compiled
def search_worlds(
    start: States,
    seat: int,
    tree: Tree,
    iterations: int,
    each: int,
    exploration: float,
    lowest: float,
    scale: float,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    visits: NDArray[np.int64],
    sums: NDArray[np.float64],
    votes: NDArray[np.int64],
    dice: Dice,
    stop: NDArray[np.int8],
) -> int:
    """Grow a tree in one imagined world after the other; visits, sums of scores and votes are counted by action."""
    world, work, scores, path = start.copy(), start.copy(), np.zeros(len(choices)), np.zeros(DEEPEST, np.int64)
    done = 0
    while done < iterations and (stop[0] == 0 or done == 0):
        world[0] = start[0]
        imagine(world[0], seat, dice)
        playouts = min(each, iterations - done)
        done += grow_tree(world, work, tree, playouts, exploration, True, lowest, scale, actions, choices, odds, scores, path, dice, stop)
        favourite = tree[0].first
        for child in range(tree[0].first, tree[0].first + tree[0].width):
            visits[tree[child].action] += tree[child].visits
            sums[tree[child].action] += tree[child].mean * tree[child].visits
            if tree[child].visits > tree[favourite].visits:
                favourite = child
        votes[tree[favourite].action] += 1
    return done


class Determinized(Agent):
    """Searches many imagined worlds, each as if it were open."""

    name = "determinized"
    summary = {
        "en": "determinised UCT: a Monte Carlo tree for each imagined world, added up",
        "fr": "UCT déterminisé : un arbre de Monte-Carlo par monde imaginé, additionnés",
    }
    Settings = DeterminizedSettings

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Seats must choose in turn."""
        return f"{cls.name} takes seats in turn, but in {game.name} they choose at once" if game.spec.simultaneous else None

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The action that did best, and what the seat may believe of the hidden cards."""
        return replace(self.search(view, seat, seed, stop), beliefs=beliefs(self.game, view, seed))

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        return self.search(view, seat, seed).action

    def search(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The action that the worlds favour."""
        legal_actions = self.legal(view, seat)
        stop = stop or Stop()
        spec, chosen = self.game.spec, self.settings
        size = max(self.game.actions) + 1
        visits, sums, votes = np.zeros(size, np.int64), np.zeros(size), np.zeros(size, np.int64)
        arguments = (
            view.array,
            seat,
            plant((chosen.each + 2) * (max(spec.widest, spec.outcomes) + 1)),
            chosen.iterations or 2**62,
            chosen.each,
            chosen.exploration,
            float(spec.lowest),
            float(spec.scale),
            np.zeros(spec.widest, np.int64),
            np.zeros(spec.seats, np.int64),
            np.zeros(max(1, spec.outcomes)),
            visits,
            sums,
            votes,
            dice(seed, "determinized"),
            stop.flag,
        )
        search_worlds.prepare(*arguments)
        began = time.perf_counter()
        with stop.after(0 if chosen.iterations else chosen.seconds):
            done = search_worlds(*arguments)
        judgements = [self._judged(action, visits, sums, votes) for action in legal_actions]
        judgements.sort(key={"visits": by_visits, "mean": by_mean, "votes": by_votes}[chosen.choice], reverse=True)
        best = judgements[0]
        return Opinion(best.action, judgements, best.value, [best.action], None, done, time.perf_counter() - began)

    def _judged(self, action: Action, visits: Any, sums: Any, votes: Any) -> Judgement:
        lowest, scale = self.game.spec.lowest, self.game.spec.scale
        mean = lowest + scale * float(sums[action] / visits[action]) if visits[action] else None
        return Judgement(action, mean, int(visits[action]), float(votes[action] / max(1, votes.sum())))


def by_votes(judgement: Judgement) -> tuple[float, float]:
    """The action with the most worlds behind it first."""
    return judgement.weight or 0.0, judgement.visits or 0
