"""A trained network in compiled code: its values of actions, the baseline they correct, and the priors that a search takes from them."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Scores, features
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.rng import Rng, uniform
from joute.core.rule_calls import standing
from joute.core.settings import setting
from joute.core.state import Fields
from joute.jit.dispatch import inline, rule
from joute.jit.struct import Float32s, Float64s, Int64s, Records
from joute.search.network.weights import BOTH, NO_POLICY, VALUES, NetworkWeights, network_for

NETWORK = "network"  # as the setting rollout or prior


class CompiledNetwork(NamedTuple):
    """A network and its buffers, as compiled functions take them."""

    sizes: Int64s  # the number of inputs of every layer, then the number of outputs of the last
    weights: Float32s
    inputs: Float64s
    layers: Float32s  # [2, unit] activations: each layer reads one row and writes the other
    values: Float64s  # [action] the result, scaled like the scores of a search; of a policy alone its logits and the value of the position
    logits: Float64s  # [action] of its policy; empty if it has none
    first_logit: int  # the index of the first among the outputs
    baseline: Float64s  # [seat]
    win: bool  # values are chances to win, not scores
    corrects: bool  # its outputs are corrections to the game's own evaluation
    lowest: float
    scale: float


def compiled_network(network: NetworkWeights, game: Game) -> CompiledNetwork:
    """The network as compiled functions take it."""
    return CompiledNetwork(
        network.sizes,
        network.flat,
        inputs=np.zeros(len(network.features)),
        layers=np.zeros((2, int(network.sizes.max())), np.float32),
        values=np.zeros(network.n_actions + network.policy),
        logits=np.zeros(0 if network.outputs == VALUES else network.n_actions),
        first_logit=network.n_actions if network.outputs == BOTH else 0,
        baseline=np.zeros(game.spec.seats),
        win=network.win,
        corrects=network.guess,
        lowest=network.unit.bounds(game.spec)[0],
        scale=network.unit.scale(game.spec),
    )


def with_own_buffers(network: CompiledNetwork) -> CompiledNetwork:
    """The same network for another thread."""
    buffers = {name: getattr(network, name).copy() for name in ("inputs", "layers", "values", "logits", "baseline")}
    return network._replace(**buffers)


@rule
def outcome_values(state: Fields, win: bool, lowest: float, scale: float, scores: Scores) -> None:
    """Write the value of a final or an interim position for every seat: its chance to win, or its score as searches scale it."""
    standing(state, win, scores)
    if win:
        return
    for seat in range(len(scores)):
        scores[seat] = (scores[seat] - lowest) / scale


@rule
def baseline_value(state: Fields, seat: int, win: bool, lowest: float, scale: float, scores: Scores) -> float:
    """The game's own estimate of a seat's value, which a network with `guess` corrects."""
    outcome_values(state, win, lowest, scale, scores)
    return scores[seat]


@inline
def add_rows(
    weights: NDArray[np.float32], start: int, rows: NDArray[np.int64], source: NDArray[np.float32], target: NDArray[np.float32]
) -> None:
    """Add four rows of a layer's weights, which begin at `start`, each multiplied by its input."""
    outputs = len(target)
    one, two, three, four = rows[0], rows[1], rows[2], rows[3]
    first, second, third, fourth = source[one], source[two], source[three], source[four]
    row_one = weights[start + one * outputs : start + (one + 1) * outputs]
    row_two = weights[start + two * outputs : start + (two + 1) * outputs]
    row_three = weights[start + three * outputs : start + (three + 1) * outputs]
    row_four = weights[start + four * outputs : start + (four + 1) * outputs]
    for place in range(outputs):
        target[place] += (first * row_one[place] + second * row_two[place]) + (third * row_three[place] + fourth * row_four[place])


@rule
def forward(sizes: NDArray[np.int64], weights: NDArray[np.float32], inputs: NDArray[np.float64], layers: NDArray[np.float32]) -> int:
    """Write the value of every action into one of the two layer buffers; return which. Inputs that are 0, as most are, cost nothing."""
    for place in range(sizes[0]):
        layers[0, place] = inputs[place]
    active = np.empty(layers.shape[1], np.int64)  # inputs that are not 0
    start = 0
    for layer in range(len(sizes) - 1):
        width, outputs = sizes[layer], sizes[layer + 1]
        source, target = layers[layer % 2], layers[(layer + 1) % 2, :outputs]
        count = 0
        for index in range(width):
            active[count] = index
            count += source[index] != 0.0
        biases = weights[start + width * outputs : start + (width + 1) * outputs]
        for place in range(outputs):
            target[place] = biases[place]
        # Four rows of weights at a time: the sums are then read and written a fourth as often.
        for index in range(0, count - 3, 4):
            add_rows(weights, start, active[index : index + 4], source, target)
        for index in range(count - count % 4, count):
            number, first = source[active[index]], start + active[index] * outputs
            row = weights[first : first + outputs]
            for place in range(outputs):
                target[place] += number * row[place]
        if layer < len(sizes) - 2:
            for place in range(outputs):
                target[place] = max(target[place], np.float32(0.0))
        start += (width + 1) * outputs
    return (len(sizes) - 1) % 2


@rule
def predict_values(view: Fields, seat: int, network: CompiledNetwork) -> None:
    """Write the network's value of every action of a seat, given the fields of its view, to `network.values`."""
    features(view, seat, network.inputs)
    baseline = 0.0
    if network.corrects:
        baseline = baseline_value(view, seat, network.win, network.lowest, network.scale, network.baseline)
    row = network.layers[forward(network.sizes, network.weights, network.inputs, network.layers)]
    for action in range(len(network.values)):
        network.values[action] = baseline + row[action]
    for action in range(len(network.logits)):
        network.logits[action] = row[network.first_logit + action]


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
        self.network, self.visits, self.aim = network_for(game, weights), visits, aim
        self._compiled = compiled_network(self.network, game)

    def with_values(self) -> "NetworkPrior":
        """Itself; Unfit if its values of actions cannot serve the search."""
        if self.network.policy:
            raise Unfit("this network is a policy: it has no values of actions for a search")
        if self.network.unit != self.aim:
            raise Unfit("this network's values are for aim={unit}, but the search has aim={aim}", unit=self.network.unit, aim=self.aim)
        return self

    def with_policy(self) -> "NetworkPrior":
        """Itself; Unfit if it has no policy."""
        if self.network.outputs == VALUES:
            raise Unfit(NO_POLICY)
        return self

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
def policy_weights(actions: Actions, count: int, logits: Float64s) -> float:
    """Turn the logits of the legal actions into weights in proportion to their probabilities; returns the sum."""
    highest = logits[best_action(actions, count, logits)]
    total = 0.0
    for index in range(count):
        action = actions[index]
        logits[action] = np.exp(logits[action] - highest)
        total += logits[action]
    return total


@rule
def sample_action(actions: Actions, count: int, logits: Float64s, rng: Rng) -> int:
    """A legal action by the probabilities of the policy; the logits are overwritten."""
    left = uniform(rng) * policy_weights(actions, count, logits)
    for index in range(count):
        left -= logits[actions[index]]
        if left < 0.0:
            return actions[index]
    return actions[count - 1]


@rule
def best_action(actions: Actions, count: int, values: NDArray[np.floating[Any]]) -> int:
    """The legal action of the highest value."""
    best = actions[0]
    for index in range(1, count):
        if values[actions[index]] > values[best]:
            best = actions[index]
    return best
