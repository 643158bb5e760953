"""Commands take the file of a game where they take a name."""

import json
from pathlib import Path

import pytest
from cli.shell import as_json, joute

from joute.cli.bench import speed

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FILE, KUHN = str(EXAMPLES / "connect4" / "connect4.py"), str(EXAMPLES / "kuhn" / "kuhn.py")
ONE = ("--seed", "1", "--workers", "1")


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
        ("game", "check", KUHN, "--games", "2"),
        ("warm", KUHN),
        ("solve", KUHN),
        ("exploit", KUHN, "random", "--seed", "1"),
        ("fit", KUHN, "--games", "40", "--rounds", "1", "--duel", "0", "--seed", "1", "--out", "kuhn.fit"),
        ("train", KUHN, "--episodes", "50", "--seed", "1", "--out", "kuhn.safetensors"),
        ("distil", KUHN, "ismcts:iterations=20", "--examples", "40", *ONE, "--out", "distilled.safetensors"),
        ("explain", "agent", FILE, "mcts:iterations=20", "--games", "4", "--duel", "2", "--worlds", "0", *ONE, "--kinds", "tree"),
        ("explain", "compare", FILE, "mcts:iterations=20", "random", "--games", "1", "--worlds", "4", *ONE),
        ("explain", "calibration", FILE, "mcts:iterations=20", "--games", "10", "--seed", "1"),
        ("analyse", KUHN),
    ],
    ids=lambda words: " ".join(words[:2]) if words[0] in ("bot", "explain", "game") else words[0],
)
def test_a_command_takes_the_file_of_a_game(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert joute(*words).stdout


def test_a_study_of_the_file_of_a_game_is_planned(tmp_path: Path) -> None:
    plan = tmp_path / "study.toml"
    joute("study", "new", str(plan), "--game", FILE, "--agent", "mcts:iterations=20")
    assert "connect4" in plan.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of Connect Four between two random agents."""
    file = str(tmp_path_factory.mktemp("records") / "record.json")
    joute("play", FILE, "--seats", "random,random", "--seed", "1", "--save", file)
    return file


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("replay", "RECORD"),
        ("review", "RECORD", "--samples", "200", "--seconds", "0", "--agent", "mcts:iterations=20"),
        ("explain", "choice", "RECORD", "--ply", "4"),
    ],
    ids=lambda words: words[0],
)
def test_a_record_is_read_with_the_file_of_its_game(words: tuple[str, ...], record: str) -> None:
    assert joute(*(record if word == "RECORD" else word for word in words), "--game", FILE).stdout


def test_what_a_game_of_a_file_lacks_is_said_in_a_sentence(tmp_path: Path) -> None:
    assert "kuhn has no facts" in joute("explain", "agent", KUHN, "random", "--games", "4", code=2).stderr
    assert "no positions with a known decisive thing" in joute("explain", "measure", KUHN, code=2).stderr
    source = (
        Path(KUHN)
        .read_text(encoding="utf-8")
        .replace('"kuhn"', '"kuhn_without_features"')
        .replace("    feature_names=feature_names,\n", "")
    )
    (tmp_path / "plain.py").write_text(source.replace("def features(", "def unused("), encoding="utf-8")
    assert "features" in joute("train", str(tmp_path / "plain.py"), "--episodes", "1", code=2).stderr


def test_a_record_of_a_file_that_is_not_named_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    joute("play", KUHN, "--seats", "random,random", "--seed", "1", "--save", str(file))
    record = {**json.loads(file.read_text(encoding="utf-8")), "game": "never_opened"}
    file.write_text(json.dumps(record), encoding="utf-8")
    assert "--game FILE" in joute("replay", str(file), code=2).stderr
    assert "--game FILE" in joute("replay", str(file), "--lang", "fr", code=2).stderr.replace("FICHIER", "FILE")


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
