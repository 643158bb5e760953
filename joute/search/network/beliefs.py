"""Worlds weighted by a network: how likely the others' past actions were in each, if they play by the network's policy."""

from typing import NamedTuple

import numpy as np

from joute.core.beliefs import WorldChain
from joute.core.contract import Actions, Choices, advance, hide, imagine, legal, movers, rewind
from joute.core.game import Game
from joute.core.rng import Rng
from joute.core.state import Fields, State, States
from joute.jit.compile import compiled
from joute.jit.dispatch import lowest_bit, rule
from joute.jit.struct import Float64s
from joute.search.network.inference import CompiledNetwork, policy_weights, predict_values

MAX_PAST = 1024  # actions of a chapter
SLIP = 0.05  # share of actions that the policy is not trusted to explain


class PastBuffers(NamedTuple):
    """What replaying the past of a world writes to."""

    world: States  # [1]
    scratch: States  # [1]
    past: Actions
    actions: Actions
    choices: Choices
    rng: Rng


@rule
def past_likelihood(state: Fields, seat: int, network: CompiledNetwork, buffers: PastBuffers) -> float:
    """The logarithm of the probability of the others' past actions in this world; the world is replayed in place."""
    past, actions, choices = buffers.past, buffers.actions, buffers.choices
    count, place, total = rewind(state, past), 0, 0.0
    while place < count:
        waiting = movers(state)
        if waiting == 0:
            return 0.0  # a position set up by hand, whose actions did not come in this order
        while waiting != 0:
            other = lowest_bit(waiting)
            waiting &= waiting - 1
            choices[other] = past[place]
            place += 1
            if other == seat:
                continue
            options = legal(state, other, actions)
            if options > 1:
                buffers.scratch[0] = state
                hide(buffers.scratch[0], other)
                predict_values(buffers.scratch[0], other, network)
                share = 1.0 / policy_weights(actions, options, network.logits)
                total += np.log((1.0 - SLIP) * network.logits[choices[other]] * share + SLIP / options)
        advance(state, choices)
    return total


@compiled
def weigh_worlds(view: States, seat: int, worlds: States, logarithms: Float64s, network: CompiledNetwork, buffers: PastBuffers) -> None:
    """Sample worlds that fit the view, and write how likely the past is in each."""
    world = buffers.world
    for number in range(len(worlds)):
        world[0] = view[0]
        imagine(world[0], seat, buffers.rng)
        worlds[number] = world[0]
        logarithms[number] = past_likelihood(world[0], seat, network, buffers)


def weighted_worlds(game: Game, view: State, seat: int, count: int, network: CompiledNetwork, rng: Rng) -> WorldChain:
    """`count` worlds that fit the view, with shares in proportion to their likelihoods."""
    worlds, logarithms, spec = np.zeros(count, game.dtype), np.zeros(count), game.spec
    buffers = PastBuffers(
        np.zeros(1, game.dtype),
        np.zeros(1, game.dtype),
        np.zeros(MAX_PAST, np.int64),
        np.zeros(spec.widest, np.int64),
        np.zeros(spec.seats, np.int64),
        rng,
    )
    weigh_worlds(view.array, seat, worlds, logarithms, network, buffers)
    shares = np.cumsum(np.exp(logarithms - logarithms.max()))
    return WorldChain(worlds, np.zeros(1), shares / shares[-1])
