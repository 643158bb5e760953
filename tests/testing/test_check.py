"""Every mistake of a list is found by the promise that it breaks, with its line and a small game; right games have no findings."""

from pathlib import Path

import pytest
from cli.shell import joute as joute_command
from testing.mistakes import EXAMPLES, MISTAKES, written

import joute
from joute.testing import Effort, GameFinding, check_game, replayed
from joute.testing.child import check_in_process

COMPILED = {"an index that is seldom out of bounds", "scores that do not add up", "a text in a rule", "a helper that is not marked"}
IN_A_PROCESS = {"a rule that does not return"}
PLAIN = Effort(groups=("turns", "knowledge", "texts", "learners", "whole"))


def assert_found(name: str, file: Path, findings: list[GameFinding]) -> None:
    assert [finding.promise for finding in findings] == [MISTAKES[name].promise]
    assert Path(findings[0].file).name == file.name
    assert findings[0].line > 0
    assert findings[0].sentences["fr"] != findings[0].sentences["en"]


@pytest.mark.parametrize("name", sorted(set(MISTAKES) - COMPILED - IN_A_PROCESS))
def test_a_mistake_is_found(name: str, tmp_path: Path) -> None:
    file = written(name, tmp_path)
    assert_found(name, file, check_game(joute.game(str(file)), PLAIN))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(COMPILED | IN_A_PROCESS))
def test_a_mistake_is_found_in_a_process_of_its_own(name: str, tmp_path: Path) -> None:
    file = written(name, tmp_path)
    assert_found(name, file, check_in_process(str(file), {}, Effort()))


def test_the_game_of_a_finding_is_small_and_leads_to_where_it_shows(tmp_path: Path) -> None:
    file = written("a value beyond its field", tmp_path)
    game = joute.game(str(file))
    (finding,) = check_game(game, PLAIN)
    assert len(finding.moves) == 3  # discs of 50 overflow with the third
    assert finding.line == next(number for number, line in enumerate(file.read_text().splitlines(), 1) if "discs += 50" in line)
    state = replayed(game, finding.moves[:-1])
    with pytest.raises(OverflowError):
        game.play(state, {0: 0})


@pytest.mark.slow
@pytest.mark.parametrize("example", ["nim/nim.py", "connect4/connect4.py", "kuhn/kuhn.py"])
def test_the_examples_have_no_findings(example: str) -> None:
    assert check_game(joute.game(str(EXAMPLES / example))) == []


CARDS = EXAMPLES / "pokemon_cards" / "ice.toml"
SHORT = Effort(games=5, groups=("turns", "knowledge", "texts"), seconds=20.0)


def test_cards_of_a_file_are_checked(tmp_path: Path) -> None:
    assert check_game(joute.game("pokemon", cards=str(CARDS), team="lapras,pikachu"), SHORT) == []
    clashing = tmp_path / "clashing.toml"
    clashing.write_text(CARDS.read_text(encoding="utf-8").replace('"Brume"', '"send Pikachu"'), encoding="utf-8")
    (finding,) = check_game(joute.game("pokemon", cards=str(clashing), team="lapras,pikachu"), SHORT)
    assert finding.promise == "names_differ"
    assert "send Pikachu" in finding.text


def test_a_deck_of_a_file_is_checked(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text("[cards]\nguard = 4\npriest = 2\nbaron = 1\nhandmaid = 2\nprince = 1\nprincess = 1\n", encoding="utf-8")
    assert check_game(joute.game("love_letter", deck=str(deck), face_up="0"), SHORT) == []


@pytest.mark.slow
def test_the_command_takes_cards_of_a_file(tmp_path: Path) -> None:
    result = joute_command("game", "check", "pokemon", "-o", f"cards={CARDS}", "-o", "team=lapras,pikachu", "--games", "3")
    assert "keeps every promise" in result.stdout
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(CARDS.read_text(encoding="utf-8").replace("hp = 260", "hp = 90000"), encoding="utf-8")
    assert "line 35" in joute_command("game", "check", "pokemon", "-o", f"cards={wrong}", code=2).stderr


def test_a_finding_goes_through_json(tmp_path: Path) -> None:
    (finding,) = check_game(joute.game(str(written("odds that are negative", tmp_path))), PLAIN)
    assert GameFinding.from_json(finding.to_json()) == finding
