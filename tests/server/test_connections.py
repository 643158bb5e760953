"""Connections: half-sent requests keep nobody out, headers have limits, and a whole class gets in."""

import asyncio
import contextlib
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast
from unittest.mock import MagicMock

import httpx
import pytest
from server.served import LOOSE, PATIENCE, Client, Served, get, post, served

from joute.server.http.connections import OpenConnections, network_of, open_files
from joute.server.http.middleware import FIRST_VISITS, TokenBucket
from joute.server.settings import read
from joute.store import Store

HALF = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


def half_sent(server: Served, content: bytes = HALF) -> socket.socket:
    """A connection with a part of a request."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    opened = socket.create_connection((host, int(port)), timeout=PATIENCE)
    opened.sendall(content)
    return opened


def answer(opened: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    received = b""
    with opened, contextlib.suppress(ConnectionResetError):
        while part := opened.recv(65536):
            received += part
    return received


def test_half_sent_requests_keep_nobody_out(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/joute.sqlite") as store, served(store, connections_each=20, arrival=600) as server:
        ada = server.person("Ada")
        table = ada.table("morpion")["id"]
        with ada.socket(table) as line:
            line.hear("state")
            slow = [half_sent(server) for _ in range(60)]
            for _ in range(5):
                assert ada.get("/api/games")
                slow += [half_sent(server) for _ in range(20)]
            assert line.ask(type="ping")["type"] == "pong"  # a connection in use stays
        assert answer(slow[0]) == b""  # the oldest went
        for one in slow:
            one.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second loopback address")
def test_1005_half_sent_requests_from_one_address_stop_nobody(tmp_path: Path) -> None:
    """With the settings that a server has by default: not other addresses, and not even the same one."""
    usual = {name: getattr(read({}, {}), name) for name in LOOSE if name not in ("warm", "port")}
    if open_files() < 3000:
        pytest.skip("this system allows too few open files for both ends of the connections")
    with Store.open(f"sqlite:///{tmp_path}/joute.sqlite") as store, served(store, **usual) as server, contextlib.ExitStack() as slow:
        ada = server.person("Ada")
        table = ada.table("morpion", options={"width": 3, "height": 3, "align": 3}, seats=[{"who": "me"}, {"who": "agent"}])["id"]
        elsewhere = slow.enter_context(httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=PATIENCE))
        with ada.socket(table) as line:
            line.hear("state")
            for number in range(1, 1006):
                slow.enter_context(half_sent(server))
                if number % 201 == 0:
                    assert elsewhere.get(f"{server.url}/api/games").status_code == 200
                    assert line.ask(type="ping")["type"] == "pong"
            assert ada.play(table)["type"] == "ok"  # over a new connection from the crowded address
            assert line.ask(type="resign")["type"] == "ok"
        assert server.services.transports.count <= read({}, {}).connections_each + 2


def test_headers_that_do_not_arrive_are_not_waited_for(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/joute.sqlite") as store, served(store, arrival=0.2) as server:
        silent, slow = half_sent(server, b""), half_sent(server)
        assert answer(silent) == b""
        assert answer(slow).startswith(b"HTTP/1.1 408 ")
        length = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        body = half_sent(server, length)
        assert b'"too_slow"' in answer(body)
        reused = half_sent(server, b"GET /api/health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert reused.recv(1000).startswith(b"HTTP/1.1 200 ")
        reused.sendall(HALF)  # the second request of a connection must arrive in time, too
        assert b"HTTP/1.1 408 " in answer(reused)


@pytest.mark.parametrize("more", [b"X: " + b"y" * 40_000, b"".join(b"X-%d: y\r\n" % number for number in range(5_000))])
def test_headers_that_are_too_long_are_refused(server: Served, more: bytes) -> None:
    opened = half_sent(server, b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n" + more)
    assert answer(opened).startswith(b"HTTP/1.1 431 ")


def test_the_oldest_idle_connection_makes_room_and_those_in_use_stay() -> None:
    connections = OpenConnections(most=5, each=3)
    transports = [cast(asyncio.Transport, MagicMock()) for _ in range(9)]
    for transport in transports[:3]:
        assert connections.opened(transport, "a")
    connections.busy(transports[0], "a")
    assert connections.opened(transports[3], "a")
    aborted = [cast(Any, transport).abort.called for transport in transports]
    assert aborted == [False, True, False, False, False, False, False, False, False]
    connections.closed(transports[1], "a")  # comes later, and is counted already
    assert connections.count == 3
    for transport in transports[2:4]:
        connections.busy(transport, "a")
    assert not connections.opened(transports[4], "a")  # all are in use
    connections.idle(transports[2], "a")
    assert connections.opened(transports[4], "a")
    assert connections.opened(transports[5], "b")
    assert connections.opened(transports[6], "b")
    assert connections.opened(transports[7], "c")  # no more than five in all: the address with most gives way
    assert cast(Any, transports[4]).abort.called
    for transport, address in zip(transports, "aaaaabbcc", strict=True):
        connections.closed(transport, address)
    assert (connections.count, connections._addresses) == (0, {})


def test_an_address_is_that_of_its_owner() -> None:
    assert network_of("203.0.113.7") == network_of("::ffff:203.0.113.7") == "203.0.113.7"
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2::5%eth0") != network_of("2001:db8:1:3::4")
    assert network_of("testclient") == "testclient"


def test_a_class_of_forty_behind_one_address_gets_in_at_once(tmp_path: Path) -> None:
    limits = {name: getattr(read({}, {}), name) for name in ("requests", "messages", "people_each", "sockets_each", "connections_each")}
    bucket = TokenBucket(limits["requests"], FIRST_VISITS)
    assert bucket.most >= 40 * 120  # files of the client
    with Store.open(f"sqlite:///{tmp_path}/joute.sqlite") as store, served(store, **limits) as server:

        def arrive(number: int) -> str:
            created = post(f"{server.url}/api/me", json={"name": f"Pupil {number}", "program": True})
            assert created.status_code == 201, created.text
            pupil = Client(server.url, created.json()["token"])
            table: str = pupil.table("morpion", options={"width": 3, "height": 3, "align": 3})["id"]
            with pupil.socket(table) as line:
                line.hear("state")
            return table

        with ThreadPoolExecutor(40) as pupils:
            assert len(set(pupils.map(arrive, range(40)))) == 40
        assert "joute_connections " in get(f"{server.url}/api/metrics").text
