"""What the server keeps goes through here: entries of all tables in groups, one transaction each, in the order they happened."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from joute.server.tables.log import Entry
from joute.store import Store

P = ParamSpec("P")
T = TypeVar("T")
LARGEST = 500  # entries of one transaction
GATHERING = 0.006  # seconds in which entries come together where many happen: a transaction costs as much as ten entries
BUSY = 0.02  # seconds since the last transaction: many happen

log = logging.getLogger("joute.server")


class Keeping:
    """The store, off the event loop."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._readers = ThreadPoolExecutor(4, "store")
        self._writer = ThreadPoolExecutor(1, "keeper")
        self._waiting: list[tuple[str, Entry, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._ended = 0.0  # when the last transaction did, by the loop's clock
        self.kept = 0

    async def ask(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the store says, without holding anybody up."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: what(*args, **kwargs))

    def keep(self, table: str, entry: Entry) -> "asyncio.Future[None]":
        """The entry is safe when this is done."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((table, entry, done))
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._write())
        return done

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            if loop.time() - self._ended < BUSY:
                await asyncio.sleep(GATHERING)
            group, self._waiting = self._waiting[:LARGEST], self._waiting[LARGEST:]
            rows: list[tuple[str, int, dict[str, Any]]] = [(table, entry.number, entry.to_json()) for table, entry, _ in group]
            try:
                await loop.run_in_executor(self._writer, self.store.tables.append_all, rows)
                self._ended = loop.time()
            except Exception as error:
                log.exception("entries could not be kept")
                for _, _, done in group:
                    done.set_exception(error)
                    done.exception()  # whoever waits hears it; nobody else needs to
                continue
            self.kept += len(rows)
            for _, _, done in group:
                done.set_result(None)

    async def flush(self) -> None:
        """Wait until everything said so far is kept."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    def close(self) -> None:
        """Nothing more is asked."""
        self._readers.shutdown()
        self._writer.shutdown()
