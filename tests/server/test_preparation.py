"""Opponents that are compiled once: a simple agent plays for them meanwhile, or the game waits."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from server.served import Served, served, wait_until

from joute.arena import warmup
from joute.server.agents import preparation
from joute.server.agents.preparation import Preparation
from joute.store import Store

AGENTS: dict[str, Any] = {"seats": [{"who": "me"}, {"who": "agent", "agent": "hard"}]}


@pytest.fixture
def unprepared(server: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Preparation:
    """The server just after an installation; nothing is compiled until the test does it."""
    monkeypatch.setattr(preparation, "prepared_file", lambda name: tmp_path / name)
    manager = server.services.tables
    found = server.inside(lambda: Preparation(["morpion", "coeurs"], manager._prepared))
    monkeypatch.setattr(manager, "preparation", found)
    monkeypatch.setattr(manager.context, "preparation", found)
    return found


def done(unprepared: Preparation, name: str) -> None:
    """A game is prepared."""
    unprepared._progress.pop(name)
    unprepared._ready[name].set()
    unprepared._on_progress(name)


def test_a_simple_agent_plays_until_the_opponents_are_prepared(server: Served, unprepared: Preparation) -> None:
    ada = server.person("Ada")
    table = ada.table("morpion", begins="random", **AGENTS)["id"]
    actor = server.services.tables.tables[table]
    with ada.socket(table) as line:
        assert line.hear("preparing") == {"type": "preparing", "done": 0, "of": 6}
        wait_until(lambda: actor.table.question is not None and actor.table.question.movers == (actor.table.people[0],))
        ada.play(table)
        wait_until(lambda: actor.table.decided[1 - actor.table.people[0]] > 0)
        assert actor.table.weakened  # so that the game is not rated
        assert "careful" in actor.agents._agents
        server.inside(lambda: done(unprepared, "morpion"))
        assert line.hear("preparing") == {"type": "preparing", "done": 1, "of": 1}


def test_the_game_waits_if_the_player_prefers(server: Served, unprepared: Preparation) -> None:
    ada = server.person("Ada")
    table = ada.table("morpion", begins="first", **AGENTS)["id"]
    actor = server.services.tables.tables[table]
    assert ada.say(table, type="wait").status_code == 200
    ada.play(table)
    assert ada.state(table)["turn"]["mine"] is False
    assert actor.table.weakened is False
    server.inside(lambda: done(unprepared, "morpion"))
    wait_until(lambda: actor.table.decided[1] == 1)
    assert "careful" not in actor.agents._agents


def test_strangers_do_not_decide_about_waiting(server: Served, unprepared: Preparation) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table("morpion", **AGENTS)["id"]
    assert bob.say(table, type="wait").json()["code"] == "not_seated"


def test_the_game_that_somebody_plays_is_prepared_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(preparation, "prepared_file", lambda name: tmp_path / name)
    seen: list[str] = []

    async def run() -> list[str]:
        games = Preparation(["morpion", "coeurs", "diamant"], lambda _: None)

        async def compile(name: str) -> bool:
            seen.append(name)
            if name == "morpion":
                games.hurry("diamant")
            return True

        async def compiled(name: str) -> None:
            assert games.progress(name) is not None

        monkeypatch.setattr(games, "_compile", compile)
        await games.run(compiled)
        return [name for name in seen if games.progress(name) is not None]

    assert asyncio.run(run()) == []
    assert seen == ["morpion", "diamant", "coeurs"]


def test_what_was_prepared_once_is_not_prepared_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "cache_directory", lambda: tmp_path)
    assert Preparation(["morpion"], lambda _: None).progress("morpion") == {"done": 0, "of": 6}
    warmup.prepared_file("morpion").touch()
    assert Preparation(["morpion"], lambda _: None).progress("morpion") is None


def test_random_agents_play_a_game_that_cannot_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(preparation, "prepared_file", lambda name: tmp_path / name)
    nim = Path(__file__).parents[2] / "examples" / "nim" / "nim.py"
    file = tmp_path / "texts.py"
    file.write_text(
        nim.read_text(encoding="utf-8").replace('"nim"', '"texts"').replace("min(3, state.sticks)", "min(3, int(str(state.sticks)))")
    )
    with Store.open(f"sqlite:///{tmp_path}/joute.sqlite") as store, served(store, games=str(file)) as server:
        manager = server.services.tables
        games = server.inside(lambda: Preparation(["texts"], manager._prepared))
        monkeypatch.setattr(manager.context, "preparation", games)

        async def compiled(name: str) -> None:
            raise AssertionError("it was not compiled")

        asyncio.run_coroutine_threadsafe(games.run(compiled), server._loop()).result(900)
        assert games.failed("texts")
        assert "texts.py:" in capfd.readouterr().err
        ada = server.person("Ada")
        table = ada.table("texts", begins="first", **AGENTS)["id"]
        with ada.socket(table) as line:
            problem = line.hear("preparing")["problem"]
            assert line.ask(type="hint", unrated=True)["text"] == problem  # a random agent does not advise
        assert problem["en"].startswith("texts.py:")
        assert problem["fr"].startswith("texts.py:")
        assert problem["fr"] != problem["en"]
        ada.play(table)
        actor = server.services.tables.tables[table]
        wait_until(lambda: actor.table.decided[1] == 1)
        assert actor.table.weakened


REFUSED: Any = {"en": "the rules cannot be compiled", "fr": "les règles ne se compilent pas"}


def let_fail(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the compiler refuses a game while somebody waits for it."""
    found, problems = server.services.tables.preparation, dict[str, Any]()

    async def ready(name: str) -> None:
        problems[name] = REFUSED

    monkeypatch.setattr(found, "_problems", problems)
    monkeypatch.setattr(found, "ready", ready)


@pytest.mark.parametrize("path", ["analysis/opinion", "lab/explanation"])
def test_a_question_that_waits_for_a_game_is_refused_when_that_cannot_be_compiled(
    server: Served, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    let_fail(server, monkeypatch)
    asked = {"game": "morpion", "options": {"width": 4, "height": 4}, "seat": 0, "action": "b2", "agent": "careful"}
    answer = server.person("Ada").request("POST", f"/api/{path}", json=asked).json()
    assert (answer.get("code"), answer.get("text")) == ("not_allowed", REFUSED)


def test_what_a_game_prints_itself_is_not_taken_for_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "prepared_file", lambda name: tmp_path / name)
    printing = tmp_path / "printing"
    printing.write_text("#!/bin/sh\necho \"{'sticks': 21}\"\necho 3\n")
    printing.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(printing))
    games, heard = Preparation(["morpion", "coeurs"], lambda _: None), list[str]()

    async def compiled(name: str) -> None:
        heard.append(name)

    asyncio.run(games.run(compiled))
    assert heard == ["morpion", "coeurs"]
    assert not games.failed("morpion")
