"""The levels of Pokémon and its fitted evaluation."""

from typing import Any

import pytest

import joute
from joute.arena.duel import duel
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.games.pokemon.state import PokemonState
from joute.jit.compile import compiled
from joute.jit.record_proxy import StatesProxy
from joute.search.common.evaluation import room_for_features
from joute.search.common.linear_evaluation import load
from joute.search.lookahead.engine import horizon_value
from joute.search.lookahead.workspace import new_workspace

LEVELS = ("easy", "medium", "hard", "expert")


@compiled
def judge(states: Any, workspaces: Any) -> float:
    return horizon_value(states[0], workspaces[0])


def workspace_for(game: Game) -> Any:
    assert game.definition.weights is not None
    made = new_workspace(game.spec, room_for_features(game))
    vector = load(game.definition.weights).vector
    made["lowest"], made["highest"], made["fitted"] = -1, 1, 1
    made["weights"][0, : len(vector)] = vector
    return made


@pytest.mark.slow
def test_the_fitted_evaluation_is_the_same_compiled() -> None:
    game, state = joute.game("pokemon"), joute.game("pokemon").new(5)
    for turn in range(30):
        workspace = workspace_for(game)
        assert judge.plain(StatesProxy(state.array), StatesProxy(workspace)) == pytest.approx(judge(state.array, workspace), abs=1e-12)
        game.step(state, random_choices(game, state, turn))


def test_the_fitted_evaluation_is_fair_at_the_start_and_knows_who_is_ahead() -> None:
    game = joute.game("pokemon")
    state, workspace = game.new(1), workspace_for(game)
    assert judge.plain(StatesProxy(state.array), StatesProxy(workspace)) == pytest.approx(0, abs=1e-3)
    PokemonState.of(state).hp[:] = [230, 230, 220, 210, 240, 220, 230, 230, 1, 1, 240, 220]
    assert judge.plain(StatesProxy(state.array), StatesProxy(workspace)) > 0.5


def test_every_level_and_the_master_can_be_seated() -> None:
    game = joute.game("pokemon")
    assert [joute.agent(level, game).text for level in (*LEVELS, "master")] == [*LEVELS, "master"]


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker"), [("medium", "random"), ("hard", "easy")])
def test_levels_are_in_order(stronger: str, weaker: str) -> None:
    ahead, _ = duel(joute.game("pokemon"), [stronger, weaker], games=16, seed=1).to_json()["agents"]
    assert ahead["wins"] > 10
