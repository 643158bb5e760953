"""Programs at the table: a bot connects from outside, says which games it plays, and is asked over its WebSocket."""

import asyncio
import contextlib
import json
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from joute.bots import protocol
from joute.core.faults import Broken
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.server.errors import Refused
from joute.server.tables.seat import BOT
from joute.version import __version__

if TYPE_CHECKING:
    from joute.server.tables.actor import Live
    from joute.server.tables.manager import Hall

MOVE = 30.0  # seconds for an answer where the table has no clock
BANK = 86400.0  # what a bot is told where the table has no clock

log = logging.getLogger("joute.server")


@dataclass(eq=False)
class Connection:
    """A bot that is here."""

    owner: int
    name: str
    games: list[str] | None  # None: all
    tells_events: bool
    outbox: "asyncio.Queue[Json | None]" = field(default_factory=asyncio.Queue)
    table: str | None = None  # where it plays: one game at a time
    seat: int = -1
    turn: int = -1  # that it was asked last
    answers: int = -1  # the table's question behind it
    heard: int = 0  # the last entry that it was told of
    limit: asyncio.TimerHandle | None = None

    def plays(self, game: str) -> bool:
        """Whether it takes that game."""
        return self.games is None or game in self.games


class Bots:
    """Every bot that is connected."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.here: dict[tuple[int, str], Connection] = {}

    def listed(self) -> list[Json]:
        """For people who look for one."""
        return [{"name": bot.name, "games": bot.games, "busy": int(bot.table is not None), "capacity": 1} for bot in self.here.values()]

    def owner(self, name: str, game: str) -> int:
        """Whose bot of that name is free for a game."""
        for (owner, _), bot in self.here.items():
            if bot.name == name and bot.table is None and bot.plays(game):
                return owner
        raise Refused("bad_agent", sorted(bot.name for bot in self.here.values() if bot.table is None and bot.plays(game)))

    def seats_at(self, table: str) -> set[int]:
        """The seats of a table whose bots are here."""
        return {bot.seat for bot in self.here.values() if bot.table == table}

    def arrive(self, owner: int, said: Json) -> Connection:
        """A bot said ready."""
        ready = protocol.read_ready(said)
        name = "".join(letter for letter in str(ready.get("name") or "bot") if letter.isprintable())[:24] or "bot"
        if (owner, name) in self.here:
            raise Refused("seat_taken")
        bot = Connection(owner, name, ready.get("games"), ready.get("events", True))
        self.here[owner, name] = bot
        return bot

    def resume(self, bot: Connection) -> None:
        """A bot that came back goes on where it was."""
        if bot.table is not None:
            return
        for live in list(self.hall.tables.values()):
            for number, seat in enumerate(live.table.seats):
                if live.table.status == "playing" and not seat.out and (seat.kind, seat.person, seat.name) == (BOT, bot.owner, bot.name):
                    self._take(bot, live, number)
                    self.ask(live, number)
                    return

    def leave(self, bot: Connection) -> None:
        """A bot is gone; it has a while to come back."""
        self.here.pop((bot.owner, bot.name), None)
        if bot.limit:
            bot.limit.cancel()
        live = self.hall.tables.get(bot.table or "")
        if live is not None and live.table.status == "playing":
            self._wait(live, bot.seat, max(1.0, self.hall.settings.absence))

    # --- playing --------------------------------------------------------------------------------------------------------------

    def ask(self, live: "Live", seat: int) -> None:
        """It is a bot's turn."""
        table, sat = live.table, live.table.seats[seat]
        bot = self.here.get((sat.person or 0, sat.name))
        if bot is None or (bot.table not in (None, table.id)):
            self._wait(live, seat, max(1.0, self.hall.settings.absence))
            return
        if bot.table is None:
            self._take(bot, live, seat)
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
                "events": self._events(bot, live),
                "clock": self._clock(live, seat),
            }
        )
        if table.terms.clock is None:
            bot.limit = asyncio.get_running_loop().call_later(MOVE, self._late, live, seat, asked.answers)

    def _take(self, bot: Connection, live: "Live", seat: int) -> None:
        table = live.table
        bot.table, bot.seat, bot.turn, bot.answers, bot.heard = table.id, seat, -1, -1, 0
        bot.outbox.put_nowait(
            {
                "type": "new",
                "game": table.game.name,
                "options": table.terms.options,
                "seat": seat,
                "seats": len(table.seats),
                "agents": [sat.name or sat.agent or sat.kind for sat in table.seats],
                "seed": seed_of(table.id, "bot", seat) >> 11,  # of its own: it tells nothing of the game's chance
                "clock": self._clock(live, seat),
            }
        )

    def answer(self, bot: Connection, text: str) -> None:
        """A bot said something: an action for the question it was asked; anything else is a fault."""
        live = self.hall.tables.get(bot.table or "")
        if live is None or live.table.status != "playing":
            return
        asked = live.table.question
        if asked is None or asked.answers != bot.answers or bot.seat in asked.chosen or bot.turn < 0:
            return
        assert live.table.state is not None
        legal = [action.name for action in live.table.game.legal(live.table.state, bot.seat)]
        try:
            action = protocol.read_answer(protocol.read(text), bot.turn, legal)["action"]
        except Broken as broken:
            self._fault(live, bot.seat, broken.code.value)
            return
        if bot.limit:
            bot.limit.cancel()
        live.write("choice", {"seat": bot.seat, "action": action})

    def over(self, live: "Live") -> None:
        """The game of some bots is over: they are told, and free."""
        result: Any = live.table.result
        for bot in [bot for bot in self.here.values() if bot.table == live.table.id]:
            scores = result["scores"] if result["scores"] is not None else result["shares"]
            reason = "complete" if result["reason"] == "complete" else "fault"
            bot.outbox.put_nowait({"type": "end", "scores": scores, "reason": reason, "faults": [], "events": self._events(bot, live)})
            if bot.limit:
                bot.limit.cancel()
            bot.table = None

    def _events(self, bot: Connection, live: "Live") -> list[Json]:
        """What happened since it was told last, with its seat's eyes."""
        fresh = [told for told in live.table.log if told.number > bot.heard and told.happened is not None]
        bot.heard = live.table.number
        if not bot.tells_events:
            return []
        return [event.to_json() for told in fresh if told.happened is not None for event in told.happened.seen_by(bot.seat)]

    def _clock(self, live: "Live", seat: int) -> Json:
        clock = live.clock_now()
        return {"bank": clock["left"][seat], "increment": clock["increment"]} if clock else {"bank": BANK, "increment": 0.0}

    def _wait(self, live: "Live", seat: int, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._missing, live, seat)

    def _missing(self, live: "Live", seat: int) -> None:
        if live.table.status == "playing" and seat not in self.seats_at(live.table.id):
            self._fault(live, seat, "gone")

    def _late(self, live: "Live", seat: int, answers: int) -> None:
        asked = live.table.question
        if asked is not None and asked.answers == answers and seat not in asked.chosen:
            self._fault(live, seat, "timeout")

    def _fault(self, live: "Live", seat: int, code: str) -> None:
        """A bot that does not play by the rules gives the game up."""
        if not live.table.seats[seat].out:
            log.info("the bot on seat %d of table %s: %s", seat, live.table.id, code)
            live.write("fault", {"seat": seat, "code": code})


HELLO: Json = {"type": "hello", "protocol": protocol.PROTOCOL, "joute": __version__}


async def attend(hall: "Hall", owner: int, table: str | None, socket: Any) -> None:
    """A bot's WebSocket, from hello to the end; with a table's id it takes an open seat there."""
    await socket.send_text(json.dumps(HELLO))
    bot = hall.bots.arrive(owner, protocol.read(await socket.receive_text()))
    sending = asyncio.get_running_loop().create_task(_send(bot, socket))
    try:
        if table is not None:
            await _sit_down(hall, bot, table)
        hall.bots.resume(bot)
        while True:
            hall.bots.answer(bot, await socket.receive_text())
    finally:
        hall.bots.leave(bot)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending


async def _send(bot: Connection, socket: Any) -> None:
    while (message := await bot.outbox.get()) is not None:
        await socket.send_text(json.dumps(message, ensure_ascii=False))


async def _sit_down(hall: "Hall", bot: Connection, id: str) -> None:
    live = await hall.find(id)
    table = live.table
    if any((seat.kind, seat.person, seat.name) == (BOT, bot.owner, bot.name) for seat in table.seats):
        return  # it came back
    if table.status != "open":
        raise Refused("already_begun" if table.status == "playing" else "over")
    if not bot.plays(table.game.name):
        raise Refused("bad_agent")
    if not table.open_seats:
        raise Refused("full")
    await live.write_all([("joined", {"seat": table.open_seats[0], "kind": BOT, "person": bot.owner, "name": bot.name})])
    await hall.settle(live)
