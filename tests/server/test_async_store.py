"""Entries are written in groups, in their order; a failure is reported to everybody who waits, and leaves no gap in a log."""

import asyncio
import threading
from functools import partial
from types import SimpleNamespace
from typing import Any

from joute.core.errors import BadStore
from joute.server.async_store import AsyncStore
from joute.server.tables.log import Choice, LogEntry


class Stubborn:
    """A store that stores what it is given, except for one table; it waits until it is allowed to answer."""

    def __init__(self, refuses: str = "") -> None:
        self.refuses, self.tables = refuses, self
        self.stored: list[list[tuple[str, int]]] = []
        self.begun, self.ready = threading.Event(), threading.Event()

    def append_all(self, rows: Any) -> None:
        self.begun.set()
        assert self.ready.wait(120)
        if any(table == self.refuses for table, _, _ in rows):
            self.refuses = ""
            raise BadStore("the disk is full")
        self.stored.append([(table, number) for table, number, _ in rows])


def reported(store: Stubborn, groups: list[list[tuple[str, int]]]) -> dict[tuple[str, int], Exception | None]:
    """The outcome of every write: the first group is on its way to the store when the others come."""
    heard: dict[tuple[str, int], Exception | None] = {}

    async def write() -> None:
        queue = AsyncStore(SimpleNamespace(tables=store))  # type: ignore[arg-type]  # as much of a store as entries need
        for group in groups:
            for table, number in group:
                queue.append(table, LogEntry(number, 0.0, Choice(0, "a1")), partial(heard.__setitem__, (table, number)))
            await asyncio.sleep(0)
            await asyncio.to_thread(store.begun.wait, 120)
        store.ready.set()
        await queue.flush()
        queue.close()
        assert queue.written == sum(failure is None for failure in heard.values())

    asyncio.run(write())
    return heard


def test_entries_that_come_together_are_one_transaction_and_stay_in_order() -> None:
    store = Stubborn()
    heard = reported(store, [[("a", 1), ("b", 1)], [("a", 2)], [("b", 2), ("a", 3)]])
    assert store.stored == [[("a", 1), ("b", 1)], [("a", 2), ("b", 2), ("a", 3)]]
    assert set(heard.values()) == {None}


def test_entries_that_wait_behind_one_that_fails_are_not_written_either() -> None:
    store = Stubborn("a")
    heard = reported(store, [[("a", 1)], [("a", 2), ("b", 1)]])
    assert store.stored == [[("b", 1)]]
    assert heard["b", 1] is None
    assert {str(heard["a", number]) for number in (1, 2)} == {"the disk is full"}


def test_one_failing_table_does_not_stop_the_others() -> None:
    heard: list[str] = []

    def fail(_: Exception | None) -> None:
        raise ValueError("this table is broken")

    async def write() -> None:
        store = Stubborn()
        store.ready.set()
        queue = AsyncStore(SimpleNamespace(tables=store))  # type: ignore[arg-type]
        queue.append("a", LogEntry(1, 0.0, Choice(0, "a1")), fail)
        queue.append("b", LogEntry(1, 0.0, Choice(0, "a1")), lambda _: heard.append("b"))
        await queue.flush()
        queue.close()

    asyncio.run(write())
    assert heard == ["b"]
