"""Determinised UCT: a tree for each imagined world, searched as if everything were seen; what the worlds say is added up.

It plays as if hidden cards would be known from now on (strategy fusion, Frank and Basin 1998), which `ismcts` does not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.beliefs import chain_for, next_world
from joute.core.contract import Actions, Choices, Odds
from joute.core.game import Game
from joute.core.rng import Rng
from joute.core.settings import setting
from joute.core.state import Action, State, States
from joute.jit.compile import compiled
from joute.search.mcts.base import THIN, Budget, Sampler, Tally, belief_setting
from joute.search.mcts.mcts import DEEPEST, grow_tree
from joute.search.mcts.tree import LONGEST, Tree, main_line, plant


@dataclass(frozen=True)
class DeterminizedSettings(Budget):
    """Settings of determinized."""

    iterations_per_world: int = setting(200, "iterations in each sampled world", 1, 10_000_000)
    exploration: float = setting(0.7, "UCT's c, for scores scaled by the Spec", 0)
    choice: str = setting("visits", "what is summed over the worlds: visits, means or votes", choices=("visits", "mean", "votes"))
    belief: str = belief_setting()


COUNT = np.dtype(
    [
        ("visits", "i8"),
        ("worlds", "i8"),  # in which it was tried
        ("sum", "f8"),  # of its mean scaled score in each
        ("votes", "i8"),  # worlds that visited it most
        ("most", "i8"),  # visits in the one world that visited it most
        ("length", "i8"),
        ("line", "i8", (LONGEST,)),  # how that world went on
    ]
)
"""What the worlds said of one action."""

Counts = NDArray[Any]  # [action] of COUNT


@compiled
def search_worlds(
    start: States,
    seat: int,
    chain: States,
    tree: Tree,
    counts: Counts,
    iterations: int,
    each: int,
    exploration: float,
    lowest: float,
    scale: float,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    rng: Rng,
    stop: NDArray[np.int8],
) -> int:
    """Grow a tree in one imagined world after the other; what they say is counted by action.

    Every world counts alike: weighted by visits, an action would be judged by the worlds in which it looked good.
    """
    world, work, scores, path = start.copy(), start.copy(), np.zeros(len(choices)), np.zeros(DEEPEST, np.int64)
    weight = np.full(1, -1.0)
    done = 0
    while done < iterations and (stop[0] == 0 or done == 0):
        next_world(start, world, chain, weight, seat, actions, choices, rng)
        playouts = min(each, iterations - done)
        done += grow_tree(world, work, tree, playouts, exploration, True, lowest, scale, actions, choices, odds, scores, path, rng, stop)
        favourite = tree[0].first
        for child in range(tree[0].first, tree[0].first + tree[0].width):
            count = counts[tree[child].action]
            count.visits += tree[child].visits
            if tree[child].visits > 0:
                count.worlds += 1
                count.sum += tree[child].mean
            if tree[child].visits > count.most:
                count.most = tree[child].visits
                count.length = main_line(tree, child, THIN, count.line)
            if tree[child].visits > tree[favourite].visits:
                favourite = child
        counts[tree[favourite].action].votes += 1
    return done


class Determinized(Sampler):
    """Searches many imagined worlds, each as if it were open."""

    name = "determinized"
    summary = {
        "en": "determinised UCT: a Monte Carlo tree for each imagined world, added up",
        "fr": "UCT déterminisé : un arbre de Monte-Carlo par monde imaginé, additionnés",
    }
    Settings = DeterminizedSettings
    sample = search_worlds

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Seats must choose in turn."""
        return f"{cls.name} takes seats in turn, but in {game.name} they choose at once" if game.spec.simultaneous else None

    def room(self, iterations: int) -> tuple[Tree, Counts]:
        """A tree for one world after the other, and the counts."""
        spec = self.game.spec
        return plant((self.settings.iterations_per_world + 2) * (max(spec.widest, spec.outcomes) + 1)), np.zeros(
            max(self.game.actions) + 1, COUNT
        )

    def task(self, view: State, seat: int, room: tuple[Tree, Counts], iterations: int, rng: Rng, stop: NDArray[np.int8]) -> tuple[Any, ...]:
        """The arguments of `search_worlds`."""
        chosen, lowest = self.settings, float(self.game.spec.lowest)
        limits = iterations, chosen.iterations_per_world, chosen.exploration, lowest, self.scale
        return view.array, seat, chain_for(self.game, self.belief), *room, *limits, *self.buffers(), rng, stop

    def tallies(self, view: State, seat: int, room: tuple[Tree, Counts]) -> Iterable[Tally]:
        """What the worlds said of every action that was tried."""
        for action in np.flatnonzero(room[1]["visits"]):
            count = room[1][action]
            mean = float(count["sum"]) / int(count["worlds"])
            yield int(action), int(count["visits"]), mean * int(count["visits"]), float(count["votes"])

    def follow(self, view: State, seat: int, room: tuple[Tree, Counts], action: Action) -> list[int]:
        """How the world went on that visited the action most."""
        count = room[1][int(action)]
        return [int(number) for number in count["line"][: count["length"]]]
