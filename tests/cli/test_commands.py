"""Every command, as a person and as a program reads it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli.shell import FINGERS, SECRETS, SMALL, as_json, joute, lines

import joute as package
from joute.arena.match import match
from joute.cli.commands import duel
from joute.core import registry
from joute.core.state_json import json_safe


def saved(file: str = "record.json", **changes: Any) -> str:
    game = package.game("morpion", width=3, height=3, align=3)
    record = match(game, [package.agent("random", game)] * 2, seed=1).to_json() | changes
    Path(file).write_text(json.dumps(record))
    return file


# --- lists ------------------------------------------------------------------------------------------------------------------


def test_help_names_every_command() -> None:
    shown = joute("--help").stdout
    for command in ("serve", "connect", "games", "agents", "play", "duel", "perft", "solve", "bench", "replay", "warm"):
        assert command in shown


def test_the_version_is_the_package_s() -> None:
    assert joute("--version").stdout == f"joute {package.__version__}\n"


def test_games_are_listed_with_seats_nature_and_options() -> None:
    assert "morpion" in joute("games").stdout
    rows = as_json("games")
    assert [row["game"] for row in rows] == list(registry.GAMES)
    (morpion,) = [row for row in rows if row["game"] == "morpion"]
    assert (morpion["seats"], morpion["nature"]) == (2, "perfect information")
    assert {"name": "width", "kind": "int", "default": 12, "meaning": "columns of the board", "allowed": "3 to 19"} in morpion["options"]


def test_agents_are_listed_for_every_game_or_for_one_with_those_that_refuse_it_last() -> None:
    assert "random" in joute("agents").stdout
    assert "random" in [row["agent"] for row in as_json("agents")]
    rows = as_json("agents", FINGERS, "-o", "seats=4")
    assert rows[-1]["refusal"] is not None
    assert {row["agent"]: row["refusal"] for row in rows}["thoughtful"] == "a table of four is too large for it"
    assert "too large for it" in joute("agents", FINGERS, "-o", "seats=4").stdout


def test_levels_are_listed_with_what_they_stand_for() -> None:
    rows = {row["agent"]: row for row in as_json("agents", "diamant")}
    assert list(rows)[:5] == ["easy", "medium", "hard", "expert", "master"]
    assert {name: row["recipe"] for name, row in rows.items() if row["recipe"]} == registry.define("diamant").named_agents
    assert set(rows["easy"]["summary"]) == {"en", "fr"}
    assert f"stands for {rows['master']['recipe']}" in joute("agents", "diamant").stdout
    assert f"est mis pour {rows['master']['recipe']}" in joute("--lang", "fr", "agents", "diamant").stdout


# --- mistakes are one sentence and exit code 2 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "no game is called 'chess'; there are:"),
        (["play"], "name the game to play: "),
        (["agents", "morpion", "-o", "width=99"], "width=99 is not possible (3 to 19)"),
        (["agents", "morpion", "-o", "size=3"], "has no setting 'size'"),
        (["agents", "morpion", "-o", "width"], "an option is written key=value"),
        (["play", "morpion", "--seats", "human,nobody"], "no agent is called 'nobody'"),
        (["play", "morpion", "--seats", "human,,random"], "a seat of 'human,,random' is empty"),
        (["play", "morpion", "--seats", "human"], "has 2 seats here; --seats names 1"),
        (["replay", "missing.json"], "missing.json cannot be read"),
        (["play", "--continue", "missing.json"], "missing.json cannot be read"),
        (["solve", SECRETS], "secrets is not zero-sum with these options"),
        (["solve", FINGERS, "--after", "one"], "several seats choose at once"),
        (["perft", "chess", "2"], "no game is called 'chess'"),
        (["games", "--lang", "xx"], "the languages are en, fr"),
        (["perft", "morpion", "0"], "DEPTH"),
    ],
)
def test_what_cannot_be_followed_is_answered_in_a_sentence(arguments: list[str], sentence: str) -> None:
    result = joute(*arguments, code=2)
    assert sentence in " ".join(result.stderr.replace("│", " ").split())
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def broken(:", "cannot be loaded: SyntaxError"),
        ("import nothing_of_that_name", "cannot be loaded: ModuleNotFoundError: No module named 'nothing_of_that_name' (line 1)"),
        ("\n1 / 0", "cannot be loaded: ZeroDivisionError: division by zero (line 2)"),
        ("", "defines no game: it has no DEFINITION"),
    ],
)
def test_a_game_file_with_a_mistake_is_told_with_its_line(source: str, sentence: str) -> None:
    Path("mine.py").write_text(source)
    assert sentence in joute("agents", "mine.py", code=2).stderr


# --- records ------------------------------------------------------------------------------------------------------------------


def test_a_record_is_replayed_position_by_position() -> None:
    shown = joute("replay", saved()).stdout
    record = json.loads(Path("record.json").read_text())
    assert f"choice {len(record['choices'])} of {len(record['choices'])}" in shown
    assert "plays" in shown
    assert "wins." in shown or "draw" in shown
    found = as_json("replay", "record.json")
    assert found["record"] == record
    assert len(found["positions"]) == len(record["choices"]) + 1
    assert found["positions"][1]["choices"] == record["choices"][0]
    assert found["positions"][0]["position"]["board"] == ["...", "...", "..."]


def test_a_record_that_does_not_replay_says_where_it_differs() -> None:
    record = json.loads(Path(saved()).read_text())
    wrong = [*record["choices"][:3], record["choices"][1], *record["choices"][4:]]
    assert "choice 4 of the record cannot be played" in joute("replay", saved(choices=wrong), code=2).stderr
    assert "ends with scores [9, 9]" in joute("replay", saved(scores=[9, 9]), "--json", code=2).stderr
    assert joute("replay", saved(scores=[9, 9]), "--json", code=2).stdout == ""


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"joute record": 1, "choices": [{"x": "a1"}], "seconds": []}'])
def test_a_file_that_is_no_record_is_refused(text: str) -> None:
    Path("record.json").write_text(text)
    assert "this is not a record of Joute" in joute("replay", "record.json", code=2).stderr
    Path("record.json").write_bytes(b"\xff\xfe\x00")
    assert "this is not a record of Joute" in joute("replay", "record.json", code=2).stderr


@pytest.mark.parametrize("changes", [{"choices": [{"0": 3.5}]}, {"choices": [{"0": None}]}, {"agents": []}, {"options": 3}])
def test_a_record_of_the_wrong_shape_is_refused(changes: dict[str, Any]) -> None:
    assert "Traceback" not in joute("replay", saved(**changes), code=2).stderr


def test_a_record_of_one_s_own_game_replays_with_its_file() -> None:
    joute("play", FINGERS, "--seats", "human,random", "--save", "fingers.json", typed=lines("one", "two"))
    assert "seat 0 shows one" in joute("replay", "fingers.json", "--game", FINGERS).stdout


# --- what searches found --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_perft_ends_in_the_last_count() -> None:
    shown = joute("perft", "morpion", "3", *SMALL).stdout
    assert shown.splitlines()[-1].endswith("504")
    assert as_json("perft", "morpion", "2", *SMALL) == {"game": "morpion", "depth": 2, "counts": [9, 72]}


def test_a_position_after_any_moves_is_solved() -> None:
    shown = joute("solve", FINGERS, "-o", "seats=1", "--after", "on").stdout
    assert "Seat 0 (to move) wins in 2 plies. No shorter win exists." in shown
    assert "principal variation: two" in shown
    assert "round 2: [[1], [2]]" in shown
    found = as_json("solve", FINGERS, "-o", "seats=1", "--after", "one")
    assert (found["winner"], found["plies"], found["pv"], found["after"]) == (0, 2, ["two"], ["one"])
    assert (found["game"], found["options"], found["mover"]) == ("fingers", {"seats": 1}, 0)


def test_moves_that_lead_nowhere_are_refused_before_solving() -> None:
    alone = ["solve", FINGERS, "-o", "seats=1", "--after"]
    assert "action 2: There is no action “three”." in joute(*alone, "one,three", code=2).stderr
    assert "there is nothing to solve" in joute(*alone, "one,two", code=2).stderr
    assert "the game is over before one, after one, two" in joute(*alone, "one,two", "--after", "one", code=2).stderr


def an_agent(name: str, mean: float, interval: list[float]) -> Any:
    seconds = {"median": 0.00001, "p95": 0.002, "max": 3.0}
    counts = {"games": 40, "wins": 20, "draws": 3, "losses": 17, "score_mean": 0.1}
    return {"agent": name, **counts, "mean": mean, "interval": interval, "elo": None, "elo_interval": [None, 30.0], "seconds": seconds}


def test_two_agents_are_told_apart_only_when_the_interval_does() -> None:
    strong, weak = an_agent("strong", 0.8, [0.7, 0.9]), an_agent("weak", 0.2, [0.1, 0.3])
    even = an_agent("even", 0.52, [0.4, 0.64])
    assert duel.verdict(strong, weak) == "strong is stronger than weak."
    assert duel.verdict(weak, strong) == "strong is stronger than weak."
    assert "Neither is shown to be stronger" in duel.verdict(even, even)


@pytest.mark.slow
def test_a_duel_is_reported_for_agents_and_seats() -> None:
    arguments = ["duel", "morpion", "random", "random", "--games", "6", "--seed", "1", "--workers", "1", *SMALL]
    shown = joute(*arguments).stdout
    for word in ("random", "95 % interval", "Elo", "median", "6 games in", "Neither is shown to be stronger"):
        assert word in shown
    found = as_json(*arguments)
    assert (found["game"], found["games"], found["seed"]) == ("morpion", 6, 1)
    assert [row["seat"] for row in found["seats"]] == [0, 1]


@pytest.mark.slow
def test_a_sequential_test_ends_a_duel_with_a_sentence() -> None:
    arguments = ["duel", "coeurs", "careful", "random", "--sprt", "0,50", "--seed", "1", "--workers", "1", "-o", "deals=1"]
    assert "careful is ahead of random: 50 Elo are accepted against 0." in " ".join(joute(*arguments).stdout.split())
    found = as_json(*arguments)
    assert found["sprt"]["accepted"] == "elo1"
    assert found["games"] < 20_000
    assert "for instance 0,30" in joute("duel", "coeurs", "careful", "random", "--sprt", "thirty", code=2).stderr


@pytest.mark.slow
def crashing_bot() -> str:
    Path("crash.py").write_text("def choose(view, legal, clock, random):\n    raise RuntimeError('no model')\n")
    return "crash.py"


def test_a_bot_that_fails_in_every_game_of_a_duel_is_named_with_the_reason() -> None:
    arguments = ["duel", "morpion", "random", crashing_bot(), "--games", "2", "--workers", "1", *SMALL]
    shown = joute(*arguments, code=1).stdout
    assert "Faults of crash.py: 2 of 2 games. The first: It crashed: it failed with RuntimeError: no model (crash.py, line 2)." in shown
    assert "Failed in every game: crash.py." in shown
    assert "stronger" not in shown
    random, crash = json.loads(joute(*arguments, "--json", code=1).stdout)["agents"]
    assert (random["faults"], random["first_fault"]) == (0, None)
    assert (crash["faults"], crash["first_fault"]["code"]) == (2, "crash")
    assert crash["first_fault"]["sentence"] == "it failed with RuntimeError: no model (crash.py, line 2)"


def test_a_bot_that_fails_in_a_tournament_is_named_with_the_reason() -> None:
    arguments = ["tournament", "morpion", "random", crashing_bot(), "--budget", "2", "--workers", "1", *SMALL]
    shown = joute(*arguments).stdout
    assert "Faults of crash.py: 2. The most frequent: It crashed: it failed with RuntimeError: no model (crash.py, line 2)." in shown
    assert [(row["agent"], row["times"]) for row in as_json(*arguments)["faults"]] == [("crash.py", 2)]


def test_a_duel_says_what_the_number_of_agents_decides() -> None:
    said = joute("duel", "diamant", "random", "random", "--games", "1", "--workers", "1").stderr
    assert "diamant with 2 seats, one for each agent; -o seats=4 plays with 4." in said
    assert "A block of 2 games gives every agent every seat: 2 games are played." in said
    assert joute("duel", "diamant", "random", "random", "--games", "2", "--workers", "1", "-o", "seats=2").stderr == ""


def test_the_agents_of_a_duel_set_the_number_of_seats() -> None:
    found = as_json("duel", FINGERS, "random", "thoughtful", "random", "-n", "3", "--workers", "1")
    assert found["options"] == {"seats": 3}


@pytest.mark.slow
def test_warming_says_what_was_compiled_and_the_second_time_that_all_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("cold.py").write_text(Path(FINGERS).read_text().replace('"fingers"', '"cold"'))
    monkeypatch.setenv("JOUTE_CACHE", str(tmp_path / "cache"))
    (row,) = as_json("warm", "cold.py")
    assert row["game"] == "cold"
    assert any(entry["function"].startswith("rule_calls.") for entry in row["compiled"])
    assert "ready" in joute("warm", "cold.py").stdout


@pytest.mark.slow
def test_a_rule_that_cannot_be_compiled_is_told_without_a_traceback() -> None:
    source = Path(FINGERS).read_text().replace('"fingers"', '"wrong"')
    Path("wrong.py").write_text(source.replace("    state.round += 1", "    state.round += 1 + spec(state)"))
    answer = joute("warm", "wrong.py", code=2).stderr
    line = source.splitlines().index("    state.round += 1") + 1
    assert f"wrong.py:{line}: advance calls spec, which is not marked @rule" in answer
    assert len(answer.strip().splitlines()) <= 5
    assert "Untyped global name 'spec'" in joute("warm", "wrong.py", "--debug", code=2).stderr


def test_benchmarks_are_shown_whatever_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(names: list[str], search: bool, peers: bool, progress: Any) -> dict[str, Any]:
        progress(1, 2)
        return {"games": {name: {"playouts_per_second": 1234567.0, "ratio": 5.5} for name in names}, "peers": peers, "search": search}

    monkeypatch.setattr("joute.cli.commands.bench.bench", measured)
    shown = " ".join(joute("bench", "morpion", "--peers", "--no-search").stdout.split())
    assert "games morpion playouts per second 1 234 567" in shown
    assert as_json("bench", "morpion")["games"]["morpion"]["ratio"] == 5.5


def test_json_has_no_number_that_is_not_one() -> None:
    assert json_safe({"a": [float("inf"), np.float64("nan"), np.int64(3)], 1: (True, None)}) == {"a": [None, None, 3], "1": [True, None]}
