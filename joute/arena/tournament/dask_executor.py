"""A Dask cluster as an executor: the jobs of a tournament, played wherever its workers are (extra `cluster`)."""

import queue
import re
from typing import TYPE_CHECKING, Any

from joute.arena.tournament.job import Job, Outcome, play_job
from joute.core.errors import JouteError

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = "10s"  # for a scheduler that does not answer
AHEAD = 2  # jobs for each thread: one that it plays and one that waits there


class Cluster:
    """The workers of a Dask scheduler; Dask itself tries the jobs of a lost worker again elsewhere."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._client: Client = _connected(address)
        self._jobs: dict[str, tuple[Future, Job]] = {}
        self._ended: queue.SimpleQueue[str] = queue.SimpleQueue()

    @property
    def hands(self) -> int:
        """The threads of all workers; workers may come and go."""
        return max(1, sum(self._client.nthreads().values()))

    @property
    def free(self) -> int:
        """Jobs that some thread would take, now or next."""
        return AHEAD * self.hands - len(self._jobs)

    def submit(self, job: Job) -> None:
        """Send it to the scheduler."""
        future = self._client.submit(play_job, job, pure=False)
        self._jobs[future.key] = future, job
        future.add_done_callback(lambda ended: self._ended.put(ended.key))

    def collect(self, seconds: float) -> list[Outcome]:
        """What the scheduler says has ended."""
        try:
            keys = [self._ended.get(timeout=seconds)]
        except queue.Empty:
            self._check()
            return []
        while not self._ended.empty():
            keys.append(self._ended.get())
        return [self._outcome(*self._jobs.pop(key)) for key in keys]

    def close(self) -> None:
        """Take back what was not played; the cluster stays."""
        self._client.cancel([future for future, _ in self._jobs.values()])
        self._client.close()

    def _outcome(self, future: "Future", job: Job) -> Outcome:
        from distributed import KilledWorker

        if future.status == "cancelled":
            self._check()
        try:
            found: Outcome = future.result()
        except KilledWorker:
            return Outcome(job, lost=True)
        except Exception as error:  # the cluster could not even begin: Joute is not installed there, or is another version
            return Outcome(job, error=f"a worker of {self.address} failed: {type(error).__name__}: {error}")
        return found

    def _check(self) -> None:
        if self._client.status != "running":
            raise JouteError(f"the cluster at {self.address} is gone ({self._client.status})")


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise JouteError("a cluster needs Dask: pip install 'joute[cluster]'") from error
    if not re.fullmatch(r"[a-z]+://.+:\d+", address):
        raise JouteError(f"{address} is not the address of a Dask scheduler, which looks like tcp://192.168.1.5:8786")
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise JouteError(f"no Dask scheduler answers at {address}: {error}") from error
