"""An agent, and what it thinks: the same words whatever search thought them."""

import dataclasses
import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.state import Action, Json, State
from joute.jit.compile import Compiled


@dataclass(frozen=True)
class Judgement:
    """What an agent thinks of one legal action; None where its method has no such number."""

    action: Action
    value: float | None = None  # the score expected for the seat that chooses
    visits: int | None = None
    weight: float | None = None  # how often a mixed strategy plays it, or the share of imagined worlds that vote for it

    def to_json(self) -> Json:
        """For a client."""
        return {"action": self.action.name, "value": self.value, "visits": self.visits, "weight": self.weight}


def by_visits(judgement: Judgement) -> tuple[float, float]:
    """The most visited first."""
    return judgement.visits or 0, -math.inf if judgement.value is None else judgement.value


def by_mean(judgement: Judgement) -> tuple[float, float]:
    """The best mean first."""
    return -math.inf if judgement.value is None else judgement.value, judgement.visits or 0


def with_the_rest(judgements: list[Judgement], legal: list[Action]) -> list[Judgement]:
    """The judgements, and behind them the legal actions that the method would never take."""
    judged = {judgement.action for judgement in judgements}
    return judgements + [Judgement(action, weight=0.0) for action in legal if action not in judged]


@dataclass(frozen=True)
class Opinion:
    """A choice, and why: every legal action judged, the line expected, and the work that it took."""

    action: Action
    judgements: list[Judgement] = field(default_factory=list)  # the best first
    value: float | None = None
    line: list[Action] = field(default_factory=list)  # the main line, this action first
    depth: int | None = None
    nodes: int = 0  # positions looked at
    seconds: float = 0.0
    beliefs: Json = field(default_factory=dict)  # of what is hidden
    matrix: Json | None = None  # of a choice at once: rows, columns, cells (null: not looked at), row_weights, column_weights
    remark: dict[str, str] = field(default_factory=dict)  # a sentence by language, where numbers do not tell it all
    unit: str = "score"  # what its values are: scores, or chances to win ("win")

    def to_json(self) -> Json:
        """For a client or a record."""
        plain = {item.name: getattr(self, item.name) for item in dataclasses.fields(self)}
        return plain | {
            "action": self.action.name,
            "judgements": [judgement.to_json() for judgement in self.judgements],
            "line": [action.name for action in self.line],
        }


class Stop:
    """A flag that a running search polls: set by a deadline, by another thread, or never.

    Where it is brief, the choice is wanted and not what the agent believes: that can take longer than the choice itself.
    """

    def __init__(self, brief: bool = False) -> None:
        self.flag: NDArray[np.int8] = np.zeros(1, np.int8)
        self.brief = brief

    def now(self) -> None:
        """End the search that polls this flag."""
        self.flag[0] = 1

    @contextmanager
    def after(self, seconds: float) -> Iterator[NDArray[np.int8]]:
        """The flag, which will be set after so many seconds (0: never)."""
        if seconds <= 0:
            yield self.flag
            return
        timer = threading.Timer(seconds, self.now)
        timer.daemon = True
        timer.start()
        try:
            yield self.flag
        finally:
            timer.cancel()


@dataclass(frozen=True)
class NoSettings:
    """For agents that have nothing to set."""


AT_RANDOM, CAREFULLY = 0, 1  # policies: agents that are a rule of the game (`pick`, `careful`)


class Agent:
    """What can sit at a table: it gets a view, never the state, and gives an opinion."""

    name: ClassVar[str]
    summary: ClassVar[dict[str, str]]  # one line for a person to choose by, in English and French
    Settings: ClassVar[type[Any]] = NoSettings
    policy: ClassVar[int | None] = None  # the rule of the game that this agent is, so that whole games can be compiled
    whole_games: ClassVar[Compiled | None] = None  # plays games where every seat is such an agent: see `joute.arena.compiled_match`
    mixes: ClassVar[bool] = False  # whether the weights of its judgements are a mixed strategy
    adviser: "Agent | None" = None  # whom it asks: see `asks`

    def __init__(self, game: Game, settings: Any, text: str) -> None:
        self.game, self.settings, self.text = game, settings, text
        if refusal := self.refusal(game):
            raise Unfit(refusal)

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Why this agent cannot play the game, in a sentence; None when it can."""
        return None

    @property
    def asks(self) -> str | None:
        """The text of another agent that this one asks; the registry brings it as `adviser`."""
        return None

    @property
    def unerring(self) -> "Agent":
        """Who answers when somebody asks for advice: the agent itself, or the one that it asks where it errs on purpose."""
        return self

    @property
    def quick(self) -> bool:
        """Whether a choice takes a millisecond or less in any position, so that it is not worth a way to another thread."""
        return self.policy is not None

    def constants(self) -> tuple[float, ...]:
        """What `whole_games` must know of this agent."""
        return ()

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The action this agent would choose, and why. The same view, seat and seed give the same opinion, unless time decides."""
        raise NotImplementedError

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """Only the action."""
        return self.consider(view, seat, seed, Stop(brief=True)).action

    def legal(self, view: State, seat: int) -> list[Action]:
        """What the seat may do; an agent is only asked when there is something."""
        actions = self.game.legal(view, seat)
        if not actions:
            raise Unfit(f"seat {seat} has nothing to choose here")
        return actions
