"""Bots over an outbound WebSocket, and the description for machines."""

import contextlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from server.served import PATIENCE, Client, Served, served, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from joute.cli.commands.connect import connect_bot
from joute.core.errors import JouteError
from joute.store import Store

ME, OPEN, AGENT = {"who": "me"}, {"who": "open"}, {"who": "agent", "agent": "random"}
TINY = {"width": 3, "height": 3, "align": 3}
BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "Last", "games": ["morpion"]}), flush=True)
    if message["type"] == "act":
        print(json.dumps({"action": message["legal"][-1], "turn": message["turn"]}), flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["stdio", "agent"])
def test_a_bot_takes_a_seat_by_link_and_plays_its_game(server: Served, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "last.py"
    file.write_text(BOT)
    text = f"cmd:python3 {file}" if kind == "stdio" else "random"
    ada = server.person("Ada")
    table = ada.table("morpion", options=TINY, seats=[ME, OPEN])["id"]
    received: list[str] = []
    playing = threading.Thread(target=connect_bot, args=(server.url, text, table, 0, received.append))
    playing.start()
    wait_until(lambda: ada.get(f"/api/tables/{table}")["status"] == "playing")
    assert ada.get(f"/api/tables/{table}")["seats"][1]["kind"] == "bot"
    while ada.get(f"/api/tables/{table}")["status"] == "playing":
        turn = ada.state(table)["turn"]
        if turn and turn["mine"]:
            ada.say(table, type="play", answers=turn["answers"], action=turn["legal"][0])
    playing.join(20)
    assert not playing.is_alive()
    assert received[-1].startswith("game 1 is over")


def test_a_bot_is_offered_games_and_one_that_breaks_the_rules_loses(server: Served) -> None:
    owner, ada = server.person("Owner"), server.person("Ada")
    address = f"{server.url.replace('http', 'ws', 1)}/api/bot"
    with connect(address, additional_headers=owner.headers) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "hello"
        socket.send(json.dumps({"type": "ready", "name": "Rogue", "games": ["morpion"]}))
        wait_until(lambda: [bot["name"] for bot in ada.get("/api/bots")] == ["Rogue"])
        assert ada.refused("POST", "/api/tables", {"game": "diamant", "seats": [ME, {"who": "bot", "bot": "Rogue"}]}) == "bad_agent"
        table = ada.table("morpion", options=TINY, seats=[{"who": "bot", "bot": "Rogue"}, ME])["id"]
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "new"
        asked = json.loads(socket.recv(timeout=PATIENCE))
        assert asked["type"] == "act"
        assert asked["view"]["viewer"] == 0
        assert ada.refused("POST", "/api/tables", {"game": "morpion", "seats": [ME, {"who": "bot", "bot": "Rogue"}]}) == "bad_agent"
        socket.send(json.dumps({"action": "z99", "turn": asked["turn"]}))
        wait_until(lambda: ada.get(f"/api/tables/{table}")["status"] == "over")
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "end"
        state = ada.state(table)
        assert (state["result"]["reason"], state["result"]["winners"]) == ("fault", [1])


def test_a_bot_without_a_token_is_not_let_in(server: Served) -> None:
    with connect(f"{server.url.replace('http', 'ws', 1)}/api/bot") as socket:
        assert json.loads(socket.recv(timeout=PATIENCE))["code"] == "no_token"
    with pytest.raises(JouteError, match="not the address of a server"):
        connect_bot("somewhere", "random", None, 1, print)
    with pytest.raises(JouteError, match="does not answer like a Joute server"):
        connect_bot("http://127.0.0.1:1", "random", None, 1, print)


@contextmanager
def bot_socket(server: Served, owner: Client, **ready: object) -> Iterator[ClientConnection]:
    """A connected bot."""
    with connect(f"{server.url.replace('http', 'ws', 1)}/api/bot", additional_headers=owner.headers, open_timeout=PATIENCE) as opened:
        assert json.loads(opened.recv(timeout=PATIENCE))["type"] == "hello"
        opened.send(json.dumps({"type": "ready", **ready}))
        yield opened


def goodbye(opened: ClientConnection) -> str:
    """The reason why the server closes the connection."""
    bye = json.loads(opened.recv(timeout=PATIENCE))
    assert bye["type"] == "bye"
    with pytest.raises(ConnectionClosed):
        opened.recv(timeout=PATIENCE)
    code: str = bye["code"]
    return code


def test_a_bot_that_floods_the_server_is_sent_away(server: Served, tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/joute.sqlite") as store, served(store, messages=50) as limited:
        with bot_socket(limited, limited.person(), name="Flood") as flood:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(2_000):
                    flood.send("x" * 20_000)
            assert goodbye(flood) == "too_many"
        wait_until(lambda: limited.services.tables.bots.here == {})


def test_a_bot_that_sends_bytes_is_told_so(server: Served, caplog: pytest.LogCaptureFixture) -> None:
    with bot_socket(server, server.person(), name="Bytes") as early:
        early.send(b"{}")
        assert goodbye(early) == "bad_message"
    with connect(f"{server.url.replace('http', 'ws', 1)}/api/bot", additional_headers=server.person().headers) as first:
        first.recv(timeout=PATIENCE)
        first.send(b"{}")
        assert goodbye(first) == "bad_message"
    assert not caplog.records


def test_a_bot_lists_games_that_there_are(server: Served) -> None:
    names = ["x" * 20_000, "morpion", "chess", "diamant", "morpion"]
    with bot_socket(server, server.person(), name="Lister", games=names):
        wait_until(lambda: "Lister" in [bot["name"] for bot in server.stranger().get("/api/bots")])
        listed = next(bot for bot in server.stranger().get("/api/bots") if bot["name"] == "Lister")
        assert sorted(listed["games"]) == ["diamant", "morpion"]
    with bot_socket(server, server.person(), name="Chess", games=["chess"]) as chess:
        assert goodbye(chess) == "bad_message"


def test_bots_of_one_name_get_numbers_and_come_back_under_their_own(server: Served) -> None:
    first, second, ada = server.person(), server.person(), server.person("Ada")

    def names() -> list[str]:
        return sorted(bot["name"] for bot in ada.get("/api/bots"))

    with bot_socket(server, first, name="Twin"):
        wait_until(lambda: names() == ["Twin"])
        with bot_socket(server, first, name="Twin") as again:
            assert goodbye(again) == "seat_taken"
        with bot_socket(server, second, name="Twin") as other:
            wait_until(lambda: names() == ["Twin", "Twin 2"])
            table = ada.table("morpion", options=TINY, seats=[{"who": "bot", "bot": "Twin 2"}, ME])["id"]
            assert json.loads(other.recv(timeout=PATIENCE))["type"] == "new"
    wait_until(lambda: names() == [])
    with bot_socket(server, second, name="Twin") as back:  # the name is free now, but its game is another bot's
        assert json.loads(back.recv(timeout=PATIENCE))["type"] == "new"
        assert names() == ["Twin 2"]
    ada.say(table, type="resign")


def operations(url: str) -> dict[str, object]:
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    found = (result.ok() for result in schema.get_all_operations() if hasattr(result, "ok"))
    return {operation.label: operation for operation in found if "stream" not in operation.path}


@pytest.mark.slow
def test_no_request_that_fits_the_description_breaks_the_server(server: Served) -> None:
    person = Client(server.url, server.person("Fuzz").token)
    for label, operation in operations(server.url).items():
        if label == "DELETE /api/me":
            continue

        @given(case=operation.as_strategy())  # type: ignore[attr-defined]  # schemathesis has no types
        @hypothesis_settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
        def ask(case: object) -> None:
            response = case.call(base_url=server.url, headers=person.headers, timeout=PATIENCE)  # type: ignore[attr-defined]
            assert response.status_code < 500, response.text
            assert "Traceback" not in response.text
            if "json" in response.headers.get("content-type", "") and response.status_code >= 400:
                assert {"code", "text"} <= set(response.json()) or {"status", "message"} <= set(response.json())

        ask()
