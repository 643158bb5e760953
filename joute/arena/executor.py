"""Who plays the jobs of a tournament: this process, processes of this machine, or a cluster; a tournament does not know which."""

import signal
import threading
from collections import deque
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from os import _exit
from types import TracebackType
from typing import Protocol

from joute.arena.tournament.job import Job, Outcome, hall, play_job
from joute.core.errors import JouteError

STILLBORN = 3  # workers in a row that died before they could work: then the fault is not a game's
FAREWELL = 2.0  # seconds that a worker gets to leave by itself


class Executor(Protocol):
    """Takes jobs and gives back what became of them, in any order."""

    @property
    def free(self) -> int:
        """How many more jobs it takes before somebody would have to wait."""

    @property
    def hands(self) -> int:
        """How many jobs are played at once."""

    def submit(self, job: Job) -> None:
        """Have that job played."""

    def collect(self, seconds: float) -> list[Outcome]:
        """What ended, waiting at most so long for the first."""

    def close(self) -> None:
        """Leave; jobs that have not ended are dropped."""


class Alone:
    """Plays in this process, job by job."""

    hands = 1

    def __init__(self) -> None:
        self._waiting: deque[Job] = deque()

    @property
    def free(self) -> int:
        """One job at a time."""
        return 1 - len(self._waiting)

    def submit(self, job: Job) -> None:
        """It is played when somebody asks for what ended."""
        self._waiting.append(job)

    def collect(self, seconds: float) -> list[Outcome]:
        """Play the job that waits."""
        return [play_job(self._waiting.popleft())] if self._waiting else []

    def close(self) -> None:
        """Forget the job that waits; the agents leave."""
        self._waiting.clear()
        hall().close()


class Worker:
    """One process, at the other end of a pipe."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=work, args=(theirs,), daemon=False)
        self.process.start()
        theirs.close()
        self.ready = False
        self.job: Job | None = None

    def give(self, job: Job) -> None:
        """Let it play; a worker that has died meanwhile is noticed when it is listened to."""
        self.job = job
        try:
            self.pipe.send(job)
        except OSError:
            return

    def heard(self) -> Outcome | None:
        """What it says: that it is ready (nothing), or what became of its job. EOFError: it is dead."""
        try:
            said: Outcome | None = self.pipe.recv()
        except OSError as error:
            raise EOFError from error
        self.ready = True
        if said is not None:
            self.job = None
        return said

    def leave(self, seconds: float) -> None:
        """Close the pipe, which tells it to go; make it go if it does not."""
        self.pipe.close()
        self.process.join(seconds)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Processes:
    """Processes of this machine; one that dies is replaced, and whoever gave it the job hears that it was lost."""

    def __init__(self, workers: int) -> None:
        self._stillborn = 0
        self._waiting: deque[Job] = deque()
        self._workers = [Worker() for _ in range(workers)]

    @property
    def hands(self) -> int:
        """As many as there are processes."""
        return len(self._workers)

    @property
    def free(self) -> int:
        """Those without a job."""
        return sum(worker.job is None for worker in self._workers) - len(self._waiting)

    def submit(self, job: Job) -> None:
        """Give it to a worker that is ready, or to the first that will be."""
        self._waiting.append(job)
        self._hand_out()

    def collect(self, seconds: float) -> list[Outcome]:
        """What the workers say; a death is an outcome too."""
        outcomes: list[Outcome] = []
        pipes = {worker.pipe: worker for worker in self._workers}
        for pipe in connection.wait(list(pipes), seconds):
            worker = pipes[pipe]  # type: ignore[index]  # wait gives back the pipes that it was given
            try:
                said = worker.heard()
            except EOFError:
                outcomes += self._bury(worker)
            else:
                self._stillborn = 0
                outcomes += [said] if said is not None else []
        self._hand_out()
        return outcomes

    def close(self) -> None:
        """Every process ends, whatever it plays."""
        for worker in self._workers:
            if worker.job is not None or not worker.ready:
                worker.process.terminate()
        for worker in self._workers:
            worker.leave(FAREWELL)
        self._workers.clear()

    def _hand_out(self) -> None:
        for worker in self._workers:
            if self._waiting and worker.ready and worker.job is None:
                worker.give(self._waiting.popleft())

    def _bury(self, worker: Worker) -> list[Outcome]:
        worker.leave(FAREWELL)
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn >= STILLBORN:
                raise JouteError(f"worker processes cannot start: {STILLBORN} in a row ended with code {worker.process.exitcode}")
        self._workers[self._workers.index(worker)] = Worker()
        return [Outcome(worker.job, lost=True)] if worker.job else []

    def __enter__(self) -> "Processes":
        """The processes, which end with the block."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Leave."""
        self.close()


def work(pipe: Connection) -> None:
    """The life of a worker process: jobs in, outcomes out, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the first one decides what it means
    threading.Thread(target=_follow, daemon=True).start()
    try:
        pipe.send(None)
        while True:
            pipe.send(play_job(pipe.recv()))
    except (EOFError, OSError):
        hall().close()


def _follow() -> None:
    """A worker does not outlive its organiser, however that ended."""
    organiser = parent_process()
    if organiser is not None:
        organiser.join()
        _exit(1)
