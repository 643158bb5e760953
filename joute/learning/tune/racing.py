"""Candidates prove themselves over blocks of games: everybody on the same blocks, half of them going on to twice as many.

All candidates meet the same opponents under the same chance, from the same openings, with the same whims, so that their shares differ
by what they do and not by what they were dealt. Who plays, and in how many processes, changes nothing.
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

PATIENCE = 0.2  # seconds between two looks at the clock
HANDFUL = 0.25  # seconds of work in a job
LARGEST = 500  # blocks in a job

Heard = Callable[[], None]


@dataclass
class Candidate:
    """An agent that proves itself, and its share of the point in every block so far."""

    text: str
    shares: list[float] = field(default_factory=list)
    rungs: dict[int, float] = field(default_factory=dict)  # the mean after so many blocks, wherever there was a choice

    @property
    def share(self) -> float:
        """The share of the point over all its blocks."""
        return fmean(self.shares)


class Proving:
    """A ground of blocks; those of one purpose are dealt apart from those of every other."""

    def __init__(self, game: Game, opponents: Sequence[str], executor: BlockExecutor, seed: int, heard: Heard | None = None) -> None:
        self.game, self.opponents, self.executor, self.seed = game, list(opponents), executor, seed
        self.heard = heard  # told now and then while games are played
        self.size = len(seatings(game.spec.seats, game.spec.seats))  # games of a block
        self.played = 0  # blocks, whatever their purpose
        self.seconds = 0.0  # that they took
        self.pace = 0.0  # seconds that a block took a worker, the last time; 0: not known yet
        self._jobs: dict[str, BlockJob] = {}  # by purpose, without agents and blocks
        self._openings: dict[str, list[Opening]] = {}

    def halve(self, texts: Sequence[str], purpose: str, rung: int, until: float | None = None) -> list[Candidate]:
        """Everybody plays the first blocks, the better half goes on to twice as many, until one is left; equals stay in their order.

        When the time is up (`until`, of the monotonic clock), the rung that was not finished counts for nobody.
        """
        field, blocks = [Candidate(text) for text in texts], rung
        ahead = list({one.text: one for one in field}.values())
        while self.play(ahead, purpose, blocks, until):
            for candidate in ahead:
                candidate.rungs[blocks] = candidate.share
            if len(ahead) == 1:
                break
            ahead = sorted(ahead, key=lambda candidate: -candidate.share)[: (len(ahead) + 1) // 2]
            blocks *= 2
        known = {one.text: one for one in field if one.rungs}
        return [known[one.text] for one in field if one.text in known]

    def play(self, candidates: Sequence[Candidate], purpose: str, blocks: int, until: float | None = None) -> bool:
        """Bring every candidate to so many blocks; False when the time ran out before, and then nothing has changed."""
        began = time.monotonic()
        waiting = deque((one.text, number) for one in candidates for number in range(len(one.shares), blocks))
        found: dict[str, dict[int, float]] = {one.text: {} for one in candidates}
        again: deque[BlockJob] = deque()
        deaths: set[tuple[str, int]] = set()  # jobs over which a worker died
        flying = 0
        while flying or ((waiting or again) and not _past(until)):
            while (waiting or again) and self.executor.free > 0 and not _past(until):
                self.executor.submit(again.popleft() if again else self._job(waiting, purpose))
                flying += 1
            for done in self.executor.collect(PATIENCE):
                flying -= 1
                name = done.job.agents[0], done.job.blocks[0].number
                if done.lost and name not in deaths:
                    deaths.add(name)
                    again.append(done.job)
                else:
                    found[name[0]] |= self._shares(done)
            if self.heard:
                self.heard()
        self.seconds += time.monotonic() - began
        if waiting or again:
            return False
        for candidate in candidates:
            shares = found[candidate.text]
            candidate.shares += [shares[number] for number in sorted(shares)]
        return True

    def _shares(self, done: Completed[BlockJob, list[Block]]) -> dict[int, float]:
        """What the candidate got, by block."""
        if not done.result:
            raise JouteError(f"{', '.join(done.job.agents)} cannot play: {done.error or 'they ended their worker process twice'}")
        self.pace = max(1e-6, fmean(block.seconds for block in done.result))
        self.played += len(done.result)
        return {block.number: block_means(block.games, 0)[0] for block in done.result}

    def _job(self, waiting: "deque[tuple[str, int]]", purpose: str) -> BlockJob:
        """As many blocks of one candidate as a worker plays in a moment, and few enough that everybody has some."""
        most = int(HANDFUL / self.pace) if self.pace else 1
        most = max(1, min(most, LARGEST, len(waiting) // (2 * self.executor.workers)))
        text = waiting[0][0]
        numbers: list[int] = []
        while waiting and waiting[0][0] == text and len(numbers) < most:
            numbers.append(waiting.popleft()[1])
        if purpose not in self._jobs:
            self._jobs[purpose] = BlockJob.of(self.game, seed_of(self.seed, "tune", purpose), [], records=False)
        agents, job = [text, *self.opponents], self._jobs[purpose]
        meeting = tuple(range(len(agents)))
        blocks = [ScheduledBlock(meeting, number, self._opening(purpose, job.seed, number)) for number in numbers]
        return replace(job, agents=agents, blocks=blocks)

    def _opening(self, purpose: str, seed: int, number: int) -> Opening:
        known = self._openings.setdefault(purpose, [])
        if number >= len(known):
            known[:] = block_openings(self.game, max(64, 2 * (number + 1)), seed, "balanced")
        return known[number]


def _past(until: float | None) -> bool:
    return until is not None and time.monotonic() >= until
