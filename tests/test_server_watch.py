"""What the load on a server is measured by: every push, and those of the time in which the machine was ours."""

import os
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

WATCH = SimpleNamespace(**runpy.run_path(str(Path(__file__).parent.parent / "benchmarks" / "server_watch.py")))
CORES = os.cpu_count() or 1


def look(at: float, waits: int, stolen: float) -> Any:
    return WATCH.Look(at, waits, heard=2 * waits, server=at / 2, client=at / 10, stolen=stolen, megabytes=300.0)


# In the middle slice the host takes a second of five on every core, and every push of it is late.
LOOKS = [look(0, 0, 0), look(5, 100, 0), look(10, 200, CORES), look(15, 300, CORES)]
WAITS = [0.01] * 100 + [0.2] * 100 + [0.01] * 99 + [0.3]


def test_late_pushes_count_whoever_is_to_blame() -> None:
    assert WATCH.within(WAITS) == pytest.approx(199 / 300)


def test_on_our_own_leaves_out_the_time_that_the_host_took() -> None:
    found = WATCH.on_our_own(WAITS, LOOKS)
    assert (found["pushes_measured"], found["within_100_ms"]) == (200, pytest.approx(199 / 200))
    assert found["share_of_the_time"] == pytest.approx(2 / 3)


def test_a_host_that_took_everything_leaves_nothing_to_count() -> None:
    found = WATCH.on_our_own(WAITS, [look(0, 0, 0), look(15, 300, 15)])
    assert (found["share_of_the_time"], found["pushes_measured"], found["within_100_ms"]) == (0, 0, None)


def test_between_two_looks_it_tells_what_came_and_what_it_cost() -> None:
    answer = WATCH.between_looks(WAITS, LOOKS[1], LOOKS[2], killed=False)
    assert answer == {
        "seconds": 5,
        "within_100_ms": 0,
        "p99": 0.2,
        "processor_ms_a_push": pytest.approx(12.5),
        "processor_ms_a_push_of_client": pytest.approx(2.5),
        "stolen_seconds": CORES,
    }
    assert WATCH.between_looks(WAITS, LOOKS[1], LOOKS[2], killed=True)["processor_ms_a_push"] is None


def test_minutes_are_whole_ones() -> None:
    looks = [look(0, 0, 0), look(61, 100, 0), look(119, 200, 0), look(121, 300, 3), look(150, 300, 3)]
    minutes = WATCH.by_minute(WAITS, looks, killed=False)
    assert [minute["seconds"] for minute in minutes] == [61, 60]
    assert [minute["stolen_seconds"] for minute in minutes] == [0, 3]
