"""Clocks count what a monotonic clock says: no time while the server is down, however often it dies, and none that somebody sets."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from joute.server.client_messages import Joining, NewTable, Play, React
from joute.server.settings import read
from joute.server.tables import commands
from joute.server.tables.actor import TableActor
from joute.server.tables.manager import TableManager
from joute.server.tables.storage import rebuilt
from joute.store import Store
from joute.store.people import Person

Scene = Callable[[Store, "Clocks"], Coroutine[Any, Any, None]]


@dataclass
class Clocks:
    """The system's clock, which somebody may set, and the monotonic one, which begins anywhere when the machine starts."""

    wall: float = 1_800_000_000.0
    monotonic: float = 1000.0

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds


@asynccontextmanager
async def running(store: Store, clocks: Clocks) -> AsyncIterator[TableManager]:
    """A server's tables, until it dies: nothing is written when it does."""
    manager = TableManager(store, read({}, {"thinkers": 1}), lambda: clocks.wall, lambda: clocks.monotonic)
    await manager.restore()
    try:
        yield manager
    finally:
        await manager.store.flush()
        for actor in manager.tables.values():
            actor.close()
        manager.pool.close()
        manager.store.close()


def played(scene: Scene, place: Path) -> None:
    with Store.open(f"sqlite:///{place}/joute.sqlite") as store:
        asyncio.run(scene(store, Clocks()))


def person(store: Store, name: str) -> Person:
    return store.people.create(name, "")[0]


async def table_of_two(manager: TableManager, store: Store, bank: float, game: str = "morpion") -> tuple[str, Person, Person]:
    ada, bob = person(store, "Ada"), person(store, "Bob")
    asked = {"game": game, "seats": [{"who": "me"}, {"who": "open"}], "clock": {"bank": bank, "increment": 0.0}}
    actor = await manager.make(NewTable.model_validate(asked), ada)
    await actor.write_all(commands.join(actor.table, bob.id, Joining()))
    await manager.follow(actor)
    return actor.table.id, ada, bob


async def play(actor: TableActor, one: Person) -> None:
    viewpoint = actor.viewpoint(one.id)
    action = next(iter(actor.table.legal(viewpoint.seat)))
    await actor.write_all(commands.play(actor.table, viewpoint, Play(type="play", answers=actor.table.answers, action=action)))


def left(actor: TableActor) -> list[float]:
    assert actor.clock is not None
    return actor.clock["left"]


def test_two_crashes_with_a_clock_running_charge_nobody(tmp_path: Path) -> None:
    async def scene(store: Store, clocks: Clocks) -> None:
        async with running(store, clocks) as manager:
            table, ada, bob = await table_of_two(manager, store, bank=25.0)
            clocks.pass_by(0.1)
        clocks.wall, clocks.monotonic = clocks.wall + 30.0, 3.0  # longer than anybody had
        async with running(store, clocks) as manager:
            actor = manager.tables[table]
            assert left(actor) == [25.0, 25.0]
            clocks.pass_by(3.0)
            await play(actor, ada)
            assert left(actor) == [22.0, 25.0]
        clocks.wall, clocks.monotonic = clocks.wall + 3600.0, 7.0
        for _ in range(3):
            async with running(store, clocks) as manager:
                actor = manager.tables[table]
                assert left(actor) == [22.0, 25.0]
                assert actor.table.result is None
            clocks.pass_by(100.0)
        async with running(store, clocks) as manager:
            actor = manager.tables[table]
            clocks.pass_by(5.0)
            await play(actor, bob)
            assert left(actor) == [22.0, 20.0]
            assert actor.table.record.seconds == [{0: 3.0}, {1: 5.0}]

    played(scene, tmp_path)


def test_what_was_spent_before_the_last_entry_stays_spent(tmp_path: Path) -> None:
    async def scene(store: Store, clocks: Clocks) -> None:
        async with running(store, clocks) as manager:
            table, ada, _ = await table_of_two(manager, store, bank=60.0)
            clocks.pass_by(10.0)
            actor = manager.tables[table]
            reaction = React(type="react", reaction="thinking")
            await actor.write_all(commands.react(actor.table, actor.viewpoint(ada.id), reaction))
            clocks.pass_by(5.0)  # of which nothing was written
        clocks.pass_by(1000.0)
        async with running(store, clocks) as manager:
            actor = manager.tables[table]
            assert left(actor) == [50.0, 60.0]
            clocks.pass_by(1.0)
            await play(actor, ada)
            assert left(actor) == [49.0, 60.0]

    played(scene, tmp_path)


@pytest.mark.parametrize("hours", [-1.0, 0.5, 24.0])
def test_setting_the_system_s_clock_changes_nothing(tmp_path: Path, hours: float) -> None:
    async def scene(store: Store, clocks: Clocks) -> None:
        async with running(store, clocks) as manager:
            table, ada, _ = await table_of_two(manager, store, bank=60.0)
            actor = manager.tables[table]
            clocks.wall += 3600.0 * hours
            clocks.pass_by(5.0)
            assert left(actor) == [55.0, 60.0]
            await play(actor, ada)
            assert left(actor) == [55.0, 60.0]
            assert actor.table.record.seconds == [{0: 5.0}]
        async with running(store, clocks) as manager:
            assert left(manager.tables[table]) == [55.0, 60.0]

    played(scene, tmp_path)


def test_a_table_is_the_fold_of_its_entries_with_its_clock(tmp_path: Path) -> None:
    async def scene(store: Store, clocks: Clocks) -> None:
        async with running(store, clocks) as manager:
            table, ada, bob = await table_of_two(manager, store, bank=60.0)
            for one in (ada, bob, ada):
                clocks.pass_by(2.5)
                await play(manager.tables[table], one)
        async with running(store, clocks) as manager:
            live = manager.tables[table].table
            await manager.store.flush()
            stored = store.tables.load(table)
            assert stored is not None
            assert stored.events[-1]["what"] == "resumed"
            folded = rebuilt(stored, manager.games.find, store)
            assert (folded.clock, folded.spent, folded.number, folded.record) == (live.clock, live.spent, live.number, live.record)

    played(scene, tmp_path)


def test_the_time_of_who_still_chooses_goes_on_when_another_has_chosen(tmp_path: Path) -> None:
    async def scene(store: Store, clocks: Clocks) -> None:
        async with running(store, clocks) as manager:
            table, ada, _ = await table_of_two(manager, store, bank=60.0, game="diamant")
            clocks.pass_by(4.0)
            actor = manager.tables[table]
            await play(actor, ada)
            after = actor.table.log[-1].after.clock
            assert after is not None
            assert (after["left"], after["running"]) == ([56.0, 56.0], [1])
            clocks.pass_by(1.0)
            assert left(actor) == [56.0, 55.0]

    played(scene, tmp_path)


def test_an_alarm_that_comes_too_early_takes_no_time_away(tmp_path: Path) -> None:
    async def scene(store: Store, clocks: Clocks) -> None:
        async with running(store, clocks) as manager:
            table, _, _ = await table_of_two(manager, store, bank=1.0)
            actor = manager.tables[table]
            actor._time_out(actor.table.answers, 0)
            assert actor.table.result is None
            clocks.pass_by(1.0)
            actor._time_out(actor.table.answers, 0)
            assert actor.table.result is not None
            assert left(actor) == [0.0, 1.0]

    played(scene, tmp_path)
