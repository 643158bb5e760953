"""An organiser killed again and again: `python -m arena.killing 20` from the folder of the tests kills one twenty times."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arena import lots

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
    """Everything that is written but the times."""
    with Store.open(str(database)) as store:
        blocks = list(store.tournament(store.plan("killed")).blocks()) if store.tournaments() else []
    return [(block.key, [(game.seats, game.scores, game.choices, game.record[:1]) for game in block.games]) for block in blocks]


def kill_at_random(database: Path, games: int, moments: random.Random) -> int:
    """Start it, kill it some time after it has begun to write; how many blocks were written then."""
    before = len(played(database))
    process = organiser(database, games)
    while len(played(database)) == before and process.poll() is None:
        time.sleep(0.02)
    time.sleep(moments.uniform(0, 0.15))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return len(played(database))


def final(database: Path, games: int) -> object:
    """Let it end by itself: its standings."""
    told, _ = organiser(database, games).communicate()
    return json.loads(told)["standings"]


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
