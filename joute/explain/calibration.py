"""Does an agent get what it expects? The values of its opinions beside what came of them, bin by bin.

Bins hold equally many decisions (Nguyen and O'Connor 2015); decisions of one game are not independent, so that intervals are over games.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from joute.arena.statistics.estimates import CONFIDENCE, shares
from joute.bots.bot_reference import is_bot
from joute.core import registry
from joute.core.errors import JouteError, Unfit
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.rng import seed_of
from joute.core.session import Session
from joute.core.state import Json
from joute.explain.estimates import Estimate, estimate
from joute.explain.provenance import provenance
from joute.explain.self_play import play_game, results_of, worker_count
from joute.jit.struct import Float64s, Int64s

GAMES_PER_JOB = 4
GAMES, BINS = 200, 10
RESAMPLES = 1000


@dataclass(frozen=True)
class CalibrationTask:
    """Whose values are checked, and against whom it plays."""

    game: str  # what `registry.game` opens
    options: Mapping[str, object]
    agent: str
    against: str  # the agent on all other seats; empty: the same
    seed: int


@dataclass(frozen=True)
class CalibrationJob:
    """Games for one worker."""

    task: CalibrationTask
    numbers: range


@dataclass(frozen=True)
class StatedValue:
    """What the agent expected in one decision, and what its seat got."""

    game: int
    value: float
    outcome: float


class CalibrationWorker:
    """Plays games, and notes the value of each opinion of the agent."""

    def __init__(self) -> None:
        self._task: CalibrationTask | None = None

    def run(self, job: CalibrationJob) -> list[StatedValue]:
        """The values of the job's games."""
        task = job.task
        if self._task != task:
            self._task, self._game = task, registry.game(task.game, **task.options).fast()
            self._agent = registry.agent(task.agent, self._game)
            self._against = registry.agent(task.against, self._game) if task.against else None
        return [value for number in job.numbers for value in self._play(task, number)]

    def close(self) -> None:
        """Close the agents."""
        for agent in filter(None, [self._agent, self._against]) if self._task else ():
            agent.close()

    def _play(self, task: CalibrationTask, number: int) -> list[StatedValue]:
        game, seats = self._game, self._game.spec.seats
        own = [self._against is None or seat == number % seats for seat in range(seats)]
        stated: list[tuple[int, float, Unit]] = []

        def decide(session: Session, seat: int) -> int:
            view, seed = game.view(session.state, seat), session.decision_seed(seat)
            if not own[seat] and self._against is not None:
                return int(self._against.choose(view, seat, seed))
            opinion = self._agent.consider(view, seat, seed)
            if opinion.value is not None:
                stated.append((seat, opinion.value, opinion.unit))
            return int(opinion.action)

        players = [task.agent if mine else task.against for mine in own]
        scores = play_game(game, players, seed_of(task.seed, "calibration", number), decide).record.scores
        assert scores is not None
        won = shares(scores)
        return [StatedValue(number, value, won[seat] if unit is Unit.WIN else scores[seat]) for seat, value, unit in stated]


# --- the report ---------------------------------------------------------------------------------------------------------------------------


class ValueBin(TypedDict):
    """Decisions with similar values."""

    lowest: float
    highest: float
    decisions: int
    value: float  # mean
    outcome: Estimate


@dataclass(frozen=True)
class Calibration:
    """The values of an agent beside what came of them."""

    game: Game
    agent: str
    against: str  # empty: itself
    unit: Unit
    games: int
    decisions: int
    bins: list[ValueBin]
    error: Estimate  # ECE: the mean distance between value and outcome of the bins
    noise: float  # the ECE that values without any error would show with these games
    bias: Estimate  # mean value minus mean outcome
    slope: Estimate  # of the outcome by the value: below 1 the values are too extreme
    correlation: float
    skill: float  # part of the variance of the outcomes that the values explain; below 0: a constant does better
    seed: int

    def to_json(self, command: str = "") -> Json:
        """For a program, with everything that is needed to repeat it."""
        own = ("games", "decisions", "bins", "error", "noise", "bias", "slope", "correlation", "skill")
        return {
            "joute calibration": 1,
            "agent": self.agent,
            "against": self.against or None,
            "unit": str(self.unit),
            **{name: getattr(self, name) for name in own},
            **provenance(self.game, self.seed, command),
        }


def calibration(
    game: Game,
    agent: str,
    games: int = GAMES,
    seed: int = 0,
    *,
    against: str = "",
    bins: int = BINS,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Calibration:
    """Play games, and compare the values that an agent states with what came of them; `against`: the agent on all other seats.

    >>> import joute
    >>> found = joute.calibration(joute.game("love_letter", seats=2, rounds=1), "ismcts:iterations=20", games=4, seed=1, bins=5)
    >>> sum(one["decisions"] for one in found.bins) == found.decisions, 0 <= found.error["mean"] <= 1
    (True, True)
    """
    for text in filter(None, (agent, against)):
        if is_bot(text):
            raise Unfit("{bot} is a bot, which has no opinions", bot=text)
        registry.agent(text, game)
    if games < 1 or bins < 1:
        raise JouteError("at least one game and one bin are needed; {games} and {bins} were asked for", games=games, bins=bins)
    task = CalibrationTask(registry.address(game), vars(game.options), agent, against, seed)
    jobs = [CalibrationJob(task, range(first, min(games, first + GAMES_PER_JOB))) for first in range(0, games, GAMES_PER_JOB)]
    found: list[StatedValue] = []
    for place, values in enumerate(results_of(CalibrationWorker, jobs, worker_count(workers, len(jobs))), 1):
        found += values
        progress(min(games, place * GAMES_PER_JOB), games)
    if len(found) < bins:
        raise Unfit("{agent} states {count} values in these games, too few for {bins} bins", agent=agent, count=len(found), bins=bins)
    return summary(game, task, games, bins, found)


def summary(game: Game, task: CalibrationTask, games: int, bins: int, found: Sequence[StatedValue]) -> Calibration:
    """The report on all values."""
    values, outcomes = np.array([one.value for one in found]), np.array([one.outcome for one in found])
    of = np.array([one.game for one in found], np.int64)
    binned = bins_of(values, bins)
    drawn = resampled(values, outcomes, of, binned, seed_of(task.seed, "resamples"))
    unit = registry.agent(task.agent, game).unit
    ends = unit.bounds(game.spec)
    variance, spread = float(outcomes.var()), float(values.var())
    joint = float(np.mean((values - values.mean()) * (outcomes - outcomes.mean())))
    return Calibration(
        game=game,
        agent=task.agent,
        against=task.against,
        unit=unit,
        games=games,
        decisions=len(found),
        bins=[_bin(values[here], outcomes[here], of[here], ends) for here in (binned == number for number in np.unique(binned).tolist())],
        error={"mean": drawn.error, "interval": drawn.interval(drawn.errors)},
        noise=float(drawn.noises.mean()),
        bias=estimate((values - outcomes).tolist(), of.tolist()),
        slope={"mean": joint / spread if spread else 0.0, "interval": drawn.interval(drawn.slopes)},
        correlation=joint / (spread * variance) ** 0.5 if spread * variance else 0.0,
        skill=1 - float(np.mean((values - outcomes) ** 2)) / variance if variance else 0.0,
        seed=task.seed,
    )


def bins_of(values: Float64s, bins: int) -> Int64s:
    """The bin of each value: of equal size, except that equal values are in one bin."""
    limits = np.unique(np.quantile(values, np.arange(1, bins) / bins))
    return np.searchsorted(limits, values, side="left").astype(np.int64)


def _bin(values: Float64s, outcomes: Float64s, games: Int64s, ends: tuple[float, float]) -> ValueBin:
    outcome = estimate(outcomes.tolist(), games.tolist())
    if outcome["interval"] is not None:  # outcomes that are all the same say nothing of how far they might be from others
        inside = np.clip(outcome["interval"], *ends).tolist()
        outcome["interval"] = inside if outcomes.std() > 0 else None
    return {
        "lowest": float(values.min()),
        "highest": float(values.max()),
        "decisions": len(values),
        "value": float(values.mean()),
        "outcome": outcome,
    }


@dataclass(frozen=True)
class Resamples:
    """What other samples of the games would have shown (bootstrap)."""

    error: float  # of the games themselves
    errors: Float64s  # [resample]
    noises: Float64s  # how far the bins are from those of the games themselves
    slopes: Float64s

    def interval(self, drawn: Float64s) -> list[float]:
        """The interval of percentiles."""
        low, high = np.quantile(drawn, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]).tolist()
        return [low, high]


def resampled(values: Float64s, outcomes: Float64s, games: Int64s, binned: Int64s, seed: int) -> Resamples:
    """Draw as many games again, with repetition, and take the same means of those."""
    names, places = np.unique(games, return_inverse=True)
    count, width = len(names), int(binned.max()) + 1
    # Sums by game: the gap and the number of decisions in each bin, then what a regression needs.
    gaps, sizes = np.zeros((count, width)), np.zeros((count, width))
    np.add.at(gaps, (places, binned), values - outcomes)
    np.add.at(sizes, (places, binned), 1.0)
    moments = np.zeros((count, 5))
    np.add.at(moments, places, np.stack([np.ones(len(values)), values, outcomes, values**2, values * outcomes], axis=1))
    chosen = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), RESAMPLES).astype(np.float64)
    drawn_gaps, drawn_sizes = chosen @ gaps, chosen @ sizes
    own_gaps, own_sizes = gaps.sum(axis=0), sizes.sum(axis=0)
    total = drawn_sizes.sum(axis=1)
    away = np.abs(drawn_gaps / np.maximum(1.0, drawn_sizes) - own_gaps / own_sizes) * drawn_sizes
    return Resamples(
        float(np.abs(own_gaps).sum() / own_sizes.sum()),
        np.abs(drawn_gaps).sum(axis=1) / total,
        away.sum(axis=1) / total,
        _slopes(chosen @ moments),
    )


def _slopes(sums: Float64s) -> Float64s:
    count, value, outcome, square, product = sums.T
    spread = square * count - value**2
    found: Float64s = np.where(spread > 1e-12, (product * count - value * outcome) / np.where(spread > 1e-12, spread, 1.0), 0.0)
    return found
