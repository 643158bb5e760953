"""`joute game new` prints a game of any nature that keeps the contract and passes its own tests."""

import itertools
import re
from pathlib import Path

import pytest
from cli.shell import joute as run

import joute
from joute.core.errors import BadSetting
from joute.testing import Effort, check_game
from joute.testing.new_game import new_game

NATURES = list(itertools.product((False, True), repeat=3))


def written(folder: Path, hidden: bool, simultaneous: bool, chance: bool) -> Path:
    file = folder / f"cards_{hidden:d}{simultaneous:d}{chance:d}.py"
    file.write_text(new_game(file.stem, hidden, simultaneous, chance), encoding="utf-8")
    return file


@pytest.mark.parametrize(("hidden", "simultaneous", "chance"), NATURES)
def test_a_new_game_has_the_nature_asked_for_and_keeps_the_contract(hidden: bool, simultaneous: bool, chance: bool, tmp_path: Path) -> None:
    game = joute.game(str(written(tmp_path, hidden, simultaneous, chance)))
    assert (game.spec.hidden, game.spec.simultaneous, game.spec.chance) == (hidden, simultaneous, chance)
    assert check_game(game, Effort(games=20, groups=("turns", "knowledge", "texts", "learners", "whole"))) == []


@pytest.mark.slow
@pytest.mark.parametrize(("hidden", "simultaneous", "chance"), [(False, False, False), (True, True, True)])
def test_a_new_game_passes_its_own_tests(hidden: bool, simultaneous: bool, chance: bool, tmp_path: Path) -> None:
    assert pytest.main(["-q", "-p", "no:cacheprovider", str(written(tmp_path, hidden, simultaneous, chance))]) == 0


def test_a_new_game_is_printed_and_checked_by_commands(tmp_path: Path) -> None:
    file = tmp_path / "my_cards.py"
    file.write_text(run("game", "new", "my_cards", "--hidden", "--chance").stdout, encoding="utf-8")
    assert joute.game(str(file)).name == "my_cards"
    assert max(map(len, file.read_text(encoding="utf-8").splitlines())) <= 140


@pytest.mark.parametrize("name", ["My game", "class", "3d", ""])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(repr(name))):
        new_game(name, False, False, False)
