"""A bot's session: one seat in one game, with its clock, its unsent events and its process."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from joute.bots.process import RunningBot
from joute.bots.protocol import Act, Clock, End, New
from joute.core import settings
from joute.core.events import Events
from joute.core.faults import Broken, Code, Fault
from joute.core.game import Game
from joute.core.state import Json, State

if TYPE_CHECKING:
    from joute.bots.bot import Bot

SAFE = 1 << 53  # whole numbers below are exact in every language's JSON


@dataclass(frozen=True)
class BotSeat:
    """A bot's seat in a game."""

    game: Game
    seat: int
    agents: list[str]  # by seat
    seed: int  # of the bot's own random generator


@dataclass(frozen=True)
class SeatDecision:
    """The action that a bot or an agent has chosen."""

    number: int
    seconds: float
    info: Json = field(default_factory=dict)


class BotSession:
    """One bot on one seat, from the start of a game to its end."""

    def __init__(self, bot: "Bot", place: BotSeat) -> None:
        self.bot, self.place = bot, place
        self.bank: float = bot.settings.bank
        self.strikes: int = bot.settings.strikes  # left
        self.cost: Code | None = None  # the fault that cost this seat the game
        self._connection: RunningBot | None = None
        self._events: list[Json] = []  # of the whole game, for a process that has to be started again
        self._sent = 0  # number of events that the bot knows
        self._answered = False

    @property
    def version(self) -> str:
        """Name, version and fingerprint of the bot."""
        return self.bot.version

    @property
    def wants_events(self) -> bool:
        """Whether the bot wants to get events."""
        return self.cost is None and (self._connection is None or self._connection.ready.get("events", True))

    def observe(self, events: Events) -> None:
        """Add events, to be sent with the next question."""
        self._events += [{"kind": event.kind, **event.words} for event in events.seen_by(self.place.seat)]

    def choose(self, view: State, turn: int) -> SeatDecision:
        """The bot's action; Broken if it commits a fault."""
        game, seat = self.place.game, self.place.seat
        numbers = {game.actions[number].name: number for number in game.legal_numbers(view, seat)}
        connection = self._connection or self._begin()
        act = Act(
            type="act",
            turn=turn,
            view=game.to_json(view),
            legal=list(numbers),
            events=self._unsent_events(),
            clock=self._clock(),
        )
        try:
            answer = connection.ask(act, self.bank)
        except TimeoutError:
            raise self._timed_out(connection) from None
        except Broken:
            raise
        except BaseException:  # interrupted: its answer would arrive in another game
            self._drop()
            raise
        finally:
            self.bank += self.bot.settings.increment - connection.used
        self._answered = True
        return SeatDecision(numbers[answer["action"]], connection.used, answer.get("info", {}))

    def charge(self, broken: Broken, turn: int) -> Fault:
        """The fault charged to the seat: it costs a strike if one is left, else the game."""
        costs = "move" if self.strikes else "game"
        stderr = broken.stderr or (self._connection.stderr if self._connection else "")
        if self.strikes:
            self.strikes -= 1
        else:
            self.cost = broken.code
        if broken.code is not Code.illegal or costs == "game":
            self._drop()  # after anything but an illegal action, its next message may answer an earlier question
        self.bank = max(self.bank, self.bot.settings.increment)
        return Fault(self.place.seat, turn, broken.code, str(broken), costs, stderr)

    def end(self, scores: list[float] | None = None, reason: str = "complete", faults: list[Fault] | None = None) -> None:
        """End the game; the process is used again for the next one."""
        connection = self._connection
        if connection is not None:
            guilty = [{"seat": fault.seat, "code": str(fault.code)} for fault in faults or [] if fault.costs == "game"]
            try:
                connection.send(End(type="end", scores=scores or [], reason=reason, faults=guilty, events=self._unsent_events()))  # type: ignore[typeddict-item]  # one of two words
            except Broken:
                self._drop()
                connection = None
        self.bot.release(connection, self._answered, self.cost)
        self._connection = None

    def _begin(self) -> RunningBot:
        self._connection = connection = self.bot.acquire()
        self._sent = 0
        game = self.place.game
        connection.send(
            New(
                type="new",
                game=game.name,
                options=settings.changed(game.options),
                seat=self.place.seat,
                seats=game.spec.seats,
                agents=self.place.agents,
                seed=self.place.seed % SAFE,
                clock=self._clock(),
            )
        )
        return connection

    def _clock(self) -> Clock:
        return Clock(bank=round(self.bank, 6), increment=self.bot.settings.increment)

    def _unsent_events(self) -> list[Json]:
        events = self._events[self._sent :] if self.wants_events else []
        self._sent = len(self._events)
        return events

    def _timed_out(self, connection: RunningBot) -> Broken:
        if not self._answered:
            return Broken(Code.silence, f"it has not answered at all in the {self.bank:.3g} seconds that it had", connection.stderr)
        return Broken(Code.time, f"its clock ran out: it had {self.bank:.3g} seconds left and did not answer in them", connection.stderr)

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.kill()
        self._connection = None
