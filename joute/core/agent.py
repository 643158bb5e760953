"""An agent: it gets a view of a game, never the state, and gives an opinion."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.core.beliefs import UNIFORM, beliefs
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Opinion, Unit
from joute.core.state import Action, State


class Stop:
    """A flag that a running search polls: set by a deadline, by another thread, or never."""

    def __init__(self) -> None:
        self.flag: NDArray[np.int8] = np.zeros(1, np.int8)

    def now(self) -> None:
        """End the search that polls this flag."""
        self.flag[0] = 1

    @contextmanager
    def after(self, seconds: float) -> Iterator[NDArray[np.int8]]:
        """The flag, which will be set after that number of seconds (0: never)."""
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

CompiledPolicy: TypeAlias = Callable[..., int]
"""A helper that chooses in compiled code: (state, seat, parameters [seat, parameter], buffer for actions, rng) -> action."""


class Agent:
    """What can sit at a table: it gets a view, never the state, and gives an opinion."""

    name: ClassVar[str]
    summary: ClassVar[dict[str, str]]  # one line for a person to choose by, in English and French
    Settings: ClassVar[type[Any]] = NoSettings
    policy: ClassVar[int | None] = None  # the rule of the game that this agent is, so that whole games can be compiled
    mixes: ClassVar[bool] = False  # whether the weights of its judgements are a mixed strategy
    interruptible: ClassVar[bool] = True  # whether a search ends soon after its stop flag is set
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
    def unit(self) -> Unit:
        """What the values of its opinions measure."""
        return Unit.SCORE

    @property
    def belief(self) -> str:
        """How it samples worlds when something is hidden: all equally likely, or by how likely the others' past actions are in them."""
        return UNIFORM

    @property
    def quick(self) -> bool:
        """Whether a choice takes a millisecond or less in any position, so that it is not worth a way to another thread."""
        return self.policy is not None

    @property
    def compiled_policy(self) -> CompiledPolicy | None:
        """A policy that can play whole games in compiled code (`joute.arena.compiled_match`), or None."""
        return None

    def parameters(self) -> tuple[float, ...]:
        """The numbers that `compiled_policy` gets."""
        return ()

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The action this agent would choose, and why. The same view, seat and seed give the same opinion, unless time decides."""
        raise NotImplementedError

    def explain(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The opinion with beliefs about what is hidden, for people who ask why: beliefs can take longer than the choice."""
        opinion = self.consider(view, seat, seed, stop)
        return replace(opinion, beliefs=beliefs(self.game, view, seed, belief=self.belief))

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """Only the action."""
        return self.consider(view, seat, seed).action

    def legal(self, view: State, seat: int) -> list[Action]:
        """What the seat may do; an agent is only asked when there is something."""
        actions = self.game.legal(view, seat)
        if not actions:
            raise Unfit(f"seat {seat} has nothing to choose here")
        return actions
