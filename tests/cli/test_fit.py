"""`joute fit` for people and for programs."""

import dataclasses
import json
from pathlib import Path

import pytest
from cli.shell import FINGERS, as_json, joute

from joute.cli.commands import fit as command
from joute.core import registry
from joute.core.game import Game
from joute.learning.fit.fitting import FittedEvaluation
from joute.search.common.linear_evaluation import load

SMALL = ["-o", "team=pikachu,osselait", "-o", "turns=20", "--games", "40", "--rounds", "1"]


@pytest.mark.slow
def test_a_fit_writes_the_same_file_again_and_reports_it(tmp_path: Path) -> None:
    files = [tmp_path / "first.json", tmp_path / "second.json"]
    report = as_json("fit", "pokemon", *SMALL, "--duel", "0", "--out", str(files[0]))
    assert "log loss" in joute("fit", "pokemon", *SMALL, "--duel", "0", "--out", str(files[1])).stdout
    assert files[0].read_bytes() == files[1].read_bytes()
    assert report["made"]["command"] == "joute fit pokemon --seed 0 -o team=pikachu,osselait -o turns=20 --games 40 --rounds 1"
    assert (report["as_shipped"], report["duel"]) == (None, None)
    assert load(files[0]).made == json.loads(json.dumps(report["made"]))


def test_what_cannot_be_fitted_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    assert "states no features: there is nothing to give weights to" in joute("fit", FINGERS, "--out", str(tmp_path / "w"), code=2).stderr
    assert "there is no such folder" in joute("fit", "pokemon", "--out", str(tmp_path / "nowhere" / "w.json"), code=2).stderr
    assert "it is a folder" in joute("fit", "pokemon", "--out", str(tmp_path), code=2).stderr
    assert "40" in joute("fit", "pokemon", "--games", "3", code=2).stderr


def test_weights_of_other_rules_that_the_game_ships_do_not_prevent_a_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("pokemon")
    assert game.definition.weights is not None
    good, stale = load(game.definition.weights), tmp_path / "stale.json"
    dataclasses.replace(good, signature="0" * 16).save(stale)
    game = Game(dataclasses.replace(game.definition, weights=stale), game.options)
    warmed: list[str] = []
    monkeypatch.setattr(command, "fit_game", lambda *_: FittedEvaluation(good, []))
    monkeypatch.setattr(command, "warm_up", lambda game, texts: warmed.extend(registry.agent(text, game).text for text in texts))
    monkeypatch.setattr(command, "duel_before_after", lambda *_: None)
    report = command.fit(command.FitRequest(game, {"games": 40, "rounds": 1}, 0, 2, tmp_path / "new.json"))
    assert warmed
    assert (report["as_shipped"], load(tmp_path / "new.json")) == (True, good)
