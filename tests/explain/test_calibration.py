"""Calibration: values that are chances to win show no error beyond noise, and shifted or exaggerated ones show theirs."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import joute
from joute.cli.explain_calibration import calibration_command, picture
from joute.core.opinion import Unit
from joute.explain.calibration import Calibration, CalibrationTask, StatedValue, bins_of, calibration, summary
from joute.i18n import Language, use_language

TASK = CalibrationTask("coeurs", {}, "ismcts:iterations=10,aim=win", "", 1)


def calibrated(shift: float = 0.0, stretch: float = 1.0, games: int = 600) -> Calibration:
    """An agent that knows the chance of every game, and states it shifted or stretched."""
    source = np.random.default_rng(5)
    chances = source.uniform(0.2, 0.8, games)
    won = (source.uniform(size=games) < chances).astype(float)
    found = [
        StatedValue(game, 0.5 + stretch * (chances[game] - 0.5) + shift, won[game])
        for game in range(games)
        for _ in range(3)  # decisions of a game have its outcome in common
    ]
    return summary(joute.game("coeurs", deals=1), TASK, games, 10, found)


def test_true_chances_show_no_more_than_noise() -> None:
    found = calibrated()
    assert found.unit is Unit.WIN
    assert found.error["mean"] < 1.7 * found.noise
    assert found.bias["interval"] is not None
    assert found.bias["interval"][0] < 0 < found.bias["interval"][1]
    assert found.slope["interval"] is not None
    assert found.slope["interval"][0] < 1 < found.slope["interval"][1]
    assert 0 < found.skill < 1


def test_optimism_is_a_bias() -> None:
    found = calibrated(shift=0.15)
    assert found.bias["interval"] is not None
    assert found.bias["interval"][0] > 0.05
    assert found.error["mean"] > 2 * found.noise


def test_values_that_are_too_extreme_have_a_slope_below_one() -> None:
    found = calibrated(stretch=1.6)
    assert found.slope["interval"] is not None
    assert found.slope["interval"][1] < 0.9


def test_bins_have_equally_many_decisions_and_equal_values_stay_together() -> None:
    assert np.bincount(bins_of(np.arange(100.0), 10)).tolist() == [10] * 10
    binned = bins_of(np.array([0.0] * 50 + [0.5] * 50), 10)
    assert len(set(binned[:50].tolist())) == len(set(binned[50:].tolist())) == 1


def test_an_outcome_that_never_varies_has_no_interval() -> None:
    found = summary(joute.game("coeurs", deals=1), TASK, 8, 1, [StatedValue(game, 0.1, 0.0) for game in range(8)])
    assert found.bins[0]["outcome"] == {"mean": 0.0, "interval": None}
    assert found.slope["mean"] == found.correlation == found.skill == 0.0


def test_games_give_values_and_outcomes_in_the_same_unit() -> None:
    game = joute.game("love_letter", seats=2, rounds=1)
    one, two = (calibration(game, "ismcts:iterations=20", games=6, seed=2, against="random", bins=3, workers=workers) for workers in (1, 2))
    assert one.to_json() == two.to_json()
    assert one.unit is Unit.SCORE
    assert sum(found["decisions"] for found in one.bins) == one.decisions


def test_an_agent_without_values_is_refused() -> None:
    game = joute.game("diamant", seats=2, rounds=1)
    with pytest.raises(joute.Unfit, match="states 0 values"):
        calibration(game, "random", games=2)
    with pytest.raises(joute.Unfit, match="is a bot"):
        calibration(game, "cmd:./bot", games=2)


def test_the_picture_has_a_point_for_every_bin_in_both_languages() -> None:
    found = calibrated()
    for language in Language:
        with use_language(language):
            drawn = ElementTree.fromstring(picture(found))
            assert sum(one.tag.endswith("circle") for one in drawn.iter()) == len(found.bins)


def test_the_command_prints_writes_and_speaks_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg = tmp_path / "plot.svg"
    options = ["seats=2", "rounds=1"]
    calibration_command("love_letter", "ismcts:iterations=20", 4, None, 3, 1, 1, svg, options)
    assert "ECE" in capsys.readouterr().out
    assert svg.read_text().startswith("<svg")
    calibration_command("love_letter", "ismcts:iterations=20", 4, None, 3, 1, 1, None, options, True)
    assert json.loads(capsys.readouterr().out)["joute calibration"] == 1
