"""The prior values that a network gives to the actions of a search, and the settings of a search with a network."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.settings import setting
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s, Records
from joute.search.network.inference import CompiledNetwork, compiled_network, with_own_buffers
from joute.search.network.weights import network_for

NETWORK = "network"  # as the setting rollout or prior


def prior_setting() -> Any:
    """The setting of a search that may take prior values from a network."""
    return setting("none", "prior values of actions: none, or from a network", choices=("none", NETWORK))


def prior_visits_setting() -> Any:
    """The weight of prior values."""
    return setting(20.0, "with prior=network, number of visits that a prior value counts as", 0)


def weights_setting() -> Any:
    """The file of a network."""
    return setting("", "file of network weights (empty: those of the game)", public=False)


class NetworkPrior:
    """The network of a search, and the number of visits that its values count as."""

    def __init__(self, game: Game, weights: str, aim: str, visits: float) -> None:
        self.network, self.visits = network_for(game, weights), visits
        if self.network.unit != aim:
            raise Unfit(f"this network's values are for aim={self.network.unit}, but the search has aim={aim}")
        self._compiled = compiled_network(self.network, game)

    def compiled(self) -> CompiledNetwork:
        """The network as compiled code takes it, for one thread."""
        return with_own_buffers(self._compiled)


@rule
def set_priors(edges: Records[Any], first: int, count: int, values: Float64s) -> None:
    """Give every edge of a block the network's value of its action."""
    for edge in range(first, first + count):
        edges[edge].prior = values[edges[edge].action]


def posterior_means(edges: NDArray[Any], prior_visits: float) -> Float64s:
    """The value of every edge of a node from its visits and its prior, as `select_by_prior` computes it, without the exploration term."""
    visits, means, priors = (edges[name].astype(np.float64) for name in ("visits", "mean", "prior"))
    error = (visits * (means - priors)).sum() / max(1.0, visits.sum())
    posterior: Float64s = (visits * means + prior_visits * (priors + error)) / np.maximum(visits + prior_visits, 1e-9)
    return posterior


@rule
def best_action(actions: Actions, count: int, values: NDArray[np.floating[Any]]) -> int:
    """The legal action of the highest value."""
    best = actions[0]
    for index in range(1, count):
        if values[actions[index]] > values[best]:
            best = actions[index]
    return best
