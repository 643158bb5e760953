"""The log of a table: numbered entries that are persisted, each with one typed change, and what a table made of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from joute.core.events import Events, Scene
from joute.server.server_messages import ClockInfo, GameEvent, OpinionInfo, ResultInfo, SeatKind, StepInfo, UpdateKind, View
from joute.server.tables.config import TableSeat

Part: TypeAlias = Literal["table", "view", "turn", "clock", "result"]


@dataclass(frozen=True)
class Joined:
    """A person or a bot took an open seat."""

    what: ClassVar[UpdateKind] = "joined"
    seat: int
    kind: SeatKind
    person: int
    name: str = ""
    nonce: str = ""


@dataclass(frozen=True)
class Begun:
    """The game began with these seats."""

    what: ClassVar[UpdateKind] = "begun"
    seats: list[TableSeat]
    pace: float | None = None


@dataclass(frozen=True)
class Choice:
    """A seat chose; the actions are played when every mover has chosen."""

    what: ClassVar[str] = "choice"
    seat: int
    action: str
    opinion: OpinionInfo | None = None
    weakened: bool | None = None  # whether the agent had not its full time: it was stopped, or the machine was busy


@dataclass(frozen=True)
class TookBack:
    """A person went back to their last decision."""

    what: ClassVar[UpdateKind] = "took_back"
    seat: int


@dataclass(frozen=True)
class Assisted:
    """A person asked for advice: the game is not rated."""

    what: ClassVar[UpdateKind] = "assisted"
    seat: int


@dataclass(frozen=True)
class Left:
    """A person left: a level plays for them; when all people have, the game is aborted."""

    what: ClassVar[UpdateKind] = "left"
    seat: int


@dataclass(frozen=True)
class Returned:
    """A person came back."""

    what: ClassVar[UpdateKind] = "returned"
    seat: int


@dataclass(frozen=True)
class Resigned:
    """A person resigned."""

    what: ClassVar[Literal["resigned"]] = "resigned"
    seat: int


@dataclass(frozen=True)
class TimedOut:
    """A seat's clock ran out."""

    what: ClassVar[Literal["time_out"]] = "time_out"
    seat: int


@dataclass(frozen=True)
class Faulted:
    """A bot broke the rules, was late or did not come back."""

    what: ClassVar[Literal["fault"]] = "fault"
    seat: int
    code: str


@dataclass(frozen=True)
class Resumed:
    """The server restarted: the clocks go on from the last entry."""

    what: ClassVar[UpdateKind] = "resumed"


@dataclass(frozen=True)
class RematchWanted:
    """A person wants another game."""

    what: ClassVar[UpdateKind] = "rematch_wanted"
    seat: int
    same_deal: bool
    rotate: bool


@dataclass(frozen=True)
class RematchMade:
    """The table of the rematch is there."""

    what: ClassVar[UpdateKind] = "rematch"
    next: str


@dataclass(frozen=True)
class Reacted:
    """A person sent a ready-made reaction."""

    what: ClassVar[UpdateKind] = "reaction"
    seat: int
    reaction: str


@dataclass(frozen=True)
class PaceChanged:
    """The host changed the pace of a table of agents; None: paused."""

    what: ClassVar[UpdateKind] = "pace"
    seconds: float | None = None


Change: TypeAlias = (
    Joined
    | Begun
    | Choice
    | TookBack
    | Assisted
    | Left
    | Returned
    | Resigned
    | TimedOut
    | Faulted
    | Resumed
    | RematchWanted
    | RematchMade
    | Reacted
    | PaceChanged
)
CHANGES: dict[str, type[Change]] = {change.what: change for change in Change.__args__}


@dataclass(frozen=True)
class LogEntry:
    """One change at a table, numbered: a table is rebuilt from its entries alone."""

    number: int
    at: float  # seconds since 1970, for people: setting the system's clock changes nothing at a table
    change: Change
    spent: float = 0.0  # seconds on the open question so far, by a monotonic clock that stands still while the server is down

    def to_json(self) -> dict[str, object]:
        """To be stored, without the number; fields that are None are left out."""
        stored: dict[str, object] = {"what": self.change.what, "at": self.at, "spent": self.spent}
        for name, value in vars(self.change).items():
            if value is not None:
                stored[name] = value
        if isinstance(self.change, Begun):
            stored["seats"] = [seat.to_json() for seat in self.change.seats]
        return stored

    @classmethod
    def from_json(cls, number: int, stored: Mapping[str, Any]) -> "LogEntry":
        """The entry that was stored under that number."""
        fields = dict(stored)
        kind, at, spent = CHANGES[fields.pop("what")], fields.pop("at"), fields.pop("spent", 0.0)
        if kind is Begun:
            fields["seats"] = [TableSeat(**seat) for seat in fields["seats"]]
        return cls(number, at, kind(**fields), spent)


class Question(NamedTuple):
    """Which seats must choose now."""

    answers: int  # the number of the entry that opened it
    movers: tuple[int, ...]
    chosen: Mapping[int, str]  # actions of those who have chosen


class Snapshot(NamedTuple):
    """What any viewpoint may ask about, right after an entry. Nothing in it changes later."""

    scene: Scene | None  # None: not begun
    question: Question | None
    clock: ClockInfo | None
    result: ResultInfo | None


@dataclass
class SharedParts:
    """Parts of an update that are computed once for all viewpoints, if the game hides nothing."""

    events: list[GameEvent] | None = None
    steps: list[StepInfo] | None = None
    view: View | None = None


@dataclass(frozen=True, eq=False)
class AppliedEntry:
    """An entry after the table applied it: what changed, and the table as it then was."""

    number: int
    what: UpdateKind
    by: tuple[int, ...]
    after: Snapshot
    parts: frozenset[Part]  # that changed
    events: Events | None = None
    reaction: str | None = None
    thoughts: Mapping[int, OpinionInfo] = field(default_factory=dict)
    shared: SharedParts = field(default_factory=SharedParts)

    def forget(self) -> None:
        """Drop what was computed for sending: the log is long and seldom read again. The last scene is needed for the next entry."""
        self.shared.events = self.shared.steps = self.shared.view = None
        for scene in () if self.events is None else self.events.scenes[:-1]:
            scene.forget()
