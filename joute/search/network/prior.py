"""The network of a search, ready for its machine code, and what it says of the choices of a seat."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Scores
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.settings import setting
from joute.core.state import Fields, States
from joute.jit.dispatch import rule
from joute.search.mcts.infoset_table import FIELDS, Edges
from joute.search.network.inference import baseline_value, forward, layer_buffers, view_features
from joute.search.network.weights import network_for

NETWORK = "network"  # a leaf, or a prior
PRIOR_EDGE = np.dtype([*FIELDS, ("prior", "f8")], align=True)
"""One action from one node, with what the network says of it."""


def prior_setting() -> Any:
    """The setting of a search that may ask a network about choices."""
    return setting("none", "prior values of actions: none, or from a network", choices=("none", NETWORK))


def prior_visits_setting() -> Any:
    """How much such a search believes it."""
    return setting(20.0, "with prior=network, number of visits that a prior value counts as", 0)


def weights_setting() -> Any:
    """Where a network comes from."""
    return setting("", "file of network weights (empty: those of the game)", public=False)


class NetworkPrior:
    """The network of a search, ready for its machine code."""

    def __init__(self, game: Game, weights: str, aim: str, trust: float) -> None:
        self.network = network_for(game, weights)
        if self.network.unit != aim:
            raise Unfit(f"this network's values are for aim={self.network.unit}, but the search has aim={aim}")
        self.trust = trust
        self._weights = self.network.sizes, self.network.flat
        self._outputs = max(game.actions) + 1

    def task(self) -> tuple[Any, ...]:
        """The last arguments of `sample_guided`, for one thread."""
        room = np.zeros(len(self.network.features)), layer_buffers(self.network), np.zeros(self._outputs)
        return self.trust, self.network.guess, *self._weights, *room


@rule
def predict_values(
    state: Fields,
    seat: int,
    hidden: bool,
    win: bool,
    guessing: bool,
    lowest: float,
    scale: float,
    sizes: NDArray[np.int64],
    flat: NDArray[np.float32],
    scratch: States,
    seen: NDArray[np.float64],
    room: NDArray[np.float32],
    values: NDArray[np.float64],
    scores: Scores,
) -> None:
    """Write what the network says of every action of a seat, scaled like the scores of the search."""
    view_features(state, seat, hidden, scratch, seen)
    guess = baseline_value(scratch[0], seat, win, lowest, scale, scores) if guessing else 0.0
    row = room[forward(sizes, flat, seen, room)]
    for action in range(len(values)):
        values[action] = guess + row[action]


@rule
def set_priors(edges: Edges, first: int, width: int, values: NDArray[np.float64]) -> None:
    """Give every edge of a node the network's value of it."""
    for edge in range(first, first + width):
        edges[edge].prior = values[edges[edge].action]


def posterior_means(edges: Edges, trust: float) -> NDArray[np.float64]:
    """What every edge of a node is worth in the end: as `promising` sees it, without what it hopes for."""
    visits, means, told = (edges[name].astype(np.float64) for name in ("visits", "mean", "prior"))
    surplus = (visits * (means - told)).sum() / max(1.0, visits.sum())
    worth: NDArray[np.float64] = (visits * means + trust * (told + surplus)) / np.maximum(visits + trust, 1e-9)
    return worth


@rule
def best_action(actions: Actions, count: int, values: NDArray[np.floating[Any]]) -> int:
    """The legal action of the highest value."""
    best = actions[0]
    for index in range(1, count):
        if values[actions[index]] > values[best]:
            best = actions[index]
    return best
