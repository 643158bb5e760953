"""Everything a client sends, as checked types: bodies of requests and messages at a table.

`tools/wire_types.py` writes the client's types and the tables of `docs/wire.md` from them; a comment behind a field is its description.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from joute.core.state import Json
from joute.server.errors import Refused

MOST_SEATS = 12
MOST_ROWS = 1000  # of an analysis
Whole = Annotated[int, Field(ge=0, le=2**53)]
AgentText = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(max_length=24, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]*$")]
Nonce = Annotated[str, Field(max_length=64, pattern=r"^[0-9A-Za-z_-]*$")]
SeatText = Annotated[str, Field(pattern=r"^[0-9]{1,2}$")]
ActionText = Annotated[str, Field(max_length=120)]
SeedText = Annotated[str, Field(max_length=40, pattern=r"^(0x[0-9a-fA-F]+|[0-9]+)$")]
GameOptions: TypeAlias = dict[Annotated[str, Field(max_length=40)], bool | int | float | Annotated[str, Field(max_length=200)]]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


class Body(BaseModel):
    """Anything a client sends; unknown fields are ignored."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False, extra="ignore")


class Introduction(Body):
    """The name and colour of a person."""

    name: Name | None = None  # 1 to 24 printable characters
    colour: Colour | None = None  # `#rrggbb`
    program: bool = False  # answer with the token instead of a cookie


class AskedSeat(Body):
    """A seat of a new table."""

    who: Literal["me", "open", "agent", "bot"]  # `me` at most once; `open`: a friend may join
    agent: AgentText = "medium"  # a level or an agent's text
    bot: Name = ""  # name of a connected bot


class AskedClock(Body):
    """The clock of a new table."""

    bank: float = Field(ge=1, le=86400)  # seconds for each seat at the start
    increment: float = Field(default=0, ge=0, le=3600)  # seconds added by each action


class NewTable(Body):
    """A new table."""

    game: str = Field(max_length=40)  # its name
    options: GameOptions = Field(default_factory=dict, max_length=20)  # of the game, by name
    seats: list[AskedSeat] | None = Field(default=None, max_length=MOST_SEATS)  # default: me and `medium` agents
    begins: Literal["first", "random"] = "first"  # seats as given, or drawn when the game begins; only drawn seats are rated
    seed: Whole | None = None  # of all chance; such a table is not rated
    commitment: str | None = Field(default=None, max_length=64)  # from `POST /api/commitments`; null: the server draws a new secret
    nonce: Nonce = ""  # mixed into all chance
    hints: bool = True  # hints and opinions
    take_back: bool = True  # taking back
    spectators: bool = True  # other people may watch
    public: bool = False  # listed for everybody
    reactions: bool = True  # ready-made reactions
    clock: AskedClock | None = None  # null: no clock
    pace: float | None = Field(default=None, ge=0, le=10)  # least seconds between two actions of agents; default 0, 1 if only agents play
    thoughts: bool = False  # send agents' opinions, if only agents play


class Joining(Body):
    """Take an open seat."""

    seat: int | None = Field(default=None, ge=0, le=MOST_SEATS)  # null: any open one
    nonce: Nonce = ""  # mixed into all chance


class AskReview(Body):
    """Judge every decision of a record."""

    agent: AgentText | None = None  # null: the server's analyst


class StudyConsent(Body):
    """Take part in a study."""

    agreed: Literal[True]  # to the text of its consent


class StudyToken(Body):
    """A participant of a study."""

    token: str = Field(max_length=200)  # from the consent


class StudyAnswering(StudyToken):
    """An answer to a question of a study, or an example that was read."""

    place: Whole  # number of the page
    action: ActionText = ""  # what the agent plays, in the participant's opinion; empty after an example
    seconds: float = Field(default=0.0, ge=0, le=86400)  # until the answer


class TryAgain(Body):
    """Play on from a decision of a game record, against the same agents."""

    ply: Whole  # of the decision
    seat: int | None = Field(default=None, ge=0, le=MOST_SEATS)  # null: yours, else that of the first who decides there


class AnalysisRequest(Body):
    """A position to look at: where it starts, and what was tried since."""

    record: str | None = Field(default=None, max_length=200)  # id of a finished game to start from
    ply: Whole | None = None  # position of that game; null: its last
    game: str | None = Field(default=None, max_length=40)  # without a record: its name
    options: GameOptions = Field(default_factory=dict, max_length=20)  # of the game, by name
    position: dict[str, Any] | None = None  # as `Game.to_json` writes it, or a view of it; null: the first position of the game
    seed: Whole | SeedText | None = None  # of chance and of what a view leaves open; null: the position's own chance, else 0
    viewer: int | None = Field(default=None, ge=-1, le=MOST_SEATS)  # seat whose knowledge is shown; -1: a spectator; null: everything
    actions: list[dict[SeatText, ActionText]] = Field(default_factory=list, max_length=MOST_ROWS)  # rows tried since, by seat
    names: list[Name] | None = Field(default=None, max_length=MOST_SEATS)  # of the players, by seat, if the game is not on this server


class AnalysisQuestion(AnalysisRequest):
    """Judge a decision of an analysis."""

    seat: int = Field(ge=0, le=MOST_SEATS)  # whose decision, from what it knows
    action: ActionText | None = None  # to be judged; null: the one that the agent prefers
    agent: AgentText | None = None  # null: the server's analyst
    samples: Literal["quick", "full"] = "quick"  # how much is sampled


class LabDecision(AnalysisRequest):
    """A decision to look at in the lab."""

    seat: int = Field(ge=0, le=MOST_SEATS)  # whose decision, from what it knows


class LabQuestion(LabDecision):
    """Explain a decision."""

    action: ActionText | None = None  # to be explained; null: the one that the agent chooses
    other: ActionText | None = None  # to compare it with; null: the best other one
    agent: AgentText | None = None  # whose choice is explained; null: what was played, or what the server's analyst chooses
    sampling: Whole = 0  # seed of the sampled worlds


class LabTree(LabDecision):
    """Follow a decision through a tree that imitates an agent."""

    surrogate: dict[str, Any] | None = None  # a file of `joute explain agent`; null: the tree of the game's expert that comes with Joute


class LabDecisions(AnalysisRequest):
    """The decisions of a game as a table; without a record, the game is what the actions lead to."""

    agent: AgentText | None = None  # that judges every decision; null: the opinions in the record


class LabGame(Body):
    """Let an agent play a game against itself."""

    game: str = Field(max_length=40)  # its name
    options: GameOptions = Field(default_factory=dict, max_length=20)  # of the game, by name
    agent: AgentText  # on every seat
    seed: Whole = 0  # of all chance


class ImportedText(Body):
    """A game record or a position, as JSON or as text."""

    text: str = Field(max_length=1_000_000)  # what `joute replay --export` and the analysis board export


class Message(Body):
    """A message at a table."""

    id: Whole | None = None  # comes back with the answer


class Play(Message):
    """Choose an action."""

    type: Literal["play"]
    answers: Whole  # number of the open question
    action: str = Field(max_length=120)  # its name


class Begin(Message):
    """The host begins; a level takes the open seats."""

    type: Literal["begin"]


class Hint(Message):
    """Ask for the opinion of the game's advisor; the game is then not rated, unless only one action is legal."""

    type: Literal["hint"]
    unrated: bool = False  # accept that a rated game is not rated from now on


class AskOpinion(Message):
    """Ask for the opinion of an agent; the game is then not rated, unless only one action is legal."""

    type: Literal["opinion"]
    unrated: bool = False  # accept that a rated game is not rated from now on
    agent: AgentText | None = None  # null: the game's advisor
    action: str | None = Field(default=None, max_length=120)  # to be judged: why not this one? null: the one that the agent prefers


class TakeBack(Message):
    """Go back to one's last decision, when playing agents alone; the game is then not rated."""

    type: Literal["take_back"]
    unrated: bool = False  # accept that a rated game is not rated from now on


class Resign(Message):
    """Resign."""

    type: Literal["resign"]


class Leave(Message):
    """Let a level play for me."""

    type: Literal["leave"]


class ComeBack(Message):
    """Take one's seat again."""

    type: Literal["return"]


class Rematch(Message):
    """Ask for another game with all who want one; the other people's seats are open."""

    type: Literal["rematch"]
    same_deal: bool = False  # with the same cards and chance, if all who play it ask for that
    rotate: bool = True  # everybody moves on by one seat, unless seats are drawn


class React(Message):
    """Send a ready-made reaction."""

    type: Literal["react"]
    reaction: str = Field(max_length=40)  # its name


class Pace(Message):
    """Change the pace of a table of agents."""

    type: Literal["pace"]
    seconds: float | None = Field(ge=0, le=10)  # between two actions; null: pause


class SingleStep(Message):
    """Let a paused table of agents make one move."""

    type: Literal["step"]


class Hurry(Message):
    """Let thinking agents answer now; the game is then not rated."""

    type: Literal["hurry"]
    unrated: bool = False  # accept that a rated game is not rated from now on


class AwaitAgents(Message):
    """Let agents wait until they are prepared, instead of a simple one that plays for them."""

    type: Literal["wait"]


class CatchUp(Message):
    """Ask for missed updates."""

    type: Literal["catch_up"]
    since: Whole  # number of the last update that came


class Ping(Message):
    """Ask for a pong."""

    type: Literal["ping"]


AnyMessage: TypeAlias = (
    Play
    | Begin
    | Hint
    | AskOpinion
    | TakeBack
    | Resign
    | Leave
    | ComeBack
    | Rematch
    | React
    | Pace
    | SingleStep
    | Hurry
    | AwaitAgents
    | CatchUp
    | Ping
)
ClientMessage: TypeAlias = Annotated[AnyMessage, Field(discriminator="type")]
_ADAPTER: TypeAdapter[AnyMessage] = TypeAdapter(ClientMessage)


def read(text: str | bytes) -> AnyMessage:
    """The message in that text; refuse one that is not as described."""
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as error:
        raise Refused("bad_message", problems(error.errors(include_url=False, include_input=False, include_context=False))) from None


def problems(found: Any) -> list[Json]:
    """What was wrong with each field, without repeating what was sent."""
    return [{"field": ".".join(_safe(part) for part in error["loc"]), "problem": _problem(error)} for error in found][:20]


def _problem(error: Any) -> str:
    if error["type"] == "union_tag_invalid":
        return "an unknown type of message"
    return str(error["msg"]).partition(", input_value=")[0]


def _safe(part: object) -> str:
    """A part of the path to a field: names of fields are ours, keys of a dictionary may be the client's own."""
    text = str(part)
    return text if text.isidentifier() and len(text) <= 40 else "…"
