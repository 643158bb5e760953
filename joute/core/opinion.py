"""An agent's opinion of a decision: the action, a judgement of every legal action, and the work that it took."""

import dataclasses
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypedDict

from joute.core.definition import Spec
from joute.core.notebook import NotebookHtml
from joute.core.state import Action, Json
from joute.i18n import current_language


class Unit(StrEnum):
    """What the values of an agent measure.

    >>> import joute
    >>> joute.Unit.WIN.bounds(joute.game("coeurs").spec), joute.Unit.SCORE.bounds(joute.game("morpion").spec)
    ((0.0, 1.0), (-1.0, 1.0))
    """

    SCORE = "score"
    WIN = "win"  # the chance to win

    def bounds(self, spec: Spec) -> tuple[float, float]:
        """The lowest and the highest value."""
        return (0.0, 1.0) if self is Unit.WIN else (float(spec.lowest), float(spec.highest))

    def scale(self, spec: Spec) -> float:
        """The divisor that makes constants mean the same in every game: the whole range, or the most that a chapter can change."""
        return 1.0 if self is Unit.WIN else float(spec.scale)


@dataclass(frozen=True)
class Judgement:
    """What an agent thinks of one legal action; None: its method has no such number.

    >>> import joute
    >>> joute.Judgement(joute.game("morpion").action("f6"), value=0.25, visits=40)
    Judgement(action=<f6 (132)>, value=0.25, visits=40, weight=None, error=None)
    """

    action: Action
    value: float | None = None  # expected for the seat that chooses, in the unit of the opinion
    visits: int | None = None
    weight: float | None = None  # how often a mixed strategy plays it, or the share of sampled worlds that vote for it
    error: float | None = None  # standard error of the value, from sampling; 0: exact

    def to_json(self) -> Json:
        """For a client."""
        return {"action": self.action.name, "value": self.value, "visits": self.visits, "weight": self.weight, "error": self.error}


def by_visits(judgement: Judgement) -> tuple[float, float]:
    """The most visited first."""
    return judgement.visits or 0, -math.inf if judgement.value is None else judgement.value


def by_mean(judgement: Judgement) -> tuple[float, float]:
    """The best mean first."""
    return -math.inf if judgement.value is None else judgement.value, judgement.visits or 0


def with_the_rest(judgements: list[Judgement], legal: list[Action]) -> list[Judgement]:
    """The judgements, then the other legal actions with weight 0."""
    judged = {judgement.action for judgement in judgements}
    return judgements + [Judgement(action, weight=0.0) for action in legal if action not in judged]


class PayoffMatrix(TypedDict):
    """The matrix of a position in which two seats choose at once, from one seat's side."""

    rows: list[Action]  # own actions
    columns: list[Action]  # the other seat's
    cells: list[list[float | None]]  # [row, column] value for the seat; None: not searched
    row_weights: list[float]  # the mixed strategies
    column_weights: list[float]


def variation(actions: Iterable[Action | str]) -> str:
    """The actions of a principal variation as people read them."""
    names = [action.text(current_language()) if isinstance(action, Action) else action for action in actions]
    return (", " if any(" " in name for name in names) else " ").join(names)


@dataclass(frozen=True, repr=False)
class Opinion(NotebookHtml):
    """A choice, and why: every legal action judged, the principal variation, and the work that it took.

    >>> import joute
    >>> game = joute.game("diamant", seats=2)
    >>> opinion = joute.agent("random", game).consider(game.view(game.new(seed=1), 0), seat=0)
    >>> opinion
    <Opinion: return; actions judged: 2, nodes: 1>
    >>> [(judgement.action.name, judgement.weight) for judgement in opinion.judgements]
    [('explore', 0.5), ('return', 0.5)]
    """

    action: Action
    judgements: list[Judgement] = field(default_factory=list)  # the best first
    value: float | None = None
    pv: list[Action] = field(default_factory=list)  # principal variation, this action first
    depth: int | None = None
    nodes: int = 0  # positions searched
    seconds: float = 0.0
    beliefs: dict[str, dict[str, float]] = field(default_factory=dict)  # of every secret, the probability of its values
    matrix: PayoffMatrix | None = None
    remark: dict[str, str] = field(default_factory=dict)  # a sentence by language; may be empty
    unit: Unit = Unit.SCORE  # of all its values

    def __repr__(self) -> str:
        """The action, its value, and the number of actions judged."""
        value = "" if self.value is None else f", {'chance to win' if self.unit is Unit.WIN else 'score'} {round(self.value, 3) + 0.0:.3f}"
        return f"<Opinion: {self.action.name}{value}; actions judged: {len(self.judgements)}, nodes: {self.nodes}>"

    def to_json(self) -> Json:
        """For a client or a record."""
        plain = {item.name: getattr(self, item.name) for item in dataclasses.fields(self)}
        return plain | {
            "action": self.action.name,
            "judgements": [judgement.to_json() for judgement in self.judgements],
            "pv": [action.name for action in self.pv],
            "matrix": self.matrix
            and {
                **self.matrix,
                **{side: [action.name for action in self.matrix[side]] for side in ("rows", "columns")},
            },
        }


@dataclass(frozen=True)
class Solution:
    """The result of best play: the winner, the number of plies, and the principal variation."""

    winner: int | None  # a seat, or None for a draw or if nothing was proven
    plies: int | None  # to the end, if the winner hurries and the loser resists; None if not proven
    proven: bool  # whether the result is certain
    shortest: bool  # whether it is proven that no shorter win exists
    pv: list[Action] = field(default_factory=list)
    nodes: int = 0
    seconds: float = 0.0

    def to_json(self) -> Json:
        """For a client."""
        return vars(self) | {"pv": [action.name for action in self.pv]}
