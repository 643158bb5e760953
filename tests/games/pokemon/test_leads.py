"""The page about the leads."""

from pathlib import Path

import numpy as np
import pytest
from pokemon_leads import PAGE, matrix, table

import joute
from joute.search.lookahead.matrix_game import solve

pytestmark = pytest.mark.slow  # the search has to be compiled


def test_the_page_shows_what_the_command_finds_one_turn_ahead() -> None:
    game = joute.game("pokemon").fast()
    names, values = matrix(game, joute.agent("simultaneous:depth=1", game))
    value, mix, _ = solve(values)
    assert abs(value) < 1e-9, "a symmetric game"
    assert (mix @ values >= -1e-9).all(), "no lead does better against the mix"
    assert table(names, values, mix) in Path(PAGE).read_text(encoding="utf-8")


def test_a_pair_of_leads_is_worth_the_opposite_of_the_exchanged_pair() -> None:
    game = joute.game("pokemon").fast()
    agent = joute.agent("simultaneous:depth=1", game)
    leads = game.legal(game.new(), 0)
    values = []
    for first, second in ((leads[0], leads[4]), (leads[4], leads[0])):
        state = game.new()
        game.step(state, {0: int(first), 1: int(second)})
        values.append(agent.consider(game.view(state, 0), 0).value or 0.0)
    assert np.isclose(values[0], -values[1])
