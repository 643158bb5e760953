"""Best response to an opponent model: a tree of one seat's own views; the opponents' actions and chance are sampled.

UCT (Kocsis and Szepesvári 2006) over worlds that fit what the seat sees; the opponent is asked with the view of its seat in them.
"""

import math
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import NamedTuple

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.beliefs import believed_worlds
from joute.core.chance import chance_of
from joute.core.contract import Choices, Odds, Scores, advance, chapter, features, movers, over, resolve
from joute.core.game import Game
from joute.core.rng import Rng, seed_of, seeded
from joute.core.rule_calls import sample_chance
from joute.core.state import State, States
from joute.jit.compile import compiled
from joute.search.baselines.heuristic import careful_action
from joute.search.common.evaluation import AUTO, room_for_features, weighed, weights_for
from joute.search.common.rollout import CAREFUL, EVALUATE, ROLLOUTS, SEARCHED, RuleBuffers, roll_out

WORLDS_AT_A_TIME = 100
MAX_CACHED = 500_000  # choices of an opponent model; beyond it the cache is emptied, which only costs time


class OpponentModel:
    """Samples an agent's policy: at every view the same few choices, each made with a seed of its own."""

    def __init__(self, agent: Agent, game: Game, samples: int) -> None:
        self.agent, self.game, self.samples = agent, game, samples
        self._choices: dict[tuple[int, int, bytes], int] = {}  # by seat, sample, and view

    def choose(self, world: State, seat: int, sampler: Random) -> int:
        """One of the choices that the agent makes from the view of this seat."""
        view = self.game.view(world, seat)
        sample = int(sampler.random() * self.samples)
        key = seat, sample, view.array.tobytes()
        if key not in self._choices:
            if len(self._choices) >= MAX_CACHED:
                self._choices.clear()
            self._choices[key] = int(self.agent.choose(view, seat, seed_of("rival", seat, sample, key[2].hex())))
        return self._choices[key]


@compiled
def step_to_decision(states: States, choices: Choices, odds: Odds) -> int:
    """Play the choices and sample chance up to the next decision: the seats that must choose, or 0 at the end of the round or the game."""
    state = states[0]
    advance(state, choices)
    while not over(state) and not chapter(state):
        asked = movers(state)
        if asked != 0:
            return asked
        resolve(state, sample_chance(state, odds))
    return 0


class HorizonEvaluation(NamedTuple):
    """How a position beyond the horizon is evaluated."""

    rollout: int
    win: bool
    lowest: float
    scale: float
    weights: Scores  # fitted; empty if there are none
    features: Scores  # a buffer


@compiled
def evaluate_horizon(states: States, seat: int, evaluation: HorizonEvaluation, buffers: RuleBuffers) -> float:
    """The value of a position for the seat, from 0 to 1: by fitted weights if there are some, else by a rollout."""
    state = states[0]
    if evaluation.rollout == EVALUATE and len(evaluation.weights) > 0 and not over(state):
        features(state, seat, evaluation.features)
        return 1.0 / (1.0 + np.exp(-weighed(evaluation.features, evaluation.weights)))
    roll_out(state, evaluation.rollout, evaluation.win, seat, SEARCHED, buffers)
    return (buffers.scores[seat] - evaluation.lowest) / evaluation.scale


class ViewNode:
    """A view of the searching seat: its actions, their visits, and their summed values from 0 to 1 and squares of them."""

    __slots__ = ("actions", "squares", "totals", "visits")

    def __init__(self, actions: list[int]) -> None:
        self.actions = actions
        self.visits = [0] * len(actions)
        self.totals = [0.0] * len(actions)
        self.squares = [0.0] * len(actions)

    def select(self, exploration: float, sampler: Random) -> int:
        """The index of the action to take: a random untried one, else the one with the highest upper confidence bound."""
        untried = [index for index, visits in enumerate(self.visits) if visits == 0]
        if untried:
            return untried[int(sampler.random() * len(untried))]
        logarithm = math.log(sum(self.visits))
        bounds = [
            total / visits + exploration * math.sqrt(logarithm / visits) for total, visits in zip(self.totals, self.visits, strict=True)
        ]
        return bounds.index(max(bounds))

    def update(self, index: int, value: float) -> None:
        """Add a visit of an action."""
        self.visits[index] += 1
        self.totals[index] += value
        self.squares[index] += value * value


class BestResponseSearch:
    """A tree of one seat's own views, in a game where all others act as the opponent model does."""

    def __init__(self, game: Game, opponent: OpponentModel, horizon: int, rollout: str, exploration: float) -> None:
        spec = game.spec
        self.game, self.opponent, self.horizon, self.exploration = game.fast(), opponent, horizon, exploration
        win = game.definition.states_itself("prospects")
        self.lowest, self.scale = (0.0, 1.0) if win else (float(spec.lowest), float(spec.scale))
        fitted = weights_for(game, AUTO)
        weights = np.zeros(room_for_features(game) if len(fitted) else 0)
        weights[: len(fitted)] = fitted
        chosen = ROLLOUTS[rollout] if rollout != "auto" else EVALUATE if len(fitted) else CAREFUL
        self.evaluation = HorizonEvaluation(chosen, win, self.lowest, self.scale, weights, np.zeros(max(4, len(weights))))
        self.actions, self.odds = np.zeros(spec.widest, np.int64), np.zeros(max(1, spec.outcomes))
        self.choices, self.scores = np.zeros(spec.seats, np.int64), np.zeros(spec.seats)

    def search(self, view: State, seat: int, belief: str, iterations: int, seed: int, stop: Stop) -> tuple[ViewNode, int]:
        """Run this number of iterations from a view, or until stopped: the view's node and the number of iterations made."""
        nodes = {key_of(view): ViewNode(self.game.legal_numbers(view, seat))}
        sampler, rng = Random(seed_of(seed, "whims")), seeded(seed, "best response")
        for done, world in enumerate(islice(self._worlds(view, belief, seed), iterations)):
            if done and stop.flag[0]:
                return nodes[key_of(view)], done
            world.array["chance"] = chance_of("imagined", seed, done)
            self._iterate(world, seat, nodes, sampler, rng)
        return nodes[key_of(view)], iterations

    def _worlds(self, view: State, belief: str, seed: int) -> Iterator[State]:
        """Endless worlds that fit the view."""
        for batch in count():
            if self.game.spec.hidden:
                yield from believed_worlds(self.game, view, seed_of(seed, "worlds", batch), WORLDS_AT_A_TIME, belief)
            else:
                yield State(view.copy().array)

    def _iterate(self, world: State, seat: int, nodes: dict[bytes, ViewNode], sampler: Random, rng: Rng) -> None:
        """Select through known views, continue carefully up to the horizon, evaluate, and update the nodes on the path."""
        path: list[tuple[ViewNode, int]] = []
        taken, known = 0, True
        asked = sum(1 << mover for mover in self.game.movers(world))
        while asked and not (asked >> seat & 1 and self.horizon and taken == self.horizon):
            for other in range(self.game.spec.seats):
                if other != seat and asked >> other & 1:
                    self.choices[other] = self.opponent.choose(world, other, sampler)
            if asked >> seat & 1:
                taken += 1
                if known:
                    known = self._descend(world, seat, nodes, path, sampler, rng)
                else:
                    self.choices[seat] = careful_action(world.array, seat, self.actions, rng)
            asked = int(step_to_decision(world.array, self.choices, self.odds))
        buffers = RuleBuffers(self.actions, self.choices, self.odds, self.scores, rng)
        value = evaluate_horizon(world.array, seat, self.evaluation, buffers)
        for node, index in path:
            node.update(index, float(value))

    def _descend(
        self, world: State, seat: int, nodes: dict[bytes, ViewNode], path: list[tuple[ViewNode, int]], sampler: Random, rng: Rng
    ) -> bool:
        """Choose at a view of the tree; False if the view is new: from there on the seat plays carefully."""
        key = key_of(self.game.view(world, seat))
        known = key in nodes
        if known:
            index = nodes[key].select(self.exploration, sampler)
        else:
            nodes[key] = ViewNode(self.game.legal_numbers(world, seat))
            index = nodes[key].actions.index(int(careful_action(world.array, seat, self.actions, rng)))
        self.choices[seat] = nodes[key].actions[index]
        path.append((nodes[key], index))
        return known


def key_of(view: State) -> bytes:
    """A view as a key."""
    key: bytes = view.array.tobytes()
    return key
