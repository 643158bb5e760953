"""Executors run jobs in this process, in a pool of processes on this machine, or on a Dask cluster; their users need not know which."""

import queue
import re
import signal
import threading
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from os import _exit
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from joute.core.errors import JouteError
from joute.i18n import Language, current_language, say, set_language, use_language
from joute.jit.compile_error import RuleFault

if TYPE_CHECKING:
    from distributed import Client, Future

MAX_FAILED_STARTS = 3  # workers in a row that died before their first job: then no job is to blame
EXIT_SECONDS = 2.0  # that a worker gets to end by itself
POLL_SECONDS = 0.2
JOBS_AHEAD = 4  # jobs per worker that `map` submits beyond the first unfinished one
DASK_TIMEOUT = "10s"  # for a scheduler that does not answer
DASK_JOBS_PER_THREAD = 2  # one that it runs and one that waits there

Job = TypeVar("Job")
Result = TypeVar("Result")
JobIn = TypeVar("JobIn", contravariant=True)
ResultOut = TypeVar("ResultOut", covariant=True)


class Worker(Protocol[JobIn, ResultOut]):
    """Runs jobs one after another in its own process or thread, and holds what they share: compiled games, started bots."""

    def run(self, job: JobIn) -> ResultOut:
        """The result of the job."""

    def close(self) -> None:
        """Release what the worker holds."""


@dataclass(frozen=True)
class Completed(Generic[Job, Result]):
    """A job that has ended: its result, or why there is none."""

    job: Job
    result: Result | None = None
    error: str = ""  # the exception of the worker, in a sentence
    lost: bool = False  # the worker process died

    def value(self) -> Result:
        """The result; a JouteError if there is none."""
        if self.result is None:
            raise JouteError(self.error) if self.error else JouteError("a worker process died twice over the same job")
        return self.result


class Executor(ABC, Generic[Job, Result]):
    """Takes jobs and returns their results, in any order."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """The number of jobs that run at once."""

    @property
    @abstractmethod
    def free(self) -> int:
        """The number of jobs that can be submitted before one has to wait."""

    @abstractmethod
    def submit(self, job: Job) -> None:
        """Have the job run."""

    @abstractmethod
    def collect(self, seconds: float) -> list[Completed[Job, Result]]:
        """The jobs that have ended, waiting at most that long for the first."""

    @abstractmethod
    def close(self) -> None:
        """End the workers; jobs that have not ended are dropped."""

    def map(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """The results in the order of the jobs. A job whose worker died is run once more; an error is raised."""
        source = iter(jobs)
        pending: deque[Job] = deque()  # submitted and not yet yielded
        results: dict[int, Result] = {}
        lost: set[int] = set()
        while True:
            while self.free > 0 and len(pending) < JOBS_AHEAD * self.workers:
                try:
                    pending.append(next(source))
                except StopIteration:
                    break
                self.submit(pending[-1])
            if not pending:
                return
            for done in self.collect(POLL_SECONDS):
                if done.lost and id(done.job) not in lost:
                    lost.add(id(done.job))
                    self.submit(done.job)
                else:
                    results[id(done.job)] = done.value()
            while pending and id(pending[0]) in results:
                yield results.pop(id(pending.popleft()))

    def __enter__(self) -> Self:
        """The executor, which is closed with the block."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close it."""
        self.close()


class SerialExecutor(Executor[Job, Result]):
    """Runs jobs in this process, one at a time."""

    workers = 1

    def __init__(self, make_worker: Callable[[], Worker[Job, Result]]) -> None:
        self._worker = make_worker()
        self._waiting: deque[Job] = deque()

    @property
    def free(self) -> int:
        """One job at a time."""
        return 1 - len(self._waiting)

    def submit(self, job: Job) -> None:
        """Queue the job; `collect` runs it."""
        self._waiting.append(job)

    def collect(self, seconds: float) -> list[Completed[Job, Result]]:
        """Run the next job."""
        if not self._waiting:
            return []
        job = self._waiting.popleft()
        return [Completed(job, *_run(self._worker, job))]

    def close(self) -> None:
        """Drop the job that waits and close the worker."""
        self._waiting.clear()
        self._worker.close()


class ProcessPool(Executor[Job, Result]):
    """Processes on this machine; one that dies is replaced, and its job is returned as lost."""

    def __init__(self, make_worker: Callable[[], Worker[Job, Result]], workers: int) -> None:
        self._make_worker = make_worker
        self._failed_starts = 0
        self._waiting: deque[Job] = deque()
        self._processes = [self._start() for _ in range(workers)]

    @property
    def workers(self) -> int:
        """The number of processes."""
        return len(self._processes)

    @property
    def free(self) -> int:
        """The processes without a job."""
        return sum(process.job is None for process in self._processes) - len(self._waiting)

    def submit(self, job: Job) -> None:
        """Send the job to a process that is ready, or to the first that will be."""
        self._waiting.append(job)
        self._send_jobs()

    def collect(self, seconds: float) -> list[Completed[Job, Result]]:
        """What the processes have sent; a process that died returns its job as lost."""
        completed: list[Completed[Job, Result]] = []
        by_pipe = {process.pipe: process for process in self._processes}
        for pipe in connection.wait(list(by_pipe), seconds):
            process = by_pipe[pipe]  # type: ignore[index]  # wait returns the pipes that it was given
            try:
                found = process.receive()
            except EOFError:
                completed += self._replace(process)
            else:
                self._failed_starts = 0
                completed += [found] if found is not None else []
        self._send_jobs()
        return completed

    def close(self) -> None:
        """End every process, whatever it runs."""
        for process in self._processes:
            if process.job is not None or not process.ready:
                process.process.terminate()
        for process in self._processes:
            process.end(EXIT_SECONDS)
        self._processes.clear()

    def _start(self) -> "_WorkerProcess[Job, Result]":
        return _WorkerProcess(self._make_worker)

    def _send_jobs(self) -> None:
        for process in self._processes:
            if self._waiting and process.ready and process.job is None:
                process.send(self._waiting.popleft())

    def _replace(self, process: "_WorkerProcess[Job, Result]") -> list[Completed[Job, Result]]:
        process.end(EXIT_SECONDS)
        if not process.ready:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise JouteError(
                    "worker processes cannot start: {count} in a row ended with code {code}",
                    count=MAX_FAILED_STARTS,
                    code=process.process.exitcode,
                )
        self._processes[self._processes.index(process)] = self._start()
        return [Completed(process.job, lost=True)] if process.job is not None else []


class _WorkerProcess(Generic[Job, Result]):
    """One process of a pool, at the other end of a pipe."""

    def __init__(self, make_worker: Callable[[], Worker[Job, Result]]) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, make_worker, current_language()), daemon=False)
        self.process.start()
        theirs.close()
        self.ready = False
        self.job: Job | None = None

    def send(self, job: Job) -> None:
        """Let it run the job; that it has died meanwhile is noticed by `receive`."""
        self.job = job
        try:
            self.pipe.send(job)
        except OSError:
            return

    def receive(self) -> Completed[Job, Result] | None:
        """The job that ended; None if the process says that it is ready. EOFError: it has died."""
        try:
            found: tuple[Result | None, str] | None = self.pipe.recv()
        except OSError as error:
            raise EOFError from error
        self.ready = True
        if found is None or self.job is None:
            return None
        job, self.job = self.job, None
        return Completed(job, *found)

    def end(self, seconds: float) -> None:
        """Close the pipe, which makes it end; kill it if it has not ended after these seconds."""
        self.pipe.close()
        self.process.join(seconds)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _serve(pipe: Connection, make_worker: Callable[[], Worker[Job, Result]], language: Language) -> None:
    """The main loop of a worker process: jobs in, results out, until the pipe is closed."""
    set_language(language)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the first one decides what it means
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    worker = make_worker()
    try:
        pipe.send(None)
        while True:
            pipe.send(_run(worker, pipe.recv()))
    except (EOFError, OSError):
        worker.close()


def _exit_with_parent() -> None:
    """A worker process does not outlive its parent, however that ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        _exit(1)


def _run(worker: Worker[Job, Result], job: Job) -> tuple[Result | None, str]:
    """The result of a job, or its error in a sentence: a job that fails must not end its worker."""
    try:
        return worker.run(job), ""
    except Exception as error:
        return None, error_text(error)


def error_text(error: Exception) -> str:
    """The error in a sentence, with the line that it came from unless it is one of ours."""
    if isinstance(error, (JouteError, RuleFault)):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = say("({file}, line {line})", file=frame.filename, line=frame.lineno)
    return f"{type(error).__name__}: {error} {place}"


# --- Dask (extra `cluster`) ---------------------------------------------------------------------------------------------------


class DaskCluster(Executor[Job, Result]):
    """The workers of a Dask scheduler; Dask itself runs the jobs of a lost worker again elsewhere."""

    def __init__(self, make_worker: Callable[[], Worker[Job, Result]], address: str) -> None:
        self.address = address
        self._make_worker = make_worker
        self._client: Client = _connect(address)
        self._jobs: dict[str, tuple[Future, Job]] = {}
        self._ended: queue.SimpleQueue[str] = queue.SimpleQueue()

    @property
    def workers(self) -> int:
        """The threads of all workers; workers may come and go."""
        return max(1, sum(self._client.nthreads().values()))

    @property
    def free(self) -> int:
        """The number of jobs that some thread would take, now or next."""
        return DASK_JOBS_PER_THREAD * self.workers - len(self._jobs)

    def submit(self, job: Job) -> None:
        """Send the job to the scheduler."""
        future = self._client.submit(_run_in_thread, self._make_worker, job, current_language(), pure=False)
        self._jobs[future.key] = future, job
        future.add_done_callback(lambda ended: self._ended.put(ended.key))

    def collect(self, seconds: float) -> list[Completed[Job, Result]]:
        """The jobs that have ended according to the scheduler."""
        try:
            keys = [self._ended.get(timeout=seconds)]
        except queue.Empty:
            self._check()
            return []
        while not self._ended.empty():
            keys.append(self._ended.get())
        return [self._completed(*self._jobs.pop(key)) for key in keys]

    def close(self) -> None:
        """Cancel what has not run; the cluster stays."""
        self._client.cancel([future for future, _ in self._jobs.values()])
        self._client.close()

    def _completed(self, future: "Future", job: Job) -> Completed[Job, Result]:
        from distributed import KilledWorker

        if future.status == "cancelled":
            self._check()
        try:
            return Completed(job, *future.result())
        except KilledWorker:
            return Completed(job, lost=True)
        except Exception as error:  # the cluster could not even begin: Joute is not installed there, or is another version
            return Completed(
                job, error=say("a worker of {address} failed: {error}", address=self.address, error=f"{type(error).__name__}: {error}")
            )

    def _check(self) -> None:
        if self._client.status != "running":
            raise JouteError("the cluster at {address} is gone ({status})", address=self.address, status=self._client.status)


_threads = threading.local()  # a Dask worker may have several threads, and agents must not be shared between them


def _run_in_thread(make_worker: Callable[[], Worker[Job, Result]], job: Job, language: Language) -> tuple[Result | None, str]:
    """Run a job with the worker of this thread."""
    if getattr(_threads, "make_worker", None) != make_worker:
        _threads.make_worker, _threads.worker = make_worker, make_worker()
    with use_language(language):
        return _run(_threads.worker, job)


def _connect(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError as error:
        raise JouteError("a cluster needs Dask: pip install 'joute[cluster]'") from error
    if not re.fullmatch(r"[a-z]+://.+:\d+", address):
        raise JouteError("{address} is not the address of a Dask scheduler, which looks like tcp://192.168.1.5:8786", address=address)
    try:
        return Client(address, timeout=DASK_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise JouteError("no Dask scheduler answers at {address}: {error}", address=address, error=error) from error
