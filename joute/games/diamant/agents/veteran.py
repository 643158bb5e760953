"""The agent `veteran`: Monte Carlo tree search against a mixture of opponent models, called habits, for the chance to win.

Every iteration draws a habit for each other seat and plays the round to its end with the real odds of the deck. The searching seat, and the
seats that are drawn to search as well, choose by upper confidence bounds at positions in the table and by `careful` beyond; the others
choose by their habit. At the end of the round the banks are evaluated. Without the habits this is decoupled UCT, as in `ismcts`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.agent import Stop
from joute.core.contract import Actions, Choices, Odds, Words, advance, chances, chapter, evaluate, key, movers, over, resolve, returns
from joute.core.opinion import Opinion
from joute.core.rng import Rng, draw, uniform
from joute.core.settings import setting
from joute.core.state import Action, State, States
from joute.games.diamant.agents.exit_factor import COEFFICIENTS, chance_to_leave, exit_factor, stays_anyway
from joute.games.diamant.heuristic import careful_chance
from joute.games.diamant.rules import EXPLORE, RETURN, cards_left, deadly_cards
from joute.games.diamant.state import DiamantState
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.search.mcts.base import Budget, Sampler, Tally, alone
from joute.search.mcts.infoset_pv import block, main_line, place_in
from joute.search.mcts.infoset_table import FULL, Edges, Nodes, name_for, open_block, place_of, table
from joute.search.mcts.smmcts import choose_bound

DEEPEST = 512  # choices remembered on the way: more than those of eight seats in the longest round


@dataclass(frozen=True)
class VeteranSettings(Budget):
    """Settings of `veteran`."""

    exploration: float = setting(0.6, "UCB's c, for chances to win", 0)
    nodes: int = setting(1_000_000, "maximum number of nodes", 1_000, 50_000_000)


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
        danger, rank, behind, ahead, path = COEFFICIENTS
        return 0.0 if stays_anyway(state) else chance_to_leave(exit_factor(state, seat, danger, rank, behind, ahead, path))
    if habit >= LEAVER:
        return 1.0 if state.carried >= LEAVES_AT[habit - LEAVER] else 0.0
    return careful_chance(state, seat)


@compiled
def sample_rounds(
    start: States,
    searching: int,
    nodes: Nodes,
    edges: Edges,
    iterations: int,
    exploration: float,
    work: States,
    words: Words,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    rng: Rng,
    stop: NDArray[np.int8],
) -> int:
    """Run iterations from a position until the number is reached or the search is stopped; return the number made."""
    scores, habits = np.zeros(len(choices)), np.zeros(len(choices), np.int64)
    path, seats = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    used = np.ones(1, np.int64)
    actions[0], actions[1] = EXPLORE, RETURN
    for iteration in range(iterations):
        if stop[0] != 0 and iteration > 0:
            return iteration
        # 1. Draw a habit for every other seat.
        for seat in range(len(choices)):
            habits[seat] = SEARCHES if seat == searching else draw(rng, PRIOR, len(PRIOR))
        # 2. Play the round to its end.
        work[0] = start[0]
        state: DiamantState = work[0]
        depth = 0
        while not over(state) and (depth == 0 or not chapter(state)):
            asked = movers(state)
            if asked == 0:
                resolve(state, draw(rng, odds, chances(state, odds)))
                continue
            position = key(state, words)
            for seat in range(len(choices)):
                if asked >> seat & 1 == 0:
                    continue
                name = name_for(position, seat)
                place = place_of(nodes, name) if habits[seat] == SEARCHES else FULL
                known = place != FULL and nodes[place].name == name
                if known:
                    edge = choose_bound(edges, nodes[place].first, 2, exploration, rng)
                    choices[seat] = edges[edge].action
                else:
                    choices[seat] = RETURN if uniform(rng) < chance_by_habit(state, seat, habits[seat]) else EXPLORE
                # 3. Add a new position to the table; from there on the seat is careful.
                if place != FULL and not known:
                    nodes[place].name = name
                    open_block(nodes, edges, place, 2, actions, used)  # a table has four edges for each place, a block of two takes three
                    edge = nodes[place].first + choices[seat]
                    habits[seat] = CAREFUL
                if place != FULL:
                    path[depth], seats[depth] = edge, seat
                    depth += 1
            advance(state, choices)
        # 4. Evaluate the banks, and update every choice on the way.
        if over(state):
            returns(state, scores)
        else:
            evaluate(state, scores)
        for index in range(depth):
            learnt = edges[path[index]]
            learnt.visits += 1
            learnt.mean += (scores[seats[index]] - learnt.mean) / learnt.visits
    return iterations


class Veteran(Sampler):
    """Searches for the chance to win against opponents drawn from a set of habits."""

    name = "veteran"
    summary = {
        "en": "tree search for the chance to win against likely habits of the others",
        "fr": "recherche arborescente de la chance de gagner face aux habitudes probables des autres",
    }
    Settings = VeteranSettings
    sample = sample_rounds

    @property
    def order(self) -> str:
        """Both actions are visited often: the better mean is chosen."""
        return "mean"

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The better choice, with the danger and both chances to win as a remark."""
        opinion = super().consider(view, seat, seed, stop)
        return replace(opinion, remark=remark(view, opinion))

    def room(self, iterations: int) -> tuple[Nodes, Edges]:
        """A table for that number of iterations, within the limit of the settings."""
        return table(min(int(self.settings.nodes), (iterations + 2) * self.game.spec.seats))

    def task(self, view: State, seat: int, room: tuple[Nodes, Edges], iterations: int, rng: Rng, stop: NDArray[np.int8]) -> tuple[Any, ...]:
        """The arguments of `sample_rounds`."""
        work = alone(1, self.game.dtype)
        return view.array, seat, *room, iterations, self.settings.exploration, work, work.view(np.uint64), *self.buffers(), rng, stop

    def tallies(self, view: State, seat: int, room: tuple[Nodes, Edges]) -> Iterable[Tally]:
        """The seat's edges at the position that the search began with."""
        for edge in block(*room, place_in(self.game, room[0], view, seat)):
            yield int(edge["action"]), int(edge["visits"]), float(edge["mean"]) * int(edge["visits"]), 0.0

    def follow(self, view: State, seat: int, room: tuple[Nodes, Edges], action: Action) -> list[int]:
        """The most visited way on through the table."""
        return main_line(self.game, view, seat, *room, action)


def remark(view: State, opinion: Opinion) -> dict[str, str]:
    """The danger of the next card, and the chance to win of each choice that was searched."""
    fields = DiamantState.snapshot(view)
    danger = 100.0 * deadly_cards(fields) / cards_left(fields)
    values = {int(judgement.action): judgement.value for judgement in opinion.judgements}
    english, french = [f"danger {danger:.0f}%"], [f"danger {danger:.0f} %"]
    for action, how, comment in ((EXPLORE, "exploring", "explorant"), (RETURN, "returning", "rentrant")):
        if (value := values[action]) is not None:
            english.append(f"chance to win by {how} {100 * value:.0f}%")
            french.append(f"chance de gagner en {comment} {100 * value:.0f} %")
    return {"en": "; ".join(english), "fr": " ; ".join(french)}
