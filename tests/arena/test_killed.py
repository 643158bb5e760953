"""kill -9 of an organiser: no game is lost or repeated, and no process stays behind."""

import random
import sys
import time
from pathlib import Path

import pytest
from arena import killing


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
def test_an_organiser_killed_again_and_again_ends_with_the_table_of_an_undisturbed_one(tmp_path: Path) -> None:
    undisturbed, disturbed, moments = tmp_path / "undisturbed.sqlite", tmp_path / "disturbed.sqlite", random.Random(1)
    expected = killing.final(undisturbed, 360)
    written = [killing.kill_at_random(disturbed, 360, moments) for _ in range(3)]
    assert 0 < written[0] < written[1]
    assert killing.final(disturbed, 360) == expected
    assert killing.played(disturbed) == killing.played(undisturbed)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows its processes in /proc")
def test_workers_do_not_outlive_an_organiser_that_was_killed(tmp_path: Path) -> None:
    database = tmp_path / "killed.sqlite"
    process = killing.organiser(database, 100_000)
    while not killing.played(database):
        time.sleep(0.05)
    workers = children(process.pid)
    assert workers
    process.kill()
    process.communicate()
    while any(alive(worker) for worker in workers):  # a worker that stays hangs this test
        time.sleep(0.05)


def children(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in found]


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
