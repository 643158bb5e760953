"""A tournament: a schedule of blocks, played until the budget is spent, each written once.

The blocks that a budget of games asks for are a prefix of the schedule, whoever plays them and in whatever order they end. What is
in the ledger is never played again: that is all that going on after a kill, or with one more agent, needs.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from math import ceil, log2

from joute.arena.block import arrangements
from joute.arena.duel import beginnings
from joute.arena.executor import Executor
from joute.arena.tournament import schedule
from joute.arena.tournament.job import Job, Outcome, Sitting, venue_of
from joute.arena.tournament.ledger import Block, Key, Ledger, Meeting
from joute.arena.tournament.progress import Progress
from joute.arena.tournament.schedule import Round
from joute.arena.tournament.scoreboard import Score
from joute.arena.tournament.stopping import Budget
from joute.arena.worker import Opening
from joute.core import registry
from joute.core.errors import JouteError

GAMES = 100  # of a meeting, where nothing else bounds a tournament
SWISS_GAMES = 20  # of a meeting in one swiss round
PATIENCE = 0.2  # seconds between two looks at the clock
HANDFUL = 0.25  # seconds of work in a job: long against handing it over, short against a wish to stop
LARGEST = 2000  # blocks in a job
HOPELESS = 20  # blocks given up before any was played: then it is not a block's fault
FIRST_LOOK, NEXT_LOOK = 20, 1.3  # rounds before the width of the intervals is looked at, and how many times more before the next look

Width = Callable[[Iterable[Block]], float | None]  # the widest interval of a rating, in Elo; None: not known yet


Watcher = Callable[[Progress], None]


class Tournament:
    """One run of a tournament, from wherever its ledger stands."""

    def __init__(
        self,
        ledger: Ledger,
        executor: Executor,
        budget: Budget | None = None,
        games: int | None = None,
        agents: Sequence[str] | None = None,
        width: Width | None = None,
        watch: Watcher | None = None,
    ) -> None:
        plan = self.plan = ledger.plan
        self.ledger, self.executor, self.width, self.watch = ledger, executor, width, watch
        self.game = registry.game(plan.game, **plan.options)
        self.agents = [plan.agents.index(text) for text in agents or plan.agents]  # who plays in this run
        self.seats = self.game.spec.seats
        schedule.check(plan.format, len(self.agents), self.seats)
        self.size = len(arrangements(2 if plan.format == "round_robin" else self.seats, self.seats))
        self.budget = budget or Budget()
        self.per_meeting = ceil(games / self.size) if games else None  # blocks
        self.venue = venue_of(plan.game, plan.options, plan.seed, plan.limits)
        self.score = Score.of(self.agents, keep=plan.format == "swiss")
        self.progress = Progress(self.score, self.budget, self._total())
        self._openings: list[Opening] = []
        self._again: deque[Job] = deque()
        self._deaths: dict[Key, int] = {}
        self._unwritten: list[Block] = []
        self._paces: dict[Meeting, float] = {}  # seconds that a block took a worker, the last time
        self._held: Key | None = None  # the next block, where it did not go with the last job

    # --- what is to be played -----------------------------------------------------------------------------------------------

    @property
    def bounded(self) -> bool:
        """Whether a budget ends the tournament, so that its rounds need no number."""
        return self.budget != Budget()

    def rounds(self) -> int | None:
        """How many rounds there are; None: as many as the budget allows."""
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

    def _stages(self) -> Iterator[Iterator[Key]]:
        """Blocks that may be played in any order; before the next of these, all of the last must have ended."""
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
            return bound if bound is None else ceil(bound / self.size) * self.size
        a_round = len(self.agents) * (len(self.agents) - 1) // 2 if self.plan.format == "round_robin" else len(self.agents) // self.seats
        if self.plan.format == "swiss":
            a_round *= self.per_meeting or ceil(SWISS_GAMES / self.size)
        whole = rounds * a_round * self.size
        return whole if bound is None else min(whole, ceil(bound / self.size) * self.size)

    # --- playing ------------------------------------------------------------------------------------------------------------

    def run(self) -> Progress:
        """Play until the schedule or the budget ends; interrupted, keep what has ended."""
        for block in self.ledger.blocks():
            self.score.add(block)
        self.progress.before = self.score.seconds
        self._finished = self.ledger.finished()
        self._began = self._written = time.monotonic()
        allowed = None if self.budget.games is None else ceil(self.budget.games / self.size)
        counted = schedule.Allowance(allowed)
        try:
            for stage in self._stages():
                self._play(counted.through(stage))
                if counted.ended or self.out_of_time or self._narrow():
                    break
        finally:
            self._write()
            self._tell()
        return self.progress

    def _play(self, keys: Iterator[Key]) -> None:
        """Hand out jobs and gather what became of them; while workers play on, what they gave is written."""
        missing = self._missing(keys)
        flying = 0
        while True:
            while self.executor.free > 0 and not self.out_of_time and (job := self._next(missing)):
                self.executor.submit(job)
                flying += 1
            self._write()
            if not flying:
                return
            for outcome in self.executor.collect(PATIENCE):
                flying -= 1
                self._take(outcome)
            self._tell()

    @property
    def out_of_time(self) -> bool:
        """Whether the time of the budget is spent, earlier runs included."""
        self.progress.seconds = time.monotonic() - self._began
        return self.budget.seconds is not None and self.progress.before + self.progress.seconds >= self.budget.seconds

    def _missing(self, keys: Iterator[Key]) -> Iterator[Key]:
        for key in keys:
            if key in self._finished:
                self.progress.done += self.size
            else:
                yield key

    def _next(self, missing: Iterator[Key]) -> Job | None:
        """As many blocks as a worker plays in a moment; the first of a meeting goes alone, since nobody knows how long it takes."""
        if self._again:
            return self._again.popleft()
        keys: list[Key] = []
        expected, most = 0.0, LARGEST
        if self.progress.total is not None:  # near the end, nobody should sit over a large job while others have none
            most = min(most, (self.progress.total - self.progress.done) // self.size // (2 * self.executor.hands))
        while key := self._held or next(missing, None):
            pace = self._paces.get(key[0])
            self._held = key if keys and pace is None else None
            if self._held:
                break
            keys.append(key)
            expected += HANDFUL if pace is None else pace
            if expected >= HANDFUL or len(keys) >= most:
                break
        return Job(self.venue, [self._sitting(key) for key in keys]) if keys else None

    def _sitting(self, key: Key) -> Sitting:
        meeting, number = key
        if number >= len(self._openings):
            count = max(64, 2 * (number + 1))
            self._openings = beginnings(self.game, count, self.plan.seed, self.plan.openings)
        return Sitting(meeting, [self.plan.agents[agent] for agent in meeting], number, self._openings[number])

    def _take(self, outcome: Outcome) -> None:
        """Keep the blocks of a job; one that failed is tried again block by block, to find the culprit."""
        sittings = outcome.job.sittings
        if outcome.blocks:
            self._paces |= {block.meeting: block.seconds for block in outcome.blocks}
            self._unwritten += outcome.blocks
        elif len(sittings) > 1:
            self._again += [Job(self.venue, [sitting]) for sitting in sittings]
        elif outcome.lost and self._deaths.setdefault(sittings[0].key, 0) == 0:
            self._deaths[sittings[0].key] = 1
            self._again.append(outcome.job)
        else:
            self._give_up(sittings[0], outcome.error or "it ended its worker process twice")

    def _give_up(self, sitting: Sitting, reason: str) -> None:
        self.progress.notes.append(f"block {sitting.number} of {', '.join(sitting.agents)} was given up: {reason}")
        if len(self.progress.notes) >= HOPELESS and not self.progress.played:
            raise JouteError(f"nothing can be played; {self.progress.notes[0]}")

    def _write(self) -> None:
        """Everything that ended, in one transaction, with the time that has gone by since the last."""
        if not self._unwritten:
            return
        now = time.monotonic()
        each, self._written = (now - self._written) / len(self._unwritten), now
        blocks = [Block(block.meeting, block.number, block.games, each) for block in self._unwritten]
        self._unwritten = []
        self.ledger.write(blocks)
        for block in blocks:
            self.score.add(block)
            self.progress.done += len(block.games)
            self.progress.played += len(block.games)

    def _narrow(self) -> bool:
        """Whether every rating is known as well as the budget asks."""
        if self.budget.width is None or self.width is None:
            return False
        self.progress.width = self.width(self.ledger.blocks())
        return self.progress.width is not None and self.progress.width <= self.budget.width

    def _tell(self) -> None:
        self.progress.seconds = time.monotonic() - self._began
        if self.watch:
            self.watch(self.progress)
