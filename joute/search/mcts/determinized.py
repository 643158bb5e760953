"""Determinized UCT: one tree per sampled world, searched as if nothing were hidden; the statistics of the worlds are added up.

It plays as if hidden cards would be known from now on (strategy fusion, Frank and Basin 1998), which `ismcts` does not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from joute.core.beliefs import WorldChain, new_chain, next_world
from joute.core.game import Game
from joute.core.rng import Rng
from joute.core.settings import setting
from joute.core.state import Action, State, States
from joute.i18n import say
from joute.jit.compile import compiled
from joute.jit.dispatch import borrowed
from joute.jit.struct import Float64, Int64, Int64s, Records, Struct
from joute.search.common.rollout import RANDOM
from joute.search.mcts.base import (
    MIN_PV_VISITS,
    ActionStatistics,
    MonteCarloSearch,
    MonteCarloSettings,
    SimulationSpace,
    StopFlag,
    belief_setting,
    mean_variance,
)
from joute.search.mcts.mcts import TreeParameters, grow, tree_parameters
from joute.search.mcts.tree import MAX_PV, SearchTree, new_tree, write_pv


@dataclass(frozen=True)
class DeterminizedSettings(MonteCarloSettings):
    """Settings of determinized."""

    iterations_per_world: int = setting(200, "iterations in each sampled world", 1, 10_000_000, public=100_000)
    exploration: float = setting(0.7, "UCT's c, for scores scaled by the Spec", 0)
    choice: str = setting("visits", "what is summed over the worlds: visits, means or votes", choices=("visits", "mean", "votes"))
    belief: str = belief_setting()


class ActionTotals(Struct):
    """The statistics of one action over all worlds."""

    visits: Int64
    worlds: Int64  # in which it was tried
    sum: Float64  # of its mean scaled score in each
    squares: Float64  # of those means, summed
    votes: Int64  # worlds that visited it most
    most: Int64  # visits in the one world that visited it most
    length: Int64
    pv: Annotated[Int64s, MAX_PV]  # of that world


class WorldTrees(NamedTuple):
    """The tree of the current world, and the statistics of all worlds so far."""

    tree: SearchTree
    totals: Records[ActionTotals]  # [action]


@compiled
def search_worlds(
    start: States,
    seat: int,
    memory: WorldTrees,
    space: SimulationSpace,
    chain: WorldChain,
    iterations_per_world: int,
    parameters: Records[TreeParameters],
    stop: StopFlag,
) -> int:
    """Grow a tree in one sampled world after the other, and add up the statistics of the actions; returns the number of iterations.

    Every world counts alike: weighted by visits, an action would be judged by the worlds in which it looked good.
    """
    start, memory, space, chain, stop = borrowed(start), borrowed(memory), borrowed(space), borrowed(chain), borrowed(stop)
    asked, tree, totals, world = borrowed(parameters)[0], memory.tree.nodes, memory.totals, space.scratch
    actions, choices, rng = space.buffers.actions, space.buffers.choices, space.buffers.rng
    done = 0
    while done < asked.iterations and (stop[0] == 0 or done == 0):
        next_world(start, world, chain, seat, actions, choices, rng)
        iterations = min(iterations_per_world, asked.iterations - done)
        done += grow(world, space.state, memory.tree, space.buffers, asked, iterations, stop)
        favourite = tree[0].first
        for child in range(tree[0].first, tree[0].first + tree[0].width):
            total = totals[tree[child].action]
            total.visits += tree[child].visits
            if tree[child].visits > 0:
                total.worlds += 1
                total.sum += tree[child].mean
                total.squares += tree[child].mean ** 2
            if tree[child].visits > total.most:
                total.most = tree[child].visits
                total.length = write_pv(tree, child, MIN_PV_VISITS, total.pv)
            if tree[child].visits > tree[favourite].visits:
                favourite = child
        totals[tree[favourite].action].votes += 1
    return done


class Determinized(MonteCarloSearch[WorldTrees]):
    """Searches many sampled worlds, each as if nothing were hidden in it."""

    name = "determinized"
    summary = "determinised UCT: a Monte Carlo tree for each sampled world, added up"
    Settings = DeterminizedSettings
    sample = search_worlds

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Seats must choose in turn."""
        if not game.spec.simultaneous:
            return None
        return say("{agent} takes seats in turn, but in {game} they choose at once", agent=cls.name, game=game.name)

    def new_memory(self, iterations: int) -> WorldTrees:
        """A tree for one world after the other, and the statistics."""
        spec = self.game.spec
        nodes = (self.settings.iterations_per_world + 2) * (max(spec.widest, spec.outcomes) + 1)
        return WorldTrees(SearchTree(new_tree(nodes), np.zeros(self.n_actions)), ActionTotals.zeros(self.n_actions))

    def arguments(self, view: State, seat: int, memory: WorldTrees, iterations: int, rng: Rng, stop: StopFlag) -> tuple[Any, ...]:
        """The arguments of `search_worlds`."""
        chain, asked = new_chain(self.game, self.belief), tree_parameters(self, iterations, RANDOM)
        return view.array, seat, memory, self.space(rng), chain, self.settings.iterations_per_world, asked, stop

    def root_statistics(self, view: State, seat: int, memory: WorldTrees) -> Iterable[ActionStatistics]:
        """The statistics of every action that was tried."""
        totals: Any = memory.totals
        for action in np.flatnonzero(totals["visits"]).tolist():
            total = totals[action]
            worlds, visits = int(total["worlds"]), int(total["visits"])
            mean = float(total["sum"]) / worlds
            variance = mean_variance(worlds, mean, float(total["squares"]))
            yield ActionStatistics(action, visits, mean * visits, float(total["votes"]), variance)

    def principal_variation(self, view: State, seat: int, memory: WorldTrees, action: Action) -> list[int]:
        """The most visited actions of the world that visited the action most."""
        total: Any = memory.totals[int(action)]
        return [int(number) for number in total["pv"][: total["length"]]]
