"""Every mistake of a list is found by the promise that it breaks, with its line and a small game; right games have no findings."""

from pathlib import Path

import pytest
from testing.mistakes import MISTAKES, written

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
    assert check_game(joute.game(str(Path(__file__).parent.parent.parent / "examples" / example))) == []


def test_a_finding_goes_through_json(tmp_path: Path) -> None:
    (finding,) = check_game(joute.game(str(written("odds that are negative", tmp_path))), PLAIN)
    assert GameFinding.from_json(finding.to_json()) == finding
