"""Evaluation and features are the same in plain Python and compiled."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import joute
from joute.core.contract import evaluate, features, quiet
from joute.core.playthrough import random_choices
from joute.jit.compile import compiled
from joute.jit.record_proxy import StatesProxy


@compiled
def judge(states: Any, values: NDArray[np.float64], seen: NDArray[np.float64]) -> bool:
    evaluate(states[0], values)
    features(states[0], 1, seen)
    return quiet(states[0])


@pytest.mark.slow
def test_evaluation_and_features_are_the_same_compiled() -> None:
    game = joute.game("pokemon", team2="etourmi,salameche,pikachu")
    names = game.definition.feature_names
    assert names is not None
    state = game.new(5)
    for turn in range(40):
        if game.over(state):
            break
        plain, machine = (np.zeros(2), np.zeros(len(names(game.options)))), (np.zeros(2), np.zeros(len(names(game.options))))
        assert judge.plain(StatesProxy(state.array), *plain) == judge(state.array, *machine)
        assert [part.tolist() for part in plain] == [part.tolist() for part in machine]
        game.step(state, random_choices(game, state, turn))
