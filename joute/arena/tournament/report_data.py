"""The types of a tournament report: what `joute report --json` prints and the page shows."""

from collections.abc import Mapping
from typing import TypedDict

Interval = list[float]


class StandingData(TypedDict):
    """One agent of the ranking; without games it has no rating."""

    number: int
    agent: str
    rank: int
    elo: float | None
    interval: Interval | None
    games: int
    blocks: int
    share: float | None
    share_interval: Interval | None
    faults: dict[str, int]


class ComparisonData(TypedDict):
    """Two agents; `share` is the first one's in their own games."""

    agents: list[int]
    games: int
    share: float | None
    interval: Interval | None
    expected: float | None
    surprise: float | None
    direct_probability: float | None
    superiority: float
    probability: float
    separated: bool


class UnexplainedData(TypedDict):
    """A test of whether ratings alone explain the results of all pairs."""

    chi_square: float
    freedom: int
    probability: float


class StandingsData(TypedDict):
    """The ranking, the best first; groups, cycles and islands are lists of agents' numbers."""

    model: str
    anchor: str | None
    games: int
    blocks: int
    units: int
    agents: list[StandingData]
    comparisons: list[ComparisonData]
    groups: list[list[int]]
    islands: list[list[int]]
    cycles: list[list[int]]
    unexplained: UnexplainedData
    widest: float | None


class SeatData(TypedDict):
    """The mean share of the points on a seat."""

    seat: int
    games: int
    share: float | None


class AgentSeatData(SeatData):
    """The mean share of one agent, by number, on a seat."""

    agent: int


class LengthData(TypedDict):
    """The lengths of the games in choices; `games` counts them by length."""

    mean: float | None
    shortest: int | None
    longest: int | None
    games: dict[str, int]


class ThinkingData(TypedDict):
    """Quantiles of the seconds that one agent, by number, took for a choice."""

    agent: int
    choices: int
    low: float | None  # None: it made no choice
    quarter: float | None
    median: float | None
    three_quarters: float | None
    p95: float | None
    max: float | None
    total: float


class FaultData(TypedDict):
    """A kind of fault of one bot, with what it wrote to its error stream the first time."""

    agent: str
    seat: int
    choice: int | None  # the number of decisions before it
    code: str
    sentence: str
    stderr: str
    block: int
    times: int


class FaultsData(TypedDict):
    """The number of games with a fault, and the most frequent faults."""

    games: int
    details: list[FaultData]


class ConfinementData(TypedDict):
    """How a bot was confined: a code of `joute.bots.sandbox`; a bot has several if its games were played on different systems."""

    agent: str
    confinement: str


class CourseStep(TypedDict):
    """One choice of a game; `given`: it belongs to the opening."""

    choice: int
    seat: int
    action: str
    seconds: float | None
    value: float | None
    given: bool


class CourseData(TypedDict):
    """One game from beginning to end; `number`: its place among the games of the tournament, from 1, if it was chosen by it."""

    game: str
    number: int | None
    agents: list[str]
    scores: list[float] | None
    judge: str | None
    steps: list[CourseStep]


class GameStatisticsData(TypedDict):
    """The part of a tournament report beyond the standings."""

    seconds: float
    seats: list[SeatData]
    agents_by_seat: list[AgentSeatData]
    length: LengthData
    thinking: list[ThinkingData]
    faults: FaultsData
    confinements: list[ConfinementData]


class TournamentData(GameStatisticsData):
    """The whole report; `made` says with what it was played."""

    tournament: str
    game: str
    options: Mapping[str, object]
    format: str
    seed: int | str  # a large one in hexadecimal
    openings: str
    limits: Mapping[str, object]
    made: Mapping[str, object]
    command: str
    standings: StandingsData
    course: CourseData | None
    courses: list[CourseData] | None  # of the games chosen by their numbers
