"""Load on a server: so many tables with four sockets each, a move every so many seconds at each, over loopback.

`python benchmarks/server.py --tables 500 --seconds 60 --every 2 --json` starts a server of its own on a free port with a new SQLite file,
lets people at every table move in turn, and measures how long each push takes from the move's sending to its arrival at every socket
(`push_seconds`), and how long until the first agent has answered (`answer_seconds`).
Agents answer at once, and the person waits until the table has had no more than its moves; with `--eager` people move every so many seconds
and what agents add comes on top. With `--kill`, the server is killed (-9) in the middle and started again; with `--neighbours 2`, two
processes are busy beside it from the middle on (`second_half`). `on_our_own` counts only the slices of five seconds in which the
machine's host took at most a twentieth of its processor time for others.
With `--processes 2`, two servers share a PostgreSQL of the benchmark's own (`tests/postgres.py`), each with the tables of its own letters;
`--postgres` measures one server on such a database.
"""

import argparse
import asyncio
import contextlib
import gc
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

import uvloop
from server_load import SOCKETS, Figures, TableLoad, post
from server_watch import Look, between_looks, by_minute, memory, on_our_own, processor, quantile, stolen, within

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # of the ids of tables
ROOT = Path(__file__).parent.parent
TICK = 0.02  # seconds between looks at the client's own clock


@contextlib.contextmanager
def server(port: int, database: str, letters: str = ALPHABET) -> Iterator["subprocess.Popen[bytes]"]:
    limits = ["tables=100000", "tables_each=10000", "sockets=100000", "sockets_each=100000", "requests=1000000", "people_each=1000000"]
    settings = [word for limit in (*limits, "connections_each=100000", "warm=yes", f"letters={letters}") for word in ("-s", limit)]
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


@contextlib.contextmanager
def neighbours(count: int) -> Iterator[None]:
    """Processes that want all they can get."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def alive(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5).close()
    except OSError:
        return False
    return True


async def lag(lags: list[float], until: float) -> None:
    """How late the client itself is: what it measures is late by as much."""
    while (before := time.monotonic()) < until:
        await asyncio.sleep(TICK)
        lags.append(time.monotonic() - before - TICK)


async def load(arguments: argparse.Namespace, ports: list[int], process: list["subprocess.Popen[bytes]"], restart: Any) -> dict[str, Any]:
    figures, lags = Figures(), list[float]()
    tokens = [post(ports[0], "/api/me", {"program": True})["token"] for _ in range(min(50, arguments.tables))]
    games = arguments.games.split(",")
    tables = [
        TableLoad(
            ports[number % len(ports)], tokens[number % len(tokens)], games[number % len(games)], arguments.every, arguments.eager, figures
        )
        for number in range(arguments.tables)
    ]
    for table in tables:
        await asyncio.to_thread(table.make)
    gc.freeze()
    ramp = min(20.0, arguments.tables / 25)
    began, own = time.monotonic(), time.process_time()
    until = began + ramp + arguments.seconds
    looks: list[Look] = []
    halfway: Look | None = None

    def look() -> None:
        used, megabytes = sum(processor(one.pid) for one in process), sum(memory(one.pid) for one in process)
        counted = len(figures.waits), figures.heard
        looks.append(Look(time.monotonic() - began, *counted, used, time.process_time() - own, stolen(), megabytes))

    async def watch(beside: contextlib.ExitStack) -> None:
        nonlocal halfway
        while time.monotonic() < until:
            await asyncio.sleep(min(5.0, arguments.seconds / 6))
            look()
            if halfway is None and time.monotonic() > began + ramp + arguments.seconds / 2:
                halfway = looks[-1]
                beside.enter_context(neighbours(arguments.neighbours))
                if arguments.kill:
                    await asyncio.to_thread(restart)
                    for table in tables:
                        table.went_on = False

    look()
    loop = asyncio.get_running_loop()
    for number, table in enumerate(tables):
        loop.call_later(ramp * number / len(tables), table.start)
    with contextlib.ExitStack() as beside:
        await asyncio.gather(watch(beside), lag(lags, until))
    for table in tables:
        table.stop()
    waits, whole = figures.waits, between_looks(figures.waits, looks[0], looks[-1], arguments.kill)
    return {
        "tables": len(tables),
        "processes": len(process),
        "sockets": len(tables) * SOCKETS,
        "games": games,
        "seconds": arguments.seconds,
        "every": arguments.every,
        "eager": arguments.eager,
        "neighbours": arguments.neighbours,
        "moves": figures.moves,
        "moves_of_agents_alone": figures.answers,
        "games_played": figures.games,
        "pushes": figures.heard,
        "pushes_a_second": figures.heard / (ramp / 2 + arguments.seconds),
        "processor_ms_a_push": whole["processor_ms_a_push"],
        "processors_of_server": None if arguments.kill else (looks[-1].server - looks[0].server) / (ramp + arguments.seconds),
        "processors_of_client": looks[-1].client / (ramp + arguments.seconds),
        "stolen_seconds": whole["stolen_seconds"],
        "client_late_seconds": {"median": quantile(lags, 0.5), "p99": quantile(lags, 0.99), "max": max(lags, default=0.0)},
        "pushes_measured": len(waits),
        "push_seconds": spread(waits),
        "answer_seconds": spread(figures.replies),
        "within_100_ms": within(waits),
        "on_our_own": on_our_own(waits, looks),
        "second_half": between_looks(waits, halfway or looks[0], looks[-1], arguments.kill),
        "minutes": by_minute(waits, looks, arguments.kill),
        "missed": figures.missed,
        "doubled": figures.doubled,
        "undone": figures.undone,
        "connections_lost": figures.lost,
        "killed": arguments.kill,
        "tables_that_went_on": sum(table.went_on for table in tables),
        "megabytes": [(round(seen.at, 1), round(seen.megabytes, 1)) for seen in looks],
    }


def spread(seconds: list[float]) -> dict[str, float]:
    """How long it took, mostly and at worst."""
    shares = {"median": 0.5, "p95": 0.95, "p99": 0.99}
    return {name: quantile(seconds, share) for name, share in shares.items()} | {"max": max(seconds, default=0.0)}


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=2.0)
    parser.add_argument("--games", default="morpion,coeurs,diamant,love_letter,pokemon")
    parser.add_argument("--eager", action="store_true")
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--neighbours", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        if arguments.postgres or arguments.processes > 1:
            sys.path.insert(0, str(ROOT / "tests"))
            from postgres import cluster

            database = stack.enter_context(cluster())
        else:
            database = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory())}/load.sqlite"
        ports = [free_port() for _ in range(arguments.processes)]
        letters = [ALPHABET[number :: arguments.processes] for number in range(arguments.processes)]
        process = [stack.enter_context(server(port, database, own)) for port, own in zip(ports, letters, strict=True)]

        def restart() -> None:
            process[0].send_signal(signal.SIGKILL)
            process[0].wait()
            process[0] = stack.enter_context(server(ports[0], database, letters[0]))

        found = uvloop.run(load(arguments, ports, process, restart))
    print(json.dumps(found, indent=None if arguments.json else 2))


if __name__ == "__main__":
    main()
