"""Entries are kept in groups, in their order; what cannot be kept is told to whoever waits for it, and leaves no gap in a log."""

import asyncio
import threading
from functools import partial
from types import SimpleNamespace
from typing import Any

from joute.core.errors import BadStore
from joute.server.tables.log import Entry
from joute.server.tables.write_queue import Keeping


class Stubborn:
    """A store that keeps what it is given, but for one table; it answers when it is let."""

    def __init__(self, refuses: str = "") -> None:
        self.refuses, self.tables = refuses, self
        self.kept: list[list[tuple[str, int]]] = []
        self.ready = threading.Event()

    def append_all(self, rows: Any) -> None:
        assert self.ready.wait(10)
        if any(table == self.refuses for table, _, _ in rows):
            self.refuses = ""
            raise BadStore("the disk is full")
        self.kept.append([(table, number) for table, number, _ in rows])


def told(store: Stubborn, groups: list[list[tuple[str, int]]]) -> dict[tuple[str, int], Exception | None]:
    """What those who asked hear: the first group is on its way to the store when the others come."""
    heard: dict[tuple[str, int], Exception | None] = {}

    async def keep() -> None:
        keeping = Keeping(SimpleNamespace(tables=store))  # type: ignore[arg-type]  # as much of a store as entries need
        for group in groups:
            for table, number in group:
                keeping.keep(table, Entry(number, "choice", 0.0), partial(heard.__setitem__, (table, number)))
            await asyncio.sleep(0.01)
        store.ready.set()
        await keeping.flush()
        keeping.close()
        assert keeping.kept == sum(trouble is None for trouble in heard.values())

    asyncio.run(keep())
    return heard


def test_entries_that_come_together_are_one_transaction_and_stay_in_order() -> None:
    store = Stubborn()
    heard = told(store, [[("a", 1), ("b", 1)], [("a", 2)], [("b", 2), ("a", 3)]])
    assert store.kept == [[("a", 1), ("b", 1)], [("a", 2), ("b", 2), ("a", 3)]]
    assert set(heard.values()) == {None}


def test_what_waits_behind_an_entry_that_cannot_be_kept_is_not_kept_either() -> None:
    store = Stubborn("a")
    heard = told(store, [[("a", 1)], [("a", 2), ("b", 1)]])
    assert store.kept == [[("b", 1)]]
    assert heard["b", 1] is None
    assert {str(heard["a", number]) for number in (1, 2)} == {"the disk is full"}


def test_one_table_in_trouble_does_not_keep_the_others_from_going_on() -> None:
    heard: list[str] = []

    def fail(_: Exception | None) -> None:
        raise ValueError("this table is broken")

    async def keep() -> None:
        store = Stubborn()
        store.ready.set()
        keeping = Keeping(SimpleNamespace(tables=store))  # type: ignore[arg-type]
        keeping.keep("a", Entry(1, "choice", 0.0), fail)
        keeping.keep("b", Entry(1, "choice", 0.0), lambda _: heard.append("b"))
        await keeping.flush()
        keeping.close()

    asyncio.run(keep())
    assert heard == ["b"]
