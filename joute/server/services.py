"""Everything behind the routes, made once when the server starts."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from joute.arena.warmup import compile_rules
from joute.core import registry
from joute.core.state import Json
from joute.server.agents import warmup
from joute.server.classic.games import Parties
from joute.server.http.metrics import Metrics
from joute.server.http.rate_limits import Places, Rates
from joute.server.http.records import Records
from joute.server.http.tournament_reports import Reports
from joute.server.people import COOKIE, People
from joute.server.settings import ServerSettings
from joute.server.tables.manager import Hall
from joute.server.tables.seat import Face
from joute.store import Store
from joute.store.people import Person
from joute.version import __version__

SWEEP = 30.0  # seconds between looks for forgotten tables

log = logging.getLogger("joute.server")


class House:
    """The hall, the people, the records, the limits."""

    def __init__(self, settings: ServerSettings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.metrics = Metrics()
        self.places = Places(settings.sockets, settings.sockets_each)
        self.newcomers = Rates(settings.people_each, at_least=20.0)
        self.hall: Hall
        self.people: People
        self.records: Records
        self.reports: Reports
        self.parties: Parties
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """From the start to the end of the server."""
        self.hall = Hall(self.store, self.settings)
        self.people, self.records, self.reports = People(self.hall.keeping), Records(self.hall), Reports(self.hall.keeping)
        self.parties = Parties(self.hall.keeping, self.hall.thinkers)
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._come_back()), loop.create_task(self._sweep())]
        if self.settings.warm:
            self._tasks.append(loop.create_task(self._warm()))
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            await self.hall.close()

    async def _come_back(self) -> None:
        count = await self.hall.restore()
        if count:
            log.info("%d tables came back", count)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.hall.sweep()

    async def _warm(self) -> None:
        """Machine code for every game: made elsewhere, then read from the cache off the event loop."""
        for name in registry.GAMES:
            if await warmup.compile_in_subprocess(name):
                await self.hall.keeping.ask(compile_rules, registry.game(name))
                self.hall.hasten(name)
        gc.freeze()  # the compiler's objects stay: nobody at a table shall wait while they are looked through

    def say_goodbye(self) -> None:
        """Everybody who listens is told that the server restarts."""
        for live in list(self.hall.tables.values()):
            live.close("restarting")

    # --- who asks -----------------------------------------------------------------------------------------------------------

    async def person(self, connection: Any) -> Person | None:
        """Who is behind a request or a WebSocket: a header's token goes before a cookie's."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        given = token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
        return await self.people.of_token(given)

    def renamed(self, person: Person) -> None:
        """Somebody has another name or colour, at every table too."""
        for live in self.hall.tables.values():
            if person.id in live.table.known:
                live.table.known[person.id] = Face(person.name, person.colour)

    def introduced(self) -> Json:
        """What this server allows."""
        settings = self.settings
        allowed = {name: getattr(settings, name) for name in ("take_back", "hints", "stand_in", "absence", "analyst")}
        return {"name": "joute", "version": __version__, "settings": allowed}

    def health(self) -> Json:
        """Whether the server does its work."""
        return {"status": "ok", "version": __version__, "tables": len(self.hall.tables), "sockets": self.places.taken.total()}

    def measured(self) -> str:
        """For Prometheus."""
        hall = self.hall
        playing = sum(live.table.status == "playing" for live in hall.tables.values())
        gauges = {
            "tables": ("tables in memory", float(len(hall.tables))),
            "tables_playing": ("tables where a game is on", float(playing)),
            "sockets": ("connections that are pushed to", float(self.places.taken.total())),
            "bots": ("bots that are connected", float(len(hall.bots.here))),
            "thoughts": ("agents at work or waiting", float(len(hall.thinkers.thoughts))),
        }
        counts = {
            "pushes_total": ("messages pushed", float(hall.pushes)),
            "entries_total": ("entries kept", float(hall.keeping.kept)),
        }
        return self.metrics.text(gauges, counts)
