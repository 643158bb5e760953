"""Two actions of one decision, compared in sampled worlds in which some of what the seat knows may be drawn again."""

from importlib import import_module
from typing import cast

import numpy as np
from numpy.typing import NDArray

from joute.core.beliefs import UNIFORM, fill_worlds, new_chain
from joute.core.explanation import ExplanationModule, KnownThing
from joute.core.game import Game
from joute.core.rng import seed_of, seeded
from joute.core.state import Action, State, States
from joute.jit.struct import Float64s
from joute.review.continuations import ContinuationSampler
from joute.review.value_range import unit_of


def explanation_module(game: Game) -> ExplanationModule | None:
    """The game's own knowledge of what a seat knows; None if it states none."""
    return cast(ExplanationModule, import_module(game.definition.explanation)) if game.definition.explanation else None


class Contrast:
    """Two actions of one decision, compared in worlds that are sampled as the questions need them."""

    def __init__(self, game: Game, view: State, seat: int, pair: tuple[Action, Action], seed: int) -> None:
        self.game, self.view, self.seat, self.pair, self.seed = game, view, seat, pair, seed
        self.numbers = (int(pair[0]), int(pair[1]))
        self.module = explanation_module(game)
        self.things: list[KnownThing] = self.module.known_things(game, view, seat, self.numbers) if self.module else []

    def sampler(self, *purpose: object) -> ContinuationSampler:
        """Continuations under a seed of their own."""
        return ContinuationSampler(self.game, self.view, self.seat, unit_of(self.game), UNIFORM, seed_of(self.seed, *purpose))

    def worlds(self, known: NDArray[np.bool_], *purpose: object) -> States:
        """A world for each row of what is known [world, thing]."""
        assert self.module is not None
        seed = seed_of(self.seed, *purpose)
        return self.module.recalled_worlds(self.game, self.view, self.seat, self.numbers, self.things, known, seed)

    def gaps(self, known: NDArray[np.bool_], *purpose: object) -> Float64s:
        """How much better the first action is than the second, in one world for each row of what is known."""
        return self.played(self.worlds(known, *purpose), *purpose)

    def played(self, worlds: States, *purpose: object) -> Float64s:
        """The difference between the two actions in each of the worlds."""
        values = self.sampler(*purpose, "played").sample_in(worlds, list(self.numbers)).values
        gaps: Float64s = values[:, 0] - values[:, 1]
        return gaps

    def view_gap(self, view: State, seed: int, samples: int) -> float:
        """The difference between the two actions from another view, in worlds that fit it."""
        sampler = ContinuationSampler(self.game, view, self.seat, unit_of(self.game), UNIFORM, seed)
        means = sampler.sample(list(self.numbers), samples).values.mean(axis=0)
        return float(means[0] - means[1])


def fitting_worlds(contrast: Contrast, count: int, *purpose: object) -> States:
    """Worlds that fit what the seat knows, all equally likely."""
    game, worlds = contrast.game, np.zeros(count, contrast.view.array.dtype)
    actions, choices = np.zeros(game.spec.widest, np.int64), np.zeros(game.spec.seats, np.int64)
    rng = seeded(contrast.seed, "fitting", *purpose)
    fill_worlds(contrast.view.array, worlds, new_chain(game, UNIFORM), contrast.seat, actions, choices, rng)
    return worlds
