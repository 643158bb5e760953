"""An organiser killed again and again: `python -m arena.killing 20` from the folder of the tests kills one twenty times."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from arena import lots

from joute.arena.block import Block
from joute.store import Store

LOTS = str(Path(lots.__file__).resolve())
AGENTS = ["low", "slow:milliseconds=10", "high", "random"]


def organiser(database: Path, games: int) -> "subprocess.Popen[str]":
    """A process that plays the tournament, or goes on with it."""
    command = [sys.executable, "-m", "joute", "tournament", LOTS, *AGENTS, "--budget", str(games), "--seed", "3", "--workers", "2"]
    environment = {**os.environ, "JOUTE_DATABASE": str(database), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [*command, "--name", "killed", "--json"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )


def played(database: Path) -> list[object]:
    """What is written."""
    with Store.open(str(database)) as store:
        return results(store.tournament(store.plan("killed")).blocks()) if store.tournaments() else []


def results(blocks: Iterable[Block]) -> list[object]:
    """Everything of the games but the times."""
    return [(block.key, [(game.seats, game.scores, game.choices) for game in block.games]) for block in blocks]


def kill_at_random(database: Path, games: int, moments: random.Random) -> int:
    """Start it, kill it some time after it has begun to write, and see its workers end; how many blocks were written then."""
    before = len(played(database))
    process = organiser(database, games)
    while len(played(database)) == before and process.poll() is None:
        time.sleep(0.02)
    time.sleep(moments.uniform(0, 0.15))
    workers = children(process.pid) if process.poll() is None else []
    process.send_signal(signal.SIGKILL)
    process.communicate()
    while any(alive(worker) for worker in workers):  # one that stays behind stays here for ever
        time.sleep(0.02)
    return len(played(database))


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def alive(process: int) -> bool:
    """Whether a process has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def final(database: Path, games: int) -> object:
    """Let it end by itself: its standings."""
    printed, _ = organiser(database, games).communicate()
    return json.loads(printed)["standings"]


def main(kills: int) -> None:
    games, moments = 120 * kills, random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        undisturbed, disturbed = Path(folder) / "undisturbed.sqlite", Path(folder) / "disturbed.sqlite"
        expected = final(undisturbed, games)
        for kill in range(1, kills + 1):
            print(f"kill {kill}: {kill_at_random(disturbed, games, moments)} of {games // 2} blocks written", flush=True)
        assert final(disturbed, games) == expected, "another table"
        assert played(disturbed) == played(undisturbed), "a game was lost or repeated"
    print("the final table and every game are those of the undisturbed run")


if __name__ == "__main__":
    main(int(sys.argv[1]))
