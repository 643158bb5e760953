"""Weights of a fitted evaluation: written, read, and refused where they say nothing."""

import dataclasses
import json
from pathlib import Path

import pytest

import joute
from joute.core.errors import BadWeights
from joute.core.game import Game
from joute.search.common.linear_evaluation import Weights, load, names_of, signature

SMALL = {"team": "pikachu,osselait"}


def some(game: Game) -> Weights:
    options = {"team": game.options.team}
    return Weights(game.name, options, signature(game.definition, json.dumps(options)), dict.fromkeys(names_of(game), 0.5))


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    game = joute.game("pokemon", **SMALL)
    some(game).save(tmp_path / "weights.json")
    assert load(tmp_path / "weights.json").check(game) == some(game)


def test_weights_for_another_game_are_refused() -> None:
    with pytest.raises(BadWeights, match="fitted for pokemon, not for love_letter"):
        some(joute.game("pokemon", **SMALL)).check(joute.game("love_letter"))


def test_weights_for_other_features_are_refused() -> None:
    with pytest.raises(BadWeights, match="fitted for other features than those of"):
        some(joute.game("pokemon", **SMALL)).check(joute.game("pokemon", team="carapuce"))


def test_weights_for_other_rules_are_refused() -> None:
    game = joute.game("pokemon", **SMALL)
    with pytest.raises(BadWeights, match="fitted for other rules of pokemon than today's: fit them again with joute fit pokemon"):
        dataclasses.replace(some(game), signature="0123456789abcdef").check(game)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "holds no weights of Joute"),
        ("[]", "no 'joute weights' of a known format"),
        ('{"joute weights": 99}', "no 'joute weights' of a known format"),
        ('{"joute weights": 1, "game": "pokemon"}', "missing 3 required"),
        ('{"joute weights": 1, "game": "pokemon", "options": {}, "signature": "", "weights": {"HP": NaN}}', "a finite number"),
        ('{"joute weights": 1, "game": "pokemon", "options": {}, "signature": "", "weights": [1]}', "a finite number"),
    ],
)
def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(BadWeights, match=sentence):
        load(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"cannot be read from .*nowhere\.json"):
        joute.agent(f"simultaneous:evaluation={tmp_path / 'nowhere.json'}", joute.game("pokemon"))


def test_a_game_without_weights_says_how_to_make_some() -> None:
    with pytest.raises(BadWeights, match="comes without weights; joute fit morpion makes a file of them"):
        joute.agent("simultaneous:evaluation=fitted", joute.game("morpion"))


def test_the_weights_of_pokemon_fit_its_rules_and_are_not_used_for_other_teams() -> None:
    game = joute.game("pokemon")
    assert game.definition.weights is not None
    assert load(game.definition.weights).check(game).made["command"] == "joute fit pokemon --seed 0"
    with pytest.raises(BadWeights, match="other features"):
        joute.agent("simultaneous:evaluation=fitted", joute.game("pokemon", **SMALL))
    assert joute.agent("simultaneous", joute.game("pokemon", **SMALL)).consider(joute.game("pokemon", **SMALL).new(), 0).action
