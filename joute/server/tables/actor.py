"""A table in use: entries are applied, persisted, and only then sent to everybody; agents and bots are asked, clocks run."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from joute.core.game import Game
from joute.server.agents.agent_pool import AgentPool
from joute.server.agents.preparation import Preparation
from joute.server.agents.table_agents import TableAgents
from joute.server.async_store import AsyncStore
from joute.server.errors import Refused
from joute.server.server_messages import ClockInfo, PreparationInfo, ServerMessage, StateMessage, UpdateMessage
from joute.server.settings import ServerSettings
from joute.server.sockets.websocket_protocol import OutgoingMessage, Subscriber
from joute.server.tables import projection
from joute.server.tables.config import AGENT, BOT, SPECTATOR, Viewpoint
from joute.server.tables.log import AppliedEntry, Change, Left, LogEntry, Returned, TimedOut
from joute.server.tables.table import Table

WATCHED = 30.0  # seconds for which a table counts as watched after somebody asked for its state
PRESENCE_DELAY = 0.1  # seconds after which people who come and go are reported together

log = logging.getLogger("joute.server")


class BotSeats(Protocol):
    """The connected bots, as far as a table needs them."""

    def seats_at(self, table: str) -> set[int]:
        """The seats of a table whose bots are connected."""

    def ask(self, actor: "TableActor", seat: int) -> None:
        """Ask the bot of a seat to choose."""


@dataclass
class TableContext:
    """What the tables of a server share."""

    settings: ServerSettings
    store: AsyncStore
    pool: AgentPool
    preparation: Preparation
    bots: BotSeats
    now: Callable[[], float]  # the time of day, for people
    monotonic: Callable[[], float]  # for every duration
    owned: Callable[["TableActor"], bool]  # the table is still this server's
    on_joined: Callable[["TableActor", int], None]  # somebody took a seat
    on_over: Callable[["TableActor"], None]  # the game has ended
    on_lost: Callable[["TableActor"], None]  # an entry could not be persisted
    sent: int = 0  # number of messages


class TableActor:
    """A table, its subscribers, its agents and its clock."""

    def __init__(self, table: Table, context: TableContext) -> None:
        self.table, self.context = table, context
        self.subscribers: set[Subscriber] = set()
        self.agents = TableAgents(self)
        self._asked = context.monotonic() - table.spent  # when the open question was asked; time while the server was down is left out
        self._alarm: asyncio.TimerHandle | None = None
        self._absences: dict[int, asyncio.TimerHandle] = {}
        self._presence: asyncio.TimerHandle | None = None  # reports who is present
        self._persisted = table.number  # number of the last entry that is persisted
        self._failure: Exception | None = None  # why one could not be
        self._awaited: list[tuple[int, asyncio.Future[None]]] = []  # entries that somebody waits for
        self.touched = time.monotonic()
        self._looked = float("-inf")  # when somebody last asked for the state
        self._watch: asyncio.TimerHandle | None = None  # looks whether somebody still does
        self.finished = False  # the record is stored
        self.rematching = False  # a table for the next game is being made
        self.closed = False

    # --- entries ------------------------------------------------------------------------------------------------------------

    def write(self, change: Change) -> None:
        """Apply a change at once; when it is persisted it is sent to everybody, and the next seats are asked."""
        entry = LogEntry(self.table.number + 1, self.context.now(), change, self.spent)
        applied = self.table.apply(entry)
        if self.table.answers == entry.number:
            self._asked = self.context.monotonic()
        if applied.what == "begun":
            self._reseat()
            self._send_away()
        messages = self._messages(applied)
        self.context.store.append(self.table.id, entry, partial(self._publish, entry.number, messages))
        self.touched = time.monotonic()
        if applied.what == "joined":
            self.context.on_joined(self, applied.by[0])
        if self.table.status == "over" and not self.finished:
            self.context.on_over(self)

    @property
    def spent(self) -> float:
        """The seconds that were spent on the open question."""
        return round(self.context.monotonic() - self._asked, 6)

    @property
    def clock(self) -> ClockInfo | None:
        """The time left to each seat now."""
        return self.table.clock_after(self.spent)

    async def write_all(self, changes: Sequence[Change]) -> None:
        """Apply all changes, and return when they are persisted."""
        for change in changes:
            self.write(change)
        await self.persisted()

    async def persisted(self) -> None:
        """Wait until every entry so far is persisted."""
        if self._failure is not None:
            raise self._failure
        if self._persisted < self.table.number:
            future = asyncio.get_running_loop().create_future()
            self._awaited.append((self.table.number, future))
            await future

    def _resume_waiting(self) -> None:
        waiting, self._awaited = self._awaited, []
        for number, future in waiting:
            if future.done():
                continue
            if self._failure is not None:
                future.set_exception(self._failure)
            elif number <= self._persisted:
                future.set_result(None)
            else:
                self._awaited.append((number, future))

    def _messages(self, applied: AppliedEntry) -> list[tuple[Subscriber, OutgoingMessage]]:
        """The message for each subscriber: encoded once for all who share a viewpoint."""
        present, spectators = (self.present, self.spectators) if "table" in applied.parts else ([], 0)
        viewpoints = {subscriber.shared for subscriber in self.subscribers}
        encoded = {
            viewpoint: OutgoingMessage.of(projection.update(self.table, applied, viewpoint, present, spectators))
            for viewpoint in viewpoints
        }
        applied.forget()
        return [(subscriber, encoded[subscriber.shared]) for subscriber in self.subscribers]

    def _reseat(self) -> None:
        """Seats may have been drawn: let every connection see from the seat that its person has now."""
        for subscriber in self.subscribers:
            seat, person = self.table.seat_of(subscriber.viewpoint.person), subscriber.viewpoint.person
            if seat is not None:
                subscriber.viewpoint = Viewpoint(seat, person, holds=True)
                subscriber.shared = projection.shared_viewpoint(self.table, subscriber.viewpoint)

    def _publish(self, number: int, messages: list[tuple[Subscriber, OutgoingMessage]], failure: Exception | None) -> None:
        """Send an entry that is persisted. After one that cannot be, or if another server has the table, the table in memory is dropped."""
        self._persisted, self._failure = number, failure or self._failure
        if self._failure is None and not self.context.owned(self):
            self._failure = Refused("restarting")
        self._resume_waiting()
        if self._failure is not None:
            self.context.on_lost(self)
            return
        for subscriber, message in messages:
            subscriber.push(message)
        self.context.sent += len(messages)
        if not self.closed:
            self.drive()

    def use(self, game: Game) -> None:
        """Go on with compiled rules, here and for the agents."""
        self.table.use(game)
        self.agents.renew()

    # --- subscribers --------------------------------------------------------------------------------------------------------

    @property
    def present(self) -> list[int]:
        """The seats whose people or bots are connected."""
        here = {subscriber.viewpoint.seat for subscriber in self.subscribers if subscriber.viewpoint.holds}
        return sorted(here | self.context.bots.seats_at(self.table.id))

    @property
    def spectators(self) -> int:
        """The number of spectators."""
        return sum(not subscriber.viewpoint.holds for subscriber in self.subscribers)

    def viewpoint(self, person: int | None, wanted: int | None = None) -> Viewpoint:
        """A person's viewpoint: their seat, else a spectator's, or that of an agent's seat if only agents play."""
        table = self.table
        seat = table.seat_of(person)
        if seat is not None:
            return Viewpoint(seat, person, holds=True)
        if not table.config.spectators and person != table.config.host and table.status != "open":
            raise Refused("not_allowed")
        agents = wanted is not None and 0 <= wanted < len(table.seats) and table.agents_only
        return Viewpoint(wanted if agents and wanted is not None else SPECTATOR, person)

    @property
    def watched(self) -> bool:
        """Whether somebody is connected, or asked for the state a moment ago."""
        return bool(self.subscribers) or time.monotonic() - self._looked < WATCHED

    def look(self) -> None:
        """Somebody asks for the state: agents that play alone go on for a while."""
        self._looked = time.monotonic()
        if self.table.agents_only and not self.closed:
            self.agents.attend()
            self._watch = self._watch or asyncio.get_running_loop().call_later(WATCHED, self._look_again)

    def _look_again(self) -> None:
        """Stop agents that play alone, if nobody looks any more."""
        self._watch = None
        if self.watched:
            self._watch = asyncio.get_running_loop().call_later(WATCHED, self._look_again)
        self.agents.attend()

    def _send_away(self) -> None:
        """Close the connections of people who may not watch the game that begins."""
        for subscriber in list(self.subscribers):
            try:
                self.viewpoint(subscriber.viewpoint.person)
            except Refused as refused:
                subscriber.push(OutgoingMessage.of({"type": "bye", **refused.to_json()}))
                subscriber.end()
                self.subscribers.discard(subscriber)

    async def subscribe(self, subscriber: Subscriber, since: int | None) -> None:
        """Send what was missed, or everything, and from now on every update."""
        await self.persisted()
        viewpoint = subscriber.viewpoint
        seat = self.table.seats[viewpoint.seat] if viewpoint.holds else None
        if seat is not None and self.table.status == "playing" and seat.away and not seat.out:
            await self.write_all([Returned(viewpoint.seat)])
        for message in self.missed(viewpoint, since):
            subscriber.push(OutgoingMessage.of(message))
        if self._preparing and (info := self.context.preparation.info(self.table.game.name)):
            subscriber.push(OutgoingMessage.of({"type": "preparing", **info}))
        subscriber.shared = projection.shared_viewpoint(self.table, viewpoint)
        self.subscribers.add(subscriber)
        if self.table.agents_only:
            self.agents.attend()
        if viewpoint.holds and viewpoint.seat in self._absences:
            self._absences.pop(viewpoint.seat).cancel()
        self._presence_changed()

    def missed(self, viewpoint: Viewpoint, since: int | None) -> list[StateMessage | UpdateMessage]:
        """The updates after a number, or the state if the log does not go back that far."""
        table = self.table
        if since is not None and since <= table.number and (since == table.number or (table.log and table.log[0].number <= since + 1)):
            fresh = [applied for applied in table.log if applied.number > since]
            return [projection.update(table, applied, viewpoint, self.present, self.spectators) for applied in fresh]
        return [self.state(viewpoint)]

    def state(self, viewpoint: Viewpoint) -> StateMessage:
        """Everything that a viewpoint may see."""
        return projection.state(self.table, viewpoint, self.clock, self.present, self.spectators)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Forget a subscriber; if other people play, a level will take the seat after a while."""
        self.subscribers.discard(subscriber)
        self.touched = time.monotonic()
        self._presence_changed()
        if self.table.agents_only and not self.closed:
            self.agents.attend()
        seat, table, absence = subscriber.viewpoint.seat, self.table, self.context.settings.absence
        others_wait = len(table.people) > 1 and table.status == "playing" and absence > 0
        if subscriber.viewpoint.holds and others_wait and seat not in self.present:
            self._absences[seat] = asyncio.get_running_loop().call_later(absence, self._absent, seat)

    def _absent(self, seat: int) -> None:
        self._absences.pop(seat, None)
        if self.table.status == "playing" and seat not in self.present and not self.table.seats[seat].away:
            self.write(Left(seat))

    def _presence_changed(self) -> None:
        """Report soon who is present: once for all who come and go at the same time."""
        if self._presence is None and not self.closed:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._send_presence)

    def _send_presence(self) -> None:
        self._presence = None
        self.broadcast({"type": "presence", "present": self.present, "spectators": self.spectators})

    @property
    def _preparing(self) -> bool:
        """Whether somebody here waits for an agent that must be prepared."""
        return self.table.result is None and any(seat.kind == AGENT for seat in self.table.seats)

    def send_preparation(self) -> None:
        """Send how far the opponents are prepared."""
        if self._preparing:
            ready: PreparationInfo = {"done": 1, "of": 1}
            self.broadcast({"type": "preparing", **(self.context.preparation.info(self.table.game.name) or ready)})

    def broadcast(self, message: ServerMessage) -> None:
        """Send a message that is not in the log, the same to all."""
        outgoing = OutgoingMessage.of(message)
        for subscriber in self.subscribers:
            subscriber.push(outgoing)

    # --- what must happen next ------------------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Ask the agents and bots that must choose, and set the clock."""
        self.agents.attend()
        asked, table = self.table.question, self.table
        movers = () if asked is None else [seat for seat in asked.movers if seat not in asked.chosen]
        for seat in [seat for seat in movers if table.agent_at(seat) is None and table.seats[seat].kind == BOT]:
            self.context.bots.ask(self, seat)
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        clock, table = self.table.clock, self.table
        if clock is None or not clock["running"] or table.result is not None:
            return
        seat = min(clock["running"], key=lambda seat: table.left[seat])
        left = max(0.0, table.left[seat] - self.spent)
        self._alarm = asyncio.get_running_loop().call_later(left, self._time_out, table.answers, seat)

    def _time_out(self, answers: int, seat: int) -> None:
        table = self.table
        if table.result is None and table.answers == answers and seat not in table.chosen and not table.seats[seat].out:
            if self.spent < table.left[seat]:
                self._set_alarm()
            else:
                self.write(TimedOut(seat))

    def close(self, reason: str | None = None) -> None:
        """Close every connection."""
        self.closed = True
        self.agents.dismiss()
        for handle in [self._alarm, self._presence, self._watch, *self._absences.values()]:
            if handle:
                handle.cancel()
        bye = OutgoingMessage.of({"type": "bye", **Refused(reason).to_json()}) if reason else None
        for subscriber in list(self.subscribers):
            if bye:
                subscriber.push(bye)
            subscriber.end()
