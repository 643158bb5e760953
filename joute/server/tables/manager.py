"""The hall: every table in use, found by its id; those that a killed server left behind are brought back."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping

from joute.server.agents.agent_pool import Thinkers
from joute.server.errors import Refused
from joute.server.messages import NewTable
from joute.server.ratings.ladder import Ladder
from joute.server.settings import ServerSettings
from joute.server.sockets.bot_connections import Bots
from joute.server.tables import commands, factory
from joute.server.tables.actor import Live
from joute.server.tables.config import Terms
from joute.server.tables.game_cache import Games
from joute.server.tables.log import Entry, Told
from joute.server.tables.register import Register
from joute.server.tables.repository import folded
from joute.server.tables.seat import BOT, Face, Seat
from joute.server.tables.table import Table
from joute.server.tables.write_queue import Keeping
from joute.store import Store
from joute.store.people import Person
from joute.store.tables import OVER, StoredTable

log = logging.getLogger("joute.server")


class Hall:
    """All tables."""

    def __init__(self, store: Store, settings: ServerSettings, now: Callable[[], float] = time.time) -> None:
        self.settings, self.now = settings, now
        self.keeping = Keeping(store)
        self.thinkers = Thinkers(settings.thinking_threads)
        self.bots = Bots(self)
        self.ladder = Ladder(self.keeping)
        self.register = Register(self.keeping, self.ladder)
        self.games = Games()
        self.tables: dict[str, Live] = {}
        self.pushes = 0
        self._loading: dict[str, asyncio.Task[Live | None]] = {}

    # --- making -------------------------------------------------------------------------------------------------------------

    async def make(self, asked: NewTable, person: Person) -> Live:
        """A new table, which begins at once when nobody is awaited."""
        self._check_room(person)
        terms, seats, game = factory.made(asked, person, self.settings, self.now())
        for seat in seats:
            if seat.kind == BOT:
                seat.person = self.bots.owner(seat.name, game.name)
        return await self._open(terms, seats, factory.pace_of(asked.pace, seats), {person.id: Face(person.name, person.colour)})

    def _check_room(self, person: Person) -> None:
        """Refuse a table too many, here or of this person; those in memory are counted only when they could be."""
        if len(self.tables) < min(self.settings.tables, self.settings.tables_each):
            return
        hosts = Counter(live.table.terms.host for live in self.tables.values() if live.table.result is None)
        if hosts.total() >= self.settings.tables:
            raise Refused("busy")
        if hosts[person.id] >= self.settings.tables_each:
            raise Refused("too_many")

    async def _open(self, terms: Terms, seats: list[Seat], pace: float | None, known: Mapping[int, Face]) -> Live:
        id = factory.new_code()
        await self.register.add(id, terms, seats, pace)
        table = Table(id, terms, seats, self.games.find(terms.game, terms.options))
        table.pace = pace
        table.known = {person: face for person, face in known.items() if table.seat_of(person) is not None}
        live = self.tables[id] = Live(table, self)
        await self.settle(live)
        return live

    def hasten(self, name: str) -> None:
        """A game's machine code is ready: for new tables, and for those where it is being played."""
        self.games.hasten(name)
        for live in self.tables.values():
            if live.table.game.name == name:
                live.hasten(self.games.find(name, live.table.terms.options))

    async def settle(self, live: Live) -> None:
        """What follows from how the table is: it begins when nobody is awaited, its record is kept when it is over."""
        await self.begin_when_full(live)
        if live.table.status == "over":
            self.register.end(live)
        else:
            live.drive()

    async def begin_when_full(self, live: Live) -> None:
        """A table begins when nobody is awaited."""
        if live.table.status == "open" and not live.table.open_seats:
            await live.write_all([commands.begun(live.table, live.table.seats)])

    # --- finding ------------------------------------------------------------------------------------------------------------

    async def find(self, id: str) -> Live:
        """The table of that id, from memory or from the store."""
        id = id.lower()
        if id in self.tables:
            return self.tables[id]
        if len(id) != factory.CODE or not set(id) <= set(factory.ALPHABET):
            raise Refused("not_found")
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        live = await asyncio.shield(task)
        if live is None:
            raise Refused("not_found")
        return live

    def game_at(self, path: str) -> str | None:
        """The game at the table of a page, where it is at hand and anybody may look on."""
        place, _, id = path.partition("/")
        live = self.tables.get(id.lower()) if place == "table" else None
        return live.table.game.name if live is not None and live.table.terms.spectators else None

    async def _load(self, id: str) -> Live | None:
        stored = await self.keeping.ask(self.keeping.store.tables.load, id)
        return None if stored is None else await self._restore(stored)

    async def _restore(self, stored: StoredTable) -> Live:
        """A table as its log tells it."""
        table = await self.keeping.ask(folded, stored, self.games.find, self.keeping.store)
        live = self.tables.setdefault(stored.id, Live(table, self))
        live.finished = stored.status == OVER
        if live.table is table and not live.finished:
            table.asked_at = self.now()  # nobody's clock ran while the server was down
            await self.settle(live)
        return live

    async def restore(self) -> int:
        """Bring back every table that was not over; says how many came."""
        came = 0
        for table in await self.keeping.ask(self.keeping.store.tables.unfinished):
            if table.id not in self.tables:
                try:
                    await self._restore(table)
                    came += 1
                except Exception:  # one spoilt table must not keep the others away
                    log.exception("table %s cannot be brought back", table.id)
        return came

    # --- what follows -------------------------------------------------------------------------------------------------------

    def noticed(self, live: Live, told: Told, entry: Entry) -> None:
        """Something was written at a table."""
        if told.what == "joined":
            self.register.sit(live, told.by[0])
        if live.table.status == "over" and not live.finished:
            self.bots.over(live)
            self.register.end(live)

    async def follow(self, live: Live) -> None:
        """What follows from people's wishes: a full table begins; when everybody wants a rematch, a new table with the same people."""
        await self.begin_when_full(live)
        table = live.table
        away = {seat for seat in table.people if table.seats[seat].away or seat not in live.present}
        if table.next is not None or live.rematching or not table.wishes or set(table.people) - away - set(table.wishes):
            return
        terms, seats = factory.rematch(table, self.now())
        live.rematching = True
        try:
            following = await self._open(terms, seats, table.pace, table.known)
        finally:
            live.rematching = False
        await live.write_all([("rematch", {"next": following.table.id})])

    # --- order --------------------------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Tables that nobody looks at any more leave the hall; those forgotten for long are given up.

        One by one: to take a table apart takes a millisecond, and many go at once where many came at once.
        """
        for id in [id for id, live in self.tables.items() if self._forgotten(live)]:
            if (live := self.tables.get(id)) is None or not self._forgotten(live):  # somebody came meanwhile
                continue
            self._drop(live)
            if live.table.status != "over":
                await self.register.forget(id)
            del live
            await asyncio.sleep(0)

    def _forgotten(self, live: Live) -> bool:
        """Whether nobody has looked at a table for long."""
        over, idle = live.table.status == "over", time.monotonic() - live.touched
        if live.listeners or (not over and live.advisers.busy):
            return False
        return idle > (self.settings.keep_over if over else self.settings.forget)

    def lose(self, live: Live) -> None:
        """Something could not be kept: what is in memory is worth nothing, what is kept will be read again."""
        self._drop(live, "restarting")

    def _drop(self, live: Live, bye: str | None = None) -> None:
        self.tables.pop(live.table.id, None)
        live.close(bye)

    async def close(self) -> None:
        """Everybody is told, everything is kept."""
        for live in list(self.tables.values()):
            live.close("restarting")
        self.thinkers.close()
        await self.keeping.flush()
        await self.register.flush()
        self.keeping.close()
