"""Tables in the store besides their log: how they were made, who sits there, how their games ended; and tables read back from it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeAlias

from joute.core.errors import BadStore
from joute.core.game import Game
from joute.core.state import Json
from joute.server.async_store import AsyncStore
from joute.server.ratings.eligibility import unrated
from joute.server.ratings.ladder import Ladder
from joute.server.server_messages import EventPage
from joute.server.tables.config import PERSON, Profile, TableConfig, TableSeat, Viewpoint
from joute.server.tables.log import LogEntry
from joute.server.tables.projection import event_page
from joute.server.tables.table import LOG, Table
from joute.store import Store
from joute.store.records import RecordedPlayer
from joute.store.tables import OVER, StoredSeat, StoredTable

PAGE = 500  # entries whose events a client gets at once
GameFinder: TypeAlias = Callable[[str, dict[str, Any]], Game]  # a game by its name and options

log = logging.getLogger("joute.server")


class TableStorage:
    """The tables in the store; nobody at a table waits for it."""

    def __init__(self, store: AsyncStore, ladder: Ladder) -> None:
        self.store, self.ladder = store, ladder
        self._writing: set[asyncio.Task[None]] = set()

    async def add(self, id: str, config: TableConfig, seats: Sequence[TableSeat], pace: float | None) -> None:
        """Store a new table."""
        settings = {**config.to_json(), "sat": [seat.to_json() for seat in seats], "pace": pace}
        await self.store.run(self.store.store.tables.create, id, config.game, config.options, [_stored(seat) for seat in seats], settings)

    async def give_up(self, id: str) -> None:
        """Mark a table as over that nobody will come back to."""
        await self.store.run(self.store.store.tables.change, id, status=OVER)

    def sit(self, table: Table, number: int) -> None:
        """Store who took a seat."""
        self._later(self.store.run(self.store.store.tables.sit, table.id, number, _stored(table.seats[number])))

    def finish(self, table: Table, persisted: Callable[[], Awaitable[None]]) -> None:
        """Store the record of a game that is over, and change ratings, once its log is persisted."""
        self._later(self._finish(table, persisted))

    async def flush(self) -> None:
        """Wait until everything so far is stored."""
        if self._writing:
            await asyncio.wait(self._writing)

    async def _finish(self, table: Table, persisted: Callable[[], Awaitable[None]]) -> None:
        await persisted()
        profiles = [table.profiles.get(seat.person or 0) if seat.kind == PERSON else None for seat in table.seats]
        players = [
            RecordedPlayer(
                seat.person if profile else None, profile.name if profile else seat.name, seat.agent
            )  # deleted people have no profile
            for seat, profile in zip(table.seats, profiles, strict=True)
        ]
        await self.store.run(self._store_record, table, players)

    def _store_record(self, table: Table, players: list[RecordedPlayer]) -> None:
        store = self.store.store
        facts = {
            "options": table.config.options,
            "result": table.result,
            "assisted": table.assisted,
            "rated": unrated(table) is None,
            "made": table.config.made,
            "moves": len(table.record.choices),
        }
        with store.together():  # a server that is killed here rates the game once, when it restarts
            ratings = self.ladder.learn(table)
            store.records.add(table.id, table.id, table.record, players, facts | {"ratings": ratings})
            store.tables.change(table.id, status=OVER)
        table.ratings = ratings

    def _later(self, writing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(writing)
        self._writing.add(task)
        task.add_done_callback(self._written)

    def _written(self, task: "asyncio.Task[None]") -> None:
        self._writing.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, BadStore):  # which is logged already, once for all
            log.error("a table could not be stored", exc_info=error)


def _stored(seat: TableSeat) -> StoredSeat:
    return StoredSeat(seat.kind, seat.person, seat.agent)


def rebuilt(stored: StoredTable, game: GameFinder, store: Store) -> Table:
    """The table that its log describes."""
    table = _replayed(stored, game, stored.events)
    people = {table.seats[seat].person for seat in table.people} - {None}
    found = [store.people.find(person) for person in people if person is not None]
    table.profiles = {person.id: Profile(person.name, person.colour) for person in found if person is not None}
    return table


def events_before(id: str, before: int, viewpoint: Viewpoint, game: GameFinder, store: Store) -> EventPage:
    """What happened at a table before an entry, as a viewpoint saw it, what was taken back included."""
    stored = store.tables.load(id)
    if stored is None:
        return {"events": [], "earlier": None}
    return event_page(_replayed(stored, game, stored.events[: max(0, before - 1)], PAGE), viewpoint)


def _replayed(stored: StoredTable, game: GameFinder, entries: Sequence[Json], logged: int = LOG) -> Table:
    """The table after some entries; it has the last ones of them, as many as asked for."""
    settings = dict(stored.settings)
    seats, pace = [TableSeat(**seat) for seat in settings.pop("sat")], settings.pop("pace")
    config = TableConfig(**settings)
    table = Table(stored.id, config, seats, game(config.game, config.options), logged)
    table.pace = pace
    for number, entry in enumerate(entries, 1):
        table.apply(LogEntry.from_json(number, entry))
    return table
