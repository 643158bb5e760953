"""A real server on a free port, in a thread, and clients that speak to it over the wire."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import httpx
from server.conforms import check_message
from websockets.sync.client import ClientConnection, connect

from joute.server.services import Services
from joute.server.serving import listen, server_for
from joute.server.settings import ServerSettings, read
from joute.store import Store

T = TypeVar("T")
LONG_AGO = 30 * 86400.0  # seconds: longer than any table stays in memory
PATIENCE = 120.0  # seconds; only a broken server needs them, or a very busy machine
LOOSE = {"requests": 1e5, "messages": 1e5, "people_each": 1e5, "warm": False, "port": 0, "thinkers": 2, "sockets_each": 10_000}


def get(url: str, **more: Any) -> httpx.Response:
    """A request of nobody in particular; httpx itself waits for five seconds only."""
    return httpx.get(url, timeout=PATIENCE, **more)


def post(url: str, **more: Any) -> httpx.Response:
    """The same with a body."""
    return httpx.post(url, timeout=PATIENCE, **more)


class Served:
    """A server that runs."""

    def __init__(self, url: str, services: Services, loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
        self.url, self.services, self._loop = url, services, loop

    def inside(self, work: Callable[[], T]) -> T:
        """Run something on the server's own loop, and wait for what it gives."""

        async def run() -> T:
            return work()

        return asyncio.run_coroutine_threadsafe(run(), self._loop()).result(PATIENCE)

    def person(self, name: str = "") -> "Client":
        """Somebody new."""
        token: str = httpx.post(f"{self.url}/api/me", json={"name": name, "program": True}, timeout=PATIENCE).json()["token"]
        return Client(self.url, token)

    def stranger(self) -> "Client":
        """Somebody who has not said who they are."""
        return Client(self.url, "")


class Client:
    """Somebody with a token."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url, token
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = self.headers | more.pop("headers", {})
        return httpx.request(method, self.url + path, headers=headers, timeout=PATIENCE, **more)

    def get(self, path: str, **more: Any) -> Any:
        return ok(self.request("GET", path, **more))

    def post(self, path: str, body: object = None, **more: Any) -> Any:
        return ok(self.request("POST", path, json={} if body is None else body, **more))

    def refused(self, method: str, path: str, body: object = None) -> str:
        """The code of a refusal."""
        response = self.request(method, path, json=body) if method != "GET" else self.request(method, path)
        assert response.status_code >= 400, response.text
        received = response.json()
        assert set(received["text"]) == {"en", "fr"} or received.get("type") == "refused"
        code: str = received["code"]
        return code

    def table(self, game: str, **more: Any) -> Any:
        return self.post("/api/tables", {"game": game, **more})

    def state(self, table: str) -> Any:
        return self.get(f"/api/tables/{table}/state")

    def say(self, table: str, **message: Any) -> httpx.Response:
        return self.request("POST", f"/api/tables/{table}/messages", json=message)

    def play(self, table: str, action: str | None = None) -> Any:
        """The first legal action, or that one, for the open question."""
        turn = self.state(table)["turn"]
        return ok(self.say(table, type="play", answers=turn["answers"], action=action or turn["legal"][0]))

    @contextmanager
    def socket(self, table: str, query: str = "", headers: dict[str, str] | None = None) -> Iterator["Line"]:
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket{query}"
        with connect(address, additional_headers=self.headers | (headers or {}), open_timeout=PATIENCE) as opened:
            yield Line(opened)


class Line:
    """A WebSocket at a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def text(self) -> str:
        """The next message as it came."""
        return str(self.socket.recv(timeout=PATIENCE))

    def hear(self, *kinds: str) -> Any:
        """The next message, of one of these types if any are named."""
        while True:
            message = json.loads(self.text())
            check_message(message)
            if not kinds or message["type"] in kinds:
                return message

    def update(self, what: str) -> Any:
        """The next update of that kind."""
        while True:
            message = self.hear("update", "bye")
            assert message["type"] == "update", message
            if message["what"] == what:
                return message

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def ask(self, **message: Any) -> Any:
        """Say something and wait for its answer."""
        self.say(**message, id=7)
        return self.hear("ok", "refused", "opinion", "pong")


def ok(response: httpx.Response) -> Any:
    assert response.status_code < 400, f"{response.status_code} {response.text}"
    return response.json()


@contextmanager
def served(store: Store, **given: Any) -> Iterator[Served]:
    """A server over that store, which ends when the context is left."""
    settings: ServerSettings = read({}, LOOSE | given)
    host = server_for(settings, store)
    listening = listen(settings)
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        await host.serve([listening])

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="server")
    thread.start()
    try:
        wait_until(lambda: host.started)
        yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", host.services, lambda: loops[0])
    finally:
        host.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for something that must come true."""
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        if true():
            return
        pause.wait(0.02)
    raise AssertionError("it never came true")


def left_long_ago(server: Served, *tables: str) -> None:
    """Let these tables be untouched for a month, and the server look around."""

    def age() -> "asyncio.Task[None]":
        for table in tables:
            server.services.tables.tables[table].touched -= LONG_AGO
        return asyncio.get_running_loop().create_task(server.services.tables.sweep())

    sweeping = server.inside(age)

    async def done() -> None:
        await sweeping

    asyncio.run_coroutine_threadsafe(done(), server._loop()).result(PATIENCE)
