"""Tables while people play: every log entry is stored before it is acknowledged, so that a killed server resumes where it was."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from joute.core.errors import BadSetting, UnknownName
from joute.core.state import Json
from joute.store import schema
from joute.store.database import Database
from joute.store.insert import insert_missing

_TABLES, _SEATS, _EVENTS = schema.tables.c, schema.seats.c, schema.events.c

OVER = "over"  # the status of tables that have ended

Appended = tuple[str, int, Json]  # a table, the number of the event at it, and the event


@dataclass(frozen=True)
class StoredSeat:
    """The player on a seat; the server decides the kinds."""

    kind: str
    person: int | None = None
    agent: str = ""
    token: str = ""  # hashed, see `joute.store.people.hash_token`


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
    seats: list[StoredSeat] = field(default_factory=list)
    events: list[Json] = field(default_factory=list)  # in the order of their numbers


class TableStore:
    """All tables of the server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, table: str, game: str, options: Json, seats: Sequence[StoredSeat], settings: Json, status: str = "open") -> None:
        """A new table with its seats."""
        now = time.time()
        row = {"id": table, "game": game, "options": options, "settings": settings, "status": status, "created": now, "changed": now}
        with self._database.writing() as connection:
            try:
                connection.execute(insert(schema.tables), row)
            except IntegrityError:
                raise BadSetting("there is a table {table} already", table=table) from None
            connection.execute(
                insert(schema.seats), [{"table": table, "number": number, **vars(seat)} for number, seat in enumerate(seats)]
            )

    def append(self, table: str, number: int, event: Json) -> None:
        """Store one event; the same one again does nothing, a different one under its number is refused."""
        self.append_all([(table, number, event)])

    def append_all(self, events: Sequence[Appended]) -> None:
        """Store events of any tables, all or none."""
        rows = [(table, number, json.dumps(event)) for table, number, event in events]
        if not self._database.insert_alone(schema.events, rows):
            self._append_missing(rows)

    def _append_missing(self, rows: Sequence[tuple[str, int, str]]) -> None:
        """Store the events that are not there yet."""
        with self._database.writing() as connection:
            for table, number, event in rows:
                try:
                    connection.execute(insert_missing(connection, schema.events), {"table": table, "number": number, "event": event})
                except IntegrityError:
                    raise UnknownName("there is no table {table}", table=table) from None
                _check_same(connection, table, number, event)

    def sit(self, table: str, number: int, seat: StoredSeat) -> None:
        """Change the player on a seat."""
        with self._database.writing() as connection:
            own = (_SEATS.table == table) & (_SEATS.number == number)
            if not connection.execute(update(schema.seats).where(own).values(**vars(seat))).rowcount:
                raise UnknownName("there is no seat {number} at a table {table}", number=number, table=table)

    def change(self, table: str, status: str | None = None, settings: Json | None = None, options: Json | None = None) -> None:
        """Change status, settings or options of a table."""
        given = {"status": status, "settings": settings, "options": options}
        values = {name: value for name, value in given.items() if value is not None} | {"changed": time.time()}
        with self._database.writing() as connection:
            if not connection.execute(update(schema.tables).where(_TABLES.id == table).values(**values)).rowcount:
                raise UnknownName("there is no table {table}", table=table)

    def remove(self, table: str) -> None:
        """Delete a table with its seats and events; records of its games stay."""
        with self._database.writing() as connection:
            connection.execute(delete(schema.tables).where(_TABLES.id == table))

    def load(self, table: str) -> StoredTable | None:
        """A table with its seats and events."""
        return next(iter(self._found(_TABLES.id == table)), None)

    def unfinished_ids(self) -> list[str]:
        """The ids of all tables that are not over."""
        with self._database.reading() as connection:
            return list(connection.scalars(select(_TABLES.id).where(_TABLES.status != OVER)))

    def unfinished(self) -> list[StoredTable]:
        """Every table that is not over, in order of creation."""
        return self._found(_TABLES.status != OVER)

    def of_person(self, person: int) -> list[str]:
        """The tables of a person that are not over, the latest first."""
        seated = _TABLES.id.in_(select(_SEATS.table).where(_SEATS.person == person))
        with self._database.reading() as connection:
            return list(connection.scalars(select(_TABLES.id).where(seated, _TABLES.status != OVER).order_by(_TABLES.changed.desc())))

    def _found(self, condition: ColumnElement[bool]) -> list[StoredTable]:
        own = select(_TABLES.id).where(condition).scalar_subquery()
        heads = select(schema.tables).where(condition).order_by(_TABLES.created, _TABLES.id)
        with self._database.reading() as connection:
            found = {row.id: StoredTable(**row._mapping) for row in connection.execute(heads)}
            for seat in connection.execute(select(schema.seats).where(_SEATS.table.in_(own)).order_by(_SEATS.number)):
                found[seat.table].seats.append(_seat(seat))
            for event in connection.execute(select(schema.events).where(_EVENTS.table.in_(own)).order_by(_EVENTS.number)):
                found[event.table].events.append(json.loads(event.event))
        return list(found.values())


def _seat(row: Row[tuple[object, ...]]) -> StoredSeat:
    return StoredSeat(row.kind, row.person, row.agent, row.token)


def _check_same(connection: Connection, table: str, number: int, event: str) -> None:
    own = (_EVENTS.table == table) & (_EVENTS.number == number)
    stored = connection.execute(select(_EVENTS.event).where(own)).scalar_one()
    if json.loads(stored) != json.loads(event):
        raise BadSetting("event {number} of table {table} is written already, and it is another one", number=number, table=table)
