"""Everything the server sends, as types: `tools/wire_types.py` writes the client's types and the tables of `docs/wire.md` from them.

A comment behind a field is its description there. Messages are plain dictionaries, so that they cost nothing beyond their JSON.
"""

from typing import Any, Literal, NewType, NotRequired, TypeAlias

from typing_extensions import TypedDict

from joute.explain.explanation_info import ExplanationInfo
from joute.explain.surrogate_path import SurrogatePath
from joute.review.review_info import DecisionReview, GameReview, MatrixInfo

View = NewType("View", dict[str, Any])  # what a seat knows, as the game writes it
GameEvent = NewType("GameEvent", dict[str, Any])  # something that happened, with its sentences
Options: TypeAlias = dict[str, Any]  # of a game, by name
Expected: TypeAlias = Any  # what would have been accepted instead: names, fields or options

SeatKind: TypeAlias = Literal["person", "open", "agent", "bot"]
Status: TypeAlias = Literal["open", "playing", "over"]
Reason: TypeAlias = Literal["complete", "resigned", "time_out", "fault", "aborted"]
UnratedReason: TypeAlias = Literal["agents_only", "chance", "options", "bot", "agent", "seats", "assisted", "weakened", "aborted", "short"]
ValueUnit: TypeAlias = Literal["score", "win"]
UpdateKind: TypeAlias = Literal[
    "joined",
    "begun",
    "chosen",
    "played",
    "took_back",
    "left",
    "returned",
    "resigned",
    "time_out",
    "fault",
    "assisted",
    "resumed",
    "rematch_wanted",
    "rematch",
    "reaction",
    "pace",
]


class Bilingual(TypedDict):
    """A text for people."""

    en: str  # English
    fr: str  # French


class Refusal(TypedDict):
    """Why a request or a message was refused."""

    code: str  # one of the list of errors
    text: Bilingual  # the reason, for people
    expected: NotRequired[Expected]  # what would have been accepted


# --- the server -------------------------------------------------------------------------------------------------------------


class AllowedSettings(TypedDict):
    """What a server allows."""

    take_back: bool  # people may take back when they play agents alone
    hints: bool  # people may ask for hints when they play agents alone
    stand_in: str  # level that plays for people who left
    absence: float  # seconds after which it does
    analyst: str  # level that judges finished games


class ServerInfo(TypedDict):
    """A server, and how to reach it."""

    name: Literal["joute"]
    version: str
    settings: AllowedSettings
    addresses: list[str]  # where other machines reach it, the likeliest first; empty: it listens to its own machine only


# --- games ------------------------------------------------------------------------------------------------------------------


class SettingInfo(TypedDict):
    """An option of a game or a setting of an agent."""

    name: str  # as in `name=value`
    kind: Literal["int", "float", "bool", "str"]  # its type
    default: bool | int | float | str  # its value unless given
    low: float | None  # smallest value
    high: float | None  # largest value
    choices: list[int | float | str]  # allowed values; empty: any
    meaning: Bilingual  # what it does


class SeatRange(TypedDict):
    """The possible numbers of seats of a game."""

    fewest: int  # smallest number
    most: int  # largest number
    usual: int  # default
    option: str | None  # the option that sets it; null: fixed


class ScoreRange(TypedDict):
    """The range of a game's scores."""

    lowest: float  # worst score
    highest: float  # best score


class LevelInfo(TypedDict):
    """A level of a game."""

    name: str  # to ask for it
    title: Bilingual  # for people
    agent: str  # the agent behind it


class AgentInfo(TypedDict):
    """An agent that plays a game."""

    name: str  # to ask for it
    summary: Bilingual  # how it plays
    settings: list[SettingInfo]  # what can be set, as in `mcts:iterations=500`


class GameInfo(TypedDict):
    """A game and what a new table may ask for."""

    name: str  # to ask for it
    title: Bilingual  # for people
    nature: Bilingual  # its properties in words
    hidden: bool  # seats know different things
    simultaneous: bool  # seats choose at the same time
    chance: bool  # chance decides too
    zero_sum: bool  # scores add up to a constant
    seats: SeatRange  # number of seats
    scores: ScoreRange  # range of scores
    options: list[SettingInfo]  # of a table
    levels: list[LevelInfo]  # from easy to hard
    agents: list[AgentInfo]  # without the levels


class RulesText(TypedDict):
    """The rules of a game as Markdown."""

    en: str  # English
    fr: str  # French


class ReactionInfo(TypedDict):
    """A ready-made reaction."""

    name: str  # to send it
    text: Bilingual  # what others read


# --- people -----------------------------------------------------------------------------------------------------------------


class PersonInfo(TypedDict):
    """The person behind a token."""

    id: int  # of the person
    name: str  # empty: a guest
    guest: int | None  # a person without a name: the number that a client makes a friendly one from
    colour: str  # `#rrggbb`, or empty
    token: NotRequired[str]  # for programs, once


# --- tables -----------------------------------------------------------------------------------------------------------------


class SeatInfo(TypedDict):
    """A seat of a table."""

    seat: int  # its number
    kind: SeatKind  # who occupies it
    name: str  # of the person, bot or agent
    guest: int | None  # a person without a name: the number that a client makes a friendly one from
    host: bool  # whether the person made the table
    colour: str  # of the person
    agent: str | None  # the agent's text
    level: str | None  # the level, if the agent is one
    present: bool  # connected, or an agent
    stand_in: str | None  # the level that plays for a person who left
    out: bool  # lost by resignation, time or a fault while others play on


class ClockSettings(TypedDict):
    """A clock."""

    bank: float  # seconds for each seat at the start
    increment: float  # seconds added by each action


class ClockInfo(TypedDict):
    """The clocks when the message was sent."""

    left: list[float]  # seconds left to each seat
    running: list[int]  # seats whose clocks run
    increment: float  # seconds added by each action


class TableSettings(TypedDict):
    """What a table allows."""

    hints: bool  # hints and opinions
    take_back: bool  # taking back
    spectators: bool  # other people may watch
    public: bool  # listed for everybody
    reactions: bool  # ready-made reactions
    clock: ClockSettings | None  # null: no clock
    thoughts: bool  # agents' opinions are sent while they play
    pace: float | None  # least seconds between two actions of agents; null: paused


class Permissions(TypedDict):
    """Which messages would be accepted from this viewpoint now."""

    begin: bool
    hint: bool
    take_back: bool
    resign: bool
    leave: bool
    rematch: bool
    hurry: bool
    pace: bool
    react: bool


class OriginInfo(TypedDict):
    """The decision of a game record from which a table plays on."""

    record: str  # its id
    ply: int  # of the decision


class RematchInfo(TypedDict):
    """Who wants a rematch."""

    wanted_by: list[int]  # seats
    same_deal: bool  # whether all of them want the same cards and chance


class RatingChange(TypedDict):
    """What a game changed on the ladder."""

    before: int
    after: int


class TableInfo(TypedDict):
    """A table without its game."""

    id: str  # also the code that friends type, and the id of the game record
    game: str  # its name
    title: Bilingual  # of the game
    options: Options  # of the game, those that differ from the default
    status: Status
    host: bool  # whether you made it
    you: int | None  # your seat; null: none
    people: int  # number of people who play
    next: str | None  # the table of the rematch
    made: str  # UTC
    commitment: str | None  # SHA-256 of the secret from which all chance follows; null: the host chose the seed
    rated: bool  # the result counts on the ladder, as far as one can know
    unrated: UnratedReason | None  # why it does not
    assisted: bool  # a hint or a take-back was used
    origin: OriginInfo | None  # where it plays on from; null: from the beginning
    seats: list[SeatInfo]
    settings: TableSettings
    may: Permissions
    rematch: RematchInfo
    ratings: list[RatingChange | None] | None  # by seat, once the result is stored; null: not yet, or not since the server started
    spectators: int  # number of spectators


class CommitmentInfo(TypedDict):
    """What the server commits to before a table is made."""

    commitment: str  # SHA-256 of its secret


class TableList(TypedDict):
    """Tables that are not over."""

    mine: list[TableInfo]  # where you play or are the host
    public: list[TableInfo]  # that anybody may watch or join, at most 50
    your_turn: list[str]  # ids of those of your tables where you must choose


class Turn(TypedDict):
    """The open question."""

    answers: int  # its number, to be sent back with the action
    movers: list[int]  # seats that must choose
    chosen: list[int]  # those that have chosen
    mine: bool  # you must choose
    chose: str | None  # your action while others still choose
    legal: list[str]  # your legal actions; empty when it is not your turn


class ResultInfo(TypedDict):
    """How a game ended."""

    reason: Reason
    scores: list[float] | None  # by seat; null: the game was cut short
    winners: list[int]  # seats; none if the game was aborted
    shares: list[float]  # of the win, by seat
    loser: int | None  # who resigned, ran out of time or made a fault
    stand_ins: NotRequired[list[int]]  # seats that a level played to the end, since their players had resigned or left: they do not win


class JudgementInfo(TypedDict):
    """An agent's judgement of one legal action; null: its method has no such number."""

    action: str
    value: float | None  # expected for the seat that chooses
    visits: int | None  # of a search
    weight: float | None  # share in a mixed strategy, or of the sampled worlds
    error: float | None  # standard error of the value; 0: exact


class OpinionInfo(TypedDict):
    """An agent's opinion of a decision."""

    action: str  # what it would choose
    judgements: list[JudgementInfo]  # the best first
    value: float | None  # of the position, for the seat that chooses
    pv: list[str]  # principal variation, the action first
    depth: int | None  # of the search
    nodes: int  # positions searched
    seconds: float  # of thinking
    beliefs: dict[str, Any]  # `{"<secret>": {"<value>": share}}`
    matrix: NotRequired[MatrixInfo | None]  # of a simultaneous decision
    remark: dict[str, str]  # a sentence by language; may be empty
    unit: NotRequired[ValueUnit]  # of all its values: scores, or chances to win


# --- messages ---------------------------------------------------------------------------------------------------------------


class StateMessage(TypedDict):
    """Everything that a viewpoint may see."""

    type: Literal["state"]
    seq: int  # number of the last log entry
    table: TableInfo
    view: View | None  # null: not begun
    turn: Turn | None  # null: nobody has to choose
    clock: ClockInfo | None  # null: no clock
    result: ResultInfo | None  # null: not over
    story: list[GameEvent]  # since your last action, or the last 40 and a few
    earlier: int | None  # number of the entry that the story begins with, if more happened before it: ask for the events before that number


class EventPage(TypedDict):
    """What happened before a log entry."""

    events: list[GameEvent]  # of the last 500 entries before it, as this viewpoint saw them, the oldest first
    earlier: int | None  # number of the first of these entries, if more happened before it


class StepInfo(TypedDict):
    """How the game looked in the middle of an update: one action may have several steps, such as a card played and a card drawn."""

    events: int  # the number of events since the step before
    view: View  # after them


class UpdateMessage(TypedDict):
    """One log entry; a part that is present replaces the part that the client had."""

    type: Literal["update"]
    seq: int  # number of the entry
    what: UpdateKind  # what happened
    by: list[int]  # seats that did it
    events: NotRequired[list[GameEvent]]  # what happened in the game, as this viewpoint saw it
    steps: NotRequired[list[StepInfo]]  # before the last one, whose events are the remaining ones, and after which `view` is
    view: NotRequired[View | None]
    turn: NotRequired[Turn | None]
    clock: NotRequired[ClockInfo]
    result: NotRequired[ResultInfo | None]
    table: NotRequired[TableInfo]
    thoughts: NotRequired[dict[str, OpinionInfo]]  # of agents, by seat, at tables with `thoughts`
    reaction: NotRequired[str]  # its name


class ThinkingMessage(TypedDict):
    """Which agents think."""

    type: Literal["thinking"]
    seats: list[int]


class PreparationInfo(TypedDict):
    """How far the opponents of a game are prepared, once after an installation."""

    done: int  # parts that are compiled
    of: int  # parts
    problem: NotRequired[Bilingual]  # why they cannot be, by language: random agents play instead


class PreparingMessage(PreparationInfo):
    """The opponents are being prepared; a simple agent plays for them until all parts are done."""

    type: Literal["preparing"]


class PresenceMessage(TypedDict):
    """Who is connected."""

    type: Literal["presence"]
    present: list[int]  # seats of people and bots
    spectators: int  # number of spectators


class OkMessage(TypedDict):
    """A message was accepted."""

    type: Literal["ok"]
    id: int | None  # of the message


class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]
    id: int | None  # of the message


class OpinionMessage(TypedDict):
    """The answer to `hint` or `opinion`."""

    type: Literal["opinion"]
    id: int | None  # of the message
    answers: int  # the question it is about
    agent: str  # who thinks so
    opinion: OpinionInfo
    review: DecisionReview | None  # of the action asked about, else of the one that the agent prefers; null: not prepared yet


class RefusedMessage(Refusal):
    """A message was refused."""

    type: Literal["refused"]
    id: int | None  # of the message; null: it could not be read


class ByeMessage(Refusal):
    """The server closes the connection."""

    type: Literal["bye"]


class UpdatesMessage(TypedDict):
    """The answer to `catch_up` over HTTP when there is not exactly one message."""

    type: Literal["updates"]
    updates: list["StateMessage | UpdateMessage"]


ServerMessage: TypeAlias = (
    StateMessage
    | UpdateMessage
    | ThinkingMessage
    | PreparingMessage
    | PresenceMessage
    | OkMessage
    | PongMessage
    | OpinionMessage
    | RefusedMessage
    | ByeMessage
)


# --- game records -----------------------------------------------------------------------------------------------------------


class RecordSeat(TypedDict):
    """Who played on a seat."""

    name: str  # of the person, bot or agent
    guest: int | None  # a person without a name: the number that a client makes a friendly one from
    agent: str | None  # the agent's text


class RecordSummary(TypedDict):
    """A game that is over, in a list."""

    id: str
    game: str  # its name
    title: Bilingual
    options: Options
    made: str | None  # UTC; null: of a tournament
    ended: str | None  # UTC; null: of a tournament
    seats: list[RecordSeat]
    you: int | None  # your seat
    result: ResultInfo | None
    moves: int  # number of decisions; simultaneous ones count as one
    assisted: bool
    rated: bool
    ratings: list[RatingChange | None]  # by seat; null: not rated


class RecordList(TypedDict):
    """Some of a person's games, the latest first."""

    records: list[RecordSummary]
    next: float | None  # `before` of the next page; null: no more


class RecordInfo(RecordSummary):
    """A game that is over."""

    agents: list[str]  # by seat; `human` for people
    record: dict[str, Any]  # what `joute replay` and `GameRecord.from_json` read


class RecordStep(TypedDict):
    """A position of a game that is over."""

    ply: int  # number of decisions before it
    view: View
    events: list[GameEvent]  # that led to it
    movers: list[int]  # seats that choose here
    choices: NotRequired[dict[str, str]]  # by seat; absent in the last
    seconds: NotRequired[dict[str, float]]  # spent on them, by seat


# Called "from" in JSON, which is no name in Python.
StepList = TypedDict("StepList", {"from": int, "total": int, "steps": list[RecordStep]})


class RecordReview(GameReview):
    """The review of a game, as far as it is."""

    status: Literal["none", "working", "refining", "done"]  # refining: all are judged, and judged again with more samples while you ask
    done: int  # number of decisions judged
    refined: int  # number of those judged with many samples
    of: int  # number of decisions


# --- the analysis board -----------------------------------------------------------------------------------------------------


class TriedRow(TypedDict):
    """Actions that were tried, and what happened."""

    choices: dict[str, str]  # by seat
    events: list[GameEvent]  # as the viewer sees them


class AnalysisPosition(TypedDict):
    """A position of an analysis."""

    game: str  # its name
    title: Bilingual
    options: Options
    seats: int  # number of seats
    unit: ValueUnit  # of opinions: chances to win, or scores
    players: list[RecordSeat] | None  # of the record; null: nobody is named
    ply: int  # number of decisions before it, as far as they are known
    view: View  # what the viewer sees
    position: dict[str, Any]  # everything, as JSON: for export, the editor and links
    view_text: Bilingual  # what the viewer sees, as text
    record: dict[str, Any] | None  # what `joute replay` reads, if the game is known from its beginning
    record_text: str | None  # the same as text for people
    movers: list[int]  # seats that choose here
    legal: dict[str, list[str]]  # legal actions of each of them, by seat
    events: list[GameEvent]  # of the last row, as the viewer sees them
    path: list[TriedRow]  # every row tried
    over: bool
    scores: list[float] | None  # by seat, if the game is over
    sampled: bool  # a sampled world fills what the view left open


class AnalysisImport(TypedDict):
    """A text that was read."""

    kind: Literal["record", "position"]  # what it was
    analysis: dict[str, Any]  # an `AnalysisRequest` of it: a record at its last position, with its rows as actions


# --- the lab ----------------------------------------------------------------------------------------------------------------


class LabProgress(TypedDict):
    """How far the work on a question is."""

    done: float  # share of the work: 1 with the result
    preparing: bool  # the code for this game is being compiled, once


class LabExplanation(LabProgress):
    """An explanation, as far as it is."""

    explanation: ExplanationInfo | None  # null: not yet
    pictures: Bilingual | None  # the explanation as SVG; null: not yet


class LabPath(LabProgress):
    """The way of a decision through a tree that imitates an agent."""

    path: SurrogatePath | None  # null: not yet


class LabTable(LabProgress):
    """The decisions of a game as a table."""

    csv: str | None  # comma-separated values, a row for each decision and legal action; null: not yet


class LabPlayed(LabProgress):
    """A game of an agent against itself."""

    analysis: dict[str, Any] | None  # an `AnalysisRequest` with its rows as actions; null: not yet
