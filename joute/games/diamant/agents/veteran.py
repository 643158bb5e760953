"""The agent `veteran`: Monte Carlo tree search against a mixture of opponent models, called habits, for the chance to win.

Every iteration draws a habit for each other seat and plays the round to its end with the real odds of the deck. The searching seat, and the
seats that are drawn to search as well, choose by upper confidence bounds at positions in the table and by `careful` beyond; the others
choose by their habit. At the end of the round the banks are evaluated. Without the habits this is decoupled UCT, as in `ismcts`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from joute.core.agent import Stop
from joute.core.contract import advance, evaluate, key, movers, over, returns
from joute.core.opinion import Opinion
from joute.core.rng import Rng, draw, uniform
from joute.core.settings import PUBLIC_NODES, setting
from joute.core.state import Action, State, States
from joute.games.diamant.agents.exit_factor import COEFFICIENTS
from joute.games.diamant.agents.rule_policy import chance_by_factor
from joute.games.diamant.heuristic import careful_chance
from joute.games.diamant.rules import EXPLORE, RETURN, cards_left, deadly_cards
from joute.games.diamant.state import DiamantState
from joute.i18n import Sentence, in_every_language, say
from joute.jit.compile import compiled
from joute.jit.dispatch import borrowed, lowest_bit, rule
from joute.jit.struct import Float64, Int64, Records, Struct
from joute.search.common.rollout import next_decision
from joute.search.mcts.base import ActionStatistics, MonteCarloSearch, MonteCarloSettings, SimulationSpace, StopFlag, mean_variance
from joute.search.mcts.infoset_table import (
    NONE,
    InfosetTable,
    add_square,
    edges_of,
    expand,
    find_slot,
    new_table,
    node_key,
    principal_variation,
)
from joute.search.mcts.smmcts import select_by_bound

WINNING_BY: dict[int, Sentence] = {
    EXPLORE: "chance to win by exploring {percent}%",
    RETURN: "chance to win by returning {percent}%",
}
MAX_DEPTH = 512  # actions of one iteration: more than those of eight seats in the longest round


@dataclass(frozen=True)
class VeteranSettings(MonteCarloSettings):
    """Settings of `veteran`."""

    exploration: float = setting(0.6, "UCB's c, for chances to win", 0)
    nodes: int = setting(1_000_000, "maximum number of nodes", 1_000, 50_000_000, public=PUBLIC_NODES)


SEARCHES, CAREFUL, EXIT_FACTOR, RANDOM, LEAVER = 0, 1, 2, 3, 4  # LEAVER + n: the leaver of LEAVES_AT[n]
LEAVES_AT = np.array([6, 8, 10, 12, 15, 20])  # gems at which each kind of leaver returns

PRIOR = np.array([0.8, 0.07, 0.06, 0.01, *[0.06 / len(LEAVES_AT)] * len(LEAVES_AT)])
"""[habit] The prior of each habit; with a lower prior of SEARCHES, the agent is weaker against other searches."""


@rule
def chance_by_habit(state: DiamantState, seat: int, habit: int) -> float:
    """The probability that a seat of that habit returns; one that searches is careful at positions outside the table."""
    if habit == RANDOM:
        return 0.5
    if habit == EXIT_FACTOR:
        return chance_by_factor(state, seat, COEFFICIENTS, True, False)  # ranked by all gems, and below equals
    if habit >= LEAVER:
        return 1.0 if state.carried >= LEAVES_AT[habit - LEAVER] else 0.0
    return careful_chance(state, seat)


class VeteranParameters(Struct):
    """What one search is asked for."""

    iterations: Int64
    seat: Int64  # that searches
    exploration: Float64


@compiled
def sample_rounds(
    start: States, table: InfosetTable, space: SimulationSpace, parameters: Records[VeteranParameters], stop: StopFlag
) -> int:
    """Run the iterations from a position, or until stopped; return their number."""
    start, table, space, stop = borrowed(start), borrowed(table), borrowed(space), borrowed(stop)
    asked, slots, edges = borrowed(parameters)[0], table.slots, table.edges
    searching, exploration = asked.seat, asked.exploration
    work, words = space.state, space.words
    actions, choices, odds, scores, rng = space.buffers
    habits = np.zeros(len(choices), np.int64)
    path, seats = np.zeros(MAX_DEPTH, np.int64), np.zeros(MAX_DEPTH, np.int64)
    actions[0], actions[1] = EXPLORE, RETURN
    for iteration in range(asked.iterations):
        if stop[0] != 0 and iteration > 0:
            return iteration
        # 1. Draw a habit for every other seat.
        for seat in range(len(choices)):
            habits[seat] = SEARCHES if seat == searching else draw(rng, PRIOR, len(PRIOR))
        # 2. Play the round to its end.
        work[0] = start[0]
        state: DiamantState = work[0]
        depth = 0
        waiting = movers(state)
        while waiting != 0:
            position = key(state, words)
            while waiting != 0:
                seat = lowest_bit(waiting)
                waiting &= waiting - 1
                wanted = node_key(position, seat)
                slot = find_slot(slots, wanted) if habits[seat] == SEARCHES else NONE
                known = slot != NONE and slots[slot].key == wanted
                if known:
                    edge = select_by_bound(edges, slots[slot].block + 1, 2, exploration, rng)
                    choices[seat] = edges[edge].action
                else:
                    choices[seat] = RETURN if uniform(rng) < chance_by_habit(state, seat, habits[seat]) else EXPLORE
                # 3. Add a new position to the table; from there on the seat is careful.
                if slot != NONE and not known:
                    slots[slot].key = wanted
                    edge = expand(table, 0, wanted, actions, 2) + 1 + choices[seat]  # four edges for each slot, a block of two takes three
                    habits[seat] = CAREFUL
                if slot != NONE:
                    path[depth], seats[depth] = edge, seat
                    depth += 1
            advance(state, choices)
            waiting = next_decision(state, False, odds, rng)
        # 4. Evaluate the banks, and update every choice on the way.
        if over(state):
            returns(state, scores)
        else:
            evaluate(state, scores)
        root = 0
        while root < depth and seats[root] != searching:
            root += 1
        if root < depth:
            add_square(table, path[root], scores[searching])
        for index in range(depth):
            taken = edges[path[index]]
            taken.visits += 1
            taken.mean += (scores[seats[index]] - taken.mean) / taken.visits
    return asked.iterations


class Veteran(MonteCarloSearch[InfosetTable]):
    """Searches for the chance to win against opponents drawn from a set of habits."""

    name = "veteran"
    summary = "tree search for the chance to win against likely habits of the others"
    Settings = VeteranSettings
    sample = sample_rounds

    @property
    def order(self) -> str:
        """Both actions are visited often: the better mean is chosen."""
        return "mean"

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The better choice, with the danger and both chances to win as a remark."""
        opinion = super().consider(view, seat, seed, stop)
        return replace(opinion, remark=in_every_language(lambda: remark(view, opinion)))

    def new_memory(self, iterations: int) -> InfosetTable:
        """A table for that number of iterations, at most as large as the settings allow."""
        return new_table(min(int(self.settings.nodes), (iterations + 2) * self.game.spec.seats), n_actions=self.n_actions)

    def arguments(self, view: State, seat: int, memory: InfosetTable, iterations: int, rng: Rng, stop: StopFlag) -> tuple[Any, ...]:
        """The arguments of `sample_rounds`."""
        asked = VeteranParameters.zeros(1)
        asked["iterations"], asked["seat"], asked["exploration"] = iterations, seat, self.settings.exploration
        return view.array, memory, self.space(rng), asked, stop

    def root_statistics(self, view: State, seat: int, memory: InfosetTable) -> Iterable[ActionStatistics]:
        """The seat's edges at the position that the search began with."""
        for edge in edges_of(self.game, memory, view, seat):
            action, visits, mean = int(edge["action"]), int(edge["visits"]), float(edge["mean"])
            yield ActionStatistics(action, visits, mean * visits, 0.0, mean_variance(visits, mean, float(memory.squares[action])))

    def principal_variation(self, view: State, seat: int, memory: InfosetTable, action: Action) -> list[int]:
        """The most visited actions in the table."""
        return principal_variation(self.game, view, seat, memory, action)


def remark(view: State, opinion: Opinion) -> str:
    """The danger of the next card, and the chance to win of each choice that was searched."""
    fields = DiamantState.snapshot(view)
    danger = 100.0 * deadly_cards(fields) / cards_left(fields)
    values = {int(judgement.action): judgement.value for judgement in opinion.judgements}
    parts = [say("danger {percent}%", percent=f"{danger:.0f}")]
    for action, chance in WINNING_BY.items():
        if (value := values[action]) is not None:
            parts.append(say(chance, percent=f"{100 * value:.0f}"))
    return say("; ").join(parts)
