"""A server that is killed comes back with all its tables as they were, on SQLite and on PostgreSQL."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from postgres import binaries, cluster
from server.rated_games import table_of, win
from server.served import PATIENCE, Client, Served, post, served, wait_until

from joute.store import Store

ME, OPEN, AGENT = {"who": "me"}, {"who": "open"}, {"who": "agent", "agent": "random"}
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/joute.sqlite"
        return
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed: neither pg_config nor /usr/lib/postgresql names its programs")
    with cluster() as url:
        yield url


@contextlib.contextmanager
def running(database: str, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """`joute serve` in a process of its own."""
    arguments = ["serve", "--port", str(port), "--no-browser", "--database", database, "-s", "warm=no", "-s", "requests=10000"]
    process = subprocess.Popen([sys.executable, "-m", "joute", *arguments], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        wait_until(lambda: answers(port))
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


@pytest.mark.slow
def test_every_table_resumes_at_its_last_acknowledged_move_after_a_kill(database: str) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with running(database, port) as process:
        tokens = [post(f"{url}/api/me", json={"name": name, "program": True}).json()["token"] for name in ("Ada", "Bob")]
        ada, bob = (Client(url, token) for token in tokens)
        tables = []
        for game, seats in (
            ("morpion", [ME, OPEN]),
            ("love_letter", [ME, OPEN]),
            ("diamant", [ME, OPEN, AGENT]),
            ("coeurs", [ME, OPEN, AGENT, AGENT]),
        ):
            tables.append(ada.table(game, seats=seats)["id"])
            bob.post(f"/api/tables/{tables[-1]}/join")
        waiting = ada.table("pokemon", seats=[ME, OPEN])["id"]
        before = {}
        for table in tables:
            wait_until(lambda table=table: any((one.state(table)["turn"] or {}).get("mine") for one in (ada, bob)))  # type: ignore[misc]
            mover = next(one for one in (ada, bob) if one.state(table)["turn"]["mine"])
            turn = mover.state(table)["turn"]
            mover.play(table)
            before[table] = (mover, turn)
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
        port_seqs = {}
    with running(database, port) as process:
        for table, (mover, turn) in before.items():
            state = mover.state(table)
            port_seqs[table] = state["seq"]
            assert state["seq"] >= turn["answers"] + 1
            assert state["table"]["seats"][0]["name"] == "Ada"
            repeated = mover.say(table, type="play", answers=turn["answers"], action=turn["legal"][0])
            assert repeated.status_code == 200  # it was acknowledged: once more is harmless
            assert mover.say(table, type="play", answers=turn["answers"], action=turn["legal"][-1]).status_code in (200, 409)
        assert ada.get(f"/api/tables/{waiting}")["status"] == "open"
        bob.post(f"/api/tables/{waiting}/join")
        assert ada.get(f"/api/tables/{waiting}")["status"] == "playing"
        process.terminate()
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)


def test_who_listens_is_told_that_the_server_stops(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/a.sqlite") as store:
        with served(store) as server:
            person = server.person()
            table = person.table("morpion", seats=[ME, AGENT])["id"]
            line = person.socket(table)
            heard = line.__enter__()
            heard.hear("state")
        assert heard.hear("bye")["code"] == "restarting"
        with contextlib.suppress(Exception):
            line.__exit__(None, None, None)
        with served(store) as server:
            again = Client(server.url, person.token)
            again.play(table)
            assert again.state(table)["seq"] >= 2


def test_a_table_that_cannot_be_kept_is_read_again(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    person = server.person()
    table = person.table("morpion", seats=[ME, AGENT])["id"]
    seq = person.state(table)["seq"]

    def full(_: object) -> None:
        raise OSError("the disk is full")

    with person.socket(table) as line:
        line.hear("state")
        with monkeypatch.context() as broken:
            broken.setattr(server.services.store.store.tables, "append_all", full)
            turn = person.state(table)["turn"]
            line.say(type="play", answers=turn["answers"], action=turn["legal"][0])
            assert line.hear("bye")["code"] == "restarting"
    assert person.state(table)["seq"] == seq
    person.play(table)


def test_a_game_whose_end_was_half_kept_is_kept_and_rated_once_when_the_server_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def fail(table: object) -> None:
        asked.append(table)
        raise OSError("the disk is full")

    with Store.open(f"sqlite:///{tmp_path}/a.sqlite") as store:
        with served(store) as server, monkeypatch.context() as broken:
            broken.setattr(server.services.tables.ladder, "learn", fail)
            table, seated = table_of(server.person("Ada"), server.person("Bob"))
            win(table, seated, seated[0])
            wait_until(lambda: bool(asked))
        assert store.records.find(table) is None
        with served(store) as server:
            wait_until(lambda: store.records.find(table) is not None)
            rungs = [rating for rating, _, _ in store.ladder.best_people("morpion", 1)]
    assert len(rungs) == 2
    assert [rung.games for rung in rungs] == [1, 1]


def test_joute_alone_serves(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JOUTE_PORT": "0", "JOUTE_DATABASE": f"{tmp_path}/a.sqlite", "JOUTE_WARM": "no"}
    process = subprocess.Popen([sys.executable, "-m", "joute"], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split("http://")[1].split(";")[0]
        wait_until(lambda: answers(int(address.rpartition(":")[2])))
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            command = [sys.executable, "-m", "joute", "serve", "--port", port, "--lang", "en"]
            environment["JOUTE_DATABASE"] = f"{tmp_path}/b.sqlite"
            second = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert second.returncode == 2
        assert "cannot be used" in second.stderr
        assert "Traceback" not in second.stderr
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, 130)
