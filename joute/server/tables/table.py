"""A table: the fold of its log. It knows the rules of the game and of the table, but no sockets, threads or storage."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from joute.arena.statistics.estimates import shares as shared_out
from joute.core import registry
from joute.core.errors import IllegalMove
from joute.core.events import Events, Scene
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.session import Session
from joute.core.state import State
from joute.server.server_messages import ClockInfo, OpinionInfo, RatingChange, Reason, ResultInfo, Status, UpdateKind
from joute.server.tables.config import AGENT, BOT, OPEN, PERSON, Profile, TableConfig, TableSeat
from joute.server.tables.log import (
    AppliedEntry,
    Assisted,
    Begun,
    Choice,
    Faulted,
    Joined,
    Left,
    LogEntry,
    PaceChanged,
    Part,
    Question,
    Reacted,
    RematchMade,
    RematchWanted,
    Resigned,
    Resumed,
    Returned,
    Snapshot,
    TimedOut,
    TookBack,
)

LOG = 64  # entries that a client may have missed and still get one by one

NOTHING: frozenset[Part] = frozenset()
VIEW: frozenset[Part] = frozenset({"view", "turn", "clock"})
TURN: frozenset[Part] = frozenset({"turn", "clock"})
CLOCK: frozenset[Part] = frozenset({"clock"})
TABLE: frozenset[Part] = frozenset({"table"})
ENDED: frozenset[Part] = frozenset({"result", "table"})


class Table:
    """One game at one table."""

    def __init__(self, id: str, config: TableConfig, seats: Sequence[TableSeat], game: Game | None = None, logged: int = LOG) -> None:
        self.id, self.config, self.seats = id, config, list(seats)
        self.game = game or registry.game(config.game, **config.options)
        self.number = 0  # of the last entry
        self.log: deque[AppliedEntry] = deque(maxlen=logged)
        self.record = GameRecord(self.game.name, dict(config.options), [], config.seed or 0)
        self._session: Session | None = None  # None: not begun
        self._scene: Scene | None = None  # the state, as viewpoints see it
        self.answers = 0
        self._movers: tuple[int, ...] = ()  # of the open question
        self.chosen: dict[int, str] = {}
        self.answered: dict[int, tuple[int, str]] = {}  # the last answer of each seat
        self.spent = 0.0  # seconds on the open question, as of the last entry
        self._seconds: dict[int, float] = {}  # that each seat took to choose
        self.left: list[float] = []  # seconds on each seat's clock
        self.thoughts: dict[int, OpinionInfo] = {}  # of agents about the open question
        self.result: ResultInfo | None = None
        self.wishes: dict[int, RematchWanted] = {}  # for a rematch
        self.assisted = False
        self.weakened = False  # an agent had not its full time for a decision
        self.decided = [0] * len(self.seats)  # number of decisions that each seat's player made, without those of a stand-in
        self.pace: float | None = 0.0
        self.next: str | None = None
        self.ratings: list[RatingChange | None] | None = None  # what the game changed on the ladder, once that is stored
        self.changed = config.made
        self.profiles: dict[int, Profile] = {}  # of the people here

    # --- what is so ---------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State | None:
        """The state of the game; None: not begun."""
        return None if self._session is None else self._session.state

    @property
    def status(self) -> Status:
        """Whether the game has begun, and whether it is over."""
        return "open" if self._session is None else "playing" if self.result is None else "over"

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def gone(self) -> list[int]:
        """The seats whose players have left or given up: a level plays for them."""
        return [number for number, seat in enumerate(self.seats) if seat.away or seat.out]

    @property
    def alone(self) -> bool:
        """Whether one person plays, and nobody else may come."""
        return len(self.people) == 1 and not any(seat.kind in (OPEN, BOT) for seat in self.seats)

    @property
    def agents_only(self) -> bool:
        """Whether agents have all seats."""
        return all(seat.kind == AGENT for seat in self.seats)

    def same_deal(self, willing: Collection[int]) -> bool:
        """Whether the people of these seats, who want a rematch, all want it with the same cards."""
        return bool(willing) and all(self.wishes[seat].same_deal for seat in willing)

    @property
    def open_seats(self) -> list[int]:
        """The seats that somebody may take."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == OPEN]

    def seat_of(self, person: int | None) -> int | None:
        """The seat of a person."""
        return next((number for number in self.people if person is not None and self.seats[number].person == person), None)

    def agent_at(self, number: int) -> str | None:
        """The text of the agent that chooses for a seat; None: a person or a bot does."""
        seat = self.seats[number]
        if seat.kind == AGENT:
            return seat.agent
        return self.config.stand_in if seat.away or seat.out else None

    @property
    def question(self) -> Question | None:
        """The open question."""
        if self._session is None or self.result is not None:
            return None
        return Question(self.answers, self._movers, dict(self.chosen))

    @property
    def snapshot(self) -> Snapshot:
        """The table as it is now."""
        return Snapshot(self._scene, self.question, self.clock, self.result)

    def legal(self, seat: int) -> Mapping[str, int]:
        """The numbers of a seat's legal actions, by name."""
        return {} if self._scene is None else self._scene.legal(seat)

    def decision_seed(self, seat: int) -> int:
        """The seed of an agent's decision now."""
        assert self._session is not None
        return self._session.decision_seed(seat)

    @property
    def clock(self) -> ClockInfo | None:
        """The time left to each seat, as of the last entry."""
        return self.clock_after(self.spent)

    def clock_after(self, spent: float) -> ClockInfo | None:
        """The time left to each seat when that number of seconds is spent on the open question."""
        if self.config.clock is None or self._session is None:
            return None
        asked = self.question
        running = [seat for seat in asked.movers if seat not in asked.chosen] if asked else []
        left = [round(max(0.0, left - spent) if seat in running else left, 3) for seat, left in enumerate(self.left)]
        return {"left": left, "running": running, "increment": self.config.clock["increment"]}

    # --- what happens ---------------------------------------------------------------------------------------------------------

    def use(self, game: Game) -> None:
        """Go on with the same game compiled."""
        self.game = game
        if self._session is not None:
            self._session.game = game

    def apply(self, entry: LogEntry) -> AppliedEntry:
        """Apply an entry; one that breaks the rules changes nothing."""
        before, self.spent = self.spent, entry.spent
        try:
            applied = self._apply(entry)
        except IllegalMove:
            self.spent = before
            raise
        self.number, self.changed = entry.number, entry.at
        self.log.append(applied)
        return applied

    def _apply(self, entry: LogEntry) -> AppliedEntry:
        match entry.change:
            case Choice():
                return self._choose(entry, entry.change)
            case Joined(seat, kind, person, name, nonce):
                self.seats[seat] = TableSeat(kind, person, name, nonce=nonce)
                return self._applied(entry, "joined", TABLE, seat)
            case Begun(seats, pace):
                self._begin(entry, seats, pace)
                return self._applied(entry, "begun", VIEW | TABLE)
            case TookBack(seat):
                self._take_back(entry, seat)
                return self._applied(entry, "took_back", VIEW | TABLE, seat)
            case Assisted(seat):
                self.assisted = True
                return self._applied(entry, "assisted", TABLE, seat)
            case Left(seat):
                self.seats[seat].away = True
                if set(self.people) <= set(self.gone):
                    self._end("aborted", None)
                    return self._applied(entry, "left", VIEW | TABLE, seat)
                return self._applied(entry, "left", TABLE, seat)
            case Returned(seat):
                self.seats[seat].away = False
                return self._applied(entry, "returned", TABLE, seat)
            case Resigned(seat) | TimedOut(seat) | Faulted(seat, _):
                return self._give_up(entry, seat, entry.change.what)
            case Resumed():
                return self._applied(entry, "resumed", CLOCK)
            case RematchWanted(seat, _, _) as wish:
                self.wishes[seat] = wish
                return self._applied(entry, wish.what, TABLE, seat)
            case RematchMade(following):
                self.next = following
                return self._applied(entry, "rematch", TABLE)
            case Reacted(seat, reaction):
                return AppliedEntry(entry.number, "reaction", (seat,), self.snapshot, NOTHING, reaction=reaction)
            case PaceChanged(seconds):
                self.pace = seconds
                return self._applied(entry, "pace", TABLE)

    def _applied(self, entry: LogEntry, what: UpdateKind, parts: frozenset[Part], *by: int) -> AppliedEntry:
        return AppliedEntry(entry.number, what, by, self.snapshot, self._parts(parts))

    def _parts(self, parts: frozenset[Part]) -> frozenset[Part]:
        return parts | ENDED if self.result is not None and "view" in parts else parts

    def _begin(self, entry: LogEntry, seats: list[TableSeat], pace: float | None) -> None:
        self.seats = [TableSeat(**vars(seat)) for seat in seats]
        self.pace = pace
        self.record.agents = [seat.agent if seat.kind == AGENT else "human" if seat.kind == PERSON else seat.kind for seat in self.seats]
        self.record.fairness = fairness = self.config.fairness(self.seats)
        if fairness is not None:
            self.record.seed = fairness.seed
        self._session = Session(self.game, self.record, self.game.new(self.record.seed))
        for choices in self.config.opening:
            state = self._session.state
            self._session.step(self.game.check(state, {int(seat): action for seat, action in choices.items()}))
        self.record.opening = len(self.config.opening)
        self._scene = Scene(self.game, self._session.state)
        self.left = [self.config.clock["bank"] if self.config.clock else 0.0] * len(self.seats)
        self._ask(entry)

    def _ask(self, entry: LogEntry) -> None:
        """Open the next question, or end the game."""
        assert self._session is not None
        self.answers, self.spent, self.chosen, self._seconds = entry.number, 0.0, {}, {}
        self._movers = tuple(self.game.movers(self._session.state))
        if not self._movers and self.result is None and self._session.over:
            self.record.scores = self.game.returns(self._session.state)
            self._end("complete", self.record.scores)

    def _choose(self, entry: LogEntry, choice: Choice) -> AppliedEntry:
        seat, asked = choice.seat, self.question
        if asked is None or seat not in asked.movers:
            raise IllegalMove("seat {seat} has nothing to choose", seat=seat)
        if choice.action not in self.legal(seat):
            raise IllegalMove("seat {seat} cannot choose that action", seat=seat)
        self.chosen[seat] = choice.action
        self.answered[seat] = (self.answers, choice.action)
        self._seconds[seat] = round(entry.spent, 3)
        if self.config.clock:
            self.left[seat] = max(0.0, self.left[seat] - entry.spent) + self.config.clock["increment"]
        self.decided[seat] += not (self.seats[seat].away or self.seats[seat].out)
        if choice.opinion is not None:
            self.thoughts[seat] = choice.opinion
        news = TABLE if choice.weakened and not self.weakened else NOTHING
        self.weakened |= bool(choice.weakened)
        if set(self.chosen) != set(asked.movers):
            return self._applied(entry, "chosen", TURN | news, seat)
        choices, thoughts, self.thoughts = dict(self.chosen), self.thoughts, {}
        events = self._play(choices)
        self._ask(entry)
        if self._first_choice_of_person():
            news = TABLE  # from now on there is something to take back
        parts = self._parts(VIEW | news)
        return AppliedEntry(entry.number, "played", tuple(sorted(choices)), self.snapshot, parts, events, thoughts=thoughts)

    def _play(self, choices: Mapping[int, str]) -> Events:
        assert self._session is not None
        numbers = {seat: self.legal(seat)[action] for seat, action in choices.items()}
        events = self._session.apply(numbers, self._seconds)
        if self._scene is not None:
            events.scenes[0] = self._scene  # whose views are computed already
        self._scene = events.scenes[-1]
        return events

    def _first_choice_of_person(self) -> bool:
        if not self.alone:
            return False
        person, choices = self.people[0], self.record.choices[self.record.opening :]
        return person in choices[-1] and not any(person in earlier for earlier in choices[:-1])

    def _take_back(self, entry: LogEntry, seat: int) -> None:
        assert self._session is not None
        ply = self._session.last_decision(seat)
        if ply is None:
            raise IllegalMove("seat {seat} has nothing to take back", seat=seat)
        self._session.undo(ply)
        self._scene = Scene(self.game, self._session.state)
        self.assisted = True
        self._ask(entry)

    def _give_up(self, entry: LogEntry, seat: int, reason: Literal["resigned", "time_out", "fault"]) -> AppliedEntry:
        """With two seats the game is over; with more, a level plays on for the seat, unless nobody is left to play."""
        if self.config.clock and reason == "time_out":
            self.left[seat] = 0.0
        if len(self.seats) == 2:
            self._end(reason, None, loser=seat)
            return self._applied(entry, reason, VIEW | TABLE, seat)
        self.seats[seat].out = True
        if len(self.gone) == len(self.seats):
            self._end("aborted", None)
            return self._applied(entry, reason, VIEW | TABLE, seat)
        return self._applied(entry, reason, TABLE, seat)

    def _end(self, reason: Reason, scores: list[float] | None, loser: int | None = None) -> None:
        """End the game; who left or resigned does not win, whatever the level on their seat has reached."""
        gone = self.gone
        stayed = [float(loser not in (None, seat) and seat not in gone) for seat in range(len(self.seats))]
        shares = stayed if scores is None else shared_out(scores, gone)
        winners = [seat for seat, share in enumerate(shares) if share > 0]
        self.result = {"reason": reason, "scores": scores, "winners": winners, "shares": shares, "loser": loser}
        if gone and reason != "aborted":
            self.result["stand_ins"] = gone
