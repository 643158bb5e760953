"""Tables while people play at them: every event is kept before it is acknowledged, so that a killed server comes back as it was."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from joute.core.errors import BadSetting, UnknownName
from joute.core.state import Json
from joute.store import schema
from joute.store.database import Database
from joute.store.upsert import unless_there, whole_rows

_TABLES, _SEATS, _EVENTS = schema.tables.c, schema.seats.c, schema.events.c

OVER = "over"  # the status of tables that nobody comes back to

Appended = tuple[str, int, Json]  # a table, the number of the event at it, and the event


@dataclass(frozen=True)
class Seat:
    """Who sits on a seat; the kinds are the server's own words."""

    kind: str
    person: int | None = None
    agent: str = ""
    token: str = ""  # hashed, see `joute.store.tokens`


@dataclass(frozen=True)
class StoredTable:
    """A table as it was at its last event."""

    id: str
    game: str
    options: Json
    settings: Json
    status: str
    created: float  # seconds since 1970
    changed: float
    seats: list[Seat] = field(default_factory=list)
    events: list[Json] = field(default_factory=list)  # in the order of their numbers


class Tables:
    """Every table of the server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, table: str, game: str, options: Json, seats: Sequence[Seat], settings: Json, status: str = "open") -> None:
        """A new table with its seats."""
        now = time.time()
        row = {"id": table, "game": game, "options": options, "settings": settings, "status": status, "created": now, "changed": now}
        with self._database.writing() as connection:
            try:
                connection.execute(insert(schema.tables), row)
            except IntegrityError:
                raise BadSetting(f"there is a table {table} already") from None
            connection.execute(
                insert(schema.seats), [{"table": table, "number": number, **vars(seat)} for number, seat in enumerate(seats)]
            )

    def append(self, table: str, number: int, event: Json) -> None:
        """Keep one event for good; the same once more is harmless, another one under its number is refused."""
        self.append_all([(table, number, event)])

    def append_all(self, events: Sequence[Appended]) -> None:
        """Keep events of any tables, all or none."""
        rows = [(table, number, json.dumps(event)) for table, number, event in events]
        text = whole_rows(self._database.engine.dialect, schema.events, len(rows))
        if not self._database.run_alone(text, [value for row in rows for value in row]):
            self._append_missing(rows)

    def _append_missing(self, rows: Sequence[tuple[str, int, str]]) -> None:
        """Keep those events that are not there yet."""
        with self._database.writing() as connection:
            for table, number, event in rows:
                try:
                    connection.execute(unless_there(connection, schema.events), {"table": table, "number": number, "event": event})
                except IntegrityError:
                    raise UnknownName(f"there is no table {table}") from None
                _check_same(connection, table, number, event)

    def sit(self, table: str, number: int, seat: Seat) -> None:
        """Somebody takes, leaves or takes over a seat."""
        with self._database.writing() as connection:
            own = (_SEATS.table == table) & (_SEATS.number == number)
            if not connection.execute(update(schema.seats).where(own).values(**vars(seat))).rowcount:
                raise UnknownName(f"there is no seat {number} at a table {table}")

    def change(self, table: str, status: str | None = None, settings: Json | None = None, options: Json | None = None) -> None:
        """The table goes on in another way."""
        given = {"status": status, "settings": settings, "options": options}
        values = {name: value for name, value in given.items() if value is not None} | {"changed": time.time()}
        with self._database.writing() as connection:
            if not connection.execute(update(schema.tables).where(_TABLES.id == table).values(**values)).rowcount:
                raise UnknownName(f"there is no table {table}")

    def remove(self, table: str) -> None:
        """Forget a table, its seats and its events; records of its games stay."""
        with self._database.writing() as connection:
            connection.execute(delete(schema.tables).where(_TABLES.id == table))

    def load(self, table: str) -> StoredTable | None:
        """A table with its seats and events."""
        return next(iter(self._found(_TABLES.id == table)), None)

    def unfinished(self) -> list[StoredTable]:
        """Every table that is not over, in the order in which they were made."""
        return self._found(_TABLES.status != OVER)

    def of_person(self, person: int) -> list[str]:
        """The tables where somebody sits that are not over, the latest first."""
        seated = _TABLES.id.in_(select(_SEATS.table).where(_SEATS.person == person))
        with self._database.reading() as connection:
            return list(connection.scalars(select(_TABLES.id).where(seated, _TABLES.status != OVER).order_by(_TABLES.changed.desc())))

    def _found(self, condition: Any) -> list[StoredTable]:
        own = select(_TABLES.id).where(condition).scalar_subquery()
        heads = select(schema.tables).where(condition).order_by(_TABLES.created, _TABLES.id)
        with self._database.reading() as connection:
            found = {row.id: StoredTable(**row._mapping) for row in connection.execute(heads)}
            for seat in connection.execute(select(schema.seats).where(_SEATS.table.in_(own)).order_by(_SEATS.number)):
                found[seat.table].seats.append(_seat(seat))
            for event in connection.execute(select(schema.events).where(_EVENTS.table.in_(own)).order_by(_EVENTS.number)):
                found[event.table].events.append(json.loads(event.event))
        return list(found.values())


def _seat(row: Row[Any]) -> Seat:
    return Seat(row.kind, row.person, row.agent, row.token)


def _check_same(connection: Connection, table: str, number: int, event: str) -> None:
    own = (_EVENTS.table == table) & (_EVENTS.number == number)
    kept = connection.execute(select(_EVENTS.event).where(own)).scalar_one()
    if json.loads(kept) != json.loads(event):
        raise BadSetting(f"event {number} of table {table} is written already, and it is another one")
