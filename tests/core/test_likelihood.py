"""Inferred belief: every world is held as often as the others' choices were likely in it."""

from collections import Counter

import numpy as np
import pytest

import joute
from joute.core.beliefs import INFERRED, believed_worlds
from joute.core.contract import likelihood
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.registry import agent
from joute.core.state import Fields, State
from joute.games.coeurs.state import CoeursState


def ending(seed: int, plays: int) -> tuple[Game, State]:
    """A deal of careful play after so many cards."""
    game = joute.game("coeurs", deals=1).fast()
    state = game.new(seed=seed)
    player = agent("careful", game)
    for _ in range(plays):
        seat = game.movers(state)[0]
        game.step(state, {seat: player.choose(game.view(state, seat), seat)})
    return game, state


def hands(world: State) -> tuple[int, ...]:
    return tuple(CoeursState.of(world).hands.tolist())


def weight_of(game: Game, world: State, seat: int) -> float:
    actions, choices = np.zeros(game.spec.widest, np.int64), np.zeros(game.spec.seats, np.int64)
    return float(likelihood(Fields.of(world.copy()), seat, actions, choices, np.ones(1, np.uint64)))


def test_inferred_worlds_come_as_often_as_they_are_likely() -> None:
    game, state = ending(seed=4, plays=24)
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    uniform = believed_worlds(game, view, seed=1, count=2000)
    known = {hands(world): weight_of(game, world, seat) for world in uniform}
    assert 5 < len(known) <= 90
    assert max(known.values()) > 5 * min(known.values()), "the deal so far tells something"
    drawn = 8000
    counted = Counter(hands(world) for world in believed_worlds(game, view, seed=2, count=drawn, belief=INFERRED))
    total = sum(known.values())
    assert set(counted) <= set(known)
    for world, weight in known.items():
        share = weight / total
        spread = (share * (1 - share) / drawn) ** 0.5
        assert abs(counted[world] / drawn - share) < 8 * spread + 0.002, "worlds in a row are alike: wider than five deviations"


def test_the_same_seed_infers_the_same_worlds() -> None:
    game, state = ending(seed=5, plays=18)
    view = game.view(state, game.movers(state)[0])
    one, two = (believed_worlds(game, view, seed=3, count=20, belief=INFERRED) for _ in range(2))
    assert [hands(world) for world in one] == [hands(world) for world in two]


def test_inferred_worlds_fit_the_view() -> None:
    game, state = ending(seed=6, plays=14)
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    for world in believed_worlds(game, view, seed=1, count=50, belief=INFERRED):
        assert game.view(world, seat) == view


@pytest.mark.parametrize("name", ["ismcts", "determinized"])
def test_a_search_can_infer(name: str) -> None:
    game, state = ending(seed=7, plays=13)
    seat = game.movers(state)[0]
    opinion = agent(f"{name}:iterations=200,belief=inferred", game).explain(game.view(state, seat), seat, seed=1)
    assert opinion.action in game.legal(state, seat)
    assert opinion.beliefs


def test_a_game_that_says_nothing_of_past_choices_has_no_inferred_belief() -> None:
    game = joute.game("morpion")
    with pytest.raises(Unfit, match="does not say how likely past choices were"):
        agent("ismcts:iterations=10,belief=inferred", game).choose(game.view(game.new(), 0), 0)
