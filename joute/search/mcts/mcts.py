"""Monte Carlo tree search (UCT) for any number of seats, with chance; independent trees on several threads are added up.

With a network it is the search of `ismcts.py`: without hidden information, what a seat knows is the position.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from joute.core.contract import Actions, Odds, advance, chances, chapter, evaluate, legal, movers, over, resolve, returns
from joute.core.game import Game
from joute.core.rng import Rng, draw
from joute.core.settings import PUBLIC_NODES, setting
from joute.core.state import Action, Fields, State, States
from joute.i18n import say
from joute.jit.compile import compiled
from joute.jit.dispatch import borrowed, inline, lowest_bit, rule
from joute.jit.record_proxy import StatesProxy
from joute.jit.struct import Float64, Int64, Records, Struct
from joute.search.common.rollout import RANDOM, ROLLOUT_HELP, ROLLOUTS, RuleBuffers, random_playout
from joute.search.mcts.base import MIN_PV_VISITS, ActionStatistics, MonteCarloSearch, MonteCarloSettings, StopFlag, isolated, mean_variance
from joute.search.mcts.infoset_table import InfosetTable
from joute.search.mcts.ismcts import MAX_NODES, Ismcts, IsmctsSettings
from joute.search.mcts.tree import (
    CHANCE,
    MAX_PV,
    SearchTree,
    Tree,
    add_children,
    new_tree,
    reset_node,
    select_child,
    shuffle_into,
    update,
    write_pv,
)
from joute.search.network.inference import NETWORK, prior_setting, prior_visits_setting, weights_setting

MAX_DEPTH = 4096  # a longer descent is ended by a rollout


@dataclass(frozen=True)
class MctsSettings(MonteCarloSettings):
    """Settings of mcts."""

    exploration: float = setting(0.7, "UCT's c, for scores scaled by the Spec", 0)
    rollout: str = setting("random", ROLLOUT_HELP, choices=("random", "evaluate", NETWORK))
    prior: str = prior_setting()
    prior_visits: float = prior_visits_setting()
    weights: str = weights_setting()
    choice: str = setting("visits", "which action is played: the most visited, or the one with the best mean", choices=("visits", "mean"))
    nodes: int = setting(4_000_000, "maximum number of nodes", 1_000, 100_000_000, public=PUBLIC_NODES)


class TreeParameters(Struct):
    """What one search is asked for."""

    iterations: Int64
    rollout: Int64
    exploration: Float64
    lowest: Float64
    scale: Float64


@rule
def expand_node(tree: Tree, place: int, free: int, state: Fields, actions: Actions, odds: Odds, rng: Rng) -> int:
    """Give a node whose position is not final its children, if there is space; returns the next free place."""
    seats = movers(state)
    seat = CHANCE if seats == 0 else lowest_bit(seats)
    width = chances(state, odds) if seats == 0 else legal(state, seat, actions)
    if free + width > len(tree):
        return free
    free = add_children(tree, place, free, seat, width)
    if seat == CHANCE:
        for outcome in range(width):
            tree[tree[place].first + outcome].action = outcome
    else:
        shuffle_into(tree, place, actions, rng)
    return free


@inline
def grow(
    start: States, work: States, memory: SearchTree, buffers: RuleBuffers, asked: TreeParameters, iterations: int, stop: StopFlag
) -> int:
    """Grow a tree from the start position by that number of iterations, or until stopped; returns their number."""
    tree, squares = memory.nodes, memory.squares
    actions, choices, odds, scores, rng = buffers.actions, buffers.choices, buffers.odds, buffers.scores, buffers.rng
    path = np.empty(MAX_DEPTH, np.int64)
    reset_node(tree, 0)
    free = 1
    for iteration in range(iterations):
        if stop[0] != 0 and iteration > 0:
            return iteration
        # 1. Select: descend by upper confidence bounds, at chance events by their odds.
        work[0] = start[0]
        state = work[0]
        place, depth = 0, 1
        path[0] = 0
        while not over(state) and depth < len(path) and (depth == 1 or not chapter(state)):
            # 2. Expand: a position met for the second time gets its children.
            if tree[place].first == 0:
                if tree[place].visits > 0 or place == 0:
                    free = expand_node(tree, place, free, state, actions, odds, rng)
                if tree[place].first == 0:
                    break
            seat = tree[place].seat
            if seat == CHANCE:
                outcome = draw(rng, odds, chances(state, odds))
                place = tree[place].first + outcome
                resolve(state, outcome)
            else:
                place = select_child(tree, place, asked.exploration)
                choices[seat] = tree[place].action
                advance(state, choices)
            path[depth] = place
            depth += 1
        # 3. Evaluate the position reached.
        if asked.rollout == RANDOM:
            random_playout(state, False, buffers)
        if over(state):
            returns(state, scores)
        else:
            evaluate(state, scores)
        # 4. Back up: every node is updated with the score of the seat that chose it.
        update(tree, 0, 0.0)
        if depth > 1:
            root_score = (scores[tree[0].seat] - asked.lowest) / asked.scale
            squares[tree[path[1]].action] += root_score * root_score
        for index in range(1, depth):
            seat = tree[path[index - 1]].seat
            update(tree, path[index], 0.0 if seat == CHANCE else (scores[seat] - asked.lowest) / asked.scale)
    return iterations


@compiled
def grow_tree(
    start: States, work: States, memory: SearchTree, buffers: RuleBuffers, parameters: Records[TreeParameters], stop: StopFlag
) -> int:
    """Grow one tree; returns the number of iterations."""
    asked = borrowed(parameters)[0]
    return grow(borrowed(start), borrowed(work), borrowed(memory), borrowed(buffers), asked, asked.iterations, borrowed(stop))


class Mcts(MonteCarloSearch[SearchTree | InfosetTable]):
    """Searches the game's tree, most often where it looks best."""

    name = "mcts"
    summary = "Monte Carlo tree search (UCT): perfect information, chance allowed, any number of seats"
    Settings = MctsSettings
    sample = grow_tree

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Seats must choose in turn and see everything."""
        if game.spec.hidden:
            return say("{agent} sees everything, but {game} has hidden information", agent=cls.name, game=game.name)
        if game.spec.simultaneous:
            return say("{agent} takes seats in turn, but in {game} they choose at once", agent=cls.name, game=game.name)
        return None

    def __init__(self, game: Game, settings: Any, text: str) -> None:
        super().__init__(game, settings, text)
        self.ismcts: Ismcts | None = None  # makes the search if there is a network
        if NETWORK in (settings.rollout, settings.prior):
            shared = {name: value for name, value in vars(settings).items() if name != "nodes"}
            self.ismcts = Ismcts(game, IsmctsSettings(**shared, nodes=min(settings.nodes, MAX_NODES)), text)
            self.sample = self.ismcts.sample  # type: ignore[assignment, misc]  # of this search alone

    def new_memory(self, iterations: int) -> SearchTree | InfosetTable:
        """A tree for that number of iterations, at most as large as the settings allow."""
        if self.ismcts:
            return self.ismcts.new_memory(iterations)
        nodes = new_tree(min(int(self.settings.nodes), (iterations + 2) * (self.game.spec.widest + 1)))
        return SearchTree(nodes, np.zeros(self.n_actions))

    def arguments(
        self, view: State, seat: int, memory: SearchTree | InfosetTable, iterations: int, rng: Rng, stop: StopFlag
    ) -> tuple[Any, ...]:
        """The arguments of `grow_tree`."""
        if self.ismcts:
            return self.ismcts.arguments(view, seat, cast(InfosetTable, memory), iterations, rng, stop)
        asked = tree_parameters(self, iterations, ROLLOUTS[self.settings.rollout])
        return view.array, *isolated((1, self.game.dtype)), memory, self.buffers(rng), asked, stop

    def root_statistics(self, view: State, seat: int, memory: SearchTree | InfosetTable) -> Iterable[ActionStatistics]:
        """The children of the root."""
        if self.ismcts:
            yield from self.ismcts.root_statistics(view, seat, cast(InfosetTable, memory))
            return
        found = cast(SearchTree, memory)
        for child in children_of_root(found.nodes):
            action, visits, mean = int(child["action"]), int(child["visits"]), float(child["mean"])
            yield ActionStatistics(action, visits, mean * visits, 0.0, mean_variance(visits, mean, float(found.squares[action])))

    def principal_variation(self, view: State, seat: int, memory: SearchTree | InfosetTable, action: Action) -> list[int]:
        """The most visited actions, up to a chance event."""
        if self.ismcts:
            return self.ismcts.principal_variation(view, seat, cast(InfosetTable, memory), action)
        tree: Any = cast(SearchTree, memory).nodes
        places = np.flatnonzero(children_of_root(tree)["action"] == action)
        if len(places) == 0:
            return []
        pv = np.zeros(MAX_PV, np.int64)
        length = write_pv(cast(Tree, StatesProxy(tree)), int(tree[0]["first"]) + int(places[0]), MIN_PV_VISITS, pv)
        return [int(number) for number in pv[:length]]


def children_of_root(tree: Any) -> Any:
    """The records of the root's children."""
    first = int(tree[0]["first"])
    return tree[first : first + int(tree[0]["width"])]


def tree_parameters(search: MonteCarloSearch[Any], iterations: int, rollout: int) -> Records[TreeParameters]:
    """What the settings of a search ask for."""
    found = TreeParameters.zeros(1)
    found["iterations"], found["rollout"], found["exploration"] = iterations, rollout, search.settings.exploration
    found["lowest"], found["scale"] = search.lowest, search.scale
    return found
