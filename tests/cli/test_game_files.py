"""Commands take the file of a game where they take a name."""

from pathlib import Path

import pytest
from cli.shell import as_json, joute

from joute.cli.bench import speed

FILE = str(Path(__file__).parent.parent.parent / "examples" / "connect4" / "connect4.py")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("agents", FILE),
        ("perft", FILE, "3"),
        ("duel", FILE, "random", "random", "--games", "2", "--seed", "1", "--workers", "1"),
        ("tournament", FILE, "random", "mcts:iterations=10", "--games", "2", "--seed", "1", "--workers", "1"),
        ("bot", "new", FILE),
        ("play", FILE, "--seats", "random,random", "--seed", "1"),
        ("dataset", FILE, "random", "--games", "2", "--seed", "1", "--out", "table.csv"),
    ],
    ids=lambda words: " ".join(words[:1]),
)
def test_a_command_takes_the_file_of_a_game(words: tuple[str, ...]) -> None:
    assert joute(*words).stdout


@pytest.mark.slow
def test_bench_measures_the_game_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    def process_seconds(command: list[str], **environment: str) -> float:
        started.append(command[-1])
        return 0.1

    monkeypatch.setattr(speed, "process_seconds", process_seconds)
    monkeypatch.setattr(speed, "SLICE", 0.01)
    found = as_json("bench", FILE, "--no-search")
    assert list(found["games"]) == ["connect4"]
    assert any(f"joute.game({FILE!r})" in program and "mcts" in program for program in started)
