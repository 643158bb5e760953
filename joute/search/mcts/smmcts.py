"""Monte Carlo tree search for simultaneous moves without hidden information: each seat learns independently which action does well.

Three selections. `duct`: upper confidence bounds for each seat; strong in play, without a guarantee. `regret`: regret matching (Hart and
Mas-Colell 2000) whose average strategy comes close to an equilibrium (Lisý et al. 2013). `exp3`: exponential weights (Auer et al. 2003),
likewise. An action that was not taken is credited with its mean so far, and the one that was taken is corrected for its probability: so
regrets are estimated without a table of all pairs (as in Schmid et al. 2019).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from joute.core.contract import advance, key, legal, movers
from joute.core.game import Game
from joute.core.opinion import Judgement
from joute.core.rng import Rng, below, draw, seeded
from joute.core.settings import PUBLIC_NODES, setting
from joute.core.state import Action, State, States
from joute.i18n import say
from joute.jit.compile import compiled
from joute.jit.dispatch import borrowed, lowest_bit, rule
from joute.jit.struct import Float64, Float64s, Int64, Records, Struct
from joute.search.common.rollout import ROLLOUTS, SEARCHED, next_decision, roll_out
from joute.search.mcts.base import ActionStatistics, MonteCarloSearch, MonteCarloSettings, SimulationSpace, StopFlag, mean_variance
from joute.search.mcts.infoset_table import (
    NONE,
    UNEXPANDED,
    InfosetEdge,
    InfosetTable,
    StrategyEdge,
    add_square,
    edges_of,
    expand,
    fetch_next,
    new_table,
    node_key,
    principal_variation,
    visit,
)

MAX_DEPTH = 1024  # actions of one descent
DUCT, REGRET, EXP3 = 0, 1, 2
SELECTIONS = {"duct": DUCT, "regret": REGRET, "exp3": EXP3}


class DescentStep(Struct):
    """One action of a descent: its edge, the probability with which it was selected, and the block of its node."""

    probability: Float64
    edge: Int64
    first: Int64
    count: Int64
    seat: Int64


class SmmctsParameters(Struct):
    """What one search is asked for."""

    iterations: Int64
    seat: Int64  # that searches
    selection: Int64
    rollout: Int64
    exploration: Float64
    gamma: Float64
    lowest: Float64
    scale: Float64


@dataclass(frozen=True)
class SmmctsSettings(MonteCarloSettings):
    """Settings of smmcts."""

    selection: str = setting("duct", "how actions are selected in the tree", choices=tuple(SELECTIONS))
    exploration: float = setting(0.2, "duct: UCB's c, for scores scaled to [0, 1]", 0)
    gamma: float = setting(0.1, "regret and exp3: share of actions selected at random", 0.001, 1)
    rollout: str = setting(
        "auto",
        "how a new position is evaluated; auto: by the game's evaluation if it has one, else by a random playout",
        choices=("auto", *ROLLOUTS),
    )
    nodes: int = setting(1_000_000, "maximum number of nodes", 1_000, 50_000_000, public=PUBLIC_NODES)


@rule
def select_by_bound(edges: Records[InfosetEdge], first: int, count: int, exploration: float, rng: Rng) -> int:
    """An untried action at random, else the one with the highest upper confidence bound."""
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
def write_strategy(edges: Records[StrategyEdge], step: DescentStep, selection: int, gamma: float, strategy: Float64s) -> None:
    """Write the probability of each action of a node, before any exploration."""
    first, count, total = step.first, step.count, 0.0
    if selection == REGRET:
        for index in range(count):
            strategy[index] = max(0.0, edges[first + index].regret)
            total += strategy[index]
    else:
        highest = -np.inf
        for index in range(count):
            highest = max(highest, edges[first + index].regret)
        for index in range(count):
            strategy[index] = np.exp(gamma * (edges[first + index].regret - highest) / count)
            total += strategy[index]
    for index in range(count):
        strategy[index] = strategy[index] / total if total > 0.0 else 1.0 / count


@rule
def select_by_strategy(edges: Records[StrategyEdge], step: DescentStep, selection: int, gamma: float, strategy: Float64s, rng: Rng) -> int:
    """Draw an action from the strategy with some exploration; the strategy counts towards the average."""
    write_strategy(edges, step, selection, gamma, strategy)
    first, count = step.first, step.count
    for index in range(count):
        edges[first + index].weight += strategy[index]
        strategy[index] = (1.0 - gamma) * strategy[index] + gamma / count
    index = draw(rng, strategy, count)
    step.probability = strategy[index]
    return first + index


@rule
def update(edges: Records[StrategyEdge], step: DescentStep, score: float, selection: int, gamma: float, strategy: Float64s) -> None:
    """Update the edges of a node with the result of the action taken there."""
    taken = edges[step.edge]
    if selection == EXP3:
        taken.regret += score / step.probability
    elif selection == REGRET:
        # 1. The value of every action: its mean, and for the one that was taken its result, corrected for its probability.
        write_strategy(edges, step, selection, gamma, strategy)
        estimate = taken.mean if taken.visits > 0 else score
        correction = (score - estimate) / step.probability
        # 2. The value of the strategy by the same estimates.
        value = 0.0
        for index in range(step.count):
            edge = edges[step.first + index]
            value += strategy[index] * (edge.mean if edge.visits > 0 else score)
        value += strategy[step.edge - step.first] * correction
        # 3. The regrets.
        for index in range(step.count):
            edge = edges[step.first + index]
            edge.regret += (edge.mean if edge.visits > 0 else score) - value
        taken.regret += correction
    taken.visits += 1
    taken.mean += (score - taken.mean) / taken.visits


@compiled
def sample(
    start: States,
    table: InfosetTable,
    space: SimulationSpace,
    path: Records[DescentStep],
    parameters: Records[SmmctsParameters],
    stop: StopFlag,
) -> int:
    """Run the iterations from a position, or until stopped; return their number."""
    start, table, space, path, stop = borrowed(start), borrowed(table), borrowed(space), borrowed(path), borrowed(stop)
    asked = borrowed(parameters)[0]
    edges: Records[StrategyEdge] = table.edges  # type: ignore[assignment]  # the tables of this search have such edges
    selection, exploration, gamma = asked.selection, asked.exploration, asked.gamma
    work, words = space.state, space.words
    actions, choices, odds, scores, rng = space.buffers
    strategy = np.zeros(len(actions))
    for iteration in range(asked.iterations):
        if stop[0] != 0 and iteration > 0:
            return iteration
        work[0] = start[0]
        state = work[0]
        depth, new, edge = 0, False, 0
        # 1. Select: descend through known positions, each seat independently; a new position ends the descent.
        waiting = movers(state)
        while waiting != 0 and not new:
            known, position = depth, key(state, words)
            while waiting != 0:
                seat = lowest_bit(waiting)
                waiting &= waiting - 1
                # 2. Expand: a position met for the first time is stored, met again it gets its edges.
                wanted = node_key(position, seat)
                block = visit(table, edge, wanted)
                if block == NONE or depth == len(path):
                    new = True
                    break
                count = legal(state, seat, actions)
                if block == UNEXPANDED:
                    block = expand(table, edge, wanted, actions, count)
                if block == NONE:
                    new = True
                    break
                step = path[depth]
                step.first, step.count, step.seat = block + 1, count, seat
                if selection == DUCT:
                    edge = select_by_bound(edges, step.first, count, exploration, rng)
                else:
                    edge = select_by_strategy(edges, step, selection, gamma, strategy, rng)
                step.edge = edge
                fetch_next(table, edge)
                choices[seat] = edges[edge].action
                depth += 1
            if new:
                depth = known
            else:
                advance(state, choices)
                waiting = next_decision(state, True, odds, rng)
        # 3. Evaluate the position reached, and update every node of the descent.
        roll_out(state, asked.rollout, False, 0, SEARCHED, space.buffers)
        counted = False  # the first action of the searching seat is at the root
        for index in range(depth):
            score = (scores[path[index].seat] - asked.lowest) / asked.scale
            if path[index].seat == asked.seat and not counted:
                add_square(table, path[index].edge, score)
                counted = True
            update(edges, path[index], score, selection, gamma, strategy)
    return asked.iterations


class Smmcts(MonteCarloSearch[InfosetTable]):
    """Simulates turns, and learns for each seat independently which of its actions does well."""

    name = "smmcts"
    summary = "Monte Carlo tree search for choices at once (decoupled UCT, regret matching, Exp3): perfect information, chance allowed"
    Settings = SmmctsSettings
    sample = sample

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Seats must see everything."""
        return (
            say("{agent} sees everything, but {game} has hidden information", agent=cls.name, game=game.name) if game.spec.hidden else None
        )

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

    def new_memory(self, iterations: int) -> InfosetTable:
        """A table for that number of iterations, at most as large as the settings allow."""
        return new_table(min(int(self.settings.nodes), (iterations + 2) * self.game.spec.seats), StrategyEdge, self.n_actions)

    def arguments(self, view: State, seat: int, memory: InfosetTable, iterations: int, rng: Rng, stop: StopFlag) -> tuple[Any, ...]:
        """The arguments of `sample`."""
        chosen, asked = self.settings, SmmctsParameters.zeros(1)
        asked["iterations"], asked["seat"] = iterations, seat
        asked["selection"], asked["rollout"] = SELECTIONS[chosen.selection], self._rollout()
        asked["exploration"], asked["gamma"], asked["lowest"], asked["scale"] = chosen.exploration, chosen.gamma, self.lowest, self.scale
        return view.array, memory, self.space(rng), DescentStep.zeros(MAX_DEPTH), asked, stop

    def _rollout(self) -> int:
        """How a new position is evaluated."""
        if self.settings.rollout == "auto":
            return ROLLOUTS["evaluate" if self.game.definition.states_itself("evaluate") else "random"]
        return ROLLOUTS[self.settings.rollout]

    def root_statistics(self, view: State, seat: int, memory: InfosetTable) -> Iterable[ActionStatistics]:
        """The seat's edges at the position that the search began with."""
        for edge in edges_of(self.game, memory, view, seat):
            action, visits, mean = int(edge["action"]), int(edge["visits"]), float(edge["mean"])
            variance = mean_variance(visits, mean, float(memory.squares[action]))
            yield ActionStatistics(action, visits, mean * visits, float(edge["weight"]), variance)

    def principal_variation(self, view: State, seat: int, memory: InfosetTable, action: Action) -> list[int]:
        """The most visited actions in the table."""
        return principal_variation(self.game, view, seat, memory, action)
