"""Learners of choice models: from decisions of an agent, with the facts of every legal action and how often the agent plays it.

All compare the actions of one decision with each other: the probability of an action is the softmax of the scores over the legal actions
(conditional logit, McFadden 1974), so that nothing is spent on what all of them have in common.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.explain.choice_model import CURVES, RULES, TREE, VALUE, ChoiceModel, Condition, QuestionNode, ScoreCurve, compared
from joute.jit.struct import Float64s, Int64s

MAX_BINS = 24  # intervals of an input that takes many values
SMOOTHING = 1.0  # of a leaf's score: added to its curvature
NEWTON_STEPS = 12
MIN_SHARE = 0.002  # of the actions that a leaf must hold
TIE_RULES = 2
LEAST_GAIN = 0.001  # in agreement, of a further rule
BOOSTING_ROUNDS, LEARNING_RATE = 40, 0.3
RULE_BINS = 12
DROPPED = 0.1  # the chance of an action that a rule has dropped, in the likelihood of rules
RULE_EXAMPLES = 4000  # decisions that rules are fitted to


@dataclass(frozen=True)
class ChoiceExamples:
    """Decisions to learn from; rows are legal actions, those of one decision follow each other."""

    rows: Float64s  # [action, input]
    starts: Int64s  # [decision] first row
    played: Float64s  # [action] how often the agent plays it, 1 for each decision in all
    weights: Float64s  # [decision] how much a wrong choice costs, 1 on average
    regret: Float64s  # [action] what it loses against the best, in the agent's unit; NaN: not known
    games: Int64s  # [decision] the game that it belongs to

    @property
    def sizes(self) -> Int64s:
        """The number of legal actions of each decision."""
        return np.diff(np.append(self.starts, len(self.rows)))

    def spread(self, of_decisions: NDArray[Any]) -> NDArray[Any]:
        """A number of each decision for all its actions."""
        return np.repeat(of_decisions, self.sizes)

    def part(self, decisions: Int64s) -> "ChoiceExamples":
        """Some of the decisions, in that order; one may come more than once."""
        sizes = self.sizes[decisions]
        starts = np.append(0, np.cumsum(sizes)[:-1]).astype(np.int64)
        places = np.repeat(self.starts[decisions] - starts, sizes) + np.arange(sizes.sum())
        return ChoiceExamples(
            self.rows[places], starts, self.played[places], self.weights[decisions], self.regret[places], self.games[decisions]
        )


def joined(parts: Sequence[ChoiceExamples]) -> ChoiceExamples:
    """All decisions of some parts."""
    offsets = np.cumsum([0, *(len(part.rows) for part in parts)])
    starts = np.concatenate([part.starts + offset for part, offset in zip(parts, offsets, strict=False)])
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "played", "weights", "regret", "games")}
    return ChoiceExamples(starts=starts, **arrays)


def agreement(model: ChoiceModel, examples: ChoiceExamples) -> Float64s:
    """How often the model and the agent play the same, by decision."""
    found: Float64s = np.add.reduceat(model.shares(examples.rows, examples.starts) * examples.played, examples.starts)
    return found


def mean_regret(model: ChoiceModel, examples: ChoiceExamples) -> Float64s:
    """What the model's choice loses by the agent's own values, by decision that has some; an action without a value counts as the worst."""
    worst = np.fmax.reduceat(examples.regret, examples.starts)
    regret = np.where(np.isfinite(examples.regret), examples.regret, np.nan_to_num(examples.spread(worst)))
    found: Float64s = np.add.reduceat(model.shares(examples.rows, examples.starts) * regret, examples.starts)
    return found[np.isfinite(worst)]


# --- what all learners share --------------------------------------------------------------------------------------------------------------


class Bins:
    """The inputs as small whole numbers: intervals between thresholds."""

    def __init__(self, rows: Float64s) -> None:
        self.thresholds = [_thresholds(rows[:, column]) for column in range(rows.shape[1])]
        columns = [np.searchsorted(limits, rows[:, column], side="left") for column, limits in enumerate(self.thresholds)]
        self.codes = np.stack(columns, axis=1).astype(np.int64)  # [action, input]


def _thresholds(values: Float64s, most: int = MAX_BINS) -> Float64s:
    found = np.unique(values)
    middles: Float64s = (found[1:] + found[:-1]) / 2
    if len(middles) < most:
        return middles
    quantiles: Float64s = np.unique(np.quantile(values, np.linspace(0, 1, most + 1)[1:-1]))
    return quantiles


def choice_probabilities(scores: Float64s, examples: ChoiceExamples) -> Float64s:
    """The softmax of the scores over the actions of each decision."""
    top = examples.spread(np.maximum.reduceat(scores, examples.starts))
    powers = np.exp(scores - top)
    shares: Float64s = powers / examples.spread(np.add.reduceat(powers, examples.starts))
    return shares


def _slopes(scores: Float64s, examples: ChoiceExamples) -> tuple[Float64s, Float64s]:
    """The gradient and the curvature of the weighted log-likelihood, by action."""
    shares, weights = choice_probabilities(scores, examples), examples.spread(examples.weights)
    return weights * (examples.played - shares), weights * shares * (1 - shares)


# --- a tree -------------------------------------------------------------------------------------------------------------------------------


def fit_tree(empty: ChoiceModel, examples: ChoiceExamples, leaves: int) -> ChoiceModel:
    """A tree with at most that many leaves, grown by the question that raises the likelihood most."""
    bins, count = Bins(examples.rows), len(examples.rows)
    leaf = np.zeros(count, np.int64)  # [action] place of its leaf
    scores, nodes, first = np.zeros(1), [QuestionNode(share=1.0)], _fitted_first(np.zeros(count), examples)
    while sum(node.condition is None for node in nodes) < leaves:
        gradient, curvature = _slopes(_with_first(scores[leaf], first, examples), examples)
        splits = [
            _best_split(bins, np.flatnonzero(leaf == place), gradient, curvature, MIN_SHARE * count)
            for place, node in enumerate(nodes)
            if node.condition is None
        ]
        places = [place for place, node in enumerate(nodes) if node.condition is None]
        gain, condition, place = max(((*split, place) for split, place in zip(splits, places, strict=True)), key=lambda one: one[0])
        if condition is None or gain <= 0:
            break
        yes, no = len(nodes), len(nodes) + 1
        here = np.flatnonzero(leaf == place)
        leaf[here] = np.where(condition.holds(examples.rows[here]), yes, no)
        nodes[place] = replace(nodes[place], condition=condition, yes=yes, no=no)
        nodes += [QuestionNode(share=float(np.mean(leaf == yes))), QuestionNode(share=float(np.mean(leaf == no)))]
        scores, first = _fitted_scores(np.append(scores, [scores[place], scores[place]]), first, leaf, examples)
    fitted = [replace(node, score=float(score)) for node, score in zip(nodes, scores, strict=True)]
    model = replace(empty, kind=TREE, nodes=fitted, first=max(0.0, first))
    return model if first > 0 else fit_rules(model, examples, TIE_RULES)


def _best_split(bins: Bins, rows: Int64s, gradient: Float64s, curvature: Float64s, least: float) -> tuple[float, Condition | None]:
    """The question that raises the likelihood of these actions most, and by how much."""
    best: tuple[float, Condition | None] = (0.0, None)
    g, h = gradient[rows], curvature[rows]
    whole = g.sum() ** 2 / (h.sum() + SMOOTHING)
    for column, limits in enumerate(bins.thresholds):
        if not len(limits):
            continue
        codes = bins.codes[rows, column]
        below_g, below_h = (np.cumsum(np.bincount(codes, part, len(limits) + 1))[:-1] for part in (g, h))
        below_n = np.cumsum(np.bincount(codes, minlength=len(limits) + 1))[:-1]
        gains = below_g**2 / (below_h + SMOOTHING) + (g.sum() - below_g) ** 2 / (h.sum() - below_h + SMOOTHING) - whole
        gains[(below_n < least) | (len(rows) - below_n < least)] = -np.inf
        place = int(np.argmax(gains))
        if gains[place] > best[0]:
            best = float(gains[place]), Condition(column, float(limits[place]))
    return best


def _with_first(scores: Float64s, first: float, examples: ChoiceExamples) -> Float64s:
    """The scores with what the first legal action of each decision gets."""
    scores = scores.copy()
    scores[examples.starts] += first
    return scores


def _fitted_first(scores: Float64s, examples: ChoiceExamples, first: float = 0.0, steps: int = NEWTON_STEPS) -> float:
    """What the first legal action gets: agents take it if they see no difference."""
    for _ in range(steps):
        gradient, curvature = _slopes(_with_first(scores, first, examples), examples)
        first += float(np.clip(gradient[examples.starts].sum() / (curvature[examples.starts].sum() + SMOOTHING), -1.0, 1.0))
    return first


def _fitted_scores(scores: Float64s, first: float, leaf: Int64s, examples: ChoiceExamples) -> tuple[Float64s, float]:
    """The scores of the leaves and of being first that make the agent's choices likeliest, by damped Newton steps."""
    for _ in range(NEWTON_STEPS):
        gradient, curvature = _slopes(_with_first(scores[leaf], first, examples), examples)
        up, down = np.bincount(leaf, gradient, len(scores)), np.bincount(leaf, curvature, len(scores))
        scores = scores + np.clip(up / (down + SMOOTHING), -1.0, 1.0)
        first = _fitted_first(scores[leaf], examples, first, 1)
    return scores, first


# --- rules --------------------------------------------------------------------------------------------------------------------------------


def fit_rules(model: ChoiceModel, examples: ChoiceExamples, count: int) -> ChoiceModel:
    """Rules that are applied in order to the actions that are left: those that satisfy one stay, if there are any.

    First come rules that keep the agent's action and drop others, as the likelihood of its action among those left demands; when no rule
    raises it any more, the rule after which its action is played most often.
    """
    if len(examples.starts) > RULE_EXAMPLES:
        examples = examples.part(np.linspace(0, len(examples.starts) - 1, RULE_EXAMPLES).astype(np.int64))
    weights = examples.weights / examples.weights.sum()
    alive = replace(model, first=0.0).shares(examples.rows, examples.starts) > 0
    rules = list(model.rules)
    for rate in (partial(_likelihood, examples, weights), partial(_hit_rate, examples, weights, model.first > 0)):
        value = rate(alive)
        while len(rules) - len(model.rules) < count:
            found, condition = _best_rule(model, examples, alive, rate)
            if condition is None or found <= value + LEAST_GAIN:
                break
            value, alive = found, model.left_by(condition, examples.rows, examples.starts, alive)
            rules.append(condition)
    return replace(model, rules=rules)


def _best_rule(
    model: ChoiceModel, examples: ChoiceExamples, alive: NDArray[np.bool_], rate: Callable[[NDArray[np.bool_]], float]
) -> tuple[float, Condition | None]:
    """The rule that leaves the actions of the highest rate."""
    best: tuple[float, Condition | None] = (-np.inf, None)
    everything = {one.fact: place for place, one in enumerate(model.inputs) if one.compared == VALUE}
    for column, one in enumerate(model.inputs):
        values = compared(examples.rows[:, everything[one.fact]], alive, examples.starts, one.compared).astype(np.float64)
        for limit in _thresholds(values[alive], RULE_BINS).tolist():
            for above in (True, False):
                left = alive & ((values > limit) == above)
                left |= alive & ~examples.spread(np.logical_or.reduceat(left, examples.starts))
                if (found := rate(left)) > best[0] + 1e-9:
                    best = found, Condition(column, limit, above)
    return best


def _likelihood(examples: ChoiceExamples, weights: Float64s, alive: NDArray[np.bool_]) -> float:
    """The mean logarithm of the chance of the agent's action: one of those left is played at random, seldom one that was dropped."""
    left = np.add.reduceat(alive, examples.starts)
    likely = np.add.reduceat(alive * examples.played, examples.starts)
    return float((likely * np.log(1 / left) + (1 - likely) * np.log(DROPPED)) @ weights)


def _hit_rate(examples: ChoiceExamples, weights: Float64s, first: bool, alive: NDArray[np.bool_]) -> float:
    """How often the agent's action is played: at random of those left, or the first of them."""
    if first:
        places = np.minimum.reduceat(np.where(alive, np.arange(len(alive)), len(alive)), examples.starts)
        return float(examples.played[places] @ weights)
    hits = np.add.reduceat(alive * examples.played, examples.starts) / np.add.reduceat(alive, examples.starts)
    return float(hits @ weights)


def fit_rule_list(empty: ChoiceModel, examples: ChoiceExamples, count: int) -> ChoiceModel:
    """An ordered list of at most that many rules; whether the first of equals is played is decided by what agrees more."""
    found = [fit_rules(replace(empty, kind=RULES, first=first), examples, count) for first in (0.0, 1.0)]
    return max(found, key=lambda model: float(agreement(model, examples) @ examples.weights))


# --- a sum of curves ----------------------------------------------------------------------------------------------------------------------


def fit_curves(empty: ChoiceModel, examples: ChoiceExamples, count: int) -> ChoiceModel:
    """A generalised additive model of the inputs that matter most, at most that many, by cyclic boosting (an explainable boosting machine).

    Lou, Caruana and Gehrke 2012; here the likelihood is that of the choice among the legal actions.
    """
    bins = Bins(examples.rows)
    columns = list(range(examples.rows.shape[1]))
    curves, _ = _boosted(bins, examples, columns, BOOSTING_ROUNDS // 4)
    spread = [float(np.std(curve[bins.codes[:, column]])) for column, curve in zip(columns, curves, strict=True)]
    columns = sorted(sorted(columns, key=lambda column: -spread[column])[:count])
    curves, first = _boosted(bins, examples, columns, BOOSTING_ROUNDS)
    found = [
        ScoreCurve(column, tuple(bins.thresholds[column].tolist()), tuple((curve - curve.mean()).tolist()))
        for column, curve in zip(columns, curves, strict=True)
    ]
    return replace(empty, kind=CURVES, curves=found, first=max(0.0, first))


def _boosted(bins: Bins, examples: ChoiceExamples, columns: Sequence[int], rounds: int) -> tuple[list[Float64s], float]:
    curves = [np.zeros(len(bins.thresholds[column]) + 1) for column in columns]
    scores, first = np.zeros(len(examples.rows)), _fitted_first(np.zeros(len(examples.rows)), examples)
    for _ in range(rounds):
        for curve, column in zip(curves, columns, strict=True):
            gradient, curvature = _slopes(_with_first(scores, first, examples), examples)
            codes = bins.codes[:, column]
            up, down = np.bincount(codes, gradient, len(curve)), np.bincount(codes, curvature, len(curve))
            step = LEARNING_RATE * np.clip(up / (down + SMOOTHING), -1.0, 1.0)
            curve += step
            scores += step[codes]
        first = _fitted_first(scores, examples, first, 1)
    return curves, first
