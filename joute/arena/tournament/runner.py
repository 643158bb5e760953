"""The runner of a tournament: it plays a schedule of blocks until the budget is spent, and writes each block once.

The blocks within a budget of games are a prefix of the schedule, whichever workers play them and in whatever order they end; the last
one is cut if the budget ends within it. Blocks in the ledger are never played again: resuming after a kill, or with one more agent,
needs nothing else.
"""

import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from math import ceil, log2

from joute.arena.block import Block, BlockKey, Meeting, Opening, block_openings, seatings
from joute.arena.executor import Completed, DaskCluster
from joute.arena.statistics.standings import Standings, standings
from joute.arena.tournament import schedule
from joute.arena.tournament.ledger import Ledger, MemoryLedger
from joute.arena.tournament.plan import TournamentBudget, TournamentPlan
from joute.arena.tournament.progress import Scoreboard, TournamentProgress
from joute.arena.tournament.schedule import Round
from joute.arena.worker import BlockExecutor, BlockJob, Entrants, ScheduledBlock
from joute.bots import sandbox
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.rng import random_seed
from joute.i18n import say

GAMES = 100  # of a meeting, if nothing else bounds a tournament
SWISS_GAMES = 20  # of a meeting in one swiss round
POLL_SECONDS = 0.2
JOB_SECONDS = 0.25  # of work in a job: long compared with sending it, short enough to stop soon
MAX_JOB_BLOCKS = 2000
MAX_GIVEN_UP = 20  # blocks given up before any was played: then no block is to blame
FIRST_LOOK, NEXT_LOOK = 20, 1.3  # rounds before the width of the intervals is computed, and the factor to the next time

Width = Callable[[Iterable[Block]], float | None]  # the widest interval of a rating, in Elo; None: not known yet
Watcher = Callable[[TournamentProgress], None]


def tournament(
    game: Game,
    agents: Sequence[str | Agent],
    games: int | None = None,
    *,
    budget: str | None = None,
    format: str | None = None,
    seed: int | None = None,
    workers: int = 1,
    watch: Watcher | None = None,
) -> Standings:
    """Play a tournament in memory, and return its standings.

    `games` is the number of games per meeting, `budget` what ends the tournament (`"1000"` games, `"5m"`, or `"width:30"` Elo); without
    either, every two agents play 100 games. The format is `round_robin`, `swiss` or `tables`. The command `joute tournament` also stores
    the games, and resumes what was interrupted.

    >>> import joute
    >>> game = joute.game("morpion", width=3, height=3, align=3)
    >>> joute.tournament(game, ["random", "random:"], games=4, seed=1)
    <Standings: 4 games: 1. random ..., 2. random: ...>
    """
    entrants = Entrants.of(agents, game, workers)
    form = format or schedule.usual(len(agents), game.spec.seats)
    seed = random_seed() if seed is None else seed
    ledger = MemoryLedger(TournamentPlan(game.name, registry.address(game), vars(game.options), entrants.texts, seed, form))
    with entrants.executor(workers) as executor:
        bounds = TournamentBudget.read(budget) if budget else None
        progress = Tournament(
            ledger, executor, bounds, games, width=partial(widest_interval, entrants.texts, game.spec.utility == "win"), watch=watch
        ).run()
    for note in progress.notes:
        warnings.warn(note, stacklevel=2)
    return standings(ledger.blocks(), entrants.texts, winners_only=game.spec.utility == "win")


def widest_interval(agents: Sequence[str], winners_only: bool, blocks: Iterable[Block]) -> float | None:
    """The width of the widest interval of a rating, in Elo; None before all have played."""
    return standings(blocks, agents, resamples=0, winners_only=winners_only).widest


class Tournament:
    """One run of a tournament, from the state of its ledger on."""

    def __init__(
        self,
        ledger: Ledger,
        executor: BlockExecutor,
        budget: TournamentBudget | None = None,
        games: int | None = None,
        agents: Sequence[str] | None = None,
        width: Width | None = None,
        watch: Watcher | None = None,
        opinions: bool = False,
    ) -> None:
        plan = self.plan = ledger.plan
        self.ledger, self.executor, self.width, self.watch = ledger, executor, width, watch
        self.game = registry.game(plan.game, **plan.options)
        self.agents = [plan.agents.index(text) for text in agents or plan.agents]  # those of this run
        self.seats = self.game.spec.seats
        schedule.check(plan.format, len(self.agents), self.seats)
        self.size = len(seatings(2 if plan.format == "round_robin" else self.seats, self.seats))
        self.budget = budget or TournamentBudget()
        self.per_meeting = ceil(games / self.size) if games else None  # blocks
        texts = [plan.agents[number] for number in self.agents]
        limits = sandbox.for_tournament(texts, plan.limits)
        if not isinstance(executor, DaskCluster):  # other machines may be able to confine what this one cannot
            sandbox.check(texts, limits)
        job = BlockJob.of(self.game, plan.seed, plan.agents, limits)
        self.job = replace(job, game=plan.game, opinions=opinions)  # every job, without its blocks
        self.score = Scoreboard.of(self.agents, by_block=plan.format == "swiss")
        self.progress = TournamentProgress(self.score, self.budget, self._total())
        self._openings: list[Opening] = []
        self._retries: deque[BlockJob] = deque()
        self._lost: set[BlockKey] = set()  # blocks that ended a worker process once
        self._unwritten: list[Block] = []
        self._paces: dict[Meeting, float] = {}  # seconds that a block of the meeting took a worker, the last time
        self._held: BlockKey | None = None  # the next block, if it did not go with the last job

    # --- the schedule -------------------------------------------------------------------------------------------------------

    @property
    def bounded(self) -> bool:
        """Whether a budget ends the tournament, so that the number of rounds need not."""
        return self.budget != TournamentBudget()

    def rounds(self) -> int | None:
        """The number of rounds; None: until the budget is spent."""
        if self.plan.format == "swiss":
            return None if self.bounded else ceil(log2(len(self.agents))) + 2
        if self.per_meeting is None and not self.bounded:
            return ceil(GAMES / self.size)
        return self.per_meeting

    def _rounds(self) -> Iterator[Round]:
        if self.plan.format == "swiss":
            blocks = self.per_meeting or ceil(SWISS_GAMES / self.size)
            drawn = schedule.swiss(self.agents, self.seats, self.plan.seed, blocks, self.score.points)
        elif self.plan.format == "tables":
            drawn = schedule.tables(self.agents, self.seats, self.plan.seed)
        else:
            drawn = schedule.round_robin(self.agents)
        return islice(drawn, self.rounds())

    def _stages(self) -> Iterator[Iterator[BlockKey]]:
        """Blocks that may be played in any order; all of a stage end before the next one starts."""
        rounds = self._rounds()
        if self.plan.format == "swiss":
            yield from (iter(drawn) for drawn in rounds)
        elif self.budget.width is None:
            yield chain.from_iterable(rounds)
        else:
            looked, until = 0, FIRST_LOOK
            while first := next(rounds, None):
                yield chain(first, chain.from_iterable(islice(rounds, until - looked - 1)))
                looked, until = until, ceil(until * NEXT_LOOK)

    def _total(self) -> int | None:
        rounds, bound = self.rounds(), self.budget.games
        if rounds is None:
            return bound
        a_round = len(self.agents) * (len(self.agents) - 1) // 2 if self.plan.format == "round_robin" else len(self.agents) // self.seats
        if self.plan.format == "swiss":
            a_round *= self.per_meeting or ceil(SWISS_GAMES / self.size)
        whole = rounds * a_round * self.size
        return whole if bound is None else min(whole, bound)

    # --- playing ------------------------------------------------------------------------------------------------------------

    def run(self) -> TournamentProgress:
        """Play until the schedule or the budget ends; if interrupted, write what has ended."""
        cut = {}
        for block in self.ledger.blocks():
            self.score.add(block)
            if len(block.games) < self.size:
                cut[block.key] = len(block.games)
        self._allowance = allowance = schedule.Allowance(self.budget.games, self.size, cut)
        self.progress.before = self.score.seconds
        self._finished = self.ledger.finished()
        self._began = self._written = time.monotonic()
        try:
            for stage in self._stages():
                self._play(allowance.through(stage))
                if allowance.ended or self.out_of_time or self._narrow():
                    break
        finally:
            self._write()
            self._report()
        return self.progress

    def _play(self, keys: Iterator[BlockKey]) -> None:
        """Submit jobs and collect their results; what has ended is written while workers play on."""
        missing = self._missing(keys)
        running = 0
        while True:
            while self.executor.free > 0 and not self.out_of_time and (job := self._next_job(missing)):
                self.executor.submit(job)
                running += 1
            self._write()
            if not running:
                return
            for done in self.executor.collect(POLL_SECONDS):
                running -= 1
                self._take(done)
            self._report()

    @property
    def out_of_time(self) -> bool:
        """Whether the time of the budget is spent, earlier runs included."""
        self.progress.seconds = time.monotonic() - self._began
        return self.budget.seconds is not None and self.progress.before + self.progress.seconds >= self.budget.seconds

    def _missing(self, keys: Iterator[BlockKey]) -> Iterator[BlockKey]:
        for key in keys:
            if key in self._finished:
                self.progress.done += self._allowance.games(key)
            else:
                yield key

    def _next_job(self, missing: Iterator[BlockKey]) -> BlockJob | None:
        """Blocks for a fraction of a second; the first of a meeting goes alone, since its duration is unknown."""
        if self._retries:
            return self._retries.popleft()
        keys: list[BlockKey] = []
        expected, most = 0.0, MAX_JOB_BLOCKS
        if self.progress.total is not None:  # near the end, a large job would leave the other workers idle
            most = min(most, (self.progress.total - self.progress.done) // self.size // (2 * self.executor.workers))
        while key := self._held or next(missing, None):
            pace = self._paces.get(key[0])
            self._held = key if keys and pace is None else None
            if self._held:
                break
            keys.append(key)
            expected += JOB_SECONDS if pace is None else pace
            if expected >= JOB_SECONDS or len(keys) >= most:
                break
        return self._job([self._scheduled(key) for key in keys]) if keys else None

    def _job(self, blocks: list[ScheduledBlock]) -> BlockJob:
        return replace(self.job, blocks=blocks)

    def _scheduled(self, key: BlockKey) -> ScheduledBlock:
        meeting, number = key
        if number >= len(self._openings):
            count = max(64, 2 * (number + 1))
            self._openings = block_openings(self.game, count, self.plan.seed, self.plan.openings)
        return ScheduledBlock(meeting, number, self._openings[number], self._allowance.games(key))

    def _take(self, done: Completed[BlockJob, list[Block]]) -> None:
        """Take the blocks of a job; one that failed is tried again block by block, to find the one to blame."""
        first, *others = done.job.blocks
        if done.result:
            self._paces |= {block.meeting: block.seconds for block in done.result}
            self._unwritten += done.result
        elif others:
            self._retries += [self._job([block]) for block in done.job.blocks]
        elif done.lost and first.key not in self._lost:
            self._lost.add(first.key)
            self._retries.append(done.job)
        else:
            self._give_up(first, done.error or "it ended its worker process twice")

    def _give_up(self, block: ScheduledBlock, reason: str) -> None:
        agents = ", ".join(self.job.players(block.meeting))
        self.progress.notes.append(
            say("block {number} of {agents} was given up: {reason}", number=block.number, agents=agents, reason=reason)
        )
        if len(self.progress.notes) >= MAX_GIVEN_UP and not self.progress.played:
            raise JouteError("nothing can be played; {reason}", reason=self.progress.notes[0])

    def _write(self) -> None:
        """Write all that ended in one transaction, with the time since the last one."""
        if not self._unwritten:
            return
        now = time.monotonic()
        each, self._written = (now - self._written) / len(self._unwritten), now
        blocks = [replace(block, seconds=each) for block in self._unwritten]
        self._unwritten = []
        self.ledger.write(blocks)
        for block in blocks:
            self.score.add(block)
            self.progress.done += len(block.games)
            self.progress.played += len(block.games)

    def _narrow(self) -> bool:
        """Whether the interval of every rating is as narrow as the budget asks."""
        if self.budget.width is None or self.width is None:
            return False
        self.progress.width = self.width(self.ledger.blocks())
        return self.progress.width is not None and self.progress.width <= self.budget.width

    def _report(self) -> None:
        self.progress.seconds = time.monotonic() - self._began
        if self.watch:
            self.watch(self.progress)
