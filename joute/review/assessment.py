"""A judged decision: every action with its value and its interval, the cost of the played one, and the two actions to be explained."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, Unit
from joute.core.state import Action, Json
from joute.review.continuations import Continuations, tracked

BATCHES = 32  # of samples: worlds that follow each other in a chain are not independent, means of batches nearly are
CLEARLY = 2.6  # standard errors
NOTHING = 0.01  # of the range of values: a smaller difference needs no reason


@dataclass(frozen=True)
class Assessment:
    """One decision, judged.

    >>> import joute
    >>> game = joute.game("diamant", seats=2)
    >>> view = game.view(game.new(seed=1), 0)
    >>> judged = joute.judge(game, view, 0, "return", agent="careful", seconds=0, samples=2_000)
    >>> judged.best.name, judged.played.name, judged.cost is not None
    ('explore', 'return', True)
    """

    played: Action
    best: Action
    judgements: list[Judgement]  # the best first; every legal action is there, those that were not sampled without a value
    cost: float | None  # what the played action gives away, in the unit; None: about equal
    cost_error: float  # its standard error
    unit: Unit
    span: float  # from the lowest to the highest value, or the most that a chapter can change
    exact: bool  # proven by a solver
    mistake: bool  # costs more than a twentieth of the range, and the agent would not have played it either
    opinion: Opinion  # of the agent
    consequences: dict[str, dict[str, float]] = field(default_factory=dict)  # by action and name: means over the sampled worlds
    samples: Continuations | None = None  # of the finalists, in fresh worlds
    finalists: list[Action] = field(default_factory=list)
    undecided: bool = False  # the samples prefer another action, and no search confirms it: no cost is stated
    pair: tuple[Action, Action] | None = None  # two actions that were sampled once more, since they are explained and are no finalists
    pair_samples: Continuations | None = None  # of these two, in fresh worlds
    lines: dict[Action, list[Action]] = field(default_factory=dict)  # by action: what the solver expects from it on, the action first
    mixing: bool = False  # the action is part of the agent's mixed strategy, in which no action is better than another

    def judgement(self, action: Action) -> Judgement:
        """The judgement of one legal action."""
        return next(judgement for judgement in self.judgements if judgement.action == action)

    def between(self, first: Action, second: Action) -> Continuations | None:
        """What came of two actions in the same worlds, in two columns; None if they were not sampled together."""
        if self.samples is not None and {first, second} <= set(self.finalists):
            drawn, places = self.samples, [self.finalists.index(first), self.finalists.index(second)]
        elif self.pair is not None and self.pair_samples is not None and {first, second} <= set(self.pair):
            drawn, places = self.pair_samples, [self.pair.index(first), self.pair.index(second)]
        else:
            return None
        return Continuations(drawn.values[:, places], drawn.consequences[:, places])

    def to_json(self) -> Json:
        """For a client or a file."""
        return {
            "action": self.played.name,
            "best": self.best.name,
            "judgements": [judgement.to_json() for judgement in self.judgements],
            "cost": self.cost,
            "cost_error": self.cost_error,
            "unit": self.unit,
            "exact": self.exact,
            "mistake": self.mistake,
            "consequences": self.consequences,
        }


def contrast(assessment: Assessment) -> tuple[Action, Action] | None:
    """The two actions whose difference is to be explained, the better one first; None if they are about equal."""
    if assessment.cost is None or assessment.mixing:
        return None
    if assessment.best != assessment.played:
        return (assessment.best, assessment.played) if assessment.cost > NOTHING * assessment.span else None
    if assessment.pair is not None:  # fresh samples must show the difference, too
        return assessment.pair if clearly_worse(assessment, assessment.pair[1], assessment.pair[0]) else None
    best = assessment.judgement(assessment.best)
    for rival in assessment.judgements:
        if rival.action != best.action and rival.value is not None and clearly_worse(assessment, rival.action, best.action):
            return best.action, rival.action
    return None


def clearly_worse(assessment: Assessment, action: Action, than: Action) -> bool:
    """Whether the values of two actions are apart by more than chance and by more than nothing."""
    one, other = assessment.judgement(action), assessment.judgement(than)
    if one.value is None or other.value is None:
        return False
    gap, doubt = other.value - one.value, math.hypot(one.error or 0.0, other.error or 0.0)
    if (drawn := assessment.between(than, action)) is not None:
        gap, doubt = difference(drawn.values, 0, 1, assessment.span)
    return gap > max(CLEARLY * doubt, NOTHING * assessment.span)


# --- statistics of samples ----------------------------------------------------------------------------------------------------------------


def standard_error(values: NDArray[np.float64], span: float) -> float:
    """The standard error of a mean from means of batches; never zero, since that outcomes were equal so far proves nothing."""
    means = batch_means(values)
    unseen = span / (len(values) + 2)  # an outcome that has not come up yet
    return float(math.hypot(means.std(ddof=1) / math.sqrt(len(means)), unseen) if len(means) > 1 else span)


def batch_means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The means of batches of equal size."""
    size = max(1, len(values) // BATCHES)
    count = len(values) // size
    means: NDArray[np.float64] = values[: count * size].reshape(count, size).mean(axis=1)
    return means


def judgements_of(values: NDArray[np.float64], actions: list[Action], span: float) -> dict[Action, Judgement]:
    """The mean and the standard error of each action."""
    return {
        action: Judgement(action, float(values[:, index].mean()), len(values), error=standard_error(values[:, index], span))
        for index, action in enumerate(actions)
    }


def difference(values: NDArray[np.float64], best: int, other: int, span: float) -> tuple[float, float]:
    """How much better one action is than another in the same worlds, and the standard error of that."""
    gaps = values[:, best] - values[:, other]
    return max(0.0, float(gaps.mean())), 0.0 if best == other else standard_error(gaps, span)


def consequences_of(game: Game, samples: Continuations, actions: list[Action]) -> dict[str, dict[str, float]]:
    """What came of each action, by name: means over the sampled worlds."""
    means: Any = samples.consequences.mean(axis=0)
    names = [fact.name for fact in tracked(game)]
    return {action.name: dict(zip(names, means[index].tolist(), strict=False)) for index, action in enumerate(actions)}
