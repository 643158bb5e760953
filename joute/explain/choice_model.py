"""Small models that choose: they read facts of each legal action, compare them, and play the action that scores highest.

A model is plain data (JSON): a tree, an ordered list of rules, or a sum of curves. It needs NumPy alone. What a model reads are the facts
of an action, and for counts and amounts also whether the action has the most or the least of all legal actions. A tree asks about the
situation: about facts of the position, and about the most and the least that any legal action has of a fact.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.beliefs import UNIFORM
from joute.core.contract import Actions
from joute.core.errors import BadWeights, system_reason
from joute.core.facts import Fact, FactKind
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.rng import seed_of
from joute.core.state import Json, State
from joute.explain.decision_rows import choice_facts
from joute.i18n import say
from joute.jit.struct import Float64s, Int64s
from joute.review.continuations import ContinuationSampler, tracked

FORMAT = 2
TREE, RULES, CURVES = "tree", "rules", "curves"
KINDS = (TREE, RULES, CURVES)
VALUE, MOST, LEAST, BEHIND_MOST, ABOVE_LEAST, HIGHEST, LOWEST = COMPARISONS = (
    "value",
    "most",  # whether the action has the most of all
    "least",
    "behind_most",
    "above_least",
    "highest",  # what the action with the most has: the same for all actions
    "lowest",
)


@dataclass(frozen=True)
class ModelInput:
    """A number that a model reads: a fact of an action or of the position, or how it compares with that of the other legal actions."""

    fact: int  # place among the facts of the game
    compared: str = VALUE


def model_facts(game: Game, worlds: int) -> list[Fact]:
    """What is known of each action: the facts of the game and, if worlds are sampled, how often or how much each consequence comes."""
    sampled = [replace(fact, kind=FactKind.CHANCE) if fact.kind is FactKind.FLAG else fact for fact in tracked(game)]
    return [*game.definition.facts, *(sampled if worlds else [])]


def known_of_choice(game: Game, view: State, seat: int, worlds: int, seed: int) -> tuple[Actions, Float64s]:
    """The legal actions of a seat, and what is known of each [action, fact]."""
    actions, rows = choice_facts(game, view, seat)
    if worlds:
        sampler = ContinuationSampler(game, view, seat, Unit.SCORE, UNIFORM, seed_of(seed, "consequences"))
        sampled = sampler.sample(actions.tolist(), worlds).consequences.mean(axis=0)[:, : len(tracked(game))]
        rows = np.hstack([rows, sampled])
    return actions, rows


def model_inputs(facts: Sequence[Fact]) -> list[ModelInput]:
    """What a model reads: every fact, comparisons of those that are no flags, and what is said of the situation."""
    of_actions = [place for place, fact in enumerate(facts) if not fact.of_position]
    compared = [
        ModelInput(place, how)
        for place in of_actions
        if facts[place].kind is not FactKind.FLAG
        for how in (MOST, LEAST, BEHIND_MOST, ABOVE_LEAST)
    ]
    return [
        *(ModelInput(place) for place in range(len(facts))),
        *compared,
        *(ModelInput(place, how) for place in of_actions for how in (HIGHEST, LOWEST)),
    ]


def input_rows(inputs: Sequence[ModelInput], facts: Float64s, starts: Int64s) -> Float64s:
    """The inputs of all actions [action, input] from their facts [action, fact]; `starts` says where each decision begins."""
    everyone = np.ones(len(facts), bool)
    return np.stack([compared(facts[:, one.fact], everyone, starts, one.compared) for one in inputs], axis=1).astype(np.float64)


def compared(values: Float64s, alive: NDArray[np.bool_], starts: Int64s, how: str) -> NDArray[Any]:
    """The values of a fact, compared with those of the actions of the same decision that are left."""
    if how == VALUE:
        return values
    sizes = np.diff(np.append(starts, len(values)))
    most = np.repeat(np.maximum.reduceat(np.where(alive, values, -np.inf), starts), sizes)
    least = np.repeat(np.minimum.reduceat(np.where(alive, values, np.inf), starts), sizes)
    if how in (HIGHEST, LOWEST):
        return most if how == HIGHEST else least
    if how in (BEHIND_MOST, ABOVE_LEAST):
        return most - values if how == BEHIND_MOST else values - least
    found: NDArray[np.bool_] = (most > least) & (values == (most if how == MOST else least))
    return found


@dataclass(frozen=True)
class Condition:
    """A question about an action: is this input above a threshold (or, turned around, not above)?"""

    input: int
    threshold: float
    above: bool = True

    def holds(self, rows: Float64s) -> NDArray[np.bool_]:
        """The answer for each action."""
        found: NDArray[np.bool_] = (rows[:, self.input] > self.threshold) == self.above
        return found


@dataclass(frozen=True)
class QuestionNode:
    """A question about the situation with its two subtrees, or a leaf that says what is preferred there."""

    share: float = 0.0  # of the decisions of the training that come here
    condition: Condition | None = None  # None: a leaf
    yes: int = -1  # places of the subtrees
    no: int = -1
    preferences: tuple[Condition, ...] = ()  # of a leaf, in order: of the actions that are left, those that satisfy one stay, if any does


@dataclass(frozen=True)
class ScoreCurve:
    """What one input adds to the score: by interval between thresholds."""

    input: int
    thresholds: tuple[float, ...]
    scores: tuple[float, ...]  # one more than thresholds


@dataclass(frozen=True)
class ChoiceModel:
    """A model that plays, and what it was made for."""

    kind: str
    game: str
    facts: list[str]  # names, in the order of the game
    inputs: list[ModelInput]
    nodes: list[QuestionNode] = field(default_factory=list)  # of a tree; the first is the root
    rules: list[Condition] = field(default_factory=list)  # of a list
    curves: list[ScoreCurve] = field(default_factory=list)
    worlds: int = 0  # sampled for the consequences of each action; 0: it reads facts alone
    first: float = 0.0  # above 0: of equal actions the first is played; a sum of curves adds it to the score of the first legal action
    made: Json = field(default_factory=dict)  # agent, command, seed, measures

    @property
    def size(self) -> int:
        """The number of leaves, rules or curves."""
        return len(self.leaves) if self.kind == TREE else len(self.rules) if self.kind == RULES else len(self.curves)

    @property
    def leaves(self) -> list[int]:
        """The places of the leaves, the most frequent first."""
        found = [place for place, node in enumerate(self.nodes) if node.condition is None]
        return sorted(found, key=lambda place: -self.nodes[place].share)

    def leaf_of(self, rows: Float64s) -> Int64s:
        """The leaf that each decision comes to, by the inputs of one of its actions."""
        at = np.zeros(len(rows), np.int64)
        for place, node in enumerate(self.nodes):  # a node comes before its subtrees
            if node.condition is not None:
                here = at == place
                at[here] = np.where(node.condition.holds(rows[here]), node.yes, node.no)
        return at

    def shares(self, rows: Float64s, starts: Int64s) -> Float64s:
        """How often it plays each action of many decisions: actions that it finds equal have equal shares."""
        sizes = np.diff(np.append(starts, len(rows)))
        scores = np.zeros(len(rows))
        for curve in self.curves:
            scores += curve_scores(curve, rows)
        if self.kind == CURVES:
            scores[starts] += self.first
        alive = scores >= np.repeat(np.maximum.reduceat(scores, starts), sizes) - 1e-9
        if self.nodes:
            leaf = np.repeat(self.leaf_of(rows[starts]), sizes)
            for place in self.leaves:
                here = leaf == place
                for preference in self.nodes[place].preferences if here.any() else ():
                    alive = np.where(here, self.left_by(preference, rows, starts, alive), alive)
        for rule in self.rules:
            alive = self.left_by(rule, rows, starts, alive)
        if self.first > 0:
            places = np.minimum.reduceat(np.where(alive, np.arange(len(rows)), len(rows)), starts)
            alive = np.isin(np.arange(len(rows)), places)
        found: Float64s = alive / np.repeat(np.add.reduceat(alive, starts), sizes)
        return found

    def left_by(self, rule: Condition, rows: Float64s, starts: Int64s, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The actions that satisfy a rule, of those that are left; all of them if none does. A rule compares with those that are left."""
        one = self.inputs[rule.input]
        column = compared(rows[:, self.inputs.index(ModelInput(one.fact))], alive, starts, one.compared)
        left = alive & ((column > rule.threshold) == rule.above)
        sizes = np.diff(np.append(starts, len(rows)))
        found: NDArray[np.bool_] = left | (alive & ~np.repeat(np.logical_or.reduceat(left, starts), sizes))
        return found

    def to_json(self) -> Json:
        """As its file stores it: inputs are named, so that a person can read and edit them."""
        named = [[self.facts[one.fact], one.compared] for one in self.inputs]
        content = asdict(self) | {"inputs": named}
        used = {TREE: ("nodes",), RULES: ("rules",), CURVES: ("curves",)}[self.kind]
        return {"joute surrogate": FORMAT} | {
            name: value for name, value in content.items() if name in (*used, "kind", "game", "facts", "inputs", "worlds", "first", "made")
        }

    def save(self, file: Path) -> None:
        """Write it; a reader finds the old file or the new one."""
        temporary = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            temporary.write_text(json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            temporary.replace(file)
        except OSError as error:
            raise BadWeights("{file} cannot be written: {error}", file=file, error=system_reason(error)) from error

    def check(self, game: Game) -> "ChoiceModel":
        """This model; BadWeights if it was made for another game or other facts."""
        if self.game != game.name:
            raise BadWeights("this surrogate was made for {owner}, not for {game}", owner=self.game, game=game.name)
        if self.facts != [fact.name for fact in model_facts(game, self.worlds)]:
            raise BadWeights(
                "this surrogate was made for other facts than those of {game} today: make one with joute explain agent", game=game.name
            )
        return self


def curve_scores(curve: ScoreCurve, rows: Float64s) -> Float64s:
    """What the curve adds to each action."""
    found: Float64s = np.array(curve.scores)[np.searchsorted(np.array(curve.thresholds), rows[:, curve.input], side="left")]
    return found


def load_model(file: Path) -> ChoiceModel:
    """The model in a file; BadWeights with the reason if it is none."""
    try:
        return _model_of(json.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise BadWeights("the surrogate cannot be read from {file}: {error}", file=file, error=system_reason(error)) from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise BadWeights("{file} is not a surrogate of Joute: {error}", file=file, error=error) from error


@lru_cache(maxsize=64)
def cached_model(file: str, changed: int) -> ChoiceModel:
    """The model in a file, as it was at that time of change."""
    return load_model(Path(file))


def read_model(stored: Json) -> ChoiceModel:
    """The model in what a file holds; BadWeights with the reason if it is none."""
    try:
        return _model_of(stored)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OverflowError) as error:
        raise BadWeights("this is not a surrogate of Joute: {error}", error=error) from error


def _model_of(stored: Json) -> ChoiceModel:
    if stored.get("joute surrogate") != FORMAT or stored["kind"] not in KINDS:
        raise ValueError(say("it has no 'joute surrogate' of a known format"))
    facts = [str(name) for name in stored["facts"]]
    inputs = [ModelInput(facts.index(name), str(how)) for name, how in stored["inputs"]]
    if any(one.compared not in COMPARISONS for one in inputs):
        raise ValueError(say("an input is compared in an unknown way"))
    nodes = [
        QuestionNode(
            float(one["share"]),
            _condition(one["condition"], inputs),
            int(one["yes"]),
            int(one["no"]),
            _conditions(one["preferences"], inputs),
        )
        for one in stored.get("nodes", [])
    ]
    for place, node in enumerate(nodes):
        if node.condition is not None and not place < min(node.yes, node.no) <= max(node.yes, node.no) < len(nodes):
            raise ValueError(say("a subtree does not come after its question"))
    rules = [*_conditions(stored.get("rules", []), inputs)]
    curves = [
        ScoreCurve(_place(one["input"], inputs), tuple(map(float, one["thresholds"])), tuple(map(float, one["scores"])))
        for one in stored.get("curves", [])
    ]
    if any(ModelInput(inputs[rule.input].fact) not in inputs for rule in [*rules, *(one for node in nodes for one in node.preferences)]):
        raise ValueError(say("a rule compares a fact that is no input"))
    if any(len(one.scores) != len(one.thresholds) + 1 for one in curves) or (stored["kind"] == TREE and not nodes):
        raise ValueError(say("a part of it is missing"))
    numbers = (
        [float(stored["first"])]
        + [node.share for node in nodes]
        + [score for curve in curves for score in (*curve.scores, *curve.thresholds)]
    )
    if not np.isfinite(np.array([*numbers, 0.0])).all():
        raise ValueError(say("a number is not finite"))
    return ChoiceModel(
        stored["kind"],
        str(stored["game"]),
        facts,
        inputs,
        nodes,
        rules,
        curves,
        int(stored["worlds"]),
        float(stored["first"]),
        dict(stored.get("made", {})),
    )


def _condition(stored: Json | None, inputs: Sequence[ModelInput]) -> Condition | None:
    return None if stored is None else Condition(_place(stored["input"], inputs), float(stored["threshold"]), bool(stored["above"]))


def _conditions(stored: Sequence[Json], inputs: Sequence[ModelInput]) -> tuple[Condition, ...]:
    return tuple(found for one in stored if (found := _condition(one, inputs)) is not None)


def _place(stored: object, inputs: Sequence[ModelInput]) -> int:
    place = int(stored)  # type: ignore[call-overload]  # anything else is a TypeError, as meant
    if not 0 <= place < len(inputs):
        raise ValueError(say("there is no input {place}", place=place))
    return place
