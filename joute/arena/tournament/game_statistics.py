"""Statistics of a tournament's games: shares by seat, lengths, thinking times, faults, and the course of one game."""

from array import array
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import TypedDict

from joute.arena import record_packing
from joute.arena.block import Block, GameResult
from joute.arena.statistics.estimates import quantile, shares
from joute.arena.tournament.plan import TournamentPlan
from joute.arena.tournament.report_data import (
    AgentSeatData,
    ConfinementData,
    CourseData,
    CourseStep,
    FaultData,
    FaultsData,
    GameStatisticsData,
    LengthData,
    SeatData,
    ThinkingData,
)
from joute.bots import sandbox
from joute.bots.bot_reference import AgentFile, is_bot
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.rng import seed_of

MAX_GAMES_READ = 500  # games with a fault whose records are read
MAX_RECORDS = 10  # of the first games of a bot, and of its last, that are read for its confinement
MAX_FAULTS = 12  # different faults that are described
STRONG = (
    "ismcts:iterations=2000",
    "mcts:iterations=2000",
    "smmcts:iterations=2000",
    "alpha_beta:depth=3",
)  # judges if no agent of the game has values


class SeatRow(TypedDict):
    """One seat of one game, as a row of a table."""

    meeting: str
    block: int
    game: int
    seat: int
    agent: str
    score: float
    share: float
    choices: int
    thinking_seconds: float
    fault: str


class GameStatistics:
    """Adds up the blocks of a tournament."""

    def __init__(self, plan: TournamentPlan, game: Game, blocks: Iterable[Block]) -> None:
        self.plan, self.game = plan, game
        self.lengths: Counter[int] = Counter()
        self.seats: dict[int, list[float]] = {seat: [] for seat in range(game.spec.seats)}
        self.by_agent: dict[tuple[int, int], list[float]] = {}  # (agent, seat) -> shares
        self.times: dict[int, array[float]] = {number: array("d") for number in range(len(plan.agents))}
        self.faults: list[tuple[Block, GameResult]] = []
        programs = [number for number, text in enumerate(plan.agents) if is_bot(text) or AgentFile.parse(text)]
        self.ends = {number: (deque[GameResult](), deque[GameResult](maxlen=MAX_RECORDS)) for number in programs}  # first and last games
        self.seconds = 0.0
        for block in blocks:
            self.seconds += block.seconds
            for result in block.games:
                self._add(block, result)

    def _add(self, block: Block, result: GameResult) -> None:
        self.lengths[result.choices] += 1
        for seat, share in enumerate(shares(result.scores, result.faults)):
            self.seats[seat].append(share)
            self.by_agent.setdefault((result.seats[seat], seat), []).append(share)
        for agent, times in zip(block.meeting, result.seconds, strict=False):
            self.times[agent].extend(second for second in times if second > 0)  # 0: a random action for a seat at fault
        if result.faults:
            self.faults.append((block, result))
        for agent in self.ends.keys() & set(result.seats):
            first, last = self.ends[agent]
            (first if len(first) < MAX_RECORDS else last).append(result)

    def to_json(self) -> GameStatisticsData:
        """Everything, for a page or a program."""
        return GameStatisticsData(
            seconds=round(self.seconds, 3),
            seats=[SeatData(seat=seat, games=len(found), share=_mean(found)) for seat, found in self.seats.items()],
            agents_by_seat=[
                AgentSeatData(agent=agent, seat=seat, games=len(found), share=_mean(found))
                for (agent, seat), found in sorted(self.by_agent.items())
            ],
            length=self.length(),
            thinking=[self.thinking(number) for number in range(len(self.plan.agents))],
            faults=FaultsData(games=len(self.faults), details=self.fault_details()),
            confinements=self.confinements(),
        )

    def confinements(self) -> list[ConfinementData]:
        """How bots, and agents in files, were confined, according to the records of their first and last games."""
        found = []
        for agent, (first, last) in self.ends.items():
            text = self.plan.agents[agent]
            codes = dict.fromkeys(code for result in (*first, *last) for code in self._codes(result, agent, text))
            found += [ConfinementData(agent=text, confinement=code) for code in codes]
        return found

    def _codes(self, result: GameResult, agent: int, text: str) -> Iterator[str]:
        try:
            versions = record_packing.unpack(result.record, self.game, [self.plan.agents[number] for number in result.seats]).versions
        except JouteError:
            return
        for seat, version in enumerate(versions):
            if result.seats[seat] == agent and (code := sandbox.code_in(version, text)):
                yield code

    def length(self) -> LengthData:
        """The number of choices of the games."""
        games = sum(self.lengths.values())
        return LengthData(
            mean=sum(length * count for length, count in self.lengths.items()) / games if games else None,
            shortest=min(self.lengths, default=None),
            longest=max(self.lengths, default=None),
            games={str(length): count for length, count in sorted(self.lengths.items())},
        )

    def thinking(self, agent: int) -> ThinkingData:
        """The thinking times of an agent."""
        times = self.times[agent]

        def level(probability: float) -> float | None:
            return quantile(times, probability) if times else None

        return ThinkingData(
            agent=agent,
            choices=len(times),
            low=level(0.05),
            quarter=level(0.25),
            median=level(0.5),
            three_quarters=level(0.75),
            p95=level(0.95),
            max=max(times, default=None),
            total=sum(times),
        )

    def fault_details(self) -> list[FaultData]:
        """The most common faults, each with what the bot wrote to its standard error the first time."""
        found: dict[tuple[str, str, str], FaultData] = {}
        for block, result in self.faults[:MAX_GAMES_READ]:
            for fault in self._faults(block, result):
                row = found.setdefault((fault["agent"], fault["code"], fault["sentence"]), fault)
                row["times"] += 1
        return sorted(found.values(), key=lambda row: -row["times"])[:MAX_FAULTS]

    def _faults(self, block: Block, result: GameResult) -> list[FaultData]:
        """The faults in the game's record; only their kinds if it has none."""
        agents = [self.plan.agents[number] for number in result.seats]

        def detail(seat: int, code: str, choice: int | None = None, sentence: str = "", stderr: str = "") -> FaultData:
            return FaultData(
                agent=agents[seat], block=block.number, times=0, seat=seat, choice=choice, code=code, sentence=sentence, stderr=stderr
            )

        try:
            record = record_packing.unpack(result.record, self.game, agents)
        except JouteError:
            return [detail(seat, kind) for seat, kind in result.faults.items()]
        faults = [fault for fault in record.faults if fault.costs == "game"]
        return [detail(fault.seat, str(fault.code), fault.choice, fault.sentence, fault.stderr) for fault in faults]


def game_rows(plan: TournamentPlan, blocks: Iterable[Block]) -> Iterable[SeatRow]:
    """Every game, seat by seat: a table for other programs."""
    for block in blocks:
        for place, result in enumerate(block.games):
            gained = shares(result.scores, result.faults)
            for seat, agent in enumerate(result.seats):
                own = result.seconds[block.meeting.index(agent)] if result.seconds else []
                yield SeatRow(
                    meeting="-".join(map(str, block.meeting)),
                    block=block.number,
                    game=place,
                    seat=seat,
                    agent=plan.agents[agent],
                    score=result.scores[seat],
                    share=round(gained[seat], 6),
                    choices=result.choices,
                    thinking_seconds=round(sum(own), 6),
                    fault=result.faults.get(seat, ""),
                )


def _mean(found: Sequence[float]) -> float | None:
    return fmean(found) if found else None


def course(name: str, game: Game, record: GameRecord, judge: Agent | None, place: int | None = None) -> CourseData:
    """Every choice of the game of that name (and place in its tournament): seat, action, seconds, and the value of what the seat knew."""
    seen = judge.game if judge else game
    steps: list[CourseStep] = []
    states = [state for state, _ in record.replay(seen)]
    for number, (state, choices) in enumerate(zip(states, record.choices, strict=False)):
        for seat, action in sorted(choices.items()):
            value = _recorded_value(record, number, seat)
            if value is None and judge is not None:
                value = judge.consider(seen.view(state, seat), seat, seed_of(record.seed, "judge", number)).value
            second = record.seconds[number].get(seat)
            steps.append(CourseStep(choice=number, seat=seat, action=action, seconds=second, value=value, given=number < record.opening))
    judged_by = judge.text if judge else None
    return CourseData(game=name, number=place, agents=record.agents, scores=record.scores, judge=judged_by, steps=steps)


def _recorded_value(record: GameRecord, number: int, seat: int) -> float | None:
    """The player's own value, if the record has its opinion."""
    opinion = record.opinions[number].get(seat, {}) if number < len(record.opinions) else {}
    value = opinion.get("value")
    return float(value) if isinstance(value, (int, float)) else None


def find_judge(game: Game, wanted: str | None, agents: Sequence[str]) -> Agent | None:
    """The requested agent, else the first of these that gives values, else a strong search that does."""
    if wanted:
        judge = registry.agent(wanted, game)
        if not _has_values(judge):
            raise JouteError("{wanted} cannot judge a game: it gives no values", wanted=wanted)
        return judge
    for text in [*(text for text in agents if not is_bot(text)), *STRONG]:
        try:
            judge = registry.agent(text, game)
        except JouteError:
            continue
        if _has_values(judge):
            return judge
    return None


def _has_values(judge: Agent) -> bool:
    state = judge.game.new(0)
    seat = judge.game.movers(state)[0]
    return judge.consider(judge.game.view(state, seat), seat, 0).value is not None
