"""What the store is told of a table besides its log: that it was made, who sat down, and how its game ended."""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from joute.core.state import Json
from joute.server.ratings.ladder import Ladder
from joute.server.tables.actor import Live
from joute.server.tables.config import Terms
from joute.server.tables.repository import stored_seat, stored_settings
from joute.server.tables.seat import PERSON, Seat
from joute.server.tables.table import Table
from joute.server.tables.write_queue import Keeping
from joute.store.records import Player
from joute.store.tables import OVER

log = logging.getLogger("joute.server")


class Register:
    """The tables in the store; nobody at a table waits for it."""

    def __init__(self, keeping: Keeping, ladder: Ladder) -> None:
        self.keeping, self.ladder = keeping, ladder
        self._writing: set[asyncio.Task[None]] = set()

    async def add(self, id: str, terms: Terms, seats: Sequence[Seat], pace: float | None) -> None:
        """A new table."""
        sat = [stored_seat(seat) for seat in seats]
        await self.keeping.ask(self.keeping.store.tables.create, id, terms.game, terms.options, sat, stored_settings(terms, seats, pace))

    async def forget(self, id: str) -> None:
        """A table that nobody will come back to."""
        await self.keeping.ask(self.keeping.store.tables.change, id, status=OVER)

    def sit(self, live: Live, number: int) -> None:
        """Somebody has taken a seat."""
        self._later(self._sit(live, number))

    def end(self, live: Live) -> None:
        """The game is over: its record is kept once, and ratings change."""
        if not live.finished:
            live.finished = True
            self._later(self._end(live))

    async def flush(self) -> None:
        """Wait until everything said so far is kept."""
        if self._writing:
            await asyncio.wait(self._writing)

    async def _sit(self, live: Live, number: int) -> None:
        await self.keeping.ask(self.keeping.store.tables.sit, live.table.id, number, stored_seat(live.table.seats[number]))

    async def _end(self, live: Live) -> None:
        await live.kept()
        table = live.table
        assert table.result is not None
        facts = {
            "options": table.terms.options,
            "result": table.result,
            "assisted": table.assisted,
            "rated": table.rated,
            "made": table.terms.made,
            "moves": len(table.record.choices),
        }
        faces = [table.known.get(seat.person or 0) if seat.kind == PERSON else None for seat in table.seats]
        players = [
            Player(seat.person if face else None, face.name if face else seat.name, seat.agent)  # who was forgotten has no face
            for seat, face in zip(table.seats, faces, strict=True)
        ]
        await self.keeping.ask(self._keep, table, players, facts)

    def _keep(self, table: Table, players: list[Player], facts: Json) -> None:
        store = self.keeping.store
        with store.together():  # a server that is killed here rates the game once, when it comes back
            store.records.keep(table.id, table.id, table.record, players, facts)
            store.tables.change(table.id, status=OVER)
            self.ladder.learn(table)

    def _later(self, writing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(writing)
        self._writing.add(task)
        task.add_done_callback(self._written)

    def _written(self, task: "asyncio.Task[None]") -> None:
        self._writing.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("something could not be kept", exc_info=task.exception())
