"""Tuning of an agent's numbers: Optuna suggests values, races over blocks of games compare them, fresh blocks measure the best.

Trials come in generations from tree-structured Parzen estimators (Bergstra et al. 2011): each depends only on the generations before it and
on the seed, so that neither the number of workers nor an interruption changes the result. A range that the user did not give is widened
when the best trial lies at its edge. Each generation is a race by successive halving. The best of a search are partly lucky: they race
again on other blocks, and the result of the winner comes from blocks that no trial has played.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, TypedDict

from joute.arena.statistics.estimates import elo_difference, mean_interval, share_interval
from joute.arena.worker import BlockExecutor
from joute.core import registry
from joute.core.errors import BadSetting, JouteError
from joute.core.game import Game
from joute.core.settings import setting
from joute.learning.tune.optuna_study import GENERATION, Trial, TuningJournal, suggest, widen_ranges
from joute.learning.tune.racing import Candidate, Race
from joute.learning.tune.search_space import SearchSpace

MAX_RUNG = GENERATION  # of the winner of a generation, as a multiple of the first rung
RACE_BLOCKS = 20  # of the race of a whole generation, as a multiple of its first rung
FINALISTS = 8
FINAL_RUNG, FRESH = 2, 40  # the finalists' first rung and the winner's fresh blocks, as multiples of a first rung
SEARCH_SHARE, FINAL_SHARE, FRESH_SHARE = 0.7, 0.1, 0.2  # of the time
MIN_FRESH = 20  # fresh blocks
DEFAULT_BLOCKS = 32  # of a first rung, if the number of trials is given; the setting says so too
MIN_BLOCKS, MAX_BLOCKS = 4, 1000  # of a first rung, if the time is given
GENERATIONS = 40  # that should fit into the time
TIMING_BLOCKS = 4  # for each worker, at the first measurement of the pace
TIMING_SHARE = 0.005  # of the time

SEARCH, FINAL, VERIFY, TIMING = "search", "final", "fresh", "timing"  # stages


@dataclass(frozen=True)
class TuneSettings:
    """Settings of a tuning."""

    minutes: float = setting(5.0, "time limit, if no number of trials is given", 0.01, 100_000)
    trials: int = setting(0, "number of trials (0: until time is up)", 0, 1_000_000)
    blocks: int = setting(0, "number of blocks that every trial plays (0: by the time, or 32)", 0, 1_000_000)


@dataclass
class TuningProgress:
    """The progress of a tuning."""

    stage: str = SEARCH
    trials: int = 0
    games: int = 0
    fraction: float = 0.0  # of the budget
    best: str = ""
    gain: float | None = None


class FreshResult(TypedDict):
    """The result of the best trial on fresh blocks, against the start."""

    blocks: int
    games: int
    share: float
    interval: list[float]
    start: float  # the start's share
    gain: float
    gain_interval: list[float]
    elo: float | None
    elo_interval: list[float | None] | None
    verdict: Literal["better", "worse", "unclear"]


class TuningResult(TypedDict):
    """The result of a tuning."""

    best: str
    fresh: FreshResult | None  # None: the start is the best
    games: int
    seconds: float


class Tuning:
    """One run, new or resumed from its journal."""

    def __init__(
        self,
        game: Game,
        space: SearchSpace,
        against: Sequence[str],
        chosen: TuneSettings,
        seed: int,
        executor: BlockExecutor,
        journal: TuningJournal,
        watch: Callable[[TuningProgress], None] | None = None,
    ) -> None:
        self.game, self.against, self.settings, self.seed = game, list(against), chosen, seed
        self.journal, self.watch, self.progress = journal, watch, TuningProgress()
        self.race = Race(game, opponents(game, space.agent, against), executor, seed, self._report)
        self.trials = journal.read()  # the start first
        self.space = widen_ranges(space, self.trials[:-1])  # that the last trials were suggested from
        self.blocks = chosen.blocks or journal.blocks  # of a first rung; 0: not known yet
        self.before = journal.seconds
        self.began = time.monotonic()

    def run(self) -> TuningResult:
        """Search, let the best race again, and play the winner against the start on fresh blocks."""
        self._search()
        if len(self.trials) < 2:
            raise JouteError(
                "{minutes:g} minutes were too short: the start and the first trials play {blocks} blocks of games and "
                "more; give more time, a faster agent or fewer blocks",
                minutes=self.settings.minutes,
                blocks=self.blocks,
            )
        best = self._final()
        fresh, games = self._verify(best), self.race.played * self.race.block_size
        return {"best": best, "fresh": fresh, "games": games, "seconds": round(self.seconds, 3)}

    # --- the budget ---------------------------------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """The time spent, including earlier runs."""
        return self.before + time.monotonic() - self.began

    @property
    def _until(self) -> float | None:
        """The end of the search on the monotonic clock."""
        return None if self.settings.trials else self.began + SEARCH_SHARE * 60 * self.settings.minutes - self.before

    def _affordable(self, share: float, default: int) -> int:
        """The number of blocks that fit into a share of the time, at the pace so far; the default if trials are the budget."""
        if self.settings.trials or not self.race.played:
            return default
        return int(share * 60 * self.settings.minutes * self.race.played / self.race.seconds)

    # --- the three stages ---------------------------------------------------------------------------------------------------

    def _search(self) -> None:
        """Play the start on all blocks of the search, then generation after generation, each written when it has ended."""
        if not self.trials and not self._play_start():
            return
        while count := self._next_generation():
            self.space = widen_ranges(self.journal.space, self.trials)
            suggestions = suggest(self.space, self.trials, count, self.seed)
            texts = [self.space.candidate(values) for values in suggestions]
            rungs = {one.text: one.rungs for one in self.race.successive_halving(texts, SEARCH, self.blocks, self._until)}
            new = [Trial(values, text, rungs[text]) for values, text in zip(suggestions, texts, strict=True) if text in rungs]
            self.trials += new
            if self._until is not None and time.monotonic() >= self._until:
                return  # the generation is incomplete: its trials count, but a resumed run must not depend on them
            self.journal.write(new, self.trials, self.seconds)

    def _play_start(self) -> bool:
        """Play the agent as it is on every block that a trial can play; False if the time ran out."""
        self.blocks = self.blocks or self._first_rung()
        start = Candidate(self.space.agent)
        rungs = {}
        blocks = self.blocks
        while blocks <= MAX_RUNG * self.blocks:
            if not self.race.play([start], SEARCH, blocks, self._until):
                return False
            rungs[blocks] = start.share
            blocks *= 2
        self.trials = [Trial(dict(self.space.start), self.space.agent, rungs)]
        self.journal.write(self.trials, self.trials, self.seconds)
        return True

    def _first_rung(self) -> int:
        """The blocks of a first rung: the default, or a number with which enough generations fit into the time."""
        if self.settings.trials:
            return DEFAULT_BLOCKS
        search_time, start = SEARCH_SHARE * 60 * self.settings.minutes, Candidate(self.space.agent)
        blocks, took = TIMING_BLOCKS * self.race.executor.workers, 0.0
        while took < TIMING_SHARE * search_time and self.race.play([start], TIMING, blocks, self._until):
            before, blocks = time.monotonic(), 2 * blocks  # the first blocks, while workers start, are not timed
            if not self.race.play([start], TIMING, blocks, self._until):
                break
            took = time.monotonic() - before
        affordable = blocks / 2 * search_time / max(took, 1e-3) / (GENERATIONS * RACE_BLOCKS)
        return max(MIN_BLOCKS, min(MAX_BLOCKS, int(affordable)))

    def _next_generation(self) -> int:
        """The number of trials of the next generation; 0 when the budget is spent."""
        if self.settings.trials:
            return max(0, min(GENERATION, self.settings.trials + 1 - len(self.trials)))
        return GENERATION if self._until is None or time.monotonic() < self._until else 0

    def _final(self) -> str:
        """The winner of a race of the best trials on other blocks."""
        self.progress.stage = FINAL
        ranked = sorted(self.trials[1:], key=lambda trial: (-trial.blocks, -trial.share))
        texts = list(dict.fromkeys(trial.text for trial in ranked))[:FINALISTS]
        rung = max(2, self._affordable(FINAL_SHARE / RACE_BLOCKS, FINAL_RUNG * self.blocks))
        return max(self.race.successive_halving(texts, FINAL, rung), key=lambda one: (len(one.shares), one.share)).text

    def _verify(self, best: str) -> FreshResult | None:
        """The best on fresh blocks, and the start too if it is not the opponent; None if the best is the start."""
        self.progress.stage = VERIFY
        if best == self.space.agent:
            return None
        candidates = [Candidate(best), *([Candidate(self.space.agent)] if self.against else [])]
        blocks = max(MIN_FRESH, self._affordable(FRESH_SHARE / len(candidates), FRESH * self.blocks))
        self.race.play(candidates, VERIFY, blocks)
        return fresh_result(candidates, self.game.spec.seats)

    def _report(self) -> None:
        if self.watch is None:
            return
        progress, tried = self.progress, self.trials[1:]
        progress.trials, progress.games = len(tried), self.race.played * self.race.block_size
        if tried:
            best = max(tried, key=lambda trial: (trial.blocks, trial.share))
            progress.best, progress.gain = best.text, best.gain(self.trials[0])
        spent = self.seconds / (60 * self.settings.minutes)
        progress.fraction = min(1.0, len(tried) / self.settings.trials if self.settings.trials else spent)
        self.watch(progress)


def opponents(game: Game, agent: str, against: Sequence[str]) -> list[str]:
    """The agents on the other seats: those named, in turn, or else the agent itself."""
    named = list(against) or [agent]
    for text in named:
        registry.agent(text, game)  # an unknown agent is refused before anything is played
    seats = game.spec.seats - 1
    if len(named) > seats:
        raise BadSetting("{game} has {seats} other seats here; {count} opponents were named", game=game.name, seats=seats, count=len(named))
    return [named[place % len(named)] for place in range(seats)]


def fresh_result(candidates: Sequence[Candidate], seats: int) -> FreshResult:
    """The result of the best on fresh blocks; against itself the start has an even share, else it is the second candidate."""
    best, even = candidates[0], 1 / seats
    low, high = share_interval(best.shares, even)
    if len(candidates) == 1:
        gain, bounds = best.share - even, (low - even, high - even)
    else:
        gains = [own - other for own, other in zip(best.shares, candidates[1].shares, strict=True)]
        gain, bounds = fmean(gains), mean_interval(gains) or (-1.0, 1.0)
    has_elo = seats == 2 and len(candidates) == 1
    return {
        "blocks": len(best.shares),
        "games": len(candidates) * len(best.shares) * seats,
        "share": best.share,
        "interval": [low, high],
        "start": even if len(candidates) == 1 else candidates[1].share,
        "gain": gain,
        "gain_interval": list(bounds),
        "elo": elo_difference(best.share) if has_elo else None,
        "elo_interval": [elo_difference(low), elo_difference(high)] if has_elo else None,
        "verdict": "better" if bounds[0] > 0 else "worse" if bounds[1] < 0 else "unclear",
    }
