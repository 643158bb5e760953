"""What the server says of itself, and what it logs, when its database fails."""

import logging
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from server.served import Served, get, ok, served, wait_until

from joute.core.errors import BadStore
from joute.store import Store
from joute.store.database import Database


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, reason: str) -> Iterator[None]:
    """A database that nobody can write or read."""

    def fail(*_: object) -> None:
        raise BadStore("the database {name} cannot be used: {error}", name="joute.sqlite", error=reason)

    with monkeypatch.context() as broken:
        for name in ("writing", "reading", "insert_alone"):
            broken.setattr(Database, name, fail)
        yield


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question about the health is answered anew."""
    monkeypatch.setattr("joute.server.store_health.FRESH", 0.0)


@pytest.mark.usefixtures("fresh")
def test_a_failing_store_is_reported_and_logged_once(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table("morpion", seats=[{"who": "me"}, {"who": "open"}])["id"]
    for path in ("/api/health", "/api/health/ready"):
        response = get(server.url + path)
        assert (response.status_code, response.json()["status"], response.json()["reason"]) == (200, "ok", None)
    with failing(monkeypatch, "database or disk is full"):
        for path in ("/api/health", "/api/health/ready"):
            response = get(server.url + path)
            assert response.status_code == 503
            assert (response.json()["status"], response.json()["reason"]) == ("degraded", "database or disk is full")
        assert get(f"{server.url}/api/health/live").status_code == 200
        for _ in range(5):
            assert ada.refused("POST", "/api/tables", {"game": "morpion"}) == "unavailable"
            assert bob.refused("POST", f"/api/tables/{table}/join", {}) == "unavailable"
        with server.stranger().socket("2" * 8) as line:
            assert line.hear("bye")["code"] == "unavailable"
    logged = [record.getMessage() for record in caplog.records if record.name != "httpx"]
    assert logged == ["the database joute.sqlite cannot be used: database or disk is full"]
    assert ok(get(f"{server.url}/api/health"))["status"] == "ok"
    assert "the database works again" in [record.getMessage() for record in caplog.records]
    assert ada.table("morpion")


@pytest.mark.usefixtures("fresh")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not delete open files")
def test_a_deleted_database_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "joute.sqlite"
    with Store.open(f"sqlite:///{file}") as store, served(store) as server:
        assert get(f"{server.url}/api/health").json()["status"] == "ok"
        file.rename(tmp_path / "moved.sqlite")
        wait_until(lambda: get(f"{server.url}/api/health").status_code == 503)
        assert "deleted" in get(f"{server.url}/api/health").json()["reason"]
        (tmp_path / "moved.sqlite").rename(file)
        wait_until(lambda: get(f"{server.url}/api/health").status_code == 200)


def test_an_error_of_ours_has_one_traceback(server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("joute.server.http.routes.catalogue.games", lambda _: 1 / 0)
    assert get(f"{server.url}/api/games").json()["code"] == "failed"
    ours = [record for record in caplog.records if record.name == "joute.server"]
    assert [record.getMessage() for record in ours] == ["GET /api/games failed: ZeroDivisionError"]
    wait_until(lambda: len([record for record in caplog.records if record.exc_info]) == 1)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with Store.open(f"sqlite:///{tmp_path}/joute.sqlite") as store:
            store.probe()
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}, modes
