"""A duel: blocks of games in which every agent takes every seat under the same chance and from the same opening.

The unit of its statistics is the block, not the game, because the games of a block share their chance.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean
from typing import TypedDict

from joute.arena import record_packing
from joute.arena.block import GameResult, block_leads, block_means, block_openings, seatings, share_and_score
from joute.arena.compiled_match import shared_policy
from joute.arena.control import ControlledData, controlled, value_rule
from joute.arena.statistics.estimates import elo_difference, mean_interval, quantile, share_interval, shares
from joute.arena.statistics.sprt import Sprt, SprtData, SprtWatch
from joute.arena.worker import BlockJob, Entrants, ScheduledBlock
from joute.bots import sandbox
from joute.core import settings
from joute.core.agent import Agent
from joute.core.errors import BadSetting, JouteError
from joute.core.game import Game
from joute.core.notebook import NotebookHtml
from joute.core.rng import plain_seed, random_seed

COMPILED_BLOCKS = 500  # between two reports, if the agents play whole games as compiled code
JOBS_PER_WORKER = 8

Progress = Callable[[int, int], None]  # games played, games of the whole duel
ShareAndScore = tuple[float, float]


def duel(
    game: Game,
    agents: Sequence[str | Agent],
    games: int = 100,
    *,
    seed: int | None = None,
    openings: str = "balanced",
    workers: int = 1,
    progress: Progress | None = None,
    until: Sprt | float | None = None,
) -> "DuelResult":
    """Play at least that many games, in whole blocks; a seed gives the same games on any number of processes (default: a random one).

    `until` makes `games` a maximum. A sequential test sees the blocks in order and stops when it is decided; games that other processes
    have played beyond that are dropped. A number is a time limit in seconds: the block in progress when it is over is the last.

    >>> import joute
    >>> joute.duel(joute.game("morpion", width=3, height=3, align=3), ["random", "random"], games=10, seed=1)
    <DuelResult: morpion, 10 games: random 0.400, random 0.600>
    """
    return DuelPlan(game, agents, games, seed, openings, until).play(workers, progress)


@dataclass(frozen=True)
class DuelPlan:
    """What a duel plays and measures, as `duel` describes it; `control` adds shares and leads less luck (see `joute.arena.control`)."""

    game: Game
    agents: Sequence[str | Agent]
    games: int = 100
    seed: int | None = None
    openings: str = "balanced"
    until: Sprt | float | None = None
    control: bool = False

    def play(self, workers: int = 1, progress: Progress | None = None) -> "DuelResult":
        """Play it."""
        began = time.perf_counter()
        game, agents, games = self.game, self.agents, self.games
        if games < 1:
            raise BadSetting("a duel has at least one game; {games} were asked for", games=games)
        sprt, seconds = (self.until, None) if isinstance(self.until, Sprt) else (None, self.until)
        if sprt and len(agents) != 2:
            raise JouteError("a sequential test compares two agents; {count} were given", count=len(agents))
        if self.control:
            value_rule(game)  # a game without evaluation is refused before anything is played
        seed = random_seed() if self.seed is None else self.seed
        size = len(seatings(len(agents), game.spec.seats))
        entrants = Entrants.of(agents, game, workers)  # an unknown agent is refused before anything is played
        openings = block_openings(game, -(-games // size), seed, self.openings)
        blocks = [ScheduledBlock((), number, opening) for number, opening in enumerate(openings)]
        chunk = _blocks_per_job(len(blocks), workers, shared_policy(entrants.agents) is not None, self.until is not None)
        job = replace(BlockJob.of(game, seed, entrants.texts, records=False), control=self.control)
        jobs = [replace(job, blocks=blocks[first : first + chunk]) for first in range(0, len(blocks), chunk)]
        watch = SprtWatch(sprt) if sprt else None
        played: list[GameResult] = []
        with entrants.executor(min(workers, len(jobs))) as executor:
            for finished in executor.map(jobs):
                results = [result for block in finished for result in block.games]
                played += results
                if progress:
                    progress(len(played), len(blocks) * size)
                if watch and _decided(watch, block_means(results, 0)):
                    played = [one for one in played if one.block < watch.blocks]
                    break
                if seconds is not None and time.perf_counter() - began >= seconds:
                    break
        confinements = [sandbox.code_in(agent.version, agent.text) for agent in entrants.agents]
        return DuelResult(game, entrants.texts, seed, self.openings, played, time.perf_counter() - began, sprt, confinements)


def _decided(watch: SprtWatch, blocks: Sequence[float]) -> bool:
    """Whether the sequential test is decided after one of these blocks; it sees no further."""
    for block in blocks:
        watch.see(block)
        if watch.accepted:
            return True
    return False


def _blocks_per_job(blocks: int, workers: int, compiled: bool, may_stop: bool) -> int:
    """Few blocks if each takes long or if the next report may be the last."""
    if workers <= 1 or may_stop:
        return COMPILED_BLOCKS if compiled else 1
    return max(1, blocks // (workers * JOBS_PER_WORKER))


class TallyData(TypedDict):
    """Wins, draws (shared points), losses, the mean share and the mean score."""

    wins: int
    draws: int
    losses: int
    mean: float
    score_mean: float


class AdvantageData(TypedDict):
    """The interval of the mean share; the Elo difference if there are two agents."""

    interval: list[float]
    elo: float | None
    elo_interval: list[float | None] | None


class FirstFaultData(TypedDict):
    """The first fault of an agent: its kind, and what happened."""

    code: str
    sentence: str


class DuelAgentData(TallyData, AdvantageData):
    """How one agent did; `seconds` are quantiles of its thinking times."""

    agent: str
    games: int
    score_interval: list[float] | None
    lead: float  # its mean score less that of the other seats, in points
    lead_interval: list[float] | None  # over blocks
    controlled: ControlledData | None  # less luck, if asked for
    confinement: str | None  # of a bot: see `joute.bots.sandbox`
    faults: int  # games that it lost by a fault
    first_fault: FirstFaultData | None
    seconds: dict[str, float]


class DuelSeatData(TallyData):
    """How a seat did."""

    seat: int


class DuelData(TypedDict):
    """A duel in a report."""

    game: str
    options: Mapping[str, object]
    seed: int | str  # a large one in hexadecimal
    games: int
    blocks: int
    openings: str
    agents: list[DuelAgentData]
    seats: list[DuelSeatData]
    length: dict[str, float]
    sprt: SprtData | None
    seconds: float


@dataclass(frozen=True, repr=False)
class DuelResult(NotebookHtml):
    """The games of a duel and their statistics: points, scores and Elo differences with intervals, by agent and by seat.

    >>> import joute
    >>> found = joute.duel(joute.game("morpion", width=3, height=3, align=3), ["random", "random"], games=10, seed=1)
    >>> row = found.to_json()["agents"][0]
    >>> row["wins"], row["draws"], row["losses"], row["mean"]
    (3, 2, 5, 0.4)
    """

    game: Game
    agents: list[str]
    seed: int
    openings: str
    played: list[GameResult]
    seconds: float
    sprt: Sprt | None = None
    confinements: Sequence[str | None] = ()  # of the agents; None: one of Joute's own

    def __repr__(self) -> str:
        """The mean share of each agent."""
        means = ", ".join(f"{row['agent']} {row['mean']:.3f}" for row in map(self.standing, range(len(self.agents))))
        return f"<DuelResult: {self.game.name}, {len(self.played)} games: {means}>"

    def to_json(self) -> DuelData:
        """The report: agents, seats, lengths, times, and the verdict of a sequential test."""
        lengths = [game.choices for game in self.played]
        return {
            "game": self.game.name,
            "options": settings.changed(self.game.options),
            "seed": plain_seed(self.seed),
            "games": len(self.played),
            "blocks": len({game.block for game in self.played}),
            "openings": self.openings,
            "agents": [self.standing(index) for index in range(len(self.agents))],
            "seats": [{"seat": seat, **tally(self.at_seat(seat))} for seat in range(self.game.spec.seats)],
            "length": {"mean": fmean(lengths), "shortest": min(lengths), "longest": max(lengths)},
            "sprt": self.verdict,
            "seconds": round(self.seconds, 3),
        }

    @cached_property
    def verdict(self) -> SprtData | None:
        """How the sequential test ended; None if there was none."""
        return self.sprt.judge(block_means(self.played, 0)).to_json(*self.agents) if self.sprt else None

    def standing(self, agent: int) -> DuelAgentData:
        """How one agent did."""
        leads = block_leads(self.played, agent)
        times = [second for game in self.played for second in game.seconds[agent]]
        failed = [game for game in self.played if any(game.seats[seat] == agent for seat in game.faults)]
        return {
            "agent": self.agents[agent],
            "games": len(self.played),
            **tally([share_and_score(game, agent) for game in self.played]),
            "score_interval": _listed(mean_interval(block_means(self.played, agent, scores=True))),
            "lead": fmean(leads),
            "lead_interval": _listed(mean_interval(leads)),
            "controlled": self._controlled(agent, leads),
            **self._advantage(agent),
            "confinement": self.confinements[agent] if self.confinements else None,
            "faults": len(failed),
            "first_fault": _first_fault(failed[0], agent) if failed else None,
            "seconds": {"median": quantile(times, 0.5), "p95": quantile(times, 0.95), "max": max(times, default=0.0)},
        }

    def _controlled(self, agent: int, leads: Sequence[float]) -> ControlledData | None:
        """The share and the lead less luck; None if the duel was played without control."""
        if not all(game.luck for game in self.played):
            return None
        return controlled(block_means(self.played, agent), leads, self.played, agent, 1 / len(self.agents))

    def _advantage(self, agent: int) -> AdvantageData:
        """The interval of the share, and the Elo difference of two; after a sequential test, those that its stop does not bias."""
        if self.verdict:
            share, (low, high) = self.verdict["share"], self.verdict["interval"]
            share, low, high = (share, low, high) if agent == 0 else (1 - share, 1 - high, 1 - low)
        else:
            means = block_means(self.played, agent)
            share, (low, high) = fmean(means), share_interval(means, 1 / len(self.agents))
        two = len(self.agents) == 2
        return {
            "interval": [low, high],
            "elo": elo_difference(share) if two else None,
            "elo_interval": [elo_difference(low), elo_difference(high)] if two else None,
        }

    def at_seat(self, seat: int) -> list[ShareAndScore]:
        """Share and score of the agent on that seat, game by game."""
        return [(shares(game.scores, game.faults)[seat], game.scores[seat]) for game in self.played]


def _first_fault(game: GameResult, agent: int) -> FirstFaultData:
    """The fault that cost the agent this game, as its record describes it."""
    faults = record_packing.unpack(game.record).faults
    fault = next(fault for fault in faults if fault.costs == "game" and game.seats[fault.seat] == agent)
    return {"code": str(fault.code), "sentence": fault.sentence}


def tally(outcomes: Sequence[ShareAndScore]) -> TallyData:
    """Wins, draws (shared points), losses, the mean share and the mean score."""
    won = [round(share, 9) for share, _ in outcomes]
    return {
        "wins": sum(share == 1 for share in won),
        "draws": sum(0 < share < 1 for share in won),
        "losses": sum(share == 0 for share in won),
        "mean": fmean(share for share, _ in outcomes),
        "score_mean": fmean(score for _, score in outcomes),
    }


def _listed(bounds: tuple[float, float] | None) -> list[float] | None:
    return None if bounds is None else list(bounds)
