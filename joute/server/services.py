"""The services behind the routes, made once when the server starts."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

from starlette.requests import HTTPConnection
from typing_extensions import TypedDict

from joute.arena.warmup import compile_rules
from joute.core import registry
from joute.core.errors import BadStore
from joute.server.analysis import AnalysisBoard
from joute.server.async_store import AsyncStore
from joute.server.classic.jeu_games import ClassicGames
from joute.server.finished_games import FinishedGames
from joute.server.http.connections import OpenConnections
from joute.server.http.middleware import ConnectionLimiter, Metrics, RateLimiter
from joute.server.lab import Laboratory
from joute.server.people import COOKIE, People
from joute.server.reviews import GameReviews
from joute.server.server_messages import ServerInfo
from joute.server.settings import ServerSettings
from joute.server.studies import Studies, read_studies
from joute.server.tables.config import Profile
from joute.server.tables.manager import TableManager
from joute.server.tournament_queries import TournamentReports
from joute.store import Store
from joute.store.people import Person
from joute.version import __version__

CLASS = 60.0  # people who may come from one address at once
OWNED = 1.0  # seconds between two looks whether the tables are still this server's
SWEEP = 30.0  # seconds between searches for abandoned tables

log = logging.getLogger("joute.server")


class HealthInfo(TypedDict):
    """Whether a server works."""

    status: Literal["ok", "degraded"]
    reason: str | None  # why it is degraded
    version: str
    tables: int
    sockets: int


class Services:
    """Tables, people, records, limits and metrics."""

    def __init__(self, settings: ServerSettings, store: Store) -> None:
        self.settings, self._store = settings, store
        self.metrics = Metrics()
        self.transports = OpenConnections.within(settings)
        self.connections = ConnectionLimiter(settings.sockets, settings.sockets_each)
        self.newcomers = RateLimiter(settings.people_each, at_least=CLASS)
        self._studies = read_studies(settings.studies)
        self.tables: TableManager
        self.people: People
        self.records: FinishedGames
        self.reviews: GameReviews
        self.analysis: AnalysisBoard
        self.lab: Laboratory
        self.reports: TournamentReports
        self.studies: Studies
        self.classic: ClassicGames
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """From the start to the end of the server."""
        self.tables = TableManager(self._store, self.settings)
        self.people, self.records, self.reports = People(self.store), FinishedGames(self.tables), TournamentReports(self.store)
        self.reviews, self.analysis = GameReviews(self.records), AnalysisBoard(self.records)
        self.lab = Laboratory(self.analysis)
        self.studies = Studies(self.store, self._studies)
        self.classic = ClassicGames(self.store, self.tables.pool, self.settings.jeu_learns)
        await self.tables.store.run(self.tables.owners.check)
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._restore()), loop.create_task(self._sweep()), loop.create_task(self._own())]
        if self.settings.warm:
            self._tasks.append(loop.create_task(self._warm()))
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            self.reviews.close()
            await self.lab.close()
            self.analysis.close()
            await self.tables.close()

    @property
    def store(self) -> AsyncStore:
        """The store, off the event loop."""
        return self.tables.store

    async def _restore(self) -> None:
        while True:
            try:
                count = await self.tables.restore()
                break
            except BadStore:  # it may come back
                await asyncio.sleep(SWEEP)
        if count:
            log.info("%d tables restored", count)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            with contextlib.suppress(BadStore):  # which is logged already
                await self.tables.sweep()

    async def _own(self) -> None:
        """Make sure that the tables here are this server's."""
        while True:
            await asyncio.sleep(OWNED)
            await self.tables.check_owners()

    async def _warm(self) -> None:
        """Compile every game in another process, then load the compiled code from the cache in a thread."""

        async def load(name: str) -> None:
            await self.store.run(compile_rules, registry.game(name))
            self.tables.use_compiled(name)

        await self.tables.preparation.run(load)
        gc.freeze()  # the compiler's objects stay: the garbage collector need not scan them

    async def person(self, connection: HTTPConnection) -> Person | None:
        """The person behind a request or a WebSocket; a token in the header goes before the cookie."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        given = token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
        return await self.people.of_token(given)

    def renamed(self, person: Person) -> None:
        """Show a person's new name and colour at every table."""
        for actor in self.tables.tables.values():
            if person.id in actor.table.profiles:
                actor.table.profiles[person.id] = Profile(person.name, person.colour)

    def info(self) -> ServerInfo:
        """What this server allows, and how to reach it."""
        settings = self.settings
        return {
            "name": "joute",
            "version": __version__,
            "settings": {
                "take_back": settings.take_back,
                "hints": settings.hints,
                "stand_in": settings.stand_in,
                "absence": settings.absence,
                "analyst": settings.analyst,
            },
            "addresses": settings.addresses,
        }

    async def health(self) -> HealthInfo:
        """Whether the server works; the reason if it does not."""
        reason = await self.store.probe()
        return {
            "status": "ok" if reason is None else "degraded",
            "reason": reason,
            "version": __version__,
            "tables": len(self.tables.tables),
            "sockets": self.connections.taken.total(),
        }

    def metrics_text(self) -> str:
        """Metrics for Prometheus."""
        manager = self.tables
        playing = sum(actor.table.status == "playing" for actor in manager.tables.values())
        gauges = {
            "tables": ("tables in memory", float(len(manager.tables))),
            "tables_playing": ("tables where a game is being played", float(playing)),
            "connections": ("open connections", float(self.transports.count)),
            "sockets": ("open connections to tables", float(self.connections.taken.total())),
            "bots": ("connected bots", float(len(manager.bots.here))),
            "thoughts": ("agents at work or waiting", float(len(manager.pool.tasks))),
        }
        counts = {
            "pushes_total": ("messages pushed", float(manager.context.sent)),
            "connections_closed_total": ("idle connections closed to make room, or refused", float(self.transports.closed_early)),
            "entries_total": ("log entries persisted", float(manager.store.written)),
        }
        return self.metrics.text(gauges, counts)
