"""The store off the event loop: reads in threads, log entries of all tables written in groups, one transaction each, in order."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, ParamSpec, TypeVar

from joute.core.errors import BadStore
from joute.server.store_health import StoreHealth
from joute.server.tables.log import LogEntry
from joute.store import Store

P = ParamSpec("P")
T = TypeVar("T")
LARGEST = 500  # entries of one transaction
GATHERING = 0.003  # seconds in which entries are gathered on a busy server: a transaction costs as much as ten entries
BUSY = 0.02  # seconds since the last transaction within which the server counts as busy

log = logging.getLogger("joute.server")


class PendingWrite(NamedTuple):
    """An entry that is not persisted yet, and a callback for when it is, with the error if it cannot be."""

    table: str
    entry: LogEntry
    done: Callable[[Exception | None], None]


class AsyncStore:
    """Access to the store that never blocks the event loop."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._readers = ThreadPoolExecutor(4, "store")
        self._writer = ThreadPoolExecutor(1, "writer")
        self._waiting: list[PendingWrite] = []
        self._idle = asyncio.Event()  # nothing waits, nothing is being written
        self._idle.set()
        self._ended = 0.0  # time of the last transaction, by the loop's clock
        self.written = 0  # number of entries
        self.health = StoreHealth()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a function, called in a thread."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: work(*args, **kwargs))
        except BadStore as error:
            self.health.failed(error)
            raise

    async def probe(self) -> str | None:
        """The reason why the store cannot be written now."""
        return await self.health.probe(lambda: self.run(self.store.probe))

    def append(self, table: str, entry: LogEntry, done: Callable[[Exception | None], None]) -> None:
        """Persist an entry; `done` is called on the event loop."""
        self._waiting.append(PendingWrite(table, entry, done))
        if self._idle.is_set():
            self._idle.clear()
            self._soon(asyncio.get_running_loop())

    def _soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write what waits, after this turn of the loop, or a little later on a busy server."""
        if loop.time() - self._ended < BUSY:
            loop.call_later(GATHERING, self._send, loop)
        else:
            loop.call_soon(self._send, loop)

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        group, self._waiting = self._waiting[:LARGEST], self._waiting[LARGEST:]
        self._writer.submit(self._write, loop, group)

    def _write(self, loop: asyncio.AbstractEventLoop, group: list[PendingWrite]) -> None:
        """In the writer's thread: one transaction."""
        error: Exception | None = None
        try:
            self.store.tables.append_all([(table, entry.number, entry.to_json()) for table, entry, _ in group])
        except Exception as failure:
            if not isinstance(failure, BadStore):
                log.exception("entries could not be persisted")
            error = failure
        loop.call_soon_threadsafe(self._written, loop, group, error)

    def _written(self, loop: asyncio.AbstractEventLoop, group: list[PendingWrite], error: Exception | None) -> None:
        if error is None:
            self.health.worked()
            self._ended = loop.time()
            self.written += len(group)
        else:
            if isinstance(error, BadStore):
                self.health.failed(error)
            group = group + self._withdraw({waiting.table for waiting in group})
        if self._waiting:
            self._soon(loop)
        else:
            self._idle.set()
        for waiting in group:
            try:
                waiting.done(error)
            except Exception:  # one table's failure must not stop the others
                log.exception("table %s could not go on", waiting.table)

    def _withdraw(self, tables: set[str]) -> list[PendingWrite]:
        """Remove and return what waits at these tables: a log has no gaps."""
        withdrawn = [waiting for waiting in self._waiting if waiting.table in tables]
        self._waiting = [waiting for waiting in self._waiting if waiting.table not in tables]
        return withdrawn

    async def flush(self) -> None:
        """Wait until everything so far is persisted."""
        await self._idle.wait()

    def close(self) -> None:
        """End the threads."""
        self._readers.shutdown()
        self._writer.shutdown()
