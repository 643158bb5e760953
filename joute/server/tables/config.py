"""What a table was made with: its settings, which never change, and its seats."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from joute.core.fairness import Fairness, commitment_of
from joute.server.server_messages import ClockSettings, OriginInfo, SeatKind

PERSON: SeatKind = "person"
OPEN: SeatKind = "open"
AGENT: SeatKind = "agent"
BOT: SeatKind = "bot"

SPECTATOR = -1
AGENT_NAMES = ("Yvain", "Perceval", "Gauvain", "Érec", "Lancelot", "Galaad", "Tristan", "Bohort")  # knights


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
    name: str = ""  # of an agent or a bot; names of people are not in the log, so that they can be deleted
    agent: str = ""  # the agent's text
    away: bool = False  # the person left: a level plays for them
    out: bool = False  # the person resigned: a level plays on for good
    nonce: str = ""  # that the person's client mixes into the seed

    def to_json(self) -> dict[str, object]:
        """For the log."""
        return dict(vars(self))


def agent_name(seat: int, taken: Sequence[str] = ()) -> str:
    """A name for the agent on a seat that nobody else has, so that three agents of one level can be distinguished."""
    own = AGENT_NAMES[seat % len(AGENT_NAMES)]
    return next((name for name in (own, *AGENT_NAMES) if name not in taken), own)


@dataclass(frozen=True)
class TableConfig:
    """What the host asked for."""

    game: str
    options: dict[str, Any]
    seed: int | None  # of all chance, as the host chose it; None: from the secret and the nonces of the seats
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
    secret: str = ""  # never leaves the server while the game lasts
    opening: list[dict[str, str]] = field(default_factory=list)  # actions by seat that the game begins after, as in a record
    origin: OriginInfo | None = None  # the record that they come from

    @property
    def commitment(self) -> str | None:
        """What the people at the table know of the secret; None: the seed was chosen."""
        return commitment_of(self.secret) if self.seed is None else None

    def fairness(self, seats: Sequence[TableSeat]) -> Fairness | None:
        """How the seed of the game comes about; None: it was chosen."""
        nonces = [seat.nonce for seat in seats]
        return Fairness(commitment_of(self.secret), self.secret, nonces) if self.seed is None else None

    def to_json(self) -> dict[str, Any]:
        """To be stored."""
        return asdict(self)
