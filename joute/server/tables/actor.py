"""A table in use: what happens is kept, then told to all who listen; agents are asked, clocks run."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from joute.core.game import Game
from joute.core.state import Json
from joute.server.agents.table_agents import Advisers
from joute.server.errors import Refused
from joute.server.sockets.websocket import framed
from joute.server.tables import projection
from joute.server.tables.commands import Entries
from joute.server.tables.listener import Listener
from joute.server.tables.log import Entry, Told
from joute.server.tables.projection import Chair, dumped
from joute.server.tables.seat import BOT
from joute.server.tables.table import Table

if TYPE_CHECKING:
    from joute.server.tables.manager import Hall

MOMENT = 0.1  # seconds in which people who come and go are told of together

log = logging.getLogger("joute.server")


class Live:
    """A table, its listeners, its agents and its clock."""

    def __init__(self, table: Table, hall: "Hall") -> None:
        self.table, self.hall = table, hall
        self.listeners: set[Listener] = set()
        self.advisers = Advisers(self)
        self._alarm: asyncio.TimerHandle | None = None
        self._absences: dict[int, asyncio.TimerHandle] = {}
        self._presence: asyncio.TimerHandle | None = None  # soon everybody hears who is here
        self._safe = table.number  # the last entry that is kept
        self._trouble: Exception | None = None  # why one could not be
        self._awaited: list[tuple[int, asyncio.Future[None]]] = []  # entries that somebody waits for
        self.touched = time.monotonic()
        self.finished = False  # the record is kept
        self.rematching = False  # a table for the next game is being made
        self.closed = False  # nobody is asked any more

    # --- what happens -------------------------------------------------------------------------------------------------------

    def write(self, what: str, facts: Json) -> None:
        """Let something happen: at once here; when it is kept others are told, and then whoever is next is asked."""
        entry = Entry(self.table.number + 1, what, self.hall.now(), facts)
        told = self.table.apply(entry)
        messages = self._messages(told)
        self.hall.keeping.keep(self.table.id, entry, lambda trouble: self._publish(entry.number, messages, trouble))
        self.touched = time.monotonic()
        self.hall.noticed(self, told, entry)

    async def write_all(self, entries: Entries) -> None:
        """Let all of it happen, and come back when it is kept."""
        for what, facts in entries:
            self.write(what, facts)
        await self.kept()

    async def kept(self) -> None:
        """Wait until all that happened here is kept."""
        if self._trouble is not None:
            raise self._trouble
        if self._safe < self.table.number:
            safe = asyncio.get_running_loop().create_future()
            self._awaited.append((self.table.number, safe))
            await safe

    def _told_who_waits(self) -> None:
        waiting, self._awaited = self._awaited, []
        for number, safe in waiting:
            if safe.done():
                continue
            if self._trouble is not None:
                safe.set_exception(self._trouble)
            elif number <= self._safe:
                safe.set_result(None)
            else:
                self._awaited.append((number, safe))

    def _messages(self, told: Told) -> list[tuple[Listener, bytes, bytes]]:
        """What each listener will hear, also as a frame: written once for all who see with the same eyes."""
        present, spectators = (self.present, self.spectators) if "table" in told.parts else ([], 0)
        eyes = {listener.eyes for listener in self.listeners}
        written = {chair: dumped(projection.update(self.table, told, chair, present, spectators)) for chair in eyes}
        told.forget()
        frames = {chair: framed(message) for chair, message in written.items()}
        return [(listener, written[listener.eyes], frames[listener.eyes]) for listener in self.listeners]

    def _publish(self, number: int, messages: list[tuple[Listener, bytes, bytes]], trouble: Exception | None) -> None:
        """An entry is kept: everybody hears it. One that cannot be kept is the end of what is in memory."""
        self._safe, self._trouble = number, trouble or self._trouble
        self._told_who_waits()
        if self._trouble is not None:
            self.hall.lose(self)
            return
        for listener, message, frame in messages:
            listener.push(message, frame)
        self.hall.pushes += len(messages)
        if not self.closed:
            self.drive()

    def hasten(self, game: Game) -> None:
        """The game's machine code is ready: from now on its rules run by it, here and for the agents."""
        self.table.game = game
        self.advisers.renew()

    # --- who listens --------------------------------------------------------------------------------------------------------

    @property
    def present(self) -> list[int]:
        """The seats whose people or bots are connected."""
        here = {listener.chair.seat for listener in self.listeners if listener.chair.holds}
        return sorted(here | self.hall.bots.seats_at(self.table.id))

    @property
    def spectators(self) -> int:
        """How many look on."""
        return sum(not listener.chair.holds for listener in self.listeners)

    def chair(self, person: int | None, wanted: int | None = None) -> Chair:
        """Where a person looks from: their seat, else beside the table, or over an agent's shoulder where only agents play."""
        table = self.table
        seat = table.seat_of(person)
        if seat is not None:
            return Chair(seat, person, holds=True)
        if not table.terms.spectators and person != table.terms.host and table.status != "open":
            raise Refused("not_allowed")
        shoulder = wanted is not None and 0 <= wanted < len(table.seats) and all(one.kind == "agent" for one in table.seats)
        return Chair(wanted if shoulder and wanted is not None else projection.SPECTATOR, person)

    async def welcome(self, listener: Listener, since: int | None) -> None:
        """Take somebody in: what was missed, or everything."""
        await self.kept()
        chair = listener.chair
        if chair.holds and self.table.status == "playing" and self.table.seats[chair.seat].away and not self.table.seats[chair.seat].out:
            await self.write_all([("returned", {"seat": chair.seat})])
        for message in self.missed(chair, since):
            listener.push(dumped(message))
        listener.eyes = projection.eyes(self.table, chair)
        self.listeners.add(listener)
        if chair.holds and chair.seat in self._absences:
            self._absences.pop(chair.seat).cancel()
        self._presence_changed()

    def missed(self, chair: Chair, since: int | None) -> list[Json]:
        """The updates after a number; where they are forgotten, the state."""
        table = self.table
        if since is not None and since <= table.number and (since == table.number or (table.log and table.log[0].number <= since + 1)):
            fresh = [told for told in table.log if told.number > since]
            return [projection.update(table, told, chair, self.present, self.spectators) for told in fresh]
        return [self.state(chair)]

    def state(self, chair: Chair) -> Json:
        """Everything that a chair may see."""
        return projection.state(self.table, chair, self.clock_now(), self.present, self.spectators)

    def goodbye(self, listener: Listener) -> None:
        """Somebody is gone; where other people wait, a level will take the seat."""
        self.listeners.discard(listener)
        self.touched = time.monotonic()
        self._presence_changed()
        seat, table = listener.chair.seat, self.table
        waits = len(table.people) > 1 and table.status == "playing" and self.hall.settings.absence > 0
        if listener.chair.holds and waits and seat not in self.present:
            loop = asyncio.get_running_loop()
            self._absences[seat] = loop.call_later(self.hall.settings.absence, self._miss, seat)

    def _miss(self, seat: int) -> None:
        self._absences.pop(seat, None)
        if self.table.status == "playing" and seat not in self.present and not self.table.seats[seat].away:
            self.write("left", {"seat": seat})

    def _presence_changed(self) -> None:
        """Everybody will hear who is here: once for all who come and go in the same moment."""
        if self._presence is None and not self.closed:
            self._presence = asyncio.get_running_loop().call_later(MOMENT, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
        self.tell({"type": "presence", "present": self.present, "spectators": self.spectators})

    def tell(self, message: Json) -> None:
        """Something that is not kept, the same for all."""
        text = dumped(message)
        frame = framed(text)
        for listener in self.listeners:
            listener.push(text, frame)

    # --- what must happen next ------------------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Ask the agents and bots whose turn it is, and set the clock."""
        self.advisers.attend()
        asked = self.table.question
        bots = (
            []
            if asked is None
            else [
                seat
                for seat in asked.movers
                if self.table.agent_at(seat) is None and self.table.seats[seat].kind == BOT and seat not in asked.chosen
            ]
        )
        for seat in bots:
            self.hall.bots.ask(self, seat)
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        clock, table = self.table.clock, self.table
        if clock is None or not clock["running"] or table.result is not None:
            return
        used = self.hall.now() - table.asked_at
        seat = min(clock["running"], key=lambda seat: table.left[seat])
        ring: Callable[[], None] = lambda: self._ring(table.answers, seat)  # noqa: E731
        self._alarm = asyncio.get_running_loop().call_later(max(0.0, table.left[seat] - used), ring)

    def _ring(self, answers: int, seat: int) -> None:
        table = self.table
        if table.result is None and table.answers == answers and seat not in table.chosen and not table.seats[seat].out:
            self.write("time_out", {"seat": seat})

    def clock_now(self) -> Json | None:
        """What is left to each seat at this moment."""
        clock = self.table.clock
        if clock is None:
            return None
        used = self.hall.now() - self.table.asked_at
        running = set(clock["running"])
        return clock | {"left": [round(max(0.0, left - used * (seat in running)), 3) for seat, left in enumerate(clock["left"])]}

    def close(self, bye: str | None = None) -> None:
        """Nobody is told anything more."""
        self.closed = True
        self.advisers.dismiss()
        for handle in [self._alarm, self._presence, *self._absences.values()]:
            if handle:
                handle.cancel()
        for listener in list(self.listeners):
            if bye:
                listener.push(dumped({"type": "bye", **Refused(bye).to_json()}))
            listener.end()
