"""How a table is written to the store, and how it is read back from its log."""

from collections.abc import Callable, Sequence
from typing import Any

from joute.core.game import Game
from joute.core.state import Json
from joute.server.tables.config import Terms
from joute.server.tables.log import Entry
from joute.server.tables.seat import Face, Seat
from joute.server.tables.table import Table
from joute.store import Store
from joute.store.tables import Seat as StoredSeat
from joute.store.tables import StoredTable


def stored_seat(seat: Seat) -> StoredSeat:
    """A seat as the store knows it."""
    return StoredSeat(seat.kind, seat.person, seat.agent)


def stored_settings(terms: Terms, seats: Sequence[Seat], pace: float | None) -> Json:
    """Everything that a table begins with."""
    return {**terms.to_json(), "sat": [seat.to_json() for seat in seats], "pace": pace}


def folded(stored: StoredTable, game: Callable[[str, dict[str, Any]], Game], store: Store) -> Table:
    """A table as its log tells it."""
    kept = dict(stored.settings)
    seats, pace = [Seat(**seat) for seat in kept.pop("sat")], kept.pop("pace")
    terms = Terms(**kept)
    table = Table(stored.id, terms, seats, game(terms.game, terms.options))
    table.pace = pace
    for number, event in enumerate(stored.events, 1):
        table.apply(Entry.from_json(number, event))
    table.known = faces(store, table)
    return table


def faces(store: Store, table: Table) -> dict[int, Face]:
    """How the people at a table are called."""
    people = {table.seats[seat].person for seat in table.people} - {None}
    found = [store.people.find(person) for person in people if person is not None]
    return {person.id: Face(person.name, person.colour) for person in found if person is not None}
