"""What the server keeps goes through here: entries of all tables in groups, one transaction each, in the order they happened."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, ParamSpec, TypeVar

from joute.server.tables.log import Entry
from joute.store import Store

P = ParamSpec("P")
T = TypeVar("T")
LARGEST = 500  # entries of one transaction
GATHERING = 0.003  # seconds in which entries come together where many happen: a transaction costs as much as ten entries
BUSY = 0.02  # seconds since the last transaction: many happen

log = logging.getLogger("joute.server")


class Waiting(NamedTuple):
    """An entry that is not kept yet, and who is to hear that it is: with the error, if it cannot be kept."""

    table: str
    entry: Entry
    then: Callable[[Exception | None], None]


class Keeping:
    """The store, off the event loop."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._readers = ThreadPoolExecutor(4, "store")
        self._writer = ThreadPoolExecutor(1, "keeper")
        self._waiting: list[Waiting] = []
        self._idle = asyncio.Event()  # nothing waits, nothing is being written
        self._idle.set()
        self._ended = 0.0  # when the last transaction did, by the loop's clock
        self.kept = 0

    async def ask(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the store says, without holding anybody up."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: what(*args, **kwargs))

    def keep(self, table: str, entry: Entry, then: Callable[[Exception | None], None]) -> None:
        """Keep the entry; whoever asked hears when it is safe, on the event loop."""
        self._waiting.append(Waiting(table, entry, then))
        if self._idle.is_set():
            self._idle.clear()
            self._soon(asyncio.get_running_loop())

    def _soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write what waits: what else happens in this moment comes along, and where much happens, a little later."""
        if loop.time() - self._ended < BUSY:
            loop.call_later(GATHERING, self._send, loop)
        else:
            loop.call_soon(self._send, loop)

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        group, self._waiting = self._waiting[:LARGEST], self._waiting[LARGEST:]
        self._writer.submit(self._write, loop, group)

    def _write(self, loop: asyncio.AbstractEventLoop, group: list[Waiting]) -> None:
        """In the writer's thread: one transaction."""
        error: Exception | None = None
        try:
            self.store.tables.append_all([(table, entry.number, entry.to_json()) for table, entry, _ in group])
        except Exception as failure:
            log.exception("entries could not be kept")
            error = failure
        loop.call_soon_threadsafe(self._written, loop, group, error)

    def _written(self, loop: asyncio.AbstractEventLoop, group: list[Waiting], error: Exception | None) -> None:
        if error is None:
            self._ended = loop.time()
            self.kept += len(group)
        else:
            group = group + self._behind({waiting.table for waiting in group})
        if self._waiting:
            self._soon(loop)
        else:
            self._idle.set()
        for waiting in group:
            try:
                waiting.then(error)
            except Exception:  # one table's trouble is not the others'
                log.exception("table %s could not go on", waiting.table)

    def _behind(self, tables: set[str]) -> list[Waiting]:
        """What waits at these tables, and waits no longer: a log has no gaps."""
        behind = [waiting for waiting in self._waiting if waiting.table in tables]
        self._waiting = [waiting for waiting in self._waiting if waiting.table not in tables]
        return behind

    async def flush(self) -> None:
        """Wait until everything said so far is kept."""
        await self._idle.wait()

    def close(self) -> None:
        """Nothing more is asked."""
        self._readers.shutdown()
        self._writer.shutdown()
