"""The levels of Pokémon and its fitted evaluation."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import joute
from joute.arena.duel import duel
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.games.pokemon.state import PokemonState
from joute.jit.compile import compiled
from joute.jit.proxy import StatesProxy
from joute.search.common.evaluation import room_for_features
from joute.search.common.linear_evaluation import load
from joute.search.lookahead.engine import judged
from joute.search.lookahead.workspace import desk_type

LEVELS = ("easy", "medium", "hard", "expert")


@compiled
def judge(states: Any, desks: NDArray[Any]) -> float:
    return judged(states[0], desks[0])


def desk_for(game: Game) -> Any:
    assert game.definition.weights is not None
    desk = np.zeros(1, desk_type(game.spec, room_for_features(game)))
    vector = load(game.definition.weights).vector
    desk["lowest"], desk["highest"], desk["fitted"] = -1, 1, 1
    desk["weights"][0, : len(vector)] = vector
    return desk


@pytest.mark.slow
def test_the_fitted_evaluation_is_the_same_compiled() -> None:
    game, state = joute.game("pokemon"), joute.game("pokemon").new(5)
    for turn in range(30):
        desk = desk_for(game)
        assert judge.plain(StatesProxy(state.array), StatesProxy(desk)) == pytest.approx(judge(state.array, desk), abs=1e-12)
        game.step(state, random_choices(game, state, turn))


def test_the_fitted_evaluation_is_fair_at_the_start_and_knows_who_is_ahead() -> None:
    game = joute.game("pokemon")
    state, desk = game.new(1), desk_for(game)
    assert judge.plain(StatesProxy(state.array), StatesProxy(desk)) == pytest.approx(0, abs=1e-3)
    PokemonState.of(state).hp[:] = [230, 230, 220, 210, 240, 220, 230, 230, 1, 1, 240, 220]
    assert judge.plain(StatesProxy(state.array), StatesProxy(desk)) > 0.5


def test_every_level_and_the_master_can_be_seated() -> None:
    game = joute.game("pokemon")
    assert [joute.agent(level, game).text for level in (*LEVELS, "master")] == [*LEVELS, "master"]


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker"), [("medium", "random"), ("hard", "easy")])
def test_levels_are_in_order(stronger: str, weaker: str) -> None:
    ahead, _ = duel(joute.game("pokemon"), [stronger, weaker], games=16, seed=1).to_json()["agents"]
    assert ahead["wins"] > 10
