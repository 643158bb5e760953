"""Load on a server: so many tables with four sockets each, a move every so many seconds at each, over loopback.

`python benchmarks/server.py --tables 500 --seconds 60 --every 2 --json` starts a server of its own on a free port with a new SQLite file,
lets people at every table move in turn, and measures how long each push takes from the move's sending to its arrival at every socket.
Agents answer at once, and the person waits until the table has had no more than its moves; with `--eager` people move every so many seconds
and what agents add comes on top. With `--kill`, the server is killed (-9) in the middle and started again.
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

ROOT = Path(__file__).parent.parent
TICK = 0.02  # seconds between looks at the client's own clock


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def within(waits: list[float]) -> float:
    """The share of pushes that came within 100 ms."""
    return sum(wait <= 0.1 for wait in waits) / max(1, len(waits))


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


def memory(process: "subprocess.Popen[bytes]") -> float:
    """Megabytes that the server holds."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def processor(process: "subprocess.Popen[bytes]") -> float:
    """Seconds of processor time that the server has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stolen() -> float:
    """Seconds of processor time that this machine was owed and its host gave to others."""
    return int(Path("/proc/stat").read_text().split(maxsplit=9)[8]) / os.sysconf("SC_CLK_TCK")


async def lag(lags: list[float], until: float) -> None:
    """How late the client itself is: what it measures is late by as much."""
    while (before := time.monotonic()) < until:
        await asyncio.sleep(TICK)
        lags.append(time.monotonic() - before - TICK)


async def load(arguments: argparse.Namespace, port: int, process: list["subprocess.Popen[bytes]"], restart: Any) -> dict[str, Any]:
    figures, lags = Figures(), list[float]()
    tokens = [post(port, "/api/me", {"program": True})["token"] for _ in range(min(50, arguments.tables))]
    games = arguments.games.split(",")
    tables = [
        TableLoad(port, tokens[number % len(tokens)], games[number % len(games)], arguments.every, arguments.eager, figures)
        for number in range(arguments.tables)
    ]
    for table in tables:
        await asyncio.to_thread(table.make)
    gc.freeze()
    ramp = min(20.0, arguments.tables / 25)
    began, used, own = time.monotonic(), processor(process[0]), time.process_time()
    until, owed = began + ramp + arguments.seconds, stolen()
    memories: list[tuple[float, float]] = []
    minutes: list[dict[str, float | None]] = []

    async def watch() -> None:
        killed, since = False, (0, 0, used, owed, own)
        while time.monotonic() < until:
            await asyncio.sleep(min(5.0, arguments.seconds / 6))
            if arguments.kill and not killed and time.monotonic() > began + ramp + arguments.seconds / 2:
                killed = True
                await asyncio.to_thread(restart)
                for table in tables:
                    table.went_on = False
            memories.append((round(time.monotonic() - began, 1), round(memory(process[0]), 1)))
            if time.monotonic() > began + 60 * (len(minutes) + 1):
                now = (len(figures.waits), figures.heard, processor(process[0]), stolen(), time.process_time())
                waits, pushes = figures.waits[since[0] :], now[1] - since[1]
                minutes.append(
                    {
                        "within_100_ms": within(waits),
                        "p99": quantile(waits, 0.99),
                        "processor_ms_a_push": None if arguments.kill else 1000 * (now[2] - since[2]) / max(1, pushes),
                        "processor_ms_a_push_of_client": 1000 * (now[4] - since[4]) / max(1, pushes),
                        "stolen_seconds": now[3] - since[3],
                    }
                )
                since = now

    loop = asyncio.get_running_loop()
    for number, table in enumerate(tables):
        loop.call_later(ramp * number / len(tables), table.start)
    await asyncio.gather(watch(), lag(lags, until))
    server_used, client_used = processor(process[0]) - used, time.process_time() - own
    for table in tables:
        table.stop()
    waits = figures.waits
    return {
        "tables": len(tables),
        "sockets": len(tables) * SOCKETS,
        "games": games,
        "seconds": arguments.seconds,
        "every": arguments.every,
        "eager": arguments.eager,
        "moves": figures.moves,
        "moves_of_agents_alone": figures.answers,
        "games_played": figures.games,
        "pushes": figures.heard,
        "pushes_a_second": figures.heard / (ramp / 2 + arguments.seconds),
        "processor_ms_a_push": None if arguments.kill else 1000 * server_used / max(1, figures.heard),
        "processors_of_server": None if arguments.kill else server_used / (ramp + arguments.seconds),
        "processors_of_client": client_used / (ramp + arguments.seconds),
        "stolen_seconds": stolen() - owed,
        "client_late_seconds": {"median": quantile(lags, 0.5), "p99": quantile(lags, 0.99), "max": max(lags, default=0.0)},
        "pushes_measured": len(waits),
        "push_seconds": {
            "median": quantile(waits, 0.5),
            "p95": quantile(waits, 0.95),
            "p99": quantile(waits, 0.99),
            "max": max(waits, default=0.0),
        },
        "within_100_ms": within(waits),
        "minutes": minutes,
        "missed": figures.missed,
        "doubled": figures.doubled,
        "undone": figures.undone,
        "connections_lost": figures.lost,
        "killed": arguments.kill,
        "tables_that_went_on": sum(table.went_on for table in tables),
        "megabytes": memories,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=2.0)
    parser.add_argument("--games", default="morpion,coeurs,diamant,love_letter,pokemon")
    parser.add_argument("--eager", action="store_true")
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

        found = uvloop.run(load(arguments, port, process, restart))
    print(json.dumps(found, indent=None if arguments.json else 2))


if __name__ == "__main__":
    main()
