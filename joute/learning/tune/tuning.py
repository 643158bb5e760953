"""The numbers of an agent, tuned: Optuna proposes settings, blocks of games judge them, fresh blocks say what the best is worth.

Proposals come in generations (tree-structured Parzen estimators, Bergstra et al. 2011): each is drawn from what the generations before
it showed and from the seed, so that neither the number of workers nor a kill changes anything. A range that nobody gave is widened when
the best so far lies at its edge. Within a generation, halves are given up
after every rung (successive halving, Jamieson and Talwalkar 2016). The best of the search are partly lucky; so they meet again on other
blocks, and the winner's figures come from blocks that nobody has seen.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from joute.arena.statistics.intervals import elo_difference, mean_interval, share_interval
from joute.arena.worker import BlockExecutor
from joute.core import registry
from joute.core.errors import BadSetting, JouteError
from joute.core.game import Game
from joute.core.settings import setting
from joute.core.state import Json
from joute.learning.tune.optuna_study import GENERATION, Logbook, Trial, propose, widened
from joute.learning.tune.racing import Candidate, Proving
from joute.learning.tune.search_space import Space

LONGEST = GENERATION  # rungs double while halves are given up: the best of a generation plays so many times the first rung
HALVINGS = 20  # blocks of a whole generation, as a multiple of its first rung
FINALISTS = 8  # of the search, who meet again
FINAL_RUNG, FRESH = 2, 40  # their first blocks and the winner's fresh ones, as multiples of a first rung
SEARCHING, MEETING, VERIFYING = 0.7, 0.1, 0.2  # shares of the time
FEWEST = 20  # fresh blocks, however little time there is
BLOCKS = 32  # of a first rung, where trials are the budget
FEWEST_BLOCKS, MOST_BLOCKS = 4, 1000  # of a first rung, where time is
GENERATIONS = 40  # that should fit into the time
PACE = 4  # blocks for each worker, to begin with when it is seen how long they take
TIMED = 0.005  # of the time, for seeing that

SEARCH, FINAL, VERIFY, TIMING = "search", "final", "fresh", "timing"  # stages, each with blocks of its own


@dataclass(frozen=True)
class TuneSettings:
    """Settings of a tuning."""

    minutes: float = setting(5.0, "time for everything, where no trials are given", 0.01, 100_000)
    trials: int = setting(0, "proposals in all; 0: as time allows", 0, 1_000_000)
    blocks: int = setting(
        0,
        f"blocks of games that every proposal plays; 0: {BLOCKS}, or as time allows; the best play eight times as many",
        0,
        1_000_000,
    )


@dataclass
class Course:
    """How far a tuning has come, for whoever watches."""

    stage: str = SEARCH
    trials: int = 0
    games: int = 0
    done: float = 0.0  # of the budget, from 0 to 1
    best: str = ""
    gain: float | None = None


Watcher = Callable[[Course], None]


class Tuning:
    """One run, from wherever its logbook stands."""

    def __init__(
        self,
        game: Game,
        space: Space,
        against: Sequence[str],
        chosen: TuneSettings,
        seed: int,
        executor: BlockExecutor,
        logbook: Logbook,
        watch: Watcher | None = None,
    ) -> None:
        self.game, self.against, self.chosen, self.seed = game, list(against), chosen, seed
        self.logbook, self.watch, self.course = logbook, watch, Course()
        self.proving = Proving(game, opponents(game, space.agent, against), executor, seed, self._tell)
        self.trials = logbook.read()  # the start first
        self.space = widened(space, self.trials[:-1])  # that the last of them were drawn from
        self.blocks = chosen.blocks or logbook.blocks  # of a first rung; 0: not known yet
        self.before = logbook.seconds
        self.began = time.monotonic()

    def run(self) -> Json:
        """Search, let the best meet again, and play the winner against the start on fresh blocks."""
        self._search()
        if len(self.trials) < 2:
            raise JouteError(
                f"{self.chosen.minutes:g} minutes were too short to see anything: the start and the first proposals play "
                f"{self.blocks} blocks of games and more; give more time, a quicker agent or fewer blocks"
            )
        best = self._final()
        fresh = self._verify(best)
        return {"best": best, "fresh": fresh, "games": self.proving.played * self.proving.size, "seconds": round(self.seconds, 3)}

    # --- the budget ---------------------------------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """The time spent, earlier runs included."""
        return self.before + time.monotonic() - self.began

    @property
    def _until(self) -> float | None:
        """When the search ends, on the monotonic clock."""
        return None if self.chosen.trials else self.began + SEARCHING * 60 * self.chosen.minutes - self.before

    def _blocks(self, share: float, usual: int) -> int:
        """How many blocks fit into a share of the time, at the pace so far; the usual number where trials are the budget."""
        if self.chosen.trials or not self.proving.played:
            return usual
        return int(share * 60 * self.chosen.minutes * self.proving.played / self.proving.seconds)

    # --- the three stages ---------------------------------------------------------------------------------------------------

    def _search(self) -> None:
        """The start on all blocks of the search, then generation after generation, each noted when it has ended."""
        if not self.trials and not self._begin():
            return
        while count := self._next():
            self.space = widened(self.logbook.space, self.trials)
            proposals = propose(self.space, self.trials, count, self.seed)
            texts = [self.space.candidate(values) for values in proposals]
            judged = {one.text: one.rungs for one in self.proving.halve(texts, SEARCH, self.blocks, self._until)}
            fresh = [Trial(values, text, judged[text]) for values, text in zip(proposals, texts, strict=True) if text in judged]
            self.trials += fresh
            if self._until is not None and time.monotonic() >= self._until:
                return  # the time ended within this generation: what it showed counts, but nobody goes on from it
            self.logbook.write(fresh, self.trials, self.seconds)

    def _begin(self) -> bool:
        """The agent as it stands, on every block that a proposal may play."""
        self.blocks = self.blocks or self._affordable()
        start = Candidate(self.space.agent)
        rungs = {}
        blocks = self.blocks
        while blocks <= LONGEST * self.blocks:
            if not self.proving.play([start], SEARCH, blocks, self._until):
                return False
            rungs[blocks] = start.share
            blocks *= 2
        self.trials = [Trial(dict(self.space.start), self.space.agent, rungs)]
        self.logbook.write(self.trials, self.trials, self.seconds)
        return True

    def _affordable(self) -> int:
        """The blocks of a first rung: the usual number, or as many as let enough generations fit into the time."""
        if self.chosen.trials:
            return BLOCKS
        time_for_it, start = SEARCHING * 60 * self.chosen.minutes, Candidate(self.space.agent)
        blocks, took = PACE * self.proving.executor.workers, 0.0
        while took < TIMED * time_for_it and self.proving.play([start], TIMING, blocks, self._until):
            before, blocks = time.monotonic(), 2 * blocks  # the first blocks, while workers still begin, are not timed
            if not self.proving.play([start], TIMING, blocks, self._until):
                break
            took = time.monotonic() - before
        affordable = blocks / 2 * time_for_it / max(took, 1e-3) / (GENERATIONS * HALVINGS)
        return max(FEWEST_BLOCKS, min(MOST_BLOCKS, int(affordable)))

    def _next(self) -> int:
        """How many proposals the next generation has; none when the budget is spent."""
        if self.chosen.trials:
            return max(0, min(GENERATION, self.chosen.trials + 1 - len(self.trials)))
        return GENERATION if self._until is None or time.monotonic() < self._until else 0

    def _final(self) -> str:
        """The winner among the best of the search, who meet on other blocks."""
        self.course.stage = FINAL
        ranked = sorted(self.trials[1:], key=lambda trial: (-trial.blocks, -trial.share))
        texts = list(dict.fromkeys(trial.text for trial in ranked))[:FINALISTS]
        rung = max(2, self._blocks(MEETING / HALVINGS, FINAL_RUNG * self.blocks))
        return max(self.proving.halve(texts, FINAL, rung), key=lambda one: (len(one.shares), one.share)).text

    def _verify(self, best: str) -> Json | None:
        """The best on fresh blocks, and the start beside it where they do not meet; None when the best is the start."""
        self.course.stage = VERIFY
        if best == self.space.agent:
            return None
        facing = [Candidate(best), *([Candidate(self.space.agent)] if self.against else [])]
        blocks = max(FEWEST, self._blocks(VERIFYING / len(facing), FRESH * self.blocks))
        self.proving.play(facing, VERIFY, blocks)
        return measured(facing, self.game.spec.seats)

    def _tell(self) -> None:
        if self.watch is None:
            return
        course, tried = self.course, self.trials[1:]
        course.trials, course.games = len(tried), self.proving.played * self.proving.size
        if tried:
            best = max(tried, key=lambda trial: (trial.blocks, trial.share))
            course.best, course.gain = best.text, best.gain(self.trials[0])
        spent = self.seconds / (60 * self.chosen.minutes)
        course.done = min(1.0, len(tried) / self.chosen.trials if self.chosen.trials else spent)
        self.watch(course)


def opponents(game: Game, agent: str, against: Sequence[str]) -> list[str]:
    """Who sits on the other seats: those who were named, in turn; else the agent as it stands."""
    named = list(against) or [agent]
    for text in named:
        registry.agent(text, game)  # an unknown agent is refused before anything is played
    seats = game.spec.seats - 1
    if len(named) > seats:
        raise BadSetting(f"{game.name} has {seats} other seats here; {len(named)} opponents were named")
    return [named[place % len(named)] for place in range(seats)]


def measured(facing: Sequence[Candidate], seats: int) -> Json:
    """What the best is worth on fresh blocks: its share with its interval, and how far that is from the start's."""
    best, even = facing[0], 1 / seats
    low, high = share_interval(best.shares)
    found = {"blocks": len(best.shares), "games": len(facing) * len(best.shares) * seats, "share": best.share, "interval": [low, high]}
    if len(facing) == 1:  # against itself as it stands, the start gets an even share
        gain, bounds = best.share - even, (low - even, high - even)
    else:
        gains = [own - other for own, other in zip(best.shares, facing[1].shares, strict=True)]
        gain, bounds = fmean(gains), mean_interval(gains) or (-1.0, 1.0)
    two = seats == 2 and len(facing) == 1
    return found | {
        "start": even if len(facing) == 1 else facing[1].share,
        "gain": gain,
        "gain_interval": list(bounds),
        "elo": elo_difference(best.share) if two else None,
        "elo_interval": [elo_difference(low), elo_difference(high)] if two else None,
        "verdict": "better" if bounds[0] > 0 else "worse" if bounds[1] < 0 else "unclear",
    }
