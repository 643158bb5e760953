"""Load on a server: so many tables with four sockets each, a move every so many seconds at each, over loopback.

`python benchmarks/server.py --tables 500 --seconds 60 --every 2 --json` starts a server of its own on a free port with a new SQLite file,
lets people at every table move in turn, and measures how long each push takes from the move's sending to its arrival at every socket.
With `--kill`, the server is killed (-9) in the middle and started again.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).parent.parent
SOCKETS = 4


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


@contextlib.contextmanager
def server(port: int, database: str) -> Iterator["subprocess.Popen[bytes]"]:
    limits = ["tables=100000", "tables_each=10000", "sockets=100000", "sockets_each=100000", "requests=1000000", "people_each=1000000"]
    settings = [word for limit in (*limits, "warm=yes") for word in ("-s", limit)]
    command = [sys.executable, "-m", "joute", "serve", "--port", str(port), "--no-browser", "--database", database, *settings]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL)
    try:
        while not alive(port):
            assert process.poll() is None, "the server ended"
            time.sleep(0.1)
        yield process
    finally:
        process.kill()
        process.wait()


def alive(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5).close()
    except OSError:
        return False
    return True


def post(port: int, path: str, body: object, token: str = "") -> Any:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def memory(process: "subprocess.Popen[bytes]") -> float:
    """Megabytes that the server holds."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def processor(process: "subprocess.Popen[bytes]") -> float:
    """Seconds of processor time that the server has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class TableLoad:
    """One table: a person against easy agents, watched by three; it moves, and notes what arrives when."""

    def __init__(self, port: int, token: str, game: str, every: float, waits: list[float]) -> None:
        self.port, self.token, self.game, self.every, self.waits = port, token, game, every, waits
        self.table = ""
        self.sent: dict[int, float] = {}  # by question: when its answer went out
        self.acknowledged = 0
        self.turn: Any = None
        self.seen = [0] * SOCKETS  # the last number that each socket heard
        self.doubled = self.missed = self.moves = self.games = self.lost = self.heard = 0

    def make(self) -> None:
        seats = {"coeurs": 4, "diamant": 4, "love_letter": 2, "morpion": 2, "pokemon": 2}[self.game]
        asked = [{"who": "me"}] + [{"who": "agent", "agent": "easy"}] * (seats - 1)
        self.table = post(self.port, "/api/tables", {"game": self.game, "seats": asked}, self.token)["id"]
        self.turn, self.seen, self.sent = None, [0] * SOCKETS, {}
        self.games += 1

    async def run(self, until: float, delay: float) -> None:
        await asyncio.sleep(delay)
        while time.monotonic() < until:
            async with asyncio.TaskGroup() as group:
                over = asyncio.Event()
                for number in range(SOCKETS):
                    group.create_task(self.listen(number, until, over))
            if time.monotonic() < until:
                await asyncio.to_thread(self.make)

    async def listen(self, number: int, until: float, over: asyncio.Event) -> None:
        """One socket until the game is over; a lost connection comes back for what it missed."""
        while not over.is_set() and time.monotonic() < until:
            address = (
                f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/socket?since={self.seen[number]}"
                if self.seen[number]
                else (f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/socket")
            )
            headers = {"authorization": f"Bearer {self.token}"} if number == 0 else {}
            try:
                async with connect(address, additional_headers=headers, open_timeout=60, compression=None) as line:
                    mover = asyncio.create_task(self.move(line, until)) if number == 0 else None
                    try:
                        await self.hear(line, number, until, over)
                    finally:
                        if mover:
                            mover.cancel()
            except (OSError, WebSocketException, TimeoutError):
                self.lost += 1
                await asyncio.sleep(0.3)

    async def hear(self, line: ClientConnection, number: int, until: float, over: asyncio.Event) -> None:
        while not over.is_set():
            try:
                text = await asyncio.wait_for(line.recv(), max(0.05, min(1.0, until - time.monotonic())))
            except TimeoutError:
                if time.monotonic() > until:
                    return
                continue
            arrived = time.monotonic()
            message = json.loads(text)
            if message["type"] == "state":
                self.seen[number] = message["seq"]
            elif message["type"] == "update":
                self.heard += 1
                self.doubled += message["seq"] <= self.seen[number]
                self.missed += max(0, message["seq"] - self.seen[number] - 1)
                self.seen[number] = message["seq"]
                if message["what"] in ("played", "chosen") and self.mine is not None and message["seq"] == self.mine[0]:
                    self.waits.append(arrived - self.mine[1])
            if number == 0 and message["type"] == "refused" and message["code"] not in ("too_late", "not_your_turn"):
                raise AssertionError(message)
            if number == 0 and "turn" in message:
                self.turn = message["turn"]
            if message.get("result"):
                over.set()

    mine: tuple[int, float] | None = None  # the number that my move will have, and when it was sent

    async def move(self, line: ClientConnection, until: float) -> None:
        while time.monotonic() < until:
            await asyncio.sleep(self.every)
            turn = self.turn
            if turn and turn["mine"]:
                self.mine = (self.seen[0] + 1, time.monotonic())
                self.moves += 1
                await line.send(json.dumps({"type": "play", "answers": turn["answers"], "action": turn["legal"][0]}))


async def load(arguments: argparse.Namespace, port: int, process: list["subprocess.Popen[bytes]"], restart: Any) -> dict[str, Any]:
    waits: list[float] = []
    tokens = [post(port, "/api/me", {"program": True})["token"] for _ in range(min(50, arguments.tables))]
    games = arguments.games.split(",")
    tables = [
        TableLoad(port, tokens[number % len(tokens)], games[number % len(games)], arguments.every, waits)
        for number in range(arguments.tables)
    ]
    for table in tables:
        await asyncio.to_thread(table.make)
    ramp = min(20.0, arguments.tables / 25)
    began = time.monotonic()
    used = processor(process[0])
    until = began + ramp + arguments.seconds
    memories: list[tuple[float, float]] = []

    async def watch() -> None:
        killed = False
        while time.monotonic() < until:
            await asyncio.sleep(min(5.0, arguments.seconds / 6))
            if arguments.kill and not killed and time.monotonic() > began + ramp + arguments.seconds / 2:
                killed = True
                await asyncio.to_thread(restart)
            memories.append((round(time.monotonic() - began, 1), round(memory(process[0]), 1)))

    async with asyncio.TaskGroup() as group:
        group.create_task(watch())
        for number, table in enumerate(tables):
            group.create_task(table.run(until, ramp * number / len(tables)))
    pushes = sum(table.heard for table in tables)
    return {
        "tables": len(tables),
        "sockets": len(tables) * SOCKETS,
        "games": games,
        "seconds": arguments.seconds,
        "every": arguments.every,
        "moves": sum(table.moves for table in tables),
        "games_played": sum(table.games for table in tables),
        "pushes": pushes,
        "processor_ms_a_push": None if arguments.kill else 1000 * (processor(process[0]) - used) / max(1, pushes),
        "pushes_measured": len(waits),
        "push_seconds": {
            "median": quantile(waits, 0.5),
            "p95": quantile(waits, 0.95),
            "p99": quantile(waits, 0.99),
            "max": max(waits, default=0.0),
        },
        "within_100_ms": sum(wait <= 0.1 for wait in waits) / max(1, len(waits)),
        "missed": sum(table.missed for table in tables),
        "doubled": sum(table.doubled for table in tables),
        "connections_lost": sum(table.lost for table in tables),
        "killed": arguments.kill,
        "megabytes": memories,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=2.0)
    parser.add_argument("--games", default="morpion,coeurs,diamant,love_letter,pokemon")
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port = asked.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        database = f"sqlite:///{folder}/load.sqlite"
        process = [stack.enter_context(server(port, database))]

        def restart() -> None:
            process[0].send_signal(signal.SIGKILL)
            process[0].wait()
            process[0] = stack.enter_context(server(port, database))

        found = asyncio.run(load(arguments, port, process, restart))
    print(json.dumps(found, indent=None if arguments.json else 2))


if __name__ == "__main__":
    main()
