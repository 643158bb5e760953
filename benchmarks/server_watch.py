"""What the load on a server cost, slice by slice of a few seconds: how late pushes were, who used the processor, what the host took."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

IN_TIME = 0.1  # seconds in which a push should arrive
OURS = 0.05  # of the machine's processor time: in a slice where the host took more, the machine was not ours to measure


@dataclass(frozen=True)
class Look:
    """Counts since the beginning, at one moment."""

    at: float  # seconds since the load began
    waits: int  # pushes measured
    heard: int  # pushes in all
    server: float  # seconds of processor time
    client: float
    stolen: float
    megabytes: float


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Megabytes that a process holds."""
    return int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0]) / 1024


def stolen() -> float:
    """Seconds of processor time that this machine was owed and its host gave to others."""
    return int(Path("/proc/stat").read_text().split(maxsplit=9)[8]) / os.sysconf("SC_CLK_TCK")


def quantile(values: Sequence[float], share: float) -> float:
    """The value that such a share of all stays below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def within(waits: Sequence[float]) -> float:
    """The share of pushes that came in time."""
    return sum(wait <= IN_TIME for wait in waits) / max(1, len(waits))


def between_looks(waits: Sequence[float], before: Look, after: Look, killed: bool) -> dict[str, float | None]:
    """What happened between two looks; a server that was killed has no count of its processor time."""
    between, pushes = waits[before.waits : after.waits], max(1, after.heard - before.heard)
    return {
        "seconds": after.at - before.at,
        "within_100_ms": within(between),
        "p99": quantile(between, 0.99),
        "processor_ms_a_push": None if killed else 1000 * (after.server - before.server) / pushes,
        "processor_ms_a_push_of_client": 1000 * (after.client - before.client) / pushes,
        "stolen_seconds": after.stolen - before.stolen,
    }


def by_minute(waits: Sequence[float], looks: Sequence[Look], killed: bool) -> list[dict[str, float | None]]:
    """The same for every whole minute."""
    marks = [next(look for look in looks if look.at >= 60 * minute) for minute in range(int(looks[-1].at // 60) + 1)]
    return [between_looks(waits, *pair, killed) for pair in pairwise(marks)]


def on_our_own(waits: Sequence[float], looks: Sequence[Look]) -> dict[str, Any]:
    """Only the slices in which the machine was ours: what the software does, whatever the host's other guests do."""
    limit = OURS * (os.cpu_count() or 1)
    slices = list(pairwise(looks))
    ours = [pair for pair in slices if pair[1].stolen - pair[0].stolen <= limit * (pair[1].at - pair[0].at)]
    counted = [wait for before, after in ours for wait in waits[before.waits : after.waits]]
    return {
        "host_took_at_most": OURS,
        "share_of_the_time": sum(after.at - before.at for before, after in ours) / max(1e-9, looks[-1].at - looks[0].at),
        "pushes_measured": len(counted),
        "p99": quantile(counted, 0.99) if counted else None,
        "within_100_ms": within(counted) if counted else None,
    }
