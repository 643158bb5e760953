"""The agent that plays the legal action with the highest value of a trained network, without search."""

import time
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.contract import Actions, legal
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, Unit
from joute.core.rng import draw, seeded
from joute.core.settings import setting
from joute.core.state import State, States
from joute.i18n import say
from joute.jit.compile import compiled
from joute.jit.struct import Float64s
from joute.search.network.inference import CompiledNetwork, compiled_network, predict_values, weights_setting, with_own_buffers
from joute.search.network.weights import NO_NETWORK, network_for


@dataclass(frozen=True)
class NetworkSettings:
    """Settings of network."""

    weights: str = weights_setting()
    play: str = setting("best", "with a policy: play its likeliest action, or draw from its probabilities", choices=("best", "mixed"))


@compiled
def rank_actions(view: States, seat: int, network: CompiledNetwork, actions: Actions, values: Float64s) -> int:
    """Write the legal actions and their values, the best first; return their number."""
    predict_values(view[0], seat, network)
    count = legal(view[0], seat, actions)
    for index in range(count):
        action, place = actions[index], index
        value = network.lowest + network.scale * network.values[action]
        while place > 0 and values[place - 1] < value:
            actions[place], values[place] = actions[place - 1], values[place - 1]
            place -= 1
        actions[place], values[place] = action, value
    return count


@compiled
def write_gaps(views: States, seat: int, network: CompiledNetwork, first: int, second: int, gaps: Float64s) -> None:
    """Write the difference between the values of two actions in each view."""
    for number in range(len(views)):
        predict_values(views[number], seat, network)
        gaps[number] = network.scale * (network.values[first] - network.values[second])


class NetworkAgent(Agent):
    """Plays the action with the highest value of a network."""

    name = "network"
    summary = "a trained network (joute train), at a glance"
    Settings = NetworkSettings

    def __init__(self, game: Game, settings: Any, text: str) -> None:
        if settings.weights:
            self.game, self.settings, self.text = game, settings, text
        else:
            super().__init__(game, settings, text)
        self.network = network_for(game, settings.weights)
        self._compiled = compiled_network(self.network, game)
        self.mixes = self.network.policy and self.settings.play == "mixed"

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """A network must come with the game, or be named."""
        if game.definition.network is None:
            return say(NO_NETWORK, game=game.name)
        return None

    @property
    def unit(self) -> Unit:
        """What the network was trained to predict."""
        return self.network.unit

    def gaps_in(self, views: States, seat: int, first: int, second: int) -> Float64s:
        """How much better the first action is than the second, in each view."""
        gaps = np.zeros(len(views))
        write_gaps(views, seat, with_own_buffers(self._compiled), first, second, gaps)
        return gaps

    def with_shuffled_weights(self, seed: int) -> "NetworkAgent":
        """The same agent, the weights of each layer in another order: it has learned nothing."""
        rng, other = np.random.default_rng(seed), copy(self)
        layers = [(rng.permuted(weights.ravel()).reshape(weights.shape), rng.permuted(biases)) for weights, biases in self.network.layers]
        other.network = replace(self.network, layers=layers)
        other._compiled = compiled_network(other.network, self.game)
        return other

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The value of every legal action, and the best of them."""
        self.legal(view, seat)
        began = time.perf_counter()
        if self.network.policy:
            return self._considered_policy(view, seat, seed, began)
        actions, values = self._ranked(view, seat)
        lowest, highest = self.unit.bounds(self.game.spec)
        scores = [min(highest, max(lowest, value)) for value in values.tolist()]
        judgements = [Judgement(self.game.actions[action], score) for action, score in zip(actions.tolist(), scores, strict=True)]
        best, seconds = judgements[0], time.perf_counter() - began
        return Opinion(best.action, judgements, best.value, [best.action], 1, 1, seconds, unit=self.unit)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        if self.mixes:
            return self.consider(view, seat, seed).action
        return int(self._ranked(view, seat)[0][0])

    def _considered_policy(self, view: State, seat: int, seed: int, began: float) -> Opinion:
        """The probability of every legal action, the value of the position, and the likeliest action or one that is drawn."""
        network = with_own_buffers(self._compiled)
        actions, values = np.zeros(self.game.spec.widest, np.int64), np.zeros(self.game.spec.widest)
        count = rank_actions(view.array, seat, network, actions, values)
        odds = np.exp((values[:count] - values[0]) / network.scale)
        odds /= odds.sum()
        judgements = [
            Judgement(self.game.actions[action], weight=weight)
            for action, weight in zip(actions[:count].tolist(), odds.tolist(), strict=True)
        ]
        chosen = judgements[draw(seeded(seed, self.name), odds, count) if self.mixes else 0].action
        lowest, highest = self.unit.bounds(self.game.spec)
        found = network.lowest + network.scale * float(network.values[-1])
        value = None if self.network.guess else min(highest, max(lowest, found))  # a change since the beginning of the chapter is none
        return Opinion(chosen, judgements, value, [chosen], 1, 1, time.perf_counter() - began, unit=self.unit)

    def _ranked(self, view: State, seat: int) -> tuple[Actions, Float64s]:
        """The legal actions and the network's values of them, the best first."""
        widest = self.game.spec.widest
        actions, values = np.zeros(widest, np.int64), np.zeros(widest)
        count = rank_actions(view.array, seat, with_own_buffers(self._compiled), actions, values)
        return actions[:count], values[:count]
