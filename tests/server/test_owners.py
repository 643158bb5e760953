"""Several servers on one database: one alone on SQLite; on PostgreSQL every table has one owner, who alone answers for it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from postgres import binaries, cluster
from server.served import PATIENCE, Client, Served, served, wait_until
from server.test_restart import free_port, running
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed

from joute.core.errors import BadStore
from joute.server.tables.new_table import new_code
from joute.store import Store

ME, OPEN = {"who": "me"}, {"who": "open"}


def test_a_second_server_on_a_sqlite_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/joute.sqlite"
    with Store.open(url) as store, Store.open(url) as other:
        with store.only_server("http://one"):
            with pytest.raises(BadStore, match=r"another server uses .*http://one, process .*--database"), other.only_server("http://two"):
                raise AssertionError("two servers")
            assert other.people.create("Ada", "")  # other commands may use it
        with other.only_server("http://two"):
            pass


@pytest.mark.slow
def test_a_killed_server_leaves_no_lock_behind(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/joute.sqlite"
    with running(url, free_port()) as first:
        command = [sys.executable, "-m", "joute", "--lang", "fr", "serve", "--port", "0", "--no-browser", "--database", url]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert second.returncode == 2
        assert "un autre serveur utilise la base" in " ".join(second.stderr.split())
        first.kill()
        first.wait(PATIENCE)
        with running(url, free_port()):
            pass


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed: neither pg_config nor /usr/lib/postgresql names its programs")
    with cluster() as url:
        yield url


def start(stack: ExitStack, database: str, address: str, **given: object) -> Served:
    """A server on that database."""
    store = stack.enter_context(Store.open(database))
    return stack.enter_context(served(store, address=address, **given))


def test_a_table_that_another_server_has_is_never_answered_here(database: str) -> None:
    with ExitStack() as two, ExitStack() as one:
        first, second = start(one, database, "http://first.example"), start(two, database, "http://second.example")
        ada = first.person("Ada")
        table = ada.table("morpion", seats=[ME, OPEN])["id"]
        there = Client(second.url, ada.token)
        for method, path in (("GET", f"/api/tables/{table}/state?viewer=0"), ("POST", f"/api/tables/{table}/join")):
            answer = there.request(method, path, json={}) if method == "POST" else there.request(method, path)
            assert (answer.status_code, answer.json()["code"]) == (307, "elsewhere")
            assert answer.headers["location"] == f"http://first.example{path}"
        with there.socket(table) as line:
            bye = line.hear("bye")
            assert bye["expected"] == {"address": "http://first.example"}
            with pytest.raises(ConnectionClosed) as closed:
                line.hear()
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4307, "http://first.example")
        assert second.inside(lambda: table not in second.services.tables.tables)
        bob = second.person("Bob")
        Client(first.url, bob.token).post(f"/api/tables/{table}/join")
        played = Client(first.url, ada.token)
        mover = played if played.state(table)["turn"]["mine"] else Client(first.url, bob.token)
        seq = mover.play(table) and played.state(table)["seq"]
        one.close()  # the first server stops: the second one has the table as it was
        assert there.state(table)["seq"] == seq


def end_lock_connection(database: str, address: str) -> None:
    """End the connection on which a server holds the locks of its tables."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name"), {"name": address})
    engine.dispose()


def test_a_table_is_taken_over_only_when_its_old_owner_answers_no_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old owner does not notice that its locks are gone, and goes on for the few seconds for which it believes its last look."""

    async def look_away() -> None:
        pass

    with ExitStack() as stack:
        old, new = start(stack, database, "http://old.example"), start(stack, database, "http://new.example")
        ada = old.person("Ada")
        table = ada.table("morpion", seats=[ME, OPEN])["id"]
        Client(old.url, old.person("Bob").token).post(f"/api/tables/{table}/join")
        monkeypatch.setattr(old.services.tables, "check_owners", look_away)
        end_lock_connection(database, "http://old.example")
        before = ada.state(table)["seq"]
        reacted = ada.say(table, type="react", reaction="hello")
        assert Client(new.url, ada.token).state(table)["seq"] == before + (reacted.status_code == 200)
        answer = ada.request("GET", f"/api/tables/{table}/state?viewer=0")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


def test_a_server_that_lost_its_connection_reads_its_tables_again(database: str) -> None:
    with ExitStack() as stack:
        server = start(stack, database, "http://lost.example")
        ada = server.person("Ada")
        table = ada.table("morpion", seats=[ME, OPEN])["id"]
        owners = server.services.tables.owners
        with ada.socket(table) as line:
            line.hear("state")
            end_lock_connection(database, "http://lost.example")
            assert line.hear("bye")["code"] == "restarting"
        wait_until(lambda: owners.valid)
        assert ada.state(table)["seq"] == 0
        assert owners.owner(table) == "http://lost.example"


def test_servers_make_and_restore_tables_of_their_own_letters(database: str) -> None:
    with ExitStack() as stack:
        server = start(stack, database, "http://letters.example", letters="xyz")
        ada = server.person("Ada")
        ids = [ada.table("morpion", seats=[ME, OPEN])["id"] for _ in range(5)]
        assert {id[0] for id in ids} <= set("xyz")
    with ExitStack() as stack:
        other, same = (
            start(stack, database, "http://abc.example", letters="abc"),
            start(stack, database, "http://xyz.example", letters="xyz"),
        )
        wait_until(lambda: set(ids) <= set(same.services.tables.tables))
        assert not set(ids) & set(other.services.tables.tables)
    assert json.dumps(new_code("q"))[1] == "q"
