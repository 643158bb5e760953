"""Decisions as data: one row for each legal action, the same on any number of processes, split by deal."""

import csv
import json
from pathlib import Path
from typing import Any

import polars
import pyarrow
import pytest
from cli.shell import as_json
from cli.shell import joute as run_command
from pyarrow import feather, parquet

import joute
from joute.cli.commands import dataset as command
from joute.explain.dataset import card_file, decisions, source_of, write_decisions
from joute.explain.decisions import TEST, TRAIN, VALIDATION, split_of

SEARCH = "ismcts:iterations=60"


def coeurs() -> joute.Game:
    return joute.game("coeurs", deals=1)


def rows_of(table: pyarrow.Table) -> dict[str, list[dict[str, Any]]]:
    """The rows of every decision."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in table.to_pylist():
        found.setdefault(row["decision"], []).append(row)
    return found


@pytest.fixture(scope="module")
def table() -> pyarrow.Table:
    return decisions(coeurs(), SEARCH, games=3, seed=7)


def test_every_decision_has_a_row_for_each_legal_action_and_one_is_chosen(table: pyarrow.Table) -> None:
    for rows in rows_of(table).values():
        assert len(rows) == rows[0]["legal_actions"] > 1
        assert len({row["action"] for row in rows}) == len(rows)
        assert sum(row["chosen"] for row in rows) == 1
        assert sorted(row["rank"] for row in rows) == list(range(1, len(rows) + 1))
        assert sum(row["visits"] for row in rows) in (59, 60)  # the first iteration may only make the root
        assert min(row["regret"] for row in rows if row["regret"] is not None) == 0.0


def test_facts_features_and_views_are_those_of_the_game(table: pyarrow.Table) -> None:
    game = coeurs()
    for row in table.slice(5, 10).to_pylist():
        view = game.position(json.loads(row["view"]))
        assert view.viewer == row["seat"]
        facts = game.facts(view, row["seat"], row["action"])
        assert {name: row[f"fact_{name}"] for name in facts} == pytest.approx(facts)
        features = game.features(view, row["seat"])
        assert {name: row[f"feature_{name}"] for name in features} == pytest.approx(features, rel=1e-6)


def test_a_view_holds_no_hidden_card(table: pyarrow.Table) -> None:
    row = table.slice(0, 1).to_pylist()[0]
    hands = json.loads(row["view"])["hands"]
    known = [hand for hand in hands if hand is not None and None not in hand]
    assert len(known) == 1


def test_the_decisions_are_those_of_a_match(table: pyarrow.Table) -> None:
    first = [row for row in table.to_pylist() if row["game_id"] == "0"]
    game = coeurs()
    record = joute.match(game, [SEARCH] * 4, seed=int(str(first[0]["seed"]), 0))
    assert record.scores is not None
    for row in first:
        assert row["chosen"] == (record.choices[row["ply"]][row["seat"]] == row["action"])
        assert row["outcome"] == record.scores[row["seat"]]


def test_luck_is_the_change_of_value_since_the_seats_last_action(table: pyarrow.Table) -> None:
    last: dict[tuple[str, int], float] = {}
    for rows in rows_of(table).values():
        chosen = next(row for row in rows if row["chosen"])
        key = chosen["game_id"], chosen["seat"]
        if key in last:
            assert chosen["luck"] == pytest.approx(chosen["value"] - last[key])
        else:
            assert chosen["luck"] is None
        last[key] = chosen["value"]


def test_games_of_one_seed_are_in_one_split() -> None:
    names = [split_of(seed) for seed in range(4000)]
    assert {TRAIN, VALIDATION, TEST} == set(names)
    assert names.count(TRAIN) == pytest.approx(2800, abs=120)
    assert names.count(TEST) == pytest.approx(600, abs=90)


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    game = joute.game("diamant", seats=2)
    source = source_of(game, ["exit_factor", "careful"], 3, 0, beliefs=False, exact=False)
    files = [tmp_path / "one.parquet", tmp_path / "two.parquet"]
    for workers, file in enumerate(files, 1):
        write_decisions(game, source, file, 9, workers=workers)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("ending", ["parquet", "arrow", "csv"])
def test_every_format_holds_the_same_table(tmp_path: Path, ending: str) -> None:
    game = joute.game("diamant", seats=2)
    source = source_of(game, ["exit_factor"], 3, 0, beliefs=False, exact=False)
    file = tmp_path / f"decisions.{ending}"
    card = write_decisions(game, source, file, 6)
    wanted = decisions(game, "exit_factor", games=6, seed=3)
    if ending == "csv":
        with file.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        assert [row["action"] for row in rows] == wanted["action"].to_pylist()
        assert [bool(int(row["chosen"])) for row in rows] == wanted["chosen"].to_pylist()
        assert list(rows[0]) == wanted.column_names
    else:
        read = parquet.read_table(file) if ending == "parquet" else feather.read_table(file)
        assert read.to_pylist() == wanted.to_pylist()
    assert card == json.loads(card_file(file).read_text(encoding="utf-8"))
    assert card["rows"] == wanted.num_rows
    assert set(card["columns"]) == set(wanted.column_names)
    assert sum(card["splits"].values()) == len(set(wanted["seed"].to_pylist()))


def test_polars_reads_the_table(table: pyarrow.Table) -> None:
    frame = polars.from_arrow(table)
    assert isinstance(frame, polars.DataFrame)
    chosen = frame.filter(polars.col("chosen"))
    assert chosen.height == frame["decision"].n_unique()


def test_records_are_judged_by_the_agent_and_openings_are_left_out() -> None:
    game = coeurs()
    record = joute.match(game, ["random"] * 4, seed=5)
    record.opening = 4
    table = decisions(game, SEARCH, records=[record])
    assert min(table["ply"].to_pylist()) >= 4
    assert all(row["player"] == "random" and row["visits"] is not None for row in table.to_pylist())
    differs = [row for row in table.to_pylist() if row["chosen"] and not row["preferred"]]
    assert differs, "random players must differ from the search somewhere"


def test_recorded_opinions_are_used_without_an_agent() -> None:
    game = coeurs()
    record = joute.match(game, [SEARCH] * 4, seed=5, opinions=True)
    table = decisions(game, records=[joute.GameRecord.from_json(record.to_json())])
    judged = decisions(game, SEARCH, records=[record])
    assert table["value"].to_pylist() == pytest.approx(judged["value"].to_pylist())


def test_opinions_of_a_tournament_are_the_values_of_its_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JOUTE_DATABASE", str(tmp_path / "joute.sqlite"))
    run = (
        "tournament",
        "diamant",
        "exit_factor",
        "careful",
        "-o",
        "rounds=1",
        "-o",
        "seats=2",
        "--games",
        "4",
        "--workers",
        "1",
        "--seed",
        "1",
    )
    run_command(*run, "--name", "silent")
    played = as_json(*run, "--name", "t", "--opinions")
    assert played["command"].endswith("--opinions")
    file = tmp_path / "t.parquet"
    found = as_json("dataset", "diamant", "--from", "t", "--out", str(file), "--workers", "1")
    table = parquet.read_table(file)
    assert found["judged"] == found["decisions"] == sum(table["chosen"].to_pylist()) > 0
    assert None not in table["weight"].to_pylist()
    card = json.loads(card_file(file).read_text(encoding="utf-8"))
    assert card["source"] == "tournament t, judged by the opinions in the records"
    assert set(card["players"]) == {"exit_factor", "careful"}
    assert "name an agent that judges them" in run_command("dataset", "diamant", "--from", "silent", "--out", str(file)).output


def test_a_table_says_who_decided_under_which_rules_and_versions(table: pyarrow.Table) -> None:
    about = {name.decode(): word.decode() for name, word in table.schema.metadata.items()}
    assert json.loads(about["agents"])[0]["text"] == SEARCH
    assert (about["seed"], about["source"], about["licence"]) == ("7", "self-play", "CC0-1.0")
    assert about["rules"].startswith("rules_")
    assert {"joute", "python", "numpy"} <= set(json.loads(about["versions"]))


def test_beliefs_are_stored_on_request() -> None:
    table = decisions(coeurs(), "careful", games=1, seed=1, beliefs=True)
    believed = json.loads(table["beliefs"][0].as_py())
    assert believed
    assert all(sum(shares.values()) == pytest.approx(1.0) for shares in believed.values())


def test_a_solver_knows_exact_values() -> None:
    game = joute.game("morpion", width=3, height=3, align=3)
    table = decisions(game, "random", games=2, seed=1, exact=True)
    assert set(table["exact_value"].to_pylist()) <= {-1.0, 0.0, 1.0}
    empty = [row for row in table.to_pylist() if row["ply"] == 0]
    assert {row["exact_value"] for row in empty} == {0.0}, "3 x 3 is a draw"


@pytest.mark.parametrize(
    ("agents", "records", "sentence"),
    [
        (["random"] * 5, 0, "4 seats"),
        ([], 0, "needs an agent"),
        (["random", "careful"], 2, "one agent judges"),
        (["examples/bots/no_such_bot.py"], 0, "bot"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(agents: list[str], records: int, sentence: str) -> None:
    with pytest.raises(joute.JouteError, match=sentence):
        source_of(coeurs(), agents, 0, records, beliefs=False, exact=False)


def test_exact_needs_a_solver() -> None:
    with pytest.raises(joute.Unfit, match="no solver"):
        source_of(coeurs(), ["random"], 0, 0, beliefs=False, exact=True)


def test_a_record_of_another_game_is_refused() -> None:
    record = joute.match(joute.game("diamant", seats=2, rounds=1), ["random", "random"], seed=1)
    with pytest.raises(joute.JouteError, match="record 1 is of diamant, not of coeurs"):
        decisions(coeurs(), "random", records=[record])


def test_the_command_writes_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "decisions.parquet"
    command.command("diamant", ["exit_factor"], games=4, seed=1, out=file, option=["seats=2"], workers=1, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert parquet.read_table(file).num_rows == found["rows"] > 0


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(joute.JouteError, match=r"ends in \.parquet, \.arrow, \.csv"):
        command.command("diamant", ["random"], out=tmp_path / "decisions.xlsx")
