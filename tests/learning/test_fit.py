"""Fitting an evaluation: the regression on known answers, self-play, reproducible fits, refusals."""

from pathlib import Path

import numpy as np
import pytest

import joute
from joute.core.errors import BadSetting, BadWeights
from joute.core.settings import make
from joute.learning.fit.fitting import FitSettings, calibration, duel_before_after, fit_game, log_loss, logistic_regression
from joute.learning.fit.selfplay import Sampling, SelfPlayBuffers, SelfPlayGames, SelfPlayRound, play_by_rules, self_play

NIM = str(Path(__file__).parent.parent.parent / "examples" / "nim" / "nim.py")
SMALL = {"team": "pikachu,osselait", "turns": 20}
QUICK = FitSettings(games=60, rounds=2, sample_every=2)


def test_the_regression_finds_the_weights_that_made_the_results() -> None:
    source = np.random.default_rng(1)
    rows = source.normal(size=(40_000, 3))
    truth = np.array([1.0, -2.0, 0.0])
    shares = (source.random(len(rows)) < 1 / (1 + np.exp(-rows @ truth))).astype(float)
    assert logistic_regression(rows, shares, 1e-6) == pytest.approx(truth, abs=0.06)


def test_a_ridge_shrinks_weights_and_leaves_useless_features_at_0() -> None:
    rows = np.array([[1.0, 0.0], [-1.0, 0.0]])
    free, held = (logistic_regression(rows, np.array([1.0, 0.0]), ridge) for ridge in (0.1, 10.0))
    assert 0 < held[0] < free[0]
    assert held[1] == free[1] == 0


def test_log_loss_and_calibration_compare_predictions_with_results() -> None:
    half = np.full(4, 0.5)
    actual = np.array([1.0, 0.0, 1.0, 1.0])
    assert log_loss(half, actual) == pytest.approx(np.log(2))
    assert calibration(half, actual) == [{"predicted": 0.5, "actual": 0.75, "rows": 4}]


@pytest.mark.slow
def test_both_seats_of_a_battle_are_sampled_and_share_the_point() -> None:
    samples = self_play(joute.game("pokemon", **SMALL).fast(), SelfPlayRound(games=40, seed=1, sampling=Sampling(4, 0, 2), depth=0))
    assert len(samples.rows) > 40
    assert (samples.shares[::2] + samples.shares[1::2] == 1).all()
    assert (samples.rows[::2, 0] == -samples.rows[1::2, 0]).all()  # the HP difference


@pytest.mark.slow
def test_chance_in_self_play_depends_on_the_seed_and_the_occasion_alone() -> None:
    game = joute.game("diamant").fast()
    states = np.concatenate([game.new(7).array, game.new(7).array])  # one seed, two ways to play
    names = game.definition.feature_names
    assert names is not None
    width, widest, outcomes = len(names(game.options)), game.spec.widest, game.spec.outcomes
    batch = SelfPlayGames(
        states, np.array([1, 2], np.uint64), np.zeros((2, 4)), np.empty((999, width), np.float32), np.zeros(999, np.int64)
    )
    buffers = SelfPlayBuffers(
        np.zeros(widest, np.int64), np.zeros(4, np.int64), np.zeros(outcomes), np.zeros(width), np.zeros(1, np.uint64)
    )
    play_by_rules(batch, buffers, Sampling(0, 0, 5), False)
    assert (batch.scores[0] != batch.scores[1]).any()
    assert (states["chance"] == game.new(7).array["chance"]).all(), "an outcome with an occasion leaves the generator as it is"


@pytest.mark.slow
def test_a_fit_repeats_to_the_same_bits_and_beats_equal_chances() -> None:
    game = joute.game("pokemon", **SMALL)
    first, second = fit_game(game, QUICK, seed=3), fit_game(game, QUICK, seed=3)
    assert first == second
    assert first.weights.check(game).weights != fit_game(game, QUICK, seed=4).weights.weights
    assert first.rounds[-1]["log_loss"] < first.rounds[-1]["log_loss_baseline"]
    assert [row["player"] for row in first.rounds] == ["careful", "simultaneous:depth=1"]
    met = duel_before_after(game, first.weights, games=4, seed=1)
    assert met is not None
    assert met["games"] == 4
    assert met["after"]["wins"] + met["before"]["wins"] + met["after"]["draws"] == 4


@pytest.mark.slow
def test_a_game_of_three_seats_with_hidden_cards_is_fitted_in_one_round_without_a_duel() -> None:
    game = joute.game("love_letter", seats=3)
    found = fit_game(game, FitSettings(games=60), seed=1)
    assert len(found.rounds) == 1
    assert duel_before_after(game, found.weights, games=4) is None


def test_a_game_without_features_is_refused() -> None:
    with pytest.raises(BadWeights, match="states no features: there is nothing to give weights to"):
        fit_game(joute.game(NIM), QUICK)


def test_too_few_games_are_refused() -> None:
    with pytest.raises(BadSetting, match="games=3 is not possible"):
        make(FitSettings, {"games": 3}, "fit")
