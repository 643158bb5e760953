"""How well beliefs fit: the cross-entropy of who holds each unseen card, in nats, when agents of one kind play Cœurs among themselves.

`python benchmarks/beliefs.py hard expert master --games 20 --tricks 6 --seed 1` looks at every first decision after that number of tricks.
Lower is better; `uniform` is what the cards alone say. A belief by a network needs one with a policy (`--weights FILE`).
"""

import argparse
import json
from collections.abc import Iterator
from math import log
from statistics import fmean

import numpy as np

import joute
from joute.core import registry
from joute.core.agent import Agent
from joute.core.beliefs import INFERRED, UNIFORM, WorldChain, believed_worlds
from joute.core.errors import BadWeights
from joute.core.game import Game
from joute.core.rng import seed_of, seeded
from joute.core.state import State
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import CARDS, HAND, SEATS, size
from joute.search.network.beliefs import weighted_worlds
from joute.search.network.inference import NETWORK, CompiledNetwork, compiled_network
from joute.search.network.weights import NO_POLICY, VALUES, network_for

WORLDS = 1000


def positions(game: Game, agent: Agent, games: int, tricks: int, seed: int) -> Iterator[tuple[State, int]]:
    """Every position after that number of tricks, and who leads."""
    for number in range(games):
        state, turn = game.new(seed_of(seed, "belief", number)), 0
        while not game.over(state):
            (seat,) = game.movers(state)
            if CoeursState.of(state).plays == SEATS * tricks:
                yield state.copy(), seat
            turn += 1
            game.step(state, {seat: agent.choose(game.view(state, seat), seat, seed_of(seed, number, turn))})


def holders(
    worlds: list[State], shares: "np.ndarray[tuple[int], np.dtype[np.float64]]"
) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """[card, seat] the share of worlds in which the seat holds the card; no share is 0."""
    found = np.full((CARDS, SEATS), 1e-3)
    for world, share in zip(worlds, shares, strict=True):
        hands = CoeursState.of(world).hands
        for seat in range(SEATS):
            found[[card for card in range(CARDS) if hands[seat] >> card & 1], seat] += share
    return found / found.sum(1, keepdims=True)


def surprise(truth: State, seat: int, worlds: list[State], shares: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> list[float]:
    """For each unseen card, minus the logarithm of the share of its holder."""
    believed, hands = holders(worlds, shares), CoeursState.of(truth).hands
    cards = [(card, other) for other in range(SEATS) if other != seat for card in range(CARDS) if hands[other] >> card & 1]
    return [-log(believed[card, other]) for card, other in cards]


def sampled(chain: WorldChain) -> tuple[list[State], "np.ndarray[tuple[int], np.dtype[np.float64]]"]:
    """The worlds of a chain with their shares."""
    return [State(chain.worlds[number : number + 1]) for number in range(len(chain.worlds))], np.diff(chain.shares, prepend=0.0)


def measure(game: Game, agent: Agent, network: CompiledNetwork | None, asked: argparse.Namespace) -> dict[str, float]:
    """The mean cross-entropy of each kind of belief."""
    found: dict[str, list[float]] = {UNIFORM: [], INFERRED: [], **({NETWORK: []} if network else {})}
    even = np.full(WORLDS, 1 / WORLDS)
    for number, (state, seat) in enumerate(positions(game, agent, asked.games, asked.tricks, asked.seed)):
        if size(CoeursState.of(state).hands[seat]) != HAND - asked.tricks:
            continue
        view = game.view(state, seat)
        for belief in (UNIFORM, INFERRED):
            found[belief] += surprise(state, seat, believed_worlds(game, view, number, WORLDS, belief), even)
        if network:
            chain = weighted_worlds(game, view, seat, WORLDS, network, seeded(asked.seed, number))
            found[NETWORK] += surprise(state, seat, *sampled(chain))
    return {"cards": len(found[UNIFORM]), **{name: round(fmean(values), 4) for name, values in found.items()}}


def main() -> None:
    """Measure the beliefs of Cœurs about players of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agents", nargs="+")
    parser.add_argument("--weights", default="")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--tricks", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = joute.game("coeurs").fast()
    network = None
    weights = network_for(game, asked.weights)
    if weights.outputs != VALUES:
        network = compiled_network(weights, game)
    elif asked.weights:
        raise BadWeights(NO_POLICY)
    print(json.dumps({text: measure(game, registry.agent(text, game), network, asked) for text in asked.agents}, indent=2))


if __name__ == "__main__":
    main()
