"""The commands about tournaments: played, found again, reported; what is wrong is said in a sentence."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from arena import lots
from cli.shell import as_json, joute
from rich.console import Console

from joute.arena.block import Block, GameResult
from joute.arena.executor import SerialExecutor
from joute.arena.tournament.plan import TournamentBudget, TournamentPlan
from joute.arena.tournament.progress import Scoreboard, TournamentProgress
from joute.arena.worker import BlockWorker
from joute.cli.render.tournament_progress import TournamentDisplay

LOTS = str(Path(lots.__file__).resolve())
FIELD = [LOTS, "low", "middle", "high"]


@pytest.fixture(autouse=True)
def kept_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Everything is played in this process and kept in a file of its own."""
    monkeypatch.setenv("JOUTE_DATABASE", str(tmp_path / "joute.sqlite"))
    monkeypatch.setattr("joute.cli.executors.ProcessPool", lambda _, workers: SerialExecutor(BlockWorker))


def test_a_tournament_is_played_ranked_and_gone_on_with() -> None:
    first = as_json("tournament", *FIELD, "--name", "t", "--games", "20", "--seed", "5")
    assert [row["agent"] for row in first["standings"]["agents"]] == ["high", "middle", "low"]
    assert (first["played"], first["standings"]["games"], first["format"]) == (60, 60, "round_robin")
    again = as_json("tournament", *FIELD, "--name", "t", "--games", "20", "--seed", "5")
    assert again["played"] == 0
    assert again["standings"] == first["standings"]
    more = as_json("tournament", *FIELD, "random", "--name", "t", "--games", "20", "--seed", "5")
    assert more["played"] == 60, "three new pairs"


def test_a_person_reads_a_ranking_the_pairs_and_how_to_go_on() -> None:
    shown = joute("tournament", *FIELD, "--games", "20", "--seed", "5").stdout
    assert re.search(r"1 +high", shown)
    assert "against" in shown
    assert "60 games in 30 blocks" in shown
    assert "joute report lots-5" in shown, "without a name it has one of its game and seed"
    assert "60 parties en 30 blocs" in joute("tournament", *FIELD, "--games", "20", "--seed", "5", "--lang", "fr").stdout


def test_tournaments_and_their_games_are_found_again() -> None:
    assert "No tournament" in joute("tournaments").stdout
    joute("tournament", *FIELD, "--name", "t", "--games", "4")
    (row,) = as_json("tournaments")
    assert (row["tournament"], row["games"], row["agents"]) == ("t", 12, ["low", "middle", "high"])
    assert "t " in joute("tournaments").stdout
    found = as_json("games-of", "t", "--agent", "low")
    assert found["total"] == 8
    assert all("low" in game["agents"] for game in found["games"])
    assert found["games"][0]["game"] in joute("games-of", "t").stdout
    assert "there are: t" in joute("games-of", "u", code=2).stderr


def test_a_file_says_what_the_command_does_not(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_text(f'name = "filed"\ngame = "{LOTS}"\nagents = ["low", "high"]\nbudget = 40\nseed = 9\n[options]\nseats = 4\n')
    found = as_json("tournament", "--file", str(file))
    assert (found["tournament"], found["seed"], found["options"]["seats"], found["format"]) == ("filed", 9, 4, "round_robin")
    assert found["standings"]["games"] == 40, "the last block of six is cut"
    over = as_json("tournament", LOTS, "middle", "--file", str(file), "--name", "other", "--budget", "12")
    assert [row["agent"] for row in over["standings"]["agents"]] == ["high", "middle", "low"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name = ", "is not TOML: Invalid value (at "),
        ("colour = 1", "a tournament has no 'colour'; it has: name, game, agents"),
        ("agents = 'random'", "agents = 'random' is not a list of texts"),
        ("agents = [1]", "agents = [1] is not a list of texts"),
        ("seed = true", "seed = True is not a whole number"),
        ("format = 3", "is not one of round_robin, swiss, tables"),
        ("options = 1", "is not a table of options"),
        ("budget = '5 bananas'", "budget=5 bananas is not possible"),
        ("games = 0", "games=0 is not possible (1 or more)"),
        ("openings = 'wild'", "openings=wild is not possible"),
        ("format = 'cup'", "format=cup is not possible"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "t.toml"
    file.write_text(text)
    said = joute("tournament", LOTS, "low", "high", "--file", str(file), code=2).stderr
    assert sentence in said
    assert "Traceback" not in said


def test_what_cannot_be_played_is_refused_before_it_begins() -> None:
    assert "first argument" in joute("tournament", code=2).stderr
    assert "at least two agents; 1 came" in joute("tournament", LOTS, "low", code=2).stderr
    assert "low is named twice" in joute("tournament", LOTS, "low", "low", code=2).stderr
    assert "no agent is called 'nobody'" in joute("tournament", LOTS, "low", "nobody", code=2).stderr
    assert "cannot be read" in joute("tournament", LOTS, "low", "high", "--file", "nowhere.toml", code=2).stderr
    assert "looks like tcp://" in joute("tournament", LOTS, "low", "high", "--cluster", "nowhere", code=2).stderr
    joute("tournament", *FIELD, "--name", "t", "--games", "2")
    assert "seed" in joute("tournament", *FIELD, "--name", "t", "--games", "2", "--seed", "8", code=2).stderr


# --- reports ----------------------------------------------------------------------------------------------------------------


def test_a_page_holds_everything_and_asks_for_nothing_from_elsewhere(tmp_path: Path) -> None:
    joute("tournament", *FIELD, "random", "--name", "<t>&", "--games", "20")
    joute("report", "<t>&", "--out", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert not re.search(r"(src|href)\s*=|url\(|@import|<script", page)
    assert "<t>" not in page, "names are text"
    assert "&lt;t&gt;&amp;" in page
    for words in (
        "Ranking",
        "Pairs",
        "By seat",
        "Length of the games",
        "Thinking time",
        "A game:",
        "Faults of bots",
        "How to repeat it",
    ):
        assert words in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    joute("report", "<t>&", "--out", "page.html", "--lang", "fr")
    french = Path("page.html").read_text(encoding="utf-8")
    assert '<html lang="fr">' in french
    assert "Classement" in french


def test_the_same_report_as_json_and_as_a_table() -> None:
    joute("tournament", *FIELD, "--name", "t", "--games", "10", "--seed", "1")
    found = as_json("report", "t")
    assert found["length"] == {"mean": 1.0, "shortest": 1, "longest": 1, "games": {"1": 30}}
    assert [row["games"] for row in found["seats"]] == [30, 30]
    assert sum(row["share"] for row in found["seats"]) == pytest.approx(1)
    assert [row["choices"] for row in found["thinking"]] == [20, 20, 20]
    assert found["course"]["agents"] == ["middle", "high"], "the two best meet"
    assert {"joute", "rules", "python", "command", "begun"} <= set(found["made"])
    rows = list(csv.DictReader(io.StringIO(joute("report", "t", "--csv").stdout)))
    assert len(rows) == 60
    assert {row["agent"] for row in rows} == {"low", "middle", "high"}
    assert sum(float(row["share"]) for row in rows) == pytest.approx(30)


def test_a_chosen_game_is_judged_by_whom_one_likes() -> None:
    joute("tournament", *FIELD, "--name", "t", "--games", "2")
    (game, *_) = as_json("games-of", "t", "--agent", "low")["games"]
    answer = json.loads(joute("report", "t", "--game", game["game"], "--judge", "high", "--json").stdout)["course"]
    assert answer["agents"] == game["agents"]
    assert answer["scores"] == game["scores"]
    assert {step["value"] for step in answer["steps"]} == {2.0}
    assert "t has no game 9-9-9" in joute("report", "t", "--game", "9-9-9", code=2).stderr
    assert "gives no values" in joute("report", "t", "--judge", "random", code=2).stderr
    assert "exclude each other" in joute("report", "t", "--json", "--csv", code=2).stderr


def test_a_panel_is_drawn_for_each_game_asked_for() -> None:
    joute("tournament", *FIELD, "--name", "t", "--games", "4")
    listed = as_json("games-of", "t")["games"]
    assert [game["number"] for game in listed] == list(range(1, 13))
    found = as_json("report", "t", "--games", "7, 1,7", "--judge", "high")
    assert found["course"] is None
    assert [(one["number"], one["game"], one["agents"]) for one in found["courses"]] == [
        (number, listed[number - 1]["game"], listed[number - 1]["agents"]) for number in (1, 7)
    ]
    assert all(step["value"] == 2.0 for one in found["courses"] for step in one["steps"])
    joute("report", "t", "--games", "all", "--out", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.count('<figure class="panel">') == 12
    assert all(f"{game['number']} · {game['game']}" in page for game in listed)
    assert "A game:" not in page
    assert not re.search(r"(src|href)\s*=|url\(|@import|<script", page)
    joute("report", "t", "--games", "2", "--out", "page.html", "--lang", "fr")
    assert "<h2>Parties</h2>" in Path("page.html").read_text(encoding="utf-8")


def test_games_that_cannot_be_drawn_are_refused_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    joute("tournament", *FIELD, "--name", "t", "--games", "2")
    for text in ("0", "-1", "x", "", "1,,2", "1-3", "all,1", "9" * 5000, "²"):
        assert "write numbers of games such as 1,3,7, or all" in joute("report", "t", f"--games={text}", code=2).stderr
    assert "écrivez des numéros" in joute("report", "t", "--games", "x", "--lang", "fr", code=2).stderr
    assert "t has no game 7; its last one is 6" in joute("report", "t", "--games", "1,7", code=2).stderr
    assert "la dernière est la 6" in joute("report", "t", "--games", "7", "--lang", "fr", code=2).stderr
    assert "exclude each other" in joute("report", "t", "--games", "1", "--game", "1-0-0", code=2).stderr
    joute("tournament", *FIELD, "--name", "u", "--games", "2")
    other = as_json("games-of", "u")["games"][0]["game"]
    assert f"t has no game {other} with a record" in joute("report", "t", "--game", other, code=2).stderr
    assert "cannot be written" in joute("report", "t", "--games", "all", "--out", "nowhere/page.html", code=2).stderr
    monkeypatch.setattr("joute.store.tournament_report.MAX_COURSES", 5)
    assert "6 games are too many for a page" in joute("report", "t", "--games", "all", code=2).stderr
    assert as_json("report", "t", "--games", "6")["courses"][0]["number"] == 6


def test_the_page_shows_what_bots_did_wrong(tmp_path: Path) -> None:
    bot = tmp_path / "failing_bot.py"
    bot.write_text("def choose(view, legal, clock, random):\n    raise ValueError('no idea')\n")
    joute("tournament", LOTS, "low", str(bot), "--name", "t", "--games", "2", "--limits", "bank=20")
    joute("report", "t", "--out", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert f"2 × {bot}: crash." in page
    assert "ValueError: no idea" in page
    assert as_json("games-of", "t", "--faults")["total"] == 2


def test_the_live_table_tells_ranking_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=100, height=30, color_system=None)
    monkeypatch.setattr("joute.cli.progress.messages", lambda: console)
    progress = TournamentProgress(
        Scoreboard.of([0, 1], by_block=False), TournamentBudget(seconds=60), total=40, done=8, played=8, seconds=4.0, before=10.0
    )
    progress.score.add(Block((0, 1), 0, [GameResult(0, [0, 1], [1.0, 0.0], 1, [])]))
    console.print(TournamentDisplay(TournamentPlan("t", LOTS, {}, ["low", "high"], 3, "swiss"))._picture(progress))
    shown = console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    lines = [line.strip() for line in shown.splitlines()]
    assert lines[0] == "t  lots, swiss, seed 3"
    assert lines[-1] == "8 of 40 games, 2.0 a second, 0:16 left", "the games end before the time does"
    assert re.match(r"1 +low +1 +1\.000", lines[3])
