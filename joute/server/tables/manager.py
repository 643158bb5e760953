"""Every table in use, found by its id; tables that a killed server left behind are restored."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, cast

from joute.core import registry
from joute.core.errors import UnknownName
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.i18n import Sentence, say_in_every_language
from joute.server.agents.agent_pool import AgentPool
from joute.server.agents.preparation import Preparation
from joute.server.async_store import AsyncStore
from joute.server.client_messages import NewTable
from joute.server.errors import Refused
from joute.server.ratings.ladder import Ladder
from joute.server.server_messages import Bilingual, EventPage, OriginInfo
from joute.server.settings import ALPHABET, ServerSettings
from joute.server.sockets.bots import ConnectedBots
from joute.server.tables import commands, new_table
from joute.server.tables.actor import TableActor, TableContext
from joute.server.tables.commitments import Commitments
from joute.server.tables.config import BOT, Profile, TableConfig, TableSeat, Viewpoint
from joute.server.tables.log import RematchMade, Resumed
from joute.server.tables.storage import TableStorage, events_before, rebuilt
from joute.server.tables.table import Table
from joute.store import Store
from joute.store.people import Person
from joute.store.tables import OVER, StoredTable

CACHED_GAMES = 100  # with options of their own
NOT_OFFERED: Sentence = "The game {game} is not offered here: start the server with --game and its file."

log = logging.getLogger("joute.server")


class GameCache:
    """Games in use, compiled if they can be by now; tables of the same game share it."""

    def __init__(self) -> None:
        self._compiled: set[str] = set()
        self._games: dict[tuple[str, str], Game] = {}  # by name and options

    def find(self, name: str, options: dict[str, Any]) -> Game:
        """The game with its options."""
        key = name, repr(sorted(options.items()))
        if key not in self._games:
            if len(self._games) >= CACHED_GAMES:
                self._games.clear()
            try:
                game = registry.game(name, **options)
            except UnknownName:  # a game of a file that the server was not started with
                raise Refused("not_found", text=cast(Bilingual, dict(say_in_every_language(NOT_OFFERED, game=name)))) from None
            self._games[key] = game.fast() if name in self._compiled else game
        return self._games[key]

    def use_compiled(self, name: str) -> None:
        """From now on give the game with compiled rules."""
        self._compiled.add(name)
        self._games.clear()


def to_prepare(settings: ServerSettings) -> list[str]:
    """The games that are compiled when the server starts: first those of files, for which it was started."""
    names = sorted(settings.game_names, key=registry.GAMES.__contains__)  # which opens the files
    return names if settings.warm else []


class TableManager:
    """All tables."""

    def __init__(
        self,
        store: Store,
        settings: ServerSettings,
        now: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self.store = AsyncStore(store)
        self.pool = AgentPool(settings.thinking_threads)
        self.tables: dict[str, TableActor] = {}
        self.bots = ConnectedBots(self.tables, settings)
        self.ladder = Ladder(self.store)
        self.repository = TableStorage(self.store, self.ladder)
        self.games = GameCache()
        self.commitments = Commitments()
        self.preparation = Preparation(to_prepare(settings), self._prepared)
        self.context = TableContext(
            settings, self.store, self.pool, self.preparation, self.bots, now, monotonic, self._owned, self._joined, self._over, self._lost
        )
        self.owners = store.owners(settings.base_url)
        self._loading: dict[str, asyncio.Task[TableActor | None]] = {}

    # --- making -------------------------------------------------------------------------------------------------------------

    async def make(self, asked: NewTable, person: Person) -> TableActor:
        """A new table, which begins at once unless a seat is open."""
        self._check_room(person)
        secret = self.commitments.take(asked.commitment)
        config, seats, game = new_table.made(asked, person, self.settings, self.context.now(), secret)
        for seat in seats:
            if seat.kind == BOT:
                seat.person = self.bots.owner(seat.name, game.name)
        return await self._open(config, seats, new_table.pace_of(asked.pace, seats), {person.id: Profile(person.name, person.colour)})

    async def play_on(self, record: GameRecord, origin: OriginInfo, seat: int, person: Person) -> TableActor:
        """A new table that plays on from a decision of a record, for a person on that seat."""
        self._check_room(person)
        config, seats, _ = new_table.played_on(record, origin, seat, person, self.settings, self.context.now())
        return await self._open(config, seats, new_table.pace_of(None, seats), {person.id: Profile(person.name, person.colour)})

    def _check_room(self, person: Person) -> None:
        """Refuse a table if there are too many, here or of this person; tables are counted only if there could be."""
        if len(self.tables) < min(self.settings.tables, self.settings.tables_each):
            return
        hosts = Counter(actor.table.config.host for actor in self.tables.values() if actor.table.result is None)
        if hosts.total() >= self.settings.tables:
            raise Refused("busy")
        if hosts[person.id] >= self.settings.tables_each:
            raise Refused("too_many")

    async def _open(self, config: TableConfig, seats: list[TableSeat], pace: float | None, profiles: Mapping[int, Profile]) -> TableActor:
        id = new_table.new_code(self.settings.letters)
        await self.store.run(self.owners.claim, [id])
        await self.repository.add(id, config, seats, pace)
        table = Table(id, config, seats, self.games.find(config.game, config.options))
        table.pace = pace
        table.profiles = {person: profile for person, profile in profiles.items() if table.seat_of(person) is not None}
        actor = self.tables[id] = TableActor(table, self.context)
        await self.settle(actor)
        return actor

    def _prepared(self, name: str) -> None:
        """Send how far a game's opponents are prepared to those who play it."""
        for actor in self.tables.values():
            if actor.table.game.name == name:
                actor.send_preparation()

    def use_compiled(self, name: str) -> None:
        """A game is compiled: use that at new tables, and at those where it is being played."""
        self.games.use_compiled(name)
        for actor in self.tables.values():
            if actor.table.game.name == name:
                actor.use(self.games.find(name, actor.table.config.options))

    async def settle(self, actor: TableActor) -> None:
        """Begin the game if no seat is open, store the record if it is over, else ask who must choose."""
        await self._begin_when_full(actor)
        if actor.table.status == "over":
            self._finish(actor)
        else:
            actor.drive()

    async def _begin_when_full(self, actor: TableActor) -> None:
        if actor.table.status == "open" and not actor.table.open_seats:
            await actor.write_all([commands.begun(actor.table, actor.table.seats)])

    # --- finding ------------------------------------------------------------------------------------------------------------

    async def find(self, id: str) -> TableActor:
        """The table of that id, from memory or from the store."""
        id = id.lower()
        if not self.owners.valid:  # another server may have it by now
            raise Refused("unavailable", wait=1.0)
        if id in self.tables:
            return self.tables[id]
        if len(id) != new_table.CODE or not set(id) <= set(ALPHABET):
            raise Refused("not_found")
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        actor = await asyncio.shield(task)
        if actor is None:
            raise Refused("not_found")
        return actor

    def game_at(self, path: str) -> str | None:
        """The game at the table of a page, if the table is in memory and anybody may watch."""
        place, _, id = path.partition("/")
        actor = self.tables.get(id.lower()) if place == "table" else None
        return actor.table.game.name if actor is not None and actor.table.config.spectators else None

    async def _load(self, id: str) -> TableActor | None:
        if not await self.store.run(self.owners.claim, [id]):
            owner = await self.store.run(self.owners.owner, id)
            raise Refused("restarting") if owner is None else Refused.elsewhere(owner)
        stored = await self.store.run(self.store.store.tables.load, id)
        if stored is None:
            await self.store.run(self.owners.release, id)
            return None
        if stored.status != OVER and (wait := self.owners.wait_before_reading([id])):
            await asyncio.sleep(wait)
            stored = await self.store.run(self.store.store.tables.load, id)
        if stored is None or not self.owners.owns(id):
            raise Refused("restarting")
        return await self._restore(stored)

    async def _restore(self, stored: StoredTable) -> TableActor:
        """A table as its log describes it."""
        table = await self.store.run(rebuilt, stored, self.games.find, self.store.store)
        actor = self.tables.setdefault(stored.id, TableActor(table, self.context))
        actor.finished = stored.status == OVER
        if actor.table is table and not actor.finished:
            if table.clock is not None and table.result is None:
                actor.write(Resumed())
            await self.settle(actor)
        return actor

    async def events_before(self, id: str, before: int, viewpoint: Viewpoint) -> EventPage:
        """What happened at a table before an entry; replayed from the stored log, since few clients ask for it."""
        return await self.store.run(events_before, id, before, viewpoint, self.games.find, self.store.store)

    async def restore(self) -> int:
        """Restore every table of this server's letters that was not over and that no other server has, and return their number."""
        restored = 0
        ids = [id for id in await self.store.run(self.store.store.tables.unfinished_ids) if id[:1] in self.settings.letters]
        mine = await self.store.run(self.owners.claim, ids)
        await asyncio.sleep(self.owners.wait_before_reading(mine))
        for table in await self.store.run(self.store.store.tables.unfinished):
            if table.id in mine and table.id not in self.tables and self.owners.owns(table.id):
                try:
                    await self._restore(table)
                    restored += 1
                except Refused:
                    log.warning("table %s waits: its game %s is not offered", table.id, table.game)
                except Exception:  # one spoilt table must not stop the others
                    log.exception("table %s cannot be restored", table.id)
        return restored

    # --- what follows -------------------------------------------------------------------------------------------------------

    def _owned(self, actor: TableActor) -> bool:
        """Whether a table is still this server's."""
        return self.owners.owns(actor.table.id)

    def _joined(self, actor: TableActor, seat: int) -> None:
        """Store who took a seat."""
        self.repository.sit(actor.table, seat)

    def _over(self, actor: TableActor) -> None:
        """Free the bots, and store how the game ended."""
        self.bots.release(actor)
        self._finish(actor)

    def _finish(self, actor: TableActor) -> None:
        """Store the record of a game that is over, once."""
        if not actor.finished:
            actor.finished = True
            self.repository.finish(actor.table, actor.persisted)

    async def follow(self, actor: TableActor, seat: int | None = None) -> None:
        """Begin a table that is full; make the table of a rematch when everybody present wants it.

        Only people who asked for it are seated: those who are present, and the one on that seat, who asks now.
        """
        await self._begin_when_full(actor)
        table = actor.table
        present = {*actor.present} if seat is None else {*actor.present, seat}
        undecided = (set(table.people) & present) - set(table.wishes)
        if table.next is not None or actor.rematching or not table.wishes or undecided:
            return
        config, seats = new_table.rematch(table, present & set(table.wishes), self.context.now())
        actor.rematching = True
        try:
            following = await self._open(config, seats, table.pace, table.profiles)
        finally:
            actor.rematching = False
        await actor.write_all([RematchMade(following.table.id)])

    # --- order --------------------------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Drop tables that nobody has looked at for a while from memory; give those up that were left long ago.

        One per turn of the loop: freeing a table takes a millisecond, and tables that came together go together.
        """
        for id in [id for id, actor in self.tables.items() if self._abandoned(actor)]:
            if (actor := self.tables.get(id)) is None or not self._abandoned(actor):  # somebody came meanwhile
                continue
            if ending := commands.abandoned(actor.table):
                await actor.write_all(ending)
                continue
            self._drop(actor)
            if actor.table.status != "over":
                await self.repository.give_up(id)
            await self.store.run(self.owners.release, id)
            del actor
            await asyncio.sleep(0)

    def _abandoned(self, actor: TableActor) -> bool:
        """Whether nobody has looked at a table for long."""
        over, idle = actor.table.status == "over", time.monotonic() - actor.touched
        if actor.subscribers or (not over and actor.agents.busy):
            return False
        return idle > (self.settings.keep_over if over else self.settings.forget)

    async def check_owners(self) -> None:
        """Drop all tables if this server cannot be sure that they are its own: they are read again when somebody asks."""
        if not await self.store.run(self.owners.check):
            for actor in list(self.tables.values()):
                self._drop(actor, "restarting")

    def _lost(self, actor: TableActor) -> None:
        """Drop a table with an entry that could not be persisted: it will be read again from the store."""
        self._drop(actor, "restarting")

    def _drop(self, actor: TableActor, reason: str | None = None) -> None:
        self.tables.pop(actor.table.id, None)
        actor.close(reason)

    def close_connections(self) -> None:
        """Tell every client that the server restarts."""
        for actor in list(self.tables.values()):
            actor.close("restarting")

    async def close(self) -> None:
        """Close all connections and persist everything."""
        self.close_connections()
        self.pool.close()
        await self.store.flush()
        await self.repository.flush()
        self.owners.close()
        self.store.close()
