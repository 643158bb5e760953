"""What a seat may believe of what is hidden: worlds that fit its view, all alike or by how likely the others' choices were in them.

Inferred worlds are a Markov chain (Hastings 1970): a world from `imagine` replaces the one that is held with the odds of their
likelihoods, so that every world is held as often as it is likely, and no constant has to be known.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Choices, imagine, likelihood
from joute.core.definition import SecretRenderer
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.rng import Rng, seeded, uniform
from joute.core.state import Fields, State, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule

UNIFORM, INFERRED = "uniform", "inferred"
WORLDS = 300  # for the shares that a person sees
PROPOSALS = 2  # worlds that want to replace the one held, for each world used
FIRST_PROPOSALS = 40  # the first world held is any; these bring a likely one


@rule
def next_world(
    start: States, work: States, chain: States, weight: NDArray[np.float64], seat: int, actions: Actions, choices: Choices, rng: Rng
) -> None:
    """Put a world that fits the view into `work`. A chain of two states makes worlds as likely as the others' choices in them.

    `weight` is the likelihood of the world held in `chain[0]`, negative when none is yet; `likelihood` may spoil `chain[1]`. An empty
    chain makes all worlds alike.
    """
    if len(chain) == 0:
        work[0] = start[0]
        imagine(work[0], seat, rng)
        return
    for _ in range(FIRST_PROPOSALS if weight[0] < 0.0 else PROPOSALS):
        work[0] = start[0]
        imagine(work[0], seat, rng)
        chain[1] = work[0]
        proposed = likelihood(chain[1], seat, actions, choices, rng)
        if proposed >= weight[0] * uniform(rng):
            chain[0] = work[0]
            weight[0] = proposed
    work[0] = chain[0]


def chain_for(game: Game, belief: str) -> States:
    """The room that `next_world` needs: two states for inferred worlds, none for uniform ones."""
    if belief == INFERRED and not game.definition.states_itself("likelihood"):
        raise Unfit(f"{game.name} does not say how likely past choices were: its belief is {UNIFORM}")
    return np.zeros(2 if belief == INFERRED else 0, game.dtype)


@compiled
def fill_worlds(start: States, worlds: States, chain: States, seat: int, actions: Actions, choices: Choices, rng: Rng) -> None:
    """Fill the array with worlds that fit the view."""
    work, weight = start.copy(), np.full(1, -1.0)
    for number in range(len(worlds)):
        next_world(start, work, chain, weight, seat, actions, choices, rng)
        worlds[number] = work[0]


def believed_worlds(game: Game, view: State, seed: int = 0, count: int = WORLDS, belief: str = UNIFORM) -> list[State]:
    """`count` worlds, sampled from what the seat may believe."""
    seat = -1 if view.viewer is None else view.viewer
    worlds = np.zeros(count, game.dtype)
    actions, choices = np.zeros(game.spec.widest, np.int64), np.zeros(game.spec.seats, np.int64)
    fill_worlds(view.array, worlds, chain_for(game, belief), seat, actions, choices, seeded(seed, "belief"))
    return [State(worlds[number : number + 1]) for number in range(count)]


def beliefs(game: Game, view: State, seed: int = 0, worlds: int = WORLDS, belief: str = UNIFORM) -> dict[str, dict[str, float]]:
    """For every secret that the game names, its possible values and their shares, the likeliest first; empty where nothing is hidden."""
    render, seat = game.definition.render, -1 if view.viewer is None else view.viewer
    if not isinstance(render, SecretRenderer) or not game.spec.hidden:
        return {}
    counts: dict[str, Counter[str]] = {}
    for world in believed_worlds(game, view, seed, worlds, belief):
        for name, value in render.secrets(Fields.of(world), seat).items():
            counts.setdefault(name, Counter())[value] += 1
    return {name: {value: count / worlds for value, count in counter.most_common()} for name, counter in counts.items()}
