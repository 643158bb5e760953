"""What a table was made with: its settings, which never change, and its seats."""

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from joute.server.server_messages import ClockSettings, SeatKind

PERSON: SeatKind = "person"
OPEN: SeatKind = "open"
AGENT: SeatKind = "agent"
BOT: SeatKind = "bot"

SPECTATOR = -1


class Profile(NamedTuple):
    """How a person is shown to others."""

    name: str
    colour: str


class Viewpoint(NamedTuple):
    """From where somebody sees a table: a seat, or beside it."""

    seat: int = SPECTATOR  # whose view
    person: int | None = None  # who sees it
    holds: bool = False  # whether the seat is that person's own, to choose for


@dataclass
class TableSeat:
    """One seat: a person, an agent, a bot that is connected, or nobody yet."""

    kind: SeatKind
    person: int | None = None  # the id of the person, or of the owner of a bot
    name: str = ""  # of a bot; names of people are not in the log, so that they can be deleted
    agent: str = ""  # the agent's text
    away: bool = False  # the person left: a level plays for them
    out: bool = False  # the person resigned: a level plays on for good

    def to_json(self) -> dict[str, object]:
        """For the log."""
        return dict(vars(self))


@dataclass(frozen=True)
class TableConfig:
    """What the host asked for."""

    game: str
    options: dict[str, Any]
    seed: int  # of all chance: never leaves the server while the game lasts
    host: int  # the id of the person
    made: float  # seconds since 1970
    hints: bool = True
    take_back: bool = True
    spectators: bool = True
    public: bool = False
    reactions: bool = True
    clock: ClockSettings | None = None
    thoughts: bool = False
    rated: bool = True  # chance is new: no chosen seed, not the same deal again
    drawn: bool = False  # seats are drawn when the game begins
    stand_in: str = "medium"

    def to_json(self) -> dict[str, Any]:
        """To be stored."""
        return asdict(self)
