"""A table: the fold of its log. It knows the rules of the game and of the table, but no sockets, no threads and no storage."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from joute.arena.statistics.intervals import shares as shared_out
from joute.core import registry
from joute.core.errors import IllegalMove
from joute.core.events import Scene
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.state import Json, State
from joute.server.tables.config import Terms
from joute.server.tables.log import Entry, Moment, Question, Told
from joute.server.tables.seat import AGENT, BOT, OPEN, PERSON, Face, Seat

REMEMBERED = 64  # entries that a client may have missed and still get one by one

VIEW = frozenset({"view", "turn", "clock"})
TABLE = frozenset({"table"})


class Table:
    """One game at one table."""

    def __init__(self, id: str, terms: Terms, seats: Sequence[Seat], game: Game | None = None) -> None:
        self.id, self.terms, self.seats = id, terms, list(seats)
        self.game = game or registry.game(terms.game, **terms.options)
        self.number = 0  # of the last entry
        self.log: deque[Told] = deque(maxlen=REMEMBERED)
        self.state: State | None = None
        self._scene: Scene | None = None  # the state, as chairs see it
        self.answers = 0
        self._movers: tuple[int, ...] = ()  # whom the open question is put to
        self.chosen: dict[int, str] = {}
        self.answered: dict[int, tuple[int, str]] = {}  # the last answer of each seat
        self.asked_at = terms.made
        self.left: list[float] = []  # seconds on each seat's clock
        self.record = GameRecord(self.game.name, dict(terms.options), [], terms.seed)
        self.thoughts: dict[int, Json] = {}  # of agents about the open question
        self.result: Json | None = None
        self.wishes: dict[int, Json] = {}  # for a rematch
        self.assisted = False
        self.pace: float | None = 0.0
        self.next: str | None = None
        self.changed = terms.made
        self.known: dict[int, Face] = {}  # names and colours of the people here

    # --- what is so ---------------------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """Open, playing or over."""
        return "open" if self.state is None else "playing" if self.result is None else "over"

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def alone(self) -> bool:
        """Whether one person plays, and nobody else may come."""
        return len(self.people) == 1 and not any(seat.kind in (OPEN, BOT) for seat in self.seats)

    @property
    def open_seats(self) -> list[int]:
        """The seats that somebody may take."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == OPEN]

    @property
    def rated(self) -> bool:
        """Whether the result counts."""
        return self.terms.rated and not self.assisted and bool(self.people)

    def seat_of(self, person: int | None) -> int | None:
        """Where a person sits."""
        return next((number for number in self.people if person is not None and self.seats[number].person == person), None)

    def agent_at(self, number: int) -> str | None:
        """The text of the agent that chooses for a seat; None: a person or a bot does."""
        seat = self.seats[number]
        if seat.kind == AGENT:
            return seat.agent
        return self.terms.stand_in if seat.away or seat.out else None

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        if self.state is None or self.result is not None:
            return None
        return Question(self.answers, self._movers, dict(self.chosen))

    @property
    def moment(self) -> Moment:
        """Everything as it is now."""
        return Moment(self._scene, self.question, self.clock, self.result)

    def legal(self, seat: int) -> Mapping[str, int]:
        """The numbers of what a seat may choose now, by name."""
        return {} if self._scene is None else self._scene.legal(seat)

    @property
    def clock(self) -> Json | None:
        """What is left to each seat, as of the last entry."""
        if self.terms.clock is None or self.state is None:
            return None
        asked = self.question
        running = [seat for seat in asked.movers if seat not in asked.chosen] if asked else []
        return {"left": [round(left, 3) for left in self.left], "running": running, "increment": self.terms.clock["increment"]}

    # --- what happens ---------------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Told:
        """Let an entry happen; one that breaks the rules changes nothing."""
        happen: Callable[[Entry], Told] = getattr(self, f"_{entry.what}")
        told = happen(entry)
        self.number, self.changed = entry.number, entry.at
        self.log.append(told)
        return told

    def _told(self, entry: Entry, parts: frozenset[str], by: Sequence[int] = (), what: str = "", **more: object) -> Told:
        if self.result is not None and "view" in parts:
            parts |= {"result", "table"}
        return Told(entry.number, what or entry.what, tuple(by), self.moment, parts, **more)  # type: ignore[arg-type]  # named fields of Told

    def _joined(self, entry: Entry) -> Told:
        seat = entry.facts["seat"]
        self.seats[seat] = Seat(entry.facts["kind"], entry.facts["person"], entry.facts.get("name", ""))
        return self._told(entry, TABLE, [seat])

    def _begun(self, entry: Entry) -> Told:
        self.seats = [Seat(**seat) for seat in entry.facts["seats"]]
        self.pace = entry.facts["pace"]
        self.record.agents = [seat.agent if seat.kind == AGENT else "human" if seat.kind == PERSON else seat.kind for seat in self.seats]
        self._set(self.game.new(self.terms.seed))
        self.left = [self.terms.clock["bank"] if self.terms.clock else 0.0] * len(self.seats)
        self._ask(entry)
        return self._told(entry, VIEW | TABLE)

    def _set(self, state: State) -> None:
        self.state, self._scene = state, Scene(self.game, state)

    def _ask(self, entry: Entry) -> None:
        assert self.state is not None
        self.answers, self.asked_at, self.chosen = entry.number, entry.at, {}
        self._movers = tuple(self.game.movers(self.state))
        if not self._movers and self.result is None and self.game.over(self.state):
            self.record.scores = self.game.returns(self.state)
            self._end("complete", self.record.scores)

    def _choice(self, entry: Entry) -> Told:
        seat, action = entry.facts["seat"], entry.facts["action"]
        asked = self.question
        if self.state is None or asked is None or seat not in asked.movers:
            raise IllegalMove(f"seat {seat} has nothing to choose")
        if action not in self.legal(seat):
            raise IllegalMove(f"seat {seat} may not choose that")
        self.chosen[seat] = action
        self.answered[seat] = (self.answers, action)
        self._clock_stops(seat, entry.at)
        if entry.facts.get("opinion"):
            self.thoughts[seat] = entry.facts["opinion"]
        if set(self.chosen) != set(asked.movers):
            return self._told(entry, frozenset({"turn", "clock"}), [seat], "chosen")
        state, choices = self.state.copy(), dict(self.chosen)
        thoughts, self.thoughts = self.thoughts, {}
        happened = self.game.carry_out(state, {seat: self.legal(seat)[action] for seat, action in choices.items()})
        if self._scene is not None:
            happened.scenes[0] = self._scene  # which some have seen already
        self.state, self._scene = state, happened.scenes[-1]
        self.record.note(choices, {seat: round(entry.at - self.asked_at, 3) for seat in choices})
        self._ask(entry)
        parts = VIEW | TABLE if self._first_choice_of_person() else VIEW  # from now on there is something to take back
        return self._told(entry, parts, sorted(choices), "played", happened=happened, thoughts=thoughts)

    def _first_choice_of_person(self) -> bool:
        if not self.alone:
            return False
        person, choices = self.people[0], self.record.choices
        return person in choices[-1] and not any(person in earlier for earlier in choices[:-1])

    def _clock_stops(self, seat: int, at: float) -> None:
        if self.terms.clock:
            self.left[seat] = max(0.0, self.left[seat] - (at - self.asked_at)) + self.terms.clock["increment"]

    def _took_back(self, entry: Entry) -> Told:
        seat = entry.facts["seat"]
        kept = max(number for number, choices in enumerate(self.record.choices) if seat in choices)
        self.record.take_back(kept)
        state = self.game.new(self.terms.seed)
        for choices in self.record.choices:
            self.game.step(state, self.game.check(state, choices))
        self._set(state)
        self.assisted = True
        self._ask(entry)
        return self._told(entry, VIEW | TABLE, [seat])

    def _assisted(self, entry: Entry) -> Told:
        self.assisted = True
        return self._told(entry, TABLE, [entry.facts["seat"]])

    def _left(self, entry: Entry) -> Told:
        self.seats[entry.facts["seat"]].away = True
        return self._told(entry, TABLE, [entry.facts["seat"]])

    def _returned(self, entry: Entry) -> Told:
        self.seats[entry.facts["seat"]].away = False
        return self._told(entry, TABLE, [entry.facts["seat"]])

    def _resigned(self, entry: Entry) -> Told:
        seat = entry.facts["seat"]
        if len(self.seats) == 2:
            self._end(entry.what, None, loser=seat)
            return self._told(entry, VIEW | TABLE, [seat])
        self.seats[seat].out = True
        return self._told(entry, TABLE, [seat])

    _time_out = _fault = _resigned

    def _end(self, reason: str, scores: list[float] | None, loser: int | None = None) -> None:
        shares = shared_out(scores) if scores is not None else [0.0 if seat == loser else 1.0 for seat in range(len(self.seats))]
        winners = [seat for seat, share in enumerate(shares) if share > 0]
        self.result = {"reason": reason, "scores": scores, "winners": winners, "shares": shares, "loser": loser}

    def _rematch_wanted(self, entry: Entry) -> Told:
        self.wishes[entry.facts["seat"]] = {"same_deal": entry.facts["same_deal"], "rotate": entry.facts["rotate"]}
        return self._told(entry, TABLE, [entry.facts["seat"]])

    def _rematch(self, entry: Entry) -> Told:
        self.next = entry.facts["next"]
        return self._told(entry, TABLE)

    def _reaction(self, entry: Entry) -> Told:
        return self._told(entry, frozenset(), [entry.facts["seat"]], extra={"reaction": entry.facts["reaction"]})

    def _pace(self, entry: Entry) -> Told:
        self.pace = entry.facts["seconds"]
        return self._told(entry, TABLE)
