"""A trained network as a player: it looks at what its seat knows, once, and takes the legal action of the highest value."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.agent import Agent, Stop
from joute.core.contract import Actions, Scores, features, legal
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, Unit
from joute.core.state import State, States
from joute.jit.compile import compiled
from joute.search.network.inference import baseline_value, forward, layer_buffers
from joute.search.network.prior import weights_setting
from joute.search.network.weights import network_for


@dataclass(frozen=True)
class NetworkSettings:
    """Settings of network."""

    weights: str = weights_setting()


@compiled
def rank_actions(
    view: States,
    seat: int,
    sizes: NDArray[np.int64],
    flat: NDArray[np.float32],
    win: bool,
    guessing: bool,
    lowest: float,
    scale: float,
    seen: NDArray[np.float64],
    room: NDArray[np.float32],
    actions: Actions,
    values: NDArray[np.float64],
    scores: Scores,
) -> int:
    """Write the legal actions and their values, the best first; returns how many there are."""
    guess = baseline_value(view[0], seat, win, lowest, scale, scores) if guessing else 0.0
    features(view[0], seat, seen)
    row = room[forward(sizes, flat, seen, room)]
    count = legal(view[0], seat, actions)
    for index in range(count):
        action, place = actions[index], index
        value = lowest + scale * (guess + row[action])
        while place > 0 and values[place - 1] < value:
            actions[place], values[place] = actions[place - 1], values[place - 1]
            place -= 1
        actions[place], values[place] = action, value
    return count


class NetworkAgent(Agent):
    """Plays what a trained network thinks best, at once."""

    name = "network"
    summary = {
        "en": "a trained network (joute train), at a glance",
        "fr": "un réseau entraîné (joute train), d'un coup d'œil",
    }
    Settings = NetworkSettings

    def __init__(self, game: Game, settings: Any, text: str) -> None:
        if settings.weights:
            self.game, self.settings, self.text = game, settings, text
        else:
            super().__init__(game, settings, text)
        self.network = network_for(game, settings.weights)
        self._sizes, self._flat = self.network.sizes, self.network.flat

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """A network must come with the game, or be named."""
        if game.definition.network is None:
            return f"{game.name} has no network of its own; train one with joute train {game.name}, and name its file by weights=FILE"
        return None

    @property
    def unit(self) -> Unit:
        """What the network was trained to predict."""
        return self.network.unit

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The value of every legal action, and the best of them."""
        self.legal(view, seat)
        began = time.perf_counter()
        actions, values = self._ranked(view, seat)
        lowest, highest = self.unit.bounds(self.game.spec)
        scores = [min(highest, max(lowest, value)) for value in values.tolist()]
        judgements = [Judgement(self.game.actions[action], score) for action, score in zip(actions.tolist(), scores, strict=True)]
        best, seconds = judgements[0], time.perf_counter() - began
        return Opinion(best.action, judgements, best.value, [best.action], 1, 1, seconds, unit=self.unit)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        return int(self._ranked(view, seat)[0][0])

    def _ranked(self, view: State, seat: int) -> tuple[Actions, NDArray[np.float64]]:
        """The legal actions and what the network says of them, the best first."""
        spec, network = self.game.spec, self.network
        actions, values = np.zeros(spec.widest, np.int64), np.zeros(spec.widest)
        rooms = np.zeros(len(network.features)), layer_buffers(network), actions, values, np.zeros(spec.seats)
        lowest, scale = self.unit.bounds(spec)[0], self.unit.scale(spec)
        count = rank_actions(view.array, seat, self._sizes, self._flat, network.win, network.guess, lowest, scale, *rooms)
        return actions[:count], values[:count]
