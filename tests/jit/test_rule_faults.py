"""Rules of a user's file: what they write is checked in compiled code, and what the compiler refuses is said in a sentence."""

from pathlib import Path

import pytest
from testing.mistakes import written

import joute
from joute.jit.compile_error import CannotCompile, OutOfBounds, explained


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mistake", "agent"),
    [
        ("widest too small", "mcts:iterations=200"),
        ("widest too small", "alpha_beta:depth=3"),
        ("an index that is always out of bounds", "alpha_beta:depth=3"),
    ],
)
def test_a_search_never_writes_outside_of_an_array(mistake: str, agent: str, tmp_path: Path) -> None:
    game = joute.game(str(written(mistake, tmp_path)))
    with pytest.raises(
        (OutOfBounds, IndexError), match=r"out of bounds|joute game check FILE says which and where"
    ):  # compiled, or in Python
        joute.agent(agent, game).consider(game.view(game.new(), 0), 0)


@pytest.mark.slow
def test_a_helper_that_is_not_marked_is_named_with_its_line(tmp_path: Path) -> None:
    file = written("a helper that is not marked", tmp_path)
    game = joute.game(str(file)).fast()
    with pytest.raises(CannotCompile) as refused:
        game.play(game.new(), {0: "a"})
    line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if "if completes(state" in text)
    assert str(refused.value) == f"connect4.py:{line}: advance calls completes, which is not marked @rule"
    assert "Untyped global name" in refused.value.details


def test_a_rule_that_uses_a_module_is_refused_without_the_folders_of_the_computer(tmp_path: Path) -> None:
    nim = (Path(__file__).parents[2] / "examples" / "nim" / "nim.py").read_text(encoding="utf-8")
    file = tmp_path / "drawing.py"
    source = nim.replace("min(3, state.sticks)", "min(random.choice(state.sticks), state.sticks)")
    file.write_text(source.replace("import sys", "import random\nimport sys"), encoding="utf-8")
    game = joute.game(str(file)).fast()
    with pytest.raises(CannotCompile) as refused:
        game.play(game.new(), {0: 0})
    line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if "random.choice" in text)
    assert str(refused.value) == f"drawing.py:{line}: most uses choice of Module(<module 'random'>), which cannot be compiled"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Internal error in /home/ada lovelace/games/nim.py, line 3", "Internal error in nim.py, line 3"),
        (r"Internal error in 'C:\Users\Ada\nim.py'", "Internal error in 'nim.py'"),
        ("cannot divide a / b / c and/or d", "cannot divide a / b / c and/or d"),
    ],
)
def test_what_the_compiler_says_is_shown_without_the_folders_of_the_computer(said: str, shown: str) -> None:
    assert str(explained(ValueError(said), "advance")) == f"advance cannot be compiled: {shown}"


@pytest.mark.slow
def test_rules_of_a_file_may_call_each_other(tmp_path: Path) -> None:
    file = tmp_path / "calling.py"
    source = (Path(__file__).parent.parent.parent / "examples" / "connect4" / "connect4.py").read_text(encoding="utf-8")
    file.write_text(source.replace("@rule\ndef over", "def over"), encoding="utf-8")
    game = joute.game(str(file)).fast()
    assert game.movers(game.new()) == [0]


@pytest.mark.slow
def test_a_search_without_evaluation_draws_among_equals_and_says_that_it_is_blind() -> None:
    game = joute.game(str(Path(__file__).parent.parent.parent / "examples" / "connect4" / "connect4.py"))
    agent = joute.agent("alpha_beta:depth=1", game)
    view = game.view(game.new(), 0)
    opinions = [agent.consider(view, 0, seed) for seed in range(30)]
    assert len({opinion.action for opinion in opinions}) > 3
    assert opinions[0].remark["en"] == "the game has no rule evaluate: what is not over counts as equal"
