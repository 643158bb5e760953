"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), for any game of the contract.

Every iteration samples a world that fits what the seat knows, descends by upper confidence bounds that count how often an action was
available, and evaluates the position reached. With a single observer, a node of another seat is what the searching seat knows then; with
several, it is what that seat knows itself. Seats that act at once select independently.

Every sampled world holds the searching seat's own cards, so that opponents whose actions are searched learn to play against just these
cards. Opponents that act by the rule `careful` do not.

With `prior=network`, a network's value of an action counts like `prior_visits` visits: it decides at first, the results of the search in
the end. With `rollout=network`, the value of a new position for every seat is the network's value of that seat's next action; until all
seats have acted, everybody plays the action that the network prefers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from joute.core.beliefs import WorldChain, new_chain, next_world
from joute.core.contract import advance, key, legal, movers, view_key
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.rng import Rng
from joute.core.settings import PUBLIC_NODES, setting
from joute.core.state import Action, State, States, copied
from joute.jit.compile import compiled
from joute.jit.dispatch import borrowed, lowest_bit
from joute.jit.struct import Records
from joute.search.common.rollout import (
    NETWORK as BY_NETWORK,
)
from joute.search.common.rollout import (
    ROLLOUT_HELP,
    ROLLOUTS,
    SEARCHED,
    next_decision,
    opponent_action,
    roll_out,
)
from joute.search.mcts.base import (
    ActionStatistics,
    MonteCarloSearch,
    MonteCarloSettings,
    SimulationSpace,
    StopFlag,
    belief_setting,
    mean_variance,
)
from joute.search.mcts.infoset_table import (
    NONE,
    UNEXPANDED,
    InfosetEdge,
    InfosetTable,
    PriorEdge,
    add_square,
    edges_of,
    expand,
    fetch_next,
    new_table,
    node_key,
    principal_variation,
    visit,
)
from joute.search.mcts.network_play import (
    BY_POLICY,
    POLICY,
    IsmctsParameters,
    evaluate_with_network,
    legal_actions,
    network_action,
    predict,
)
from joute.search.mcts.selection import add_edges, select, select_by_prior
from joute.search.network.beliefs import weighted_worlds
from joute.search.network.inference import (
    NETWORK,
    CompiledNetwork,
    NetworkPrior,
    posterior_means,
    prior_setting,
    prior_visits_setting,
    set_priors,
    weights_setting,
)

MAX_DEPTH = 2048  # actions of one descent
MAX_NODES = 50_000_000


@dataclass(frozen=True)
class IsmctsSettings(MonteCarloSettings):
    """Settings of ismcts."""

    exploration: float = setting(0.7, "UCB's c, for scores scaled by the Spec", 0)
    observers: str = setting(
        "single", "whose view a node of another seat is: the searching seat's, or its own", choices=("single", "multi")
    )
    rollout: str = setting("random", ROLLOUT_HELP, choices=(*ROLLOUTS, NETWORK, POLICY))
    prior: str = prior_setting()
    prior_visits: float = prior_visits_setting()
    weights: str = weights_setting()
    choice: str = setting("visits", "which action is played: the most visited, or the one with the best mean", choices=("visits", "mean"))
    aim: str = setting("score", "what every seat maximises: its score, or its chance to win", choices=("score", "win"))
    opponents: str = setting(
        "search",
        "how the other seats act: as the search finds best, by the rule careful, at random, or by the policy of a network",
        choices=("search", "careful", "random", NETWORK),
    )
    opponent_epsilon: float = setting(0.1, "with opponents=careful or network, how often they act at random instead", 0, 1)
    belief: str = belief_setting(NETWORK)
    worlds: int = setting(500, "with belief=network, number of worlds that are weighted", 1, 1_000_000, public=10_000)
    nodes: int = setting(1_000_000, "maximum number of nodes", 1_000, MAX_NODES, public=PUBLIC_NODES)


@compiled
def sample(
    start: States,
    table: InfosetTable,
    space: SimulationSpace,
    chain: WorldChain,
    parameters: Records[IsmctsParameters],
    network: CompiledNetwork | None,
    stop: StopFlag,
) -> int:
    """Run the iterations from a view, or until stopped; return their number."""
    start, table, space, chain, stop = borrowed(start), borrowed(table), borrowed(space), borrowed(chain), borrowed(stop)
    asked = borrowed(parameters)[0]
    observer, multi, hidden, epsilon, exploration = asked.seat, asked.multi != 0, asked.hidden != 0, asked.epsilon, asked.exploration
    work, words, scratch, scratch_words = space.state, space.words, space.scratch, space.scratch_words
    actions, choices, odds, scores, rng = space.buffers
    edges = table.edges
    path, seats = np.zeros(MAX_DEPTH, np.int64), np.zeros(MAX_DEPTH, np.int64)
    for iteration in range(asked.iterations):
        if iteration > 0 and stop[0] != 0:
            return iteration
        # 1. Sample a world that fits the view.
        if hidden:
            next_world(start, work, chain, observer, actions, choices, rng)
        else:
            work[0] = start[0]
        state = work[0]
        # 2. Select: descend through known nodes; a new node ends the descent.
        depth, new, edge = 0, False, 0
        waiting = movers(state)
        while waiting != 0 and not new:
            known = depth
            position = np.uint64(0) if hidden else key(state, words)
            while waiting != 0:
                seat = lowest_bit(waiting)
                waiting &= waiting - 1
                if epsilon != SEARCHED and seat != observer:
                    if network is not None and asked.by_network != 0:
                        choices[seat] = network_action(state, seat, asked, space, network)
                    else:
                        choices[seat] = opponent_action(state, seat, epsilon, actions, rng)
                    continue
                if hidden:
                    position = view_key(state, seat if multi else observer, words, scratch, scratch_words)
                # 3. Expand: a node met for the first time is stored, met again it gets edges. With a network, the root gets them at once.
                wanted = node_key(position, seat)
                block = visit(table, edge, wanted)
                if network is not None and block == NONE and depth == 0:
                    block = visit(table, edge, wanted)
                if block == NONE or depth == MAX_DEPTH:
                    new = True
                    break
                if network is None:
                    count = legal(state, seat, actions)
                    if block == UNEXPANDED:
                        block = expand(table, edge, wanted, actions, count)
                    edge = select(table, block, actions, count, exploration, rng) if block != NONE else NONE
                else:
                    count = legal_actions(state, seat, actions)
                    width = 0
                    if block != UNEXPANDED:
                        width = table.headers[block].count
                        block = add_edges(table, block, actions, count)
                    else:
                        block = expand(table, edge, wanted, actions, count)
                    edge = NONE
                    if block != NONE:
                        added = table.headers[block].count > width
                        # A node of a seat whose cards are sampled stands for many hands: the network predicts each.
                        if asked.prior_visits > 0.0 and count > 1 and (added or (hidden and not multi and seat != observer)):
                            predict(state, seat, hidden, scratch, network)
                            set_priors(edges, block + 1, table.headers[block].count, network.values)
                        patience = np.inf if hidden else asked.prior_visits
                        edge = select_by_prior(table, block, actions, count, exploration, asked.prior_visits, patience, rng)
                if edge == NONE:
                    new = True
                    break
                fetch_next(table, edge)
                choices[seat] = edges[edge].action
                path[depth], seats[depth] = edge, seat
                depth += 1
            if new:
                depth = known
            else:
                advance(state, choices)
                waiting = next_decision(state, False, odds, rng)
        # 4. Evaluate the position reached, scaled like the means of the edges.
        if network is None:
            roll_out(state, asked.rollout, asked.win != 0, observer, epsilon, space.buffers)
            for other in range(len(scores)):
                scores[other] = (scores[other] - asked.lowest) / asked.scale
        else:
            evaluate_with_network(state, asked, space, network)
        # 5. Update every edge of the descent; the first of the searching seat is at the root.
        root = 0
        while root < depth and seats[root] != observer:
            root += 1
        if root < depth:
            add_square(table, path[root], scores[observer])
        for index in range(depth):
            taken = edges[path[index]]
            taken.visits += 1
            taken.mean += (scores[seats[index]] - taken.mean) / taken.visits
    return asked.iterations


class Ismcts(MonteCarloSearch[InfosetTable]):
    """Samples worlds that fit what it knows, and learns which action does well in them."""

    name = "ismcts"
    summary = "information-set Monte Carlo tree search: any game, hidden information included"
    Settings = IsmctsSettings
    sample = sample

    def __init__(self, game: Game, settings: Any, text: str) -> None:
        super().__init__(game, settings, text)
        if settings.aim == "win" and not game.definition.states_itself("prospects"):
            raise Unfit("{game} does not say who is likely to win: the aim is a high score", game=game.name)
        self.network: NetworkPrior | None = None
        by_values = NETWORK in (settings.rollout, settings.prior)
        by_policy = settings.rollout == POLICY or NETWORK in (settings.opponents, settings.belief)
        if by_values or by_policy:
            visits = settings.prior_visits if settings.prior == NETWORK else 0.0
            self.network = NetworkPrior(game, settings.weights, settings.aim, visits)
            self.network = self.network.with_values() if by_values else self.network
            self.network = self.network.with_policy() if by_policy else self.network

    @property
    def unit(self) -> Unit:
        """What every seat aims for."""
        return Unit(self.settings.aim)

    def new_memory(self, iterations: int) -> InfosetTable:
        """A table for that number of iterations, at most as large as the settings allow."""
        nodes = (iterations + 2) * (self.game.spec.seats if self.game.spec.simultaneous else 1)
        return new_table(min(int(self.settings.nodes), nodes), InfosetEdge if self.network is None else PriorEdge, self.n_actions)

    def arguments(self, view: State, seat: int, memory: InfosetTable, iterations: int, rng: Rng, stop: StopFlag) -> tuple[Any, ...]:
        """The arguments of `sample`."""
        network = self.network.compiled() if self.network else None
        if network is not None and self.belief == NETWORK and self.game.spec.hidden:
            chain = weighted_worlds(self.game, view, seat, self.settings.worlds, network, rng)
        else:
            chain = new_chain(self.game, self.belief)
        return view.array, memory, self.space(rng), chain, self._parameters(seat, iterations), network, stop

    def _parameters(self, seat: int, iterations: int) -> Records[IsmctsParameters]:
        """What the settings ask for."""
        found: Any = copied(self._template)  # type: ignore[arg-type]  # an array of records
        found["iterations"], found["seat"] = iterations, seat
        return found

    @cached_property
    def _template(self) -> Records[IsmctsParameters]:
        """The parameters that are the same for every seat."""
        chosen, found = self.settings, IsmctsParameters.zeros(1)
        found["hidden"] = self.game.spec.hidden
        found["multi"], found["win"] = chosen.observers == "multi", chosen.aim == "win"
        found["rollout"] = {NETWORK: BY_NETWORK, POLICY: BY_POLICY, **ROLLOUTS}[chosen.rollout]
        found["by_network"] = chosen.opponents == NETWORK
        found["exploration"], found["lowest"], found["scale"] = chosen.exploration, self.lowest, self.scale
        found["epsilon"] = {
            "search": SEARCHED,
            "careful": chosen.opponent_epsilon,
            NETWORK: chosen.opponent_epsilon,
            "random": 1.0,
        }[chosen.opponents]
        found["prior_visits"] = self.network.visits if self.network else 0.0
        return found

    def root_statistics(self, view: State, seat: int, memory: InfosetTable) -> Iterable[ActionStatistics]:
        """The edges of the view that the search began with."""
        edges = edges_of(self.game, memory, view, seat)
        means = edges["mean"] if self.network is None else posterior_means(edges, self.network.visits)
        columns = edges["action"].tolist(), edges["visits"].tolist(), means.tolist(), edges["mean"].tolist()
        for action, visits, mean, sampled in zip(*columns, strict=True):
            yield ActionStatistics(action, visits, mean * visits, 0.0, mean_variance(visits, sampled, float(memory.squares[action])))

    def principal_variation(self, view: State, seat: int, memory: InfosetTable, action: Action) -> list[int]:
        """The most visited actions in the table; the action alone if opponents are not searched."""
        return principal_variation(self.game, view, seat, memory, action) if self.settings.opponents == "search" else [int(action)]
