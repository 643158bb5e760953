"""Races of candidates over blocks of games by successive halving (Jamieson and Talwalkar 2016).

All candidates play the same blocks: the same opponents, chance, openings and random generators, so that their shares differ only by their
choices. The executor and its number of processes change nothing.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean

from joute.arena.block import Block, Opening, block_means, block_openings, seatings
from joute.arena.executor import Completed
from joute.arena.worker import BlockExecutor, BlockJob, ScheduledBlock
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.i18n import say

POLL_SECONDS = 0.2  # between two looks at the clock
JOB_SECONDS = 0.25
MAX_BLOCKS = 500  # in a job


@dataclass
class Candidate:
    """An agent in a race, and its share of the point in every block so far."""

    text: str
    shares: list[float] = field(default_factory=list)
    rungs: dict[int, float] = field(default_factory=dict)  # number of blocks -> mean share, at every rung

    @property
    def share(self) -> float:
        """The mean share over all its blocks."""
        return fmean(self.shares)


class Race:
    """Plays blocks for candidates; every stage has blocks of its own."""

    def __init__(
        self, game: Game, opponents: Sequence[str], executor: BlockExecutor, seed: int, progress: Callable[[], None] | None = None
    ) -> None:
        self.game, self.opponents, self.executor, self.seed = game, list(opponents), executor, seed
        self.progress = progress  # called now and then while games are played
        self.block_size = len(seatings(game.spec.seats, game.spec.seats))  # games
        self.played = 0  # blocks, in all stages
        self.seconds = 0.0  # for these
        self.pace = 0.0  # seconds per block and worker in the last job; 0: unknown
        self._jobs: dict[str, BlockJob] = {}  # by stage, without agents and blocks
        self._openings: dict[str, list[Opening]] = {}

    def successive_halving(self, texts: Sequence[str], stage: str, rung: int, until: float | None = None) -> list[Candidate]:
        """All candidates play the first rung, the better half twice as many blocks, until one is left; ties keep their order.

        When the time is up (`until`, on the monotonic clock), an unfinished rung counts for nobody.
        """
        candidates, blocks = [Candidate(text) for text in texts], rung
        remaining = list({one.text: one for one in candidates}.values())
        while self.play(remaining, stage, blocks, until):
            for candidate in remaining:
                candidate.rungs[blocks] = candidate.share
            if len(remaining) == 1:
                break
            remaining = sorted(remaining, key=lambda candidate: -candidate.share)[: (len(remaining) + 1) // 2]
            blocks *= 2
        finished = {one.text: one for one in candidates if one.rungs}
        return [finished[one.text] for one in candidates if one.text in finished]

    def play(self, candidates: Sequence[Candidate], stage: str, blocks: int, until: float | None = None) -> bool:
        """Bring every candidate to that number of blocks; False, and no change, if the time ran out before."""
        began = time.monotonic()
        waiting = deque((one.text, number) for one in candidates for number in range(len(one.shares), blocks))
        found: dict[str, dict[int, float]] = {one.text: {} for one in candidates}
        retries: deque[BlockJob] = deque()
        lost: set[tuple[str, int]] = set()  # jobs that a worker died over
        running = 0
        while running or ((waiting or retries) and not _past(until)):
            while (waiting or retries) and self.executor.free > 0 and not _past(until):
                self.executor.submit(retries.popleft() if retries else self._job(waiting, stage))
                running += 1
            for done in self.executor.collect(POLL_SECONDS):
                running -= 1
                name = done.job.agents[0], done.job.blocks[0].number
                if done.lost and name not in lost:
                    lost.add(name)
                    retries.append(done.job)
                else:
                    found[name[0]] |= self._shares(done)
            if self.progress:
                self.progress()
        self.seconds += time.monotonic() - began
        if waiting or retries:
            return False
        for candidate in candidates:
            shares = found[candidate.text]
            candidate.shares += [shares[number] for number in sorted(shares)]
        return True

    def _shares(self, done: Completed[BlockJob, list[Block]]) -> dict[int, float]:
        """The candidate's share of each block."""
        if not done.result:
            raise JouteError(
                "{agents} cannot play: {error}",
                agents=", ".join(done.job.agents),
                error=done.error or say("they ended their worker process twice"),
            )
        self.pace = max(1e-6, fmean(block.seconds for block in done.result))
        self.played += len(done.result)
        return {block.number: block_means(block.games, 0)[0] for block in done.result}

    def _job(self, waiting: "deque[tuple[str, int]]", stage: str) -> BlockJob:
        """Blocks of one candidate that take a worker about JOB_SECONDS, and few enough that every worker gets some."""
        most = int(JOB_SECONDS / self.pace) if self.pace else 1
        most = max(1, min(most, MAX_BLOCKS, len(waiting) // (2 * self.executor.workers)))
        text = waiting[0][0]
        numbers: list[int] = []
        while waiting and waiting[0][0] == text and len(numbers) < most:
            numbers.append(waiting.popleft()[1])
        if stage not in self._jobs:
            self._jobs[stage] = BlockJob.of(self.game, seed_of(self.seed, "tune", stage), [], records=False)
        agents, job = [text, *self.opponents], self._jobs[stage]
        meeting = tuple(range(len(agents)))
        blocks = [ScheduledBlock(meeting, number, self._opening(stage, job.seed, number)) for number in numbers]
        return replace(job, agents=agents, blocks=blocks)

    def _opening(self, stage: str, seed: int, number: int) -> Opening:
        openings = self._openings.setdefault(stage, [])
        if number >= len(openings):
            openings[:] = block_openings(self.game, max(64, 2 * (number + 1)), seed, "balanced")
        return openings[number]


def _past(until: float | None) -> bool:
    return until is not None and time.monotonic() >= until
