"""Fitting an evaluation: the regression against known answers, self-play and the whole fit to the same bits, refusals."""

from pathlib import Path

import numpy as np
import pytest

import joute
from joute.core.errors import BadSetting, BadWeights
from joute.core.settings import make
from joute.learning.fit import logistic_regression
from joute.learning.fit.fitting import FitSettings, before_and_after, fit_game
from joute.learning.fit.selfplay import Round, self_play

NIM = str(Path(__file__).parent.parent.parent / "examples" / "nim" / "nim.py")
SMALL = {"team": "pikachu,osselait", "turns": 20}
QUICK = FitSettings(games=60, rounds=2, every=2)


def test_the_regression_finds_the_weights_that_made_the_results() -> None:
    source = np.random.default_rng(1)
    rows = source.normal(size=(40_000, 3))
    truth = np.array([1.0, -2.0, 0.0])
    shares = (source.random(len(rows)) < 1 / (1 + np.exp(-rows @ truth))).astype(float)
    assert logistic_regression.fit(rows, shares, 1e-6) == pytest.approx(truth, abs=0.06)


def test_a_ridge_holds_weights_back_and_keeps_useless_features_at_nothing() -> None:
    rows = np.array([[1.0, 0.0], [-1.0, 0.0]])
    free, held = (logistic_regression.fit(rows, np.array([1.0, 0.0]), ridge) for ridge in (0.1, 10.0))
    assert 0 < held[0] < free[0]
    assert held[1] == free[1] == 0


def test_log_loss_and_calibration_say_how_far_off_expectations_are() -> None:
    half = np.full(4, 0.5)
    came = np.array([1.0, 0.0, 1.0, 1.0])
    assert logistic_regression.log_loss(half, came) == pytest.approx(np.log(2))
    assert logistic_regression.calibration(half, came) == [{"expected": 0.5, "came": 0.75, "rows": 4}]


@pytest.mark.slow
def test_seats_of_a_battle_are_noted_in_pairs_and_share_the_point() -> None:
    notes = self_play(joute.game("pokemon", **SMALL).fast(), Round(games=40, seed=1, opening=4, every=2, depth=0))
    assert len(notes.rows) > 40
    assert (notes.shares[::2] + notes.shares[1::2] == 1).all()
    assert (notes.rows[::2, 0] == -notes.rows[1::2, 0]).all()  # the HP difference


@pytest.mark.slow
def test_a_fit_repeats_to_the_same_bits_and_tells_winners_from_losers() -> None:
    game = joute.game("pokemon", **SMALL)
    first, second = fit_game(game, QUICK, seed=3), fit_game(game, QUICK, seed=3)
    assert first == second
    assert first.weights.check(game).weights != fit_game(game, QUICK, seed=4).weights.weights
    assert first.rounds[-1]["log_loss"] < first.rounds[-1]["log_loss_ignorant"]
    assert [row["player"] for row in first.rounds] == ["careful", "simultaneous:depth=1"]
    met = before_and_after(game, first.weights, games=4, seed=1)
    assert met is not None
    assert met["games"] == 4
    assert met["after"]["wins"] + met["before"]["wins"] + met["after"]["draws"] == 4


@pytest.mark.slow
def test_a_game_of_three_seats_with_hidden_cards_is_fitted_in_one_round_without_a_duel() -> None:
    game = joute.game("love_letter", seats=3)
    found = fit_game(game, FitSettings(games=60), seed=1)
    assert len(found.rounds) == 1
    assert before_and_after(game, found.weights, games=4) is None


def test_a_game_without_features_is_refused() -> None:
    with pytest.raises(BadWeights, match="states no features: there is nothing to give weights to"):
        fit_game(joute.game(NIM), QUICK)


def test_too_few_games_are_refused() -> None:
    with pytest.raises(BadSetting, match="games=3 is not possible"):
        make(FitSettings, {"games": 3}, "fit")
