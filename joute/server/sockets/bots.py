"""Bots that connect from outside: each says which games it plays, and is asked over its WebSocket."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from starlette.websockets import WebSocket
from typing_extensions import TypedDict

from joute.bots import protocol
from joute.core.faults import Broken
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.server.errors import Refused
from joute.server.http.middleware import TokenBucket
from joute.server.settings import ServerSettings
from joute.server.sockets.websocket_protocol import receive_text
from joute.server.tables.actor import TableActor
from joute.server.tables.config import BOT, TableSeat
from joute.server.tables.log import Choice, Faulted, Joined
from joute.version import __version__

MOVE = 30.0  # seconds for an answer at a table without a clock
NAME = 24  # letters of a bot's name
BANK = 86400.0  # seconds that a bot is given at a table without a clock

log = logging.getLogger("joute.server")


class BotInfo(TypedDict):
    """A connected bot, for people who look for one."""

    name: str
    games: list[str] | None  # null: all
    busy: int  # number of games
    capacity: int  # number of games at once


BotMessage: TypeAlias = protocol.Hello | protocol.New | protocol.Act | protocol.End


@dataclass(eq=False)
class BotConnection:
    """A bot that is connected."""

    owner: int
    name: str
    games: list[str] | None  # None: all
    wants_events: bool
    outbox: "asyncio.Queue[BotMessage | None]" = field(default_factory=asyncio.Queue)
    table: str | None = None  # where it plays: one game at a time
    seat: int = -1
    turn: int = -1  # of the last question
    answers: int = -1  # number of the last question
    heard: int = 0  # number of the last entry that was sent
    limit: asyncio.TimerHandle | None = None

    def plays(self, game: str) -> bool:
        """Whether it takes that game."""
        return self.games is None or game in self.games


class ConnectedBots:
    """Every bot that is connected."""

    def __init__(self, tables: Mapping[str, TableActor], settings: ServerSettings) -> None:
        self.tables, self.settings = tables, settings
        self.here: dict[tuple[int, str], BotConnection] = {}

    def listed(self) -> list[BotInfo]:
        """All of them, for people who look for one."""
        return [{"name": bot.name, "games": bot.games, "busy": int(bot.table is not None), "capacity": 1} for bot in self.here.values()]

    def owner(self, name: str, game: str) -> int:
        """The owner of a bot of that name that is free for a game."""
        for (owner, _), bot in self.here.items():
            if bot.name == name and bot.table is None and bot.plays(game):
                return owner
        raise Refused("bad_agent", sorted(bot.name for bot in self.here.values() if bot.table is None and bot.plays(game)))

    def seats_at(self, table: str) -> set[int]:
        """The seats of a table whose bots are connected."""
        return {bot.seat for bot in self.here.values() if bot.table == table}

    def arrive(self, owner: int, text: str) -> BotConnection:
        """Connect a bot that is ready."""
        ready = protocol.read_ready(protocol.read(text))
        name = "".join(letter for letter in str(ready.get("name") or "bot") if letter.isprintable())[:NAME] or "bot"
        games = ready.get("games")
        if games is not None and not (games := [game for game in self.settings.game_names if game in games]):
            raise Refused("bad_message", [{"field": "games", "problem": ", ".join(self.settings.game_names)}])
        if (owner, name) in self.here:
            raise Refused("seat_taken")
        name = self._own_name(owner, name)
        bot = BotConnection(owner, name, games, ready.get("events", True))
        self.here[owner, name] = bot
        return bot

    def _own_name(self, owner: int, name: str) -> str:
        """The name, with a number if other people's bots have it: a bot that is asked for by its name must be the one that is meant."""
        taken = {bot.name for bot in self.here.values()}
        names = [name, *(f"{name} {number}" for number in range(2, len(taken) + 3))]
        left = {
            seat.name
            for actor in self.tables.values()
            if actor.table.status == "playing"
            for seat in actor.table.seats
            if _sits(seat, owner)
        }
        return next((one for one in names if one in left and one not in taken), None) or next(one for one in names if one not in taken)

    def resume(self, bot: BotConnection) -> None:
        """Let a bot that came back go on playing."""
        if bot.table is not None:
            return
        for actor in list(self.tables.values()):
            for number, seat in enumerate(actor.table.seats):
                if actor.table.status == "playing" and not seat.out and (seat.kind, seat.person, seat.name) == (BOT, bot.owner, bot.name):
                    self._take(bot, actor, number)
                    self.ask(actor, number)
                    return

    def leave(self, bot: BotConnection) -> None:
        """Disconnect a bot; it has some time to come back."""
        self.here.pop((bot.owner, bot.name), None)
        if bot.limit:
            bot.limit.cancel()
        actor = self.tables.get(bot.table or "")
        if actor is not None and actor.table.status == "playing":
            self._wait(actor, bot.seat, max(1.0, self.settings.absence))

    # --- playing --------------------------------------------------------------------------------------------------------------

    def ask(self, actor: TableActor, seat: int) -> None:
        """Ask the bot of a seat to choose."""
        table, sat = actor.table, actor.table.seats[seat]
        bot = self.here.get((sat.person or 0, sat.name))
        if bot is None or (bot.table not in (None, table.id)):
            self._wait(actor, seat, max(1.0, self.settings.absence))
            return
        if bot.table is None:
            self._take(bot, actor, seat)
        asked = table.question
        if asked is None or table.state is None or bot.answers == asked.answers or seat not in asked.movers:
            return
        view = table.game.view(table.state, seat)
        bot.turn, bot.answers = len(table.record.choices), asked.answers
        bot.outbox.put_nowait(
            {
                "type": "act",
                "turn": bot.turn,
                "view": table.game.to_json(view),
                "legal": [action.name for action in table.game.legal(view, seat)],
                "events": self._events(bot, actor),
                "clock": self._clock(actor, seat),
            }
        )
        if table.config.clock is None:
            bot.limit = asyncio.get_running_loop().call_later(MOVE, self._late, actor, seat, asked.answers)

    def _take(self, bot: BotConnection, actor: TableActor, seat: int) -> None:
        table = actor.table
        bot.table, bot.seat, bot.turn, bot.answers, bot.heard = table.id, seat, -1, -1, 0
        bot.outbox.put_nowait(
            {
                "type": "new",
                "game": table.game.name,
                "options": table.config.options,
                "seat": seat,
                "seats": len(table.seats),
                "agents": [sat.agent or sat.name or sat.kind for sat in table.seats],
                "seed": seed_of(table.id, "bot", seat) >> 11,  # of its own: it gives nothing away about the game's chance
                "clock": self._clock(actor, seat),
                "commitment": table.config.commitment,
            }
        )

    def answer(self, bot: BotConnection, text: str) -> bool:
        """Take a bot's answer; anything but a legal action for its question is a fault. False: it was not asked anything."""
        actor = self.tables.get(bot.table or "")
        if actor is None or actor.table.status != "playing":
            return False
        asked = actor.table.question
        if asked is None or asked.answers != bot.answers or bot.seat in asked.chosen or bot.turn < 0:
            return False
        assert actor.table.state is not None
        legal = [action.name for action in actor.table.game.legal(actor.table.state, bot.seat)]
        try:
            action = protocol.read_answer(protocol.read(text), bot.turn, legal)["action"]
        except Broken as broken:
            self._fault(actor, bot.seat, broken.code.value)
            return True
        if bot.limit:
            bot.limit.cancel()
        actor.write(Choice(bot.seat, action))
        return True

    def release(self, actor: TableActor) -> None:
        """Tell the bots of a table that their game is over."""
        result = actor.table.result
        assert result is not None
        for bot in [bot for bot in self.here.values() if bot.table == actor.table.id]:
            scores = result["scores"] if result["scores"] is not None else result["shares"]
            reason: Literal["complete", "fault"] = "complete" if result["reason"] == "complete" else "fault"
            fairness = actor.table.record.fairness
            bot.outbox.put_nowait(
                {
                    "type": "end",
                    "scores": scores,
                    "reason": reason,
                    "faults": [],
                    "events": self._events(bot, actor),
                    "fairness": None if fairness is None else dict(vars(fairness)),
                }
            )
            if bot.limit:
                bot.limit.cancel()
            bot.table = None

    def _events(self, bot: BotConnection, actor: TableActor) -> list[Json]:
        """What happened since the last message, as its seat saw it."""
        fresh = [applied.events for applied in actor.table.log if applied.number > bot.heard and applied.events is not None]
        bot.heard = actor.table.number
        if not bot.wants_events:
            return []
        return [event.to_json() for events in fresh for event in events.seen_by(bot.seat)]

    def _clock(self, actor: TableActor, seat: int) -> protocol.Clock:
        clock = actor.clock
        return {"bank": clock["left"][seat], "increment": clock["increment"]} if clock else {"bank": BANK, "increment": 0.0}

    def _wait(self, actor: TableActor, seat: int, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._missing, actor, seat)

    def _missing(self, actor: TableActor, seat: int) -> None:
        if actor.table.status == "playing" and seat not in self.seats_at(actor.table.id):
            self._fault(actor, seat, "gone")

    def _late(self, actor: TableActor, seat: int, answers: int) -> None:
        asked = actor.table.question
        if asked is not None and asked.answers == answers and seat not in asked.chosen:
            self._fault(actor, seat, "timeout")

    def _fault(self, actor: TableActor, seat: int, code: str) -> None:
        """Let a bot that broke the rules lose."""
        if not actor.table.seats[seat].out:
            log.info("the bot on seat %d of table %s: %s", seat, actor.table.id, code)
            actor.write(Faulted(seat, code))


async def serve_bot(
    bots: ConnectedBots, owner: int, websocket: WebSocket, seat_bot: Callable[[BotConnection], Awaitable[None]] | None = None
) -> None:
    """A bot's WebSocket, from hello to the end; `seat_bot` gives it a seat first."""
    hello: protocol.Hello = {"type": "hello", "protocol": protocol.PROTOCOL, "joute": __version__}
    await websocket.send_text(json.dumps(hello))
    bot = bots.arrive(owner, await receive_text(websocket))
    bucket = TokenBucket(bots.settings.messages)
    sending = asyncio.get_running_loop().create_task(_send(bot, websocket))
    try:
        if seat_bot is not None:
            await seat_bot(bot)
        bots.resume(bot)
        while True:
            if not bots.answer(bot, await receive_text(websocket)) and bucket.take():  # answers come as often as questions
                raise Refused("too_many")
    finally:
        bots.leave(bot)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending


def _sits(seat: TableSeat, owner: int) -> bool:
    """Whether a bot of that person has the seat."""
    return (seat.kind, seat.person) == (BOT, owner) and not seat.out


async def _send(bot: BotConnection, websocket: WebSocket) -> None:
    while (message := await bot.outbox.get()) is not None:
        await websocket.send_text(json.dumps(message, ensure_ascii=False))


async def take_seat(bot: BotConnection, actor: TableActor) -> None:
    """Give a bot an open seat, unless it has one already."""
    table = actor.table
    if any((seat.kind, seat.person, seat.name) == (BOT, bot.owner, bot.name) for seat in table.seats):
        return  # it came back
    if table.status != "open":
        raise Refused("already_begun" if table.status == "playing" else "over")
    if not bot.plays(table.game.name):
        raise Refused("bad_agent")
    if not table.open_seats:
        raise Refused("full")
    await actor.write_all([Joined(table.open_seats[0], BOT, bot.owner, bot.name)])
