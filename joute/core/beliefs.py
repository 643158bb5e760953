"""What a seat may believe about what is hidden: worlds sampled to fit its view, equally likely or weighted by the others' past actions.

Weighted worlds are a Markov chain (Hastings 1970): a world from `imagine` replaces the current one with the ratio of their likelihoods as
probability, so that every world is visited in proportion to its likelihood, which need not be normalised.
"""

from collections import Counter
from typing import NamedTuple

import numpy as np

from joute.core.contract import Actions, Choices, imagine, likelihood
from joute.core.definition import SecretRenderer
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.rng import Rng, seeded, uniform
from joute.core.state import Fields, State, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s

UNIFORM, INFERRED = "uniform", "inferred"
WORLDS = 300  # sampled for the shares that a person sees
AT_ONCE = 10_000  # worlds in memory while they are counted
PROPOSALS = 2  # of the chain, for each world used
FIRST_PROPOSALS = 40  # the first world of the chain is any; these bring a likely one


class WorldChain(NamedTuple):
    """The current world of a Markov chain and a proposal, or worlds with their shares; empty if all worlds are equally likely."""

    worlds: States  # the current one and one that `likelihood` may change, or all that are drawn from
    likelihood: Float64s  # [1] of the current world; negative before the first
    shares: Float64s  # [world] summed up from the first to each, 1 at the last; empty for a chain


def new_chain(game: Game, belief: str) -> WorldChain:
    """A chain for that kind of belief, at its start."""
    if belief == INFERRED and not game.definition.states_itself("likelihood"):
        raise Unfit("{game} does not say how likely past choices were: its belief is {uniform}", game=game.name, uniform=UNIFORM)
    return WorldChain(np.zeros(2 if belief == INFERRED else 0, game.dtype), np.full(1, -1.0), np.zeros(0))


@rule
def next_world(start: States, work: States, chain: WorldChain, seat: int, actions: Actions, choices: Choices, rng: Rng) -> None:
    """Write a world that fits the view to `work`."""
    if len(chain.worlds) == 0:
        work[0] = start[0]
        imagine(work[0], seat, rng)
        return
    worlds, current, shares = chain.worlds, chain.likelihood, chain.shares
    if len(shares) > 0:
        work[0] = worlds[min(int(np.searchsorted(shares, uniform(rng), "right")), len(worlds) - 1)]
        return
    for _ in range(FIRST_PROPOSALS if current[0] < 0.0 else PROPOSALS):
        work[0] = start[0]
        imagine(work[0], seat, rng)
        worlds[1] = work[0]
        proposed = likelihood(worlds[1], seat, actions, choices, rng)
        if proposed >= current[0] * uniform(rng):
            worlds[0] = work[0]
            current[0] = proposed
    work[0] = worlds[0]


@compiled
def fill_worlds(start: States, worlds: States, chain: WorldChain, seat: int, actions: Actions, choices: Choices, rng: Rng) -> None:
    """Fill the array with worlds that fit the view."""
    work = start.copy()
    for number in range(len(worlds)):
        next_world(start, work, chain, seat, actions, choices, rng)
        worlds[number] = work[0]


def believed_worlds(game: Game, view: State, seed: int = 0, count: int = WORLDS, belief: str = UNIFORM) -> list[State]:
    """`count` worlds, sampled from what the seat may believe."""
    seat = -1 if view.viewer is None else view.viewer
    worlds = np.zeros(count, game.dtype)
    actions, choices = np.zeros(game.spec.widest, np.int64), np.zeros(game.spec.seats, np.int64)
    fill_worlds(view.array, worlds, new_chain(game, belief), seat, actions, choices, seeded(seed, "belief"))
    return [State(worlds[number : number + 1]) for number in range(count)]


def count_worlds(game: Game, view: State, seed: int, count: int, belief: str) -> "Counter[bytes]":
    """How often each different world comes up among `count` sampled ones, without what chance does next."""
    seat = -1 if view.viewer is None else view.viewer
    worlds, chain, rng = np.zeros(min(count, AT_ONCE), game.dtype), new_chain(game, belief), seeded(seed, "belief")
    actions, choices = np.zeros(game.spec.widest, np.int64), np.zeros(game.spec.seats, np.int64)
    found: Counter[bytes] = Counter()
    for first in range(0, count, AT_ONCE):
        some = worlds[: count - first]
        fill_worlds(view.array, some, chain, seat, actions, choices, rng)
        some["chance"] = 0
        found.update(world.tobytes() for world in some)
    return found


def beliefs(game: Game, view: State, seed: int = 0, worlds: int = WORLDS, belief: str = UNIFORM) -> dict[str, dict[str, float]]:
    """For every secret that the game names, its possible values and their shares, the likeliest first; empty if nothing is hidden."""
    render, seat = game.definition.render, -1 if view.viewer is None else view.viewer
    if not isinstance(render, SecretRenderer) or not game.spec.hidden:
        return {}
    counts: dict[str, Counter[str]] = {}
    for world in believed_worlds(game, view, seed, worlds, belief):
        for name, value in render.secrets(Fields.of(world), seat).items():
            counts.setdefault(name, Counter())[value] += 1
    return {name: {value: count / worlds for value, count in counter.most_common()} for name, counter in counts.items()}
