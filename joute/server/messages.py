"""What a client may say, checked field by field: bodies of requests and messages over sockets."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from joute.core.state import Json
from joute.server.errors import Refused

MOST_SEATS = 12
Whole = Annotated[int, Field(ge=0, le=2**53)]
AgentText = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(max_length=24, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]*$")]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


class Said(BaseModel):
    """Anything a client says; fields nobody knows are ignored."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False, extra="ignore")


class Introduction(Said):
    """Who a person is."""

    name: Name | None = None
    colour: Colour | None = None
    program: bool = False


class AskedSeat(Said):
    """Who shall sit on a seat of a new table."""

    who: Literal["me", "open", "agent", "bot"]
    agent: AgentText = "medium"
    bot: Name = ""


class AskedClock(Said):
    """Seconds for each seat at the start, and for each choice."""

    bank: float = Field(ge=1, le=86400)
    increment: float = Field(default=0, ge=0, le=3600)


class NewTable(Said):
    """A table to be made."""

    game: str = Field(max_length=40)
    options: dict[Annotated[str, Field(max_length=40)], bool | int | float | Annotated[str, Field(max_length=200)]] = Field(
        default_factory=dict, max_length=20
    )
    seats: list[AskedSeat] | None = Field(default=None, max_length=MOST_SEATS)
    begins: Literal["first", "lot"] = "first"
    seed: Whole | None = None
    hints: bool = True
    take_back: bool = True
    spectators: bool = True
    public: bool = False
    reactions: bool = True
    clock: AskedClock | None = None
    pace: float | None = Field(default=None, ge=0, le=10)
    thoughts: bool = False


class Joining(Said):
    """Which open seat to take."""

    seat: int | None = Field(default=None, ge=0, le=MOST_SEATS)


class Analysis(Said):
    """Who shall judge a record."""

    agent: AgentText | None = None


class Message(Said):
    """A message at a table; its number comes back with the answer."""

    id: Whole | None = None


class Play(Message):
    """Choose an action."""

    type: Literal["play"]
    answers: Whole
    action: str = Field(max_length=120)


class Plain(Message):
    """Messages that say it all by their type."""

    type: Literal["begin", "hint", "take_back", "resign", "leave", "return", "hurry", "step", "ping"]


class AskOpinion(Message):
    """What an agent thinks of my position."""

    type: Literal["opinion"]
    agent: AgentText | None = None


class Rematch(Message):
    """Another game."""

    type: Literal["rematch"]
    same_deal: bool = False
    rotate: bool = True


class React(Message):
    """A ready-made reaction."""

    type: Literal["react"]
    reaction: str = Field(max_length=40)


class Pace(Message):
    """The speed at a table of agents; null pauses."""

    type: Literal["pace"]
    seconds: float | None = Field(ge=0, le=10)


class CatchUp(Message):
    """What was missed."""

    type: Literal["catch_up"]
    since: Whole


AnyMessage = Annotated[Play | Plain | AskOpinion | Rematch | React | Pace | CatchUp, Field(discriminator="type")]
_ADAPTER: TypeAdapter[Any] = TypeAdapter(AnyMessage)


def read(text: str | bytes) -> Any:
    """The message in that text, or what is wrong with it."""
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as error:
        raise Refused("bad_message", problems(error.errors(include_url=False, include_input=False, include_context=False))) from None


def problems(found: Any) -> list[Json]:
    """What was wrong, field by field, without repeating what was sent."""
    return [{"field": ".".join(_safe(part) for part in error["loc"]), "problem": _told(error)} for error in found][:20]


def _told(error: Any) -> str:
    if error["type"] == "union_tag_invalid":
        return "an unknown type of message"
    return str(error["msg"]).partition(", input_value=")[0]


def _safe(part: object) -> str:
    """A part of a place: fields are ours, keys of a dictionary may be the client's own."""
    text = str(part)
    return text if text.isidentifier() and len(text) <= 40 else "…"
