"""`rewind`: a world goes back to the first decision of its chapter, and the actions since bring it forward again."""

import numpy as np
import pytest

import joute
from joute.core import registry
from joute.core.contract import advance, movers, rewind
from joute.core.rng import below, seeded
from joute.core.state import Fields, State
from joute.jit.dispatch import lowest_bit

GAMES = [name for name in registry.game_names() if joute.game(name).definition.states_itself("rewind")]


def test_a_game_can_be_rewound() -> None:
    assert "coeurs" in GAMES


@pytest.mark.parametrize("name", GAMES)
def test_the_past_brings_a_world_forward_again(name: str) -> None:
    game, rng = joute.game(name), seeded(7)
    state, checked = game.new(3), 0
    past, choices = np.zeros(1024, np.int64), np.zeros(game.spec.seats, np.int64)
    while not game.over(state) and checked < 60:
        again = State(state.array.copy())
        fields = Fields.of(again)
        place, count = 0, rewind(fields, past)
        while place < count:
            waiting = movers(fields)
            assert waiting
            while waiting:
                choices[lowest_bit(waiting)] = past[place]
                waiting &= waiting - 1
                place += 1
            advance(fields, choices)
        assert game.to_json(again) == game.to_json(state)
        checked += count > 0
        game.step(state, {seat: (legal := game.legal_numbers(state, seat))[below(rng, len(legal))] for seat in game.movers(state)})
    assert checked > 20
