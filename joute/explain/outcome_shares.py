"""What the difference between two actions is due to among hidden cards and among outcomes, in worlds that fit what the seat knows."""

import math
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from joute.core.state import States
from joute.explain.contrast import Contrast, fitting_worlds
from joute.explain.explanation_info import WorldStatementInfo
from joute.explain.shares import SEEDS, Share, shares_of
from joute.i18n import in_every_language, say
from joute.jit.struct import Float64s
from joute.review.continuations import Continuations, tracked

FEWEST, MOST_ALIKE, CLEARLY = 0.05, 0.5, 2.6  # worlds with a statement; correlation of two statements; standard errors


@dataclass(frozen=True)
class WorldStatement:
    """A statement about what is hidden that tells worlds where the first action is better from worlds where it is not."""

    label: dict[str, str]
    share: float  # of the worlds in which it holds
    gap: float  # difference between the two actions there
    gap_error: float
    other_gap: float  # where it does not hold
    other_error: float

    def info(self) -> WorldStatementInfo:
        """For a program."""
        return cast(WorldStatementInfo, dict(vars(self)))


@dataclass(frozen=True)
class SampledGap:
    """The difference between the two actions in worlds that fit what the seat knows."""

    worlds: States
    samples: Continuations
    value: float
    error: float
    better: float  # share of the worlds in which the first action is better
    worse: float


def sampled_gap(contrast: Contrast, samples: int) -> SampledGap:
    """Both actions in the same worlds."""
    game, view = contrast.game, contrast.view
    worlds = fitting_worlds(contrast, samples, "pair") if game.spec.hidden else np.repeat(view.array, samples)
    drawn = contrast.sampler("gap").sample_in(worlds, list(contrast.numbers))
    gaps = drawn.values[:, 0] - drawn.values[:, 1]
    error = float(gaps.std(ddof=1) / math.sqrt(len(gaps)))
    return SampledGap(worlds, drawn, float(gaps.mean()), error, float((gaps > 0).mean()), float((gaps < 0).mean()))


def separating_statements(contrast: Contrast, found: SampledGap, most: int = 3) -> list[WorldStatement]:
    """Statements about hidden cards that go with another difference: chosen in one half of the worlds, measured in the other."""
    if contrast.module is None or not contrast.game.spec.hidden:
        return []
    labels, holds = contrast.module.hidden_features(contrast.game, found.worlds, contrast.view, contrast.seat)
    gaps = found.samples.values[:, 0] - found.samples.values[:, 1]
    half = len(gaps) // 2
    scores = separations(holds[:half], gaps[:half])
    chosen: list[int] = []
    for index in np.argsort(-scores).tolist():
        if len(chosen) == most or scores[index] < CLEARLY:
            break
        if all(abs(np.corrcoef(holds[:half, index], holds[:half, other])[0, 1]) < MOST_ALIKE for other in chosen):
            chosen.append(index)
    statements = [measured(labels[index], holds[half:, index], gaps[half:]) for index in chosen]
    return [one for one in statements if abs(one.gap - one.other_gap) > CLEARLY * math.hypot(one.gap_error, one.other_error)]


def separations(holds: NDArray[np.bool_], gaps: Float64s) -> Float64s:
    """How clearly each statement separates, in standard errors; 0 if it nearly always or hardly ever holds."""
    share = holds.mean(axis=0)
    usable = (share > FEWEST) & (share < 1 - FEWEST)
    number = np.maximum(1, holds.sum(axis=0))
    mean = (gaps @ holds) / number
    rest = (gaps.sum() - gaps @ holds) / np.maximum(1, len(gaps) - number)
    error = max(1e-9, float(gaps.std())) * np.sqrt(1 / number + 1 / np.maximum(1, len(gaps) - number))
    scores: Float64s = np.where(usable, np.abs(mean - rest) / error, 0.0)
    return scores


def measured(label: dict[str, str], holds: NDArray[np.bool_], gaps: Float64s) -> WorldStatement:
    """A statement with its numbers."""

    def part(chosen: Float64s) -> tuple[float, float]:
        return (float(chosen.mean()), float(chosen.std() / math.sqrt(len(chosen)))) if len(chosen) else (0.0, math.inf)

    return WorldStatement(label, float(holds.mean()), *part(gaps[holds]), *part(gaps[~holds]))


def outcome_shares(contrast: Contrast, found: SampledGap) -> list[Share]:
    """The difference by what decided: every world counts for the first outcome in which the two actions differ there.

    The outcomes are those of the end of the chapter, or else what has come of the action by the next decision. The parts add up.
    """
    game = contrast.game
    outcomes = game.definition.final_consequences or game.definition.consequences
    places = [tracked(game).index(outcome) for outcome in outcomes]
    gaps = found.samples.values[:, 0] - found.samples.values[:, 1]
    reached = found.samples.consequences[:, :, places] if places else np.zeros((len(gaps), 2, 0))
    differs = reached[:, 0] != reached[:, 1]
    first = np.where(differs.any(axis=1), differs.argmax(axis=1) if places else 0, len(outcomes))
    size = len(gaps) // SEEDS
    by_seed = np.array(
        [
            [float((part * (which == index)).mean()) for index in range(len(outcomes) + 1)]
            for part, which in ((gaps[size * seed : size * (seed + 1)], first[size * seed : size * (seed + 1)]) for seed in range(SEEDS))
        ]
    )
    labels = [in_every_language(lambda outcome=outcome: say(outcome.label)) for outcome in outcomes]  # type: ignore[misc]
    labels.append(in_every_language(lambda: say("something else")))
    shares = shares_of([*(outcome.name for outcome in outcomes), "rest"], labels, by_seed)
    return sorted((share for share in shares if share.value or share.error), key=lambda share: -abs(share.value))
