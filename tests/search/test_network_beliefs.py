"""Beliefs by a network: worlds weigh as much as the past is likely in them by the network's policy."""

import math

import numpy as np
import pytest

import joute
from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.games.coeurs.state import CoeursState
from joute.search.common.linear_evaluation import names_of, signature
from joute.search.network.beliefs import SLIP, weighted_worlds
from joute.search.network.inference import compiled_network
from joute.search.network.weights import BOTH, NetworkWeights

ACTIONS = 32


@pytest.fixture(scope="module")
def game() -> Game:
    return joute.game("coeurs").fast()


@pytest.fixture(scope="module")
def network(game: Game) -> NetworkWeights:
    """A network of one layer that prefers some cards to others, whatever else it sees."""
    source, names = np.random.default_rng(5), names_of(game)
    layer = source.normal(0, 0.3, (len(names), 2 * ACTIONS)).astype(np.float32), source.normal(0, 1, 2 * ACTIONS).astype(np.float32)
    return NetworkWeights("coeurs", {}, signature(game.definition, "{}"), names, True, False, [layer], {}, BOTH)


def played(game: Game, plays: int) -> tuple[State, list[tuple[int, State, list[int], int]]]:
    """A deal after some cards, and every decision on the way: seat, view, legal cards, card."""
    state, rng, decisions = game.new(11), seeded(2), []
    for _ in range(plays):
        (seat,) = game.movers(state)
        legal = [int(action) for action in game.legal_numbers(state, seat)]
        card = legal[below(rng, len(legal))]
        decisions.append((seat, game.view(state, seat), legal, card))
        game.step(state, {seat: card})
    return state, decisions


def logits_of(game: Game, network: NetworkWeights, view: State, seat: int) -> list[float]:
    """The policy's logits, computed plainly."""
    weights, biases = network.layers[0]
    features = game.features(view, seat)
    row = [features[name] for name in network.features]
    return [float(number) for number in (np.array(row, np.float32) @ weights + biases)[ACTIONS:]]


def test_a_world_weighs_as_much_as_the_policy_explains_its_past(game: Game, network: NetworkWeights) -> None:
    state, decisions = played(game, 26)  # six cards are left: few worlds fit
    (seat,) = game.movers(state)
    chain = weighted_worlds(game, game.view(state, seat), seat, 400, compiled_network(network, game), seeded(1))
    shares = np.diff(chain.shares, prepend=0.0)
    hands = [tuple(CoeursState.of(State(chain.worlds[number : number + 1])).hands.tolist()) for number in range(len(shares))]
    true_hands = tuple(CoeursState.of(state).hands.tolist())
    assert true_hands in hands
    expected = 0.0
    for other, view, legal, card in decisions:
        if other != seat and len(legal) > 1:
            weights = {action: math.exp(logits_of(game, network, view, other)[action]) for action in legal}
            expected += math.log((1 - SLIP) * weights[card] / sum(weights.values()) + SLIP / len(legal))
    other_hands = next(one for one in hands if one != true_hands)
    ratio = shares[hands.index(true_hands)] / shares[hands.index(other_hands)]
    assert math.log(ratio) == pytest.approx(expected - past_of(game, network, state, other_hands, seat), abs=1e-3)


def past_of(game: Game, network: NetworkWeights, state: State, hands: tuple[int, ...], seat: int) -> float:
    """The logarithm of the probability of the past, if these were the hands."""
    world, total = game.new(11), 0.0
    takers = played(game, int(CoeursState.of(state).plays))[1]
    fields = CoeursState.of(world)
    for other in range(4):
        fields.hands[other] = hands[other] | sum(1 << card for (who, _, _, card) in takers if who == other)
    for other, _, _, card in takers:
        legal = [int(action) for action in game.legal_numbers(world, other)]
        if other != seat and len(legal) > 1:
            weights = {action: math.exp(logits_of(game, network, game.view(world, other), other)[action]) for action in legal}
            total += math.log((1 - SLIP) * weights[card] / sum(weights.values()) + SLIP / len(legal))
        game.step(world, {other: card})
    return total
