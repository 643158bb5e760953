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

from joute.explain.choice_model import (
    CURVES,
    HIGHEST,
    LEAST,
    LOWEST,
    MOST,
    RULES,
    TREE,
    VALUE,
    ChoiceModel,
    Condition,
    QuestionNode,
    ScoreCurve,
    compared,
)
from joute.jit.struct import Float64s, Int64s

MAX_BINS = 24  # intervals of an input that takes many values
SMOOTHING = 1.0  # of a leaf's score: added to its curvature
NEWTON_STEPS = 12
SPLIT_EXAMPLES = 20_000  # decisions by which situations are split
FEWEST_DECISIONS, LEAST_SHARE, ENOUGH_DECISIONS = 10, 0.01, 80  # that a leaf must hold: a share of all, but no more than are enough
QUESTION_BINS = 16
MOST_PREFERENCES, BEAM = 3, 3  # of a leaf; orders that are continued
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

    def thinned(self, most: int) -> "ChoiceExamples":
        """At most that many decisions, evenly spread."""
        count = len(self.starts)
        return self if count <= most else self.part(np.linspace(0, count - 1, most).astype(np.int64))


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


def columns_of_actions(model: ChoiceModel) -> list[int]:
    """The inputs that may differ between the actions of a decision."""
    return [place for place, one in enumerate(model.inputs) if one.compared not in (HIGHEST, LOWEST)]


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
    """A tree of questions about the situation with at most that many leaves; each leaf says in order what is preferred there.

    A situation is split by the question after which two preferences for each answer agree with the agent most often.
    """
    some = examples.thinned(SPLIT_EXAMPLES)
    wishes = Wishes.of(empty, some)
    hits = wishes.pair_hits()
    questions, answers = _questions(empty, some)
    nodes, members = [QuestionNode()], {0: np.arange(len(some.starts))}
    splits = {0: _best_split(hits, answers, members[0])}
    while len(members) < leaves:
        place = max(splits, key=lambda one: splits[one][0])
        gain, question = splits.pop(place)
        if gain <= 0:
            break
        here, (yes, no) = members.pop(place), (len(nodes), len(nodes) + 1)
        nodes[place] = replace(nodes[place], condition=questions[question], yes=yes, no=no)
        for part in (here[answers[here, question]], here[~answers[here, question]]):
            members[len(nodes)], splits[len(nodes)] = part, _best_split(hits, answers, part)
            nodes.append(QuestionNode())
    model = replace(empty, kind=TREE, nodes=nodes, first=float(wishes.first))
    leaf = model.leaf_of(examples.rows[examples.starts])
    for place, node in enumerate(nodes):
        if node.condition is None:
            here = np.flatnonzero(leaf == place)
            found = Wishes(wishes.conditions, wishes.columns, wishes.first, examples.part(here)).best_order() if len(here) else ()
            nodes[place] = replace(node, share=len(here) / len(leaf), preferences=found)
    return model


def _questions(empty: ChoiceModel, examples: ChoiceExamples) -> tuple[list[Condition], NDArray[np.bool_]]:
    """What may be asked about a situation, and the answers [decision, question]; of questions with the same answers one."""
    of_actions = {one.fact for one in empty.inputs if one.compared == HIGHEST}
    found: dict[bytes, tuple[Condition, NDArray[np.bool_]]] = {}
    for column, one in enumerate(empty.inputs):
        if one.compared in (HIGHEST, LOWEST) or (one.compared == VALUE and one.fact not in of_actions):
            values = examples.rows[examples.starts, column]
            for limit in _thresholds(values, QUESTION_BINS).tolist():
                found.setdefault((values > limit).tobytes(), (Condition(column, limit), values > limit))
    answers = np.stack([answer for _, answer in found.values()], axis=1) if found else np.zeros((len(examples.starts), 0), np.bool_)
    return [condition for condition, _ in found.values()], answers


def _best_split(hits: NDArray[np.float32], answers: NDArray[np.bool_], here: NDArray[np.intp]) -> tuple[float, int]:
    """The question that brings most among these decisions, and how much."""
    asked, own = answers[here].astype(np.float32), hits[here]
    if not asked.shape[1]:
        return 0.0, 0
    whole, yes, count = own.sum(axis=0), asked.T @ own, asked.sum(axis=0)
    gains = yes.max(axis=1) + (whole - yes).max(axis=1) - whole.max()
    least = min(max(FEWEST_DECISIONS, LEAST_SHARE * len(answers)), ENOUGH_DECISIONS)
    gains[(count < least) | (len(here) - count < least)] = 0.0
    best = int(np.argmax(gains))
    return float(gains[best]), best


@dataclass(frozen=True)
class Wishes:
    """What may be preferred: actions that have a flag or lack it, or that have the most or the least of a number."""

    conditions: list[Condition]
    columns: list[tuple[int, float]]  # input, sign: of the actions that are left, those with the highest product stay
    first: bool  # of equal actions the first is played; else any
    examples: ChoiceExamples

    @classmethod
    def of(cls, empty: ChoiceModel, examples: ChoiceExamples) -> "Wishes":
        """All that the inputs of a model allow."""
        values = {one.fact: place for place, one in enumerate(empty.inputs) if one.compared == VALUE}
        compared = {one.fact for one in empty.inputs if one.compared == MOST}
        flags = {one.fact for one in empty.inputs if one.compared == HIGHEST} - compared
        conditions, columns = [], []
        for place, one in enumerate(empty.inputs):
            if one.compared in (MOST, LEAST):
                conditions.append(Condition(place, 0.5))
                columns.append((values[one.fact], 1.0 if one.compared == MOST else -1.0))
            elif one.compared == VALUE and one.fact in flags:
                conditions += [Condition(place, 0.5), Condition(place, 0.5, above=False)]
                columns += [(place, 1.0), (place, -1.0)]
        found = [cls(conditions, columns, first, examples) for first in (False, True)]
        rates = [max(float(one.hits(one.left(one.everything, wish)).sum()) for wish in range(len(columns))) for one in found]
        return found[int(rates[1] > rates[0])]

    @property
    def everything(self) -> NDArray[np.bool_]:
        """All actions."""
        return np.ones(len(self.examples.rows), np.bool_)

    def left(self, alive: NDArray[np.bool_], wish: int) -> NDArray[np.bool_]:
        """The actions that stay."""
        column, sign = self.columns[wish]
        values = np.where(alive, sign * self.examples.rows[:, column], -np.inf)
        found: NDArray[np.bool_] = alive & (values >= self.examples.spread(np.maximum.reduceat(values, self.examples.starts)))
        return found

    def hits(self, alive: NDArray[np.bool_]) -> Float64s:
        """How often what is left is what the agent plays, by decision. All decisions count alike: weights lower fidelity, not regret."""
        played, starts = self.examples.played, self.examples.starts
        if self.first:
            return played[np.minimum.reduceat(np.where(alive, np.arange(len(alive)), len(alive)), starts)]
        found: Float64s = np.add.reduceat(alive * played, starts) / np.add.reduceat(alive, starts)
        return found

    def pair_hits(self) -> NDArray[np.float32]:
        """The hits of every wish, followed by every wish [decision, pair]."""
        count = len(self.columns)
        found = np.empty((len(self.examples.starts), count * count), np.float32)
        for one in range(count):
            alive = self.left(self.everything, one)
            for other in range(count):
                found[:, one * count + other] = self.hits(alive if one == other else self.left(alive, other))
        return found

    def best_order(self) -> tuple[Condition, ...]:
        """The preferences, in order, whose choice is most often that of the agent: the best few orders are continued."""
        beam: list[tuple[float, tuple[int, ...], NDArray[np.bool_]]] = [(float(self.hits(self.everything).sum()), (), self.everything)]
        for _ in range(MOST_PREFERENCES):
            longer = []
            for _, order, alive in beam:
                for wish in set(range(len(self.columns))) - set(order):
                    left = self.left(alive, wish)
                    longer.append((float(self.hits(left).sum()), (*order, wish), left))
            longer.sort(key=lambda one: (-one[0], one[1]))
            if not longer or longer[0][0] <= beam[0][0] + LEAST_GAIN * len(self.examples.starts):
                break
            beam = longer[:BEAM]
        return tuple(self.conditions[wish] for wish in beam[0][1])


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


# --- rules --------------------------------------------------------------------------------------------------------------------------------


def fit_rules(model: ChoiceModel, examples: ChoiceExamples, count: int) -> ChoiceModel:
    """Rules that are applied in order to the actions that are left: those that satisfy one stay, if there are any.

    First come rules that keep the agent's action and drop others, as the likelihood of its action among those left demands; when no rule
    raises it any more, the rule after which its action is played most often.
    """
    examples = examples.thinned(RULE_EXAMPLES)
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
    for column in columns_of_actions(model):
        one = model.inputs[column]
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
    columns = columns_of_actions(empty)
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
