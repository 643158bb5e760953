"""The hall: every table in use, found by its id; those that a killed server left behind are brought back."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from joute import registry
from joute.game import Game
from joute.server.bots import Bots
from joute.server.keeping import Keeping
from joute.server.ladder import Ladder
from joute.server.messages import NewTable
from joute.server.refusals import Refused
from joute.server.settings import ServerSettings
from joute.server.tables import commands, making
from joute.server.tables.live import Live
from joute.server.tables.log import Entry, Told
from joute.server.tables.seat import BOT, PERSON, Face, Seat
from joute.server.tables.table import Table
from joute.server.tables.terms import Terms
from joute.server.thinkers import Thinkers
from joute.state import Json
from joute.store import Store
from joute.store.people import Person
from joute.store.records import Player
from joute.store.tables import OVER, StoredTable
from joute.store.tables import Seat as StoredSeat

GAMES_AT_HAND = 100  # with options of their own

log = logging.getLogger("joute.server")


class Hall:
    """All tables."""

    def __init__(self, store: Store, settings: ServerSettings, now: Callable[[], float] = time.time) -> None:
        self.settings, self.now = settings, now
        self.keeping = Keeping(store)
        self.thinkers = Thinkers(settings.thinking_threads)
        self.bots = Bots(self)
        self.ladder = Ladder(self.keeping)
        self.tables: dict[str, Live] = {}
        self.compiled: set[str] = set()  # games whose rules are machine code by now
        self._games: dict[tuple[str, str], Game] = {}  # by name and options
        self.pushes = 0
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._ending: set[asyncio.Task[None]] = set()

    # --- making -------------------------------------------------------------------------------------------------------------

    async def make(self, asked: NewTable, person: Person) -> Live:
        """A new table, which begins at once when nobody is awaited."""
        self._check_room(person)
        terms, seats, game = making.made(asked, person, self.settings, self.now())
        for seat in seats:
            if seat.kind == BOT:
                seat.person = self.bots.owner(seat.name, game.name)
        return await self._open(terms, seats, making.pace_of(asked.pace, seats), {person.id: Face(person.name, person.colour)})

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
        stored = [StoredSeat(seat.kind, seat.person, seat.agent) for seat in seats]
        kept = {**terms.to_json(), "sat": [seat.to_json() for seat in seats], "pace": pace}
        id = making.new_code()
        await self.keeping.ask(self.keeping.store.tables.create, id, terms.game, terms.options, stored, kept)
        live = Live(self._table(id, terms, seats, pace), self)
        live.table.known = {person: face for person, face in known.items() if live.table.seat_of(person) is not None}
        self.tables[id] = live
        await self.settle(live)
        return live

    def _table(self, id: str, terms: Terms, seats: list[Seat], pace: float | None) -> Table:
        table = Table(id, terms, seats, self.game(terms.game, terms.options))
        table.pace = pace
        return table

    def game(self, name: str, options: dict[str, Any]) -> Game:
        """The game with its options, by machine code where that is ready; tables of the same game share it."""
        key = name, repr(sorted(options.items()))
        if key not in self._games:
            if len(self._games) >= GAMES_AT_HAND:
                self._games.clear()
            game = registry.game(name, **options)
            self._games[key] = game.fast() if name in self.compiled else game
        return self._games[key]

    def hasten(self, name: str) -> None:
        """A game's machine code is ready: for new tables, and for those where it is being played."""
        self.compiled.add(name)
        self._games.clear()
        for live in self.tables.values():
            if live.table.game.name == name:
                live.hasten(self.game(name, live.table.terms.options))

    async def settle(self, live: Live) -> None:
        """What follows from how the table is: it begins when nobody is awaited, its record is kept when it is over."""
        await self.begin_when_full(live)
        if live.table.status == "over":
            self._end(live)
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
        if len(id) != making.CODE or not set(id) <= set(making.ALPHABET):
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
        table = await self.keeping.ask(self._folded, stored)
        live = self.tables.setdefault(stored.id, Live(table, self))
        live.finished = stored.status == OVER
        if live.table is table and not live.finished:
            table.asked_at = self.now()  # nobody's clock ran while the server was down
            await self.settle(live)
        return live

    def _folded(self, stored: StoredTable) -> Table:
        kept = dict(stored.settings)
        seats, pace = [Seat(**seat) for seat in kept.pop("sat")], kept.pop("pace")
        table = self._table(stored.id, Terms(**kept), seats, pace)
        for number, event in enumerate(stored.events, 1):
            table.apply(Entry.from_json(number, event))
        table.known = self._faces(table)
        return table

    def _faces(self, table: Table) -> dict[int, Face]:
        """How the people at a table are called."""
        people = {table.seats[seat].person for seat in table.people} - {None}
        found = [self.keeping.store.people.find(person) for person in people if person is not None]
        return {person.id: Face(person.name, person.colour) for person in found if person is not None}

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
        loop = asyncio.get_running_loop()
        if told.what == "joined":
            self._later(loop.create_task(self._sit(live, told.by[0])))
        if live.table.status == "over" and not live.finished:
            self.bots.over(live)
            self._end(live)

    async def _sit(self, live: Live, number: int) -> None:
        seat = live.table.seats[number]
        await self.keeping.ask(self.keeping.store.tables.sit, live.table.id, number, StoredSeat(seat.kind, seat.person, seat.agent))

    def _end(self, live: Live) -> None:
        if not live.finished:
            live.finished = True
            self._later(asyncio.get_running_loop().create_task(self._finish(live)))

    async def _finish(self, live: Live) -> None:
        """The game is over: its record is kept, and ratings change."""
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

    def _later(self, task: "asyncio.Task[None]") -> None:
        self._ending.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._ending.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("something could not be kept", exc_info=task.exception())

    async def follow(self, live: Live) -> None:
        """What follows from people's wishes: a full table begins; when everybody wants a rematch, a new table with the same people."""
        await self.begin_when_full(live)
        table = live.table
        away = {seat for seat in table.people if table.seats[seat].away or seat not in live.present}
        if table.next is not None or live.rematching or not table.wishes or set(table.people) - away - set(table.wishes):
            return
        same = any(wish["same_deal"] for wish in table.wishes.values())
        rotate = all(wish["rotate"] for wish in table.wishes.values()) and not same
        seats = [Seat(**(seat.to_json() | {"out": False})) for seat in table.seats]
        seats = seats[1:] + seats[:1] if rotate else seats
        terms = Terms(**(table.terms.to_json() | {"seed": table.terms.seed if same else making.new_seed(), "made": self.now()}))
        terms = Terms(**(terms.to_json() | {"rated": terms.rated and not same}))
        live.rematching = True
        try:
            following = await self._open(terms, seats, table.pace, table.known)
        finally:
            live.rematching = False
        await live.write_all([("rematch", {"next": following.table.id})])

    # --- order --------------------------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Tables that nobody looks at any more leave the hall; those forgotten for long are given up."""
        now = time.monotonic()
        for id, live in list(self.tables.items()):
            idle = now - live.touched
            if live.listeners or (live.table.status != "over" and live.advisers.busy):
                continue
            if live.table.status == "over" and idle > self.settings.keep_over:
                self._drop(live)
            elif live.table.status != "over" and idle > self.settings.forget:
                self._drop(live)
                await self.keeping.ask(self.keeping.store.tables.change, id, status=OVER)

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
        if self._ending:
            await asyncio.wait(self._ending)
        self.keeping.close()
