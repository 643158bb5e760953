"""A bot as an agent, and its session in one game; each of its processes plays one seat of one game."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from joute.bots import sandbox
from joute.bots.bot_reference import BotLimits, BotReference, is_python, parse_reference
from joute.bots.process import RunningBot
from joute.bots.protocol import Act, Clock, End, New
from joute.core import settings
from joute.core.agent import Agent, Stop
from joute.core.events import Events
from joute.core.faults import WAITING, Broken, Code, Fault
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.state import Json, State
from joute.i18n import say

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


class Bot(Agent):
    """Another program, playing under limits."""

    name = "bot"
    summary = "a program of your own, in its own process"
    Settings = BotLimits

    def __init__(self, game: Game, text: str) -> None:
        self.reference: BotReference = parse_reference(text)
        super().__init__(game, self.reference.limits, text)
        self.confinement = sandbox.confinement(self.reference.limits)
        self.version = self._version("")
        self.reuse = False  # whether a process plays several games; it could recognise the chance of an earlier one
        self.report: IO[bytes] | None = None  # a file to which a Python bot's process writes what it was denied
        self._idle: list[RunningBot] = []
        self._next: RunningBot | None = None  # started ahead of its game, the bot's own code not loaded yet
        self._started = 0
        self._timeouts = 0  # consecutive games lost in silence or on time

    def _version(self, title: str) -> str:
        return " ".join(filter(None, (title, self.reference.fingerprint, f"sandbox={self.confinement.code}")))

    def start_session(self, seat: int, agents: list[str], seed: int) -> "BotSession":
        """A seat in a new game."""
        return BotSession(self, BotSeat(self.game, seat, agents, seed), self.reuse)

    def acquire(self) -> RunningBot:
        """A process that is ready to play: a new one, unless processes are used again and one is idle."""
        limits: BotLimits = self.settings
        if limits.patience and self._timeouts >= limits.patience:
            raise Broken("it is no longer asked: its last {count} games were lost in silence or on time", Code.time, count=self._timeouts)
        while self._idle:
            connection = self._idle.pop()
            if connection.alive:
                return connection
            connection.close()
        connection, self._next = self._next or self._start(), None
        connection.greet()
        if self._started > 1 and not self.reuse and is_python(self.reference):
            self._next = self._start()
        self.version = self._version(connection.title)
        games = connection.ready.get("games")
        if games is not None and self.game.name not in games:
            connection.close()
            raise Broken(
                "it does not play {game}; it plays {games}", Code.start, game=self.game.name, games=", ".join(games) or say("nothing")
            )
        return connection

    def _start(self) -> RunningBot:
        self._started += 1
        return RunningBot(self.reference, self.report)

    def release(self, connection: RunningBot | None, answered: bool, fault: Code | None, reuse: bool = True) -> None:
        """End the process after a game, or take it back, and count the games lost in silence or on time."""
        if fault in WAITING:
            self._timeouts += 1
        elif answered:
            self._timeouts = 0
        if connection is not None and reuse:
            self._idle.append(connection)
        elif connection is not None:
            connection.close()

    def close(self) -> None:
        """End the processes that wait for a game."""
        while self._idle:
            self._idle.pop().close()
        if self._next is not None:
            self._next.kill()
            self._next = None

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The bot's answer to one position, without the events before it."""
        return self.recall(view, seat, seed, ())

    def recall(self, view: State, seat: int, seed: int, past: Sequence[Events]) -> Opinion:
        """The bot's answer to one position, given the events before it."""
        began = time.perf_counter()
        session = BotSession(self, BotSeat(self.game, seat, [""] * self.game.spec.seats, seed), reuse=True)
        for events in past:
            session.observe(events)
        try:
            answer = session.choose(view, len(past))
        except Broken as broken:
            session.charge(broken, len(past))
            raise Broken("{bot}: {error}", broken.code, broken.stderr, bot=self.text, error=broken) from broken
        finally:
            session.end()
        return opinion(self.game, answer.number, answer.info, time.perf_counter() - began)


class BotSession:
    """One bot on one seat, from the start of a game to its end."""

    def __init__(self, bot: Bot, place: BotSeat, reuse: bool) -> None:
        self.bot, self.place, self.reuse = bot, place, reuse
        self.bank: float = bot.settings.bank
        self.strikes: int = bot.settings.strikes  # left
        self.cost: Code | None = None  # the fault that cost this seat the game
        self._connection: RunningBot | None = None
        self._events: list[Json] = []  # of the whole game, for a process that has to be started again
        self._sent = 0  # number of events that the bot knows
        self._answered = False

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
        """End the game, and the process with it unless it is used again."""
        connection = self._connection
        if connection is not None:
            guilty = [{"seat": fault.seat, "code": str(fault.code)} for fault in faults or [] if fault.costs == "game"]
            try:
                connection.send(End(type="end", scores=scores or [], reason=reason, faults=guilty, events=self._unsent_events()))  # type: ignore[typeddict-item]  # one of two words
            except Broken:
                self._drop()
                connection = None
        self.bot.release(connection, self._answered, self.cost, self.reuse)
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
            return Broken(
                "it has not answered at all in the {seconds:.3g} seconds that it had", Code.silence, connection.stderr, seconds=self.bank
            )
        return Broken(
            "its clock ran out: it had {seconds:.3g} seconds left and did not answer in them",
            Code.time,
            connection.stderr,
            seconds=self.bank,
        )

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.kill()
        self._connection = None


def opinion(game: Game, number: int, info: Json, seconds: float) -> Opinion:
    """A bot's info as an opinion, as far as it has the fields of one."""
    action = game.actions[number]
    judgements = [_judgement(game, item) for item in _listed(info.get("judgements"))]
    comment = info.get("comment")
    return Opinion(
        action,
        [judgement for judgement in judgements if judgement is not None],
        value=_number(info.get("value")),
        pv=[game.action(name) for name in _listed(info.get("pv")) if isinstance(name, str) and _known(game, name)],
        seconds=seconds,
        remark={"en": str(comment)} if comment else {},
    )


def _judgement(game: Game, item: Any) -> Judgement | None:
    if not isinstance(item, dict) or not isinstance(item.get("action"), str) or not _known(game, item["action"]):
        return None
    visits = _number(item.get("visits"))
    value, weight = _number(item.get("value")), _number(item.get("weight"))
    return Judgement(game.action(item["action"]), value, None if visits is None else int(visits), weight)


def _known(game: Game, name: str) -> bool:
    return any(name == action.name for action in game.actions.values())


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
