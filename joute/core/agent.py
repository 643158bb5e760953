"""The base class of agents: an agent gets a view of a game, never the state, and returns an opinion."""

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
from joute.i18n import Sentence
from joute.version import __version__


class Stop:
    """A flag that a running search polls: set by a deadline, by another thread, or never.

    >>> import joute
    >>> stop = joute.Stop()
    >>> stop.now()
    >>> bool(stop.flag[0])
    True
    """

    def __init__(self) -> None:
        self.flag: NDArray[np.int8] = np.zeros(1, np.int8)
        self.timed_out = False  # whether a deadline of the search itself has ended it

    def now(self) -> None:
        """End the search that polls this flag."""
        self.flag[0] = 1

    @contextmanager
    def after(self, seconds: float) -> Iterator[NDArray[np.int8]]:
        """The flag, which will be set after that number of seconds (0: never)."""
        if seconds <= 0:
            yield self.flag
            return
        timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self._time_is_up)
        timer.daemon = True
        timer.start()
        try:
            yield self.flag
        finally:
            timer.cancel()

    def _time_is_up(self) -> None:
        self.timed_out = True
        self.now()


@dataclass(frozen=True)
class NoSettings:
    """For agents that have nothing to set."""


AT_RANDOM, CAREFULLY = 0, 1  # policies: agents that are a rule of the game (`pick`, `careful`)

CompiledPolicy: TypeAlias = Callable[..., int]
"""A helper that chooses in compiled code: (state, seat, parameters [seat, parameter], buffer for actions, rng) -> action."""


class Agent:
    """A player of ours: it gets a view, never the state, and returns an opinion.

    >>> import joute
    >>> class First(joute.Agent):
    ...     def consider(self, view, seat, seed=0, stop=None):
    ...         return joute.Opinion(self.legal(view, seat)[0])
    >>> game = joute.game("morpion", width=3, height=3, align=3)
    >>> joute.match(game, [First(game), First(game)], seed=0)
    <GameRecord of morpion, seed 0: First 1, First -1; 7 decisions>
    """

    name: ClassVar[str]
    summary: ClassVar[Sentence] = "an agent of your own"  # one sentence
    Settings: ClassVar[type[Any]] = NoSettings
    policy: ClassVar[int | None] = None  # the rule of the game that it plays by (AT_RANDOM, CAREFULLY), if it does
    mixes: bool = False  # whether the weights of its judgements are a mixed strategy
    interruptible: ClassVar[bool] = True  # whether a search ends soon after its stop flag is set
    version: str = f"joute {__version__}"  # for records: of Joute, or of the file or the distribution that it comes from
    inner: "Agent | None" = None  # the agent that `inner_text` names
    settings: Any  # an instance of `Settings`

    def __init__(self, game: Game, settings: object = None, text: str = "") -> None:
        self.game, self.settings, self.text = game, self.Settings() if settings is None else settings, text or type(self).__name__
        if refusal := self.refusal(game):
            raise Unfit(refusal)

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """A sentence that says why this agent cannot play the game; None if it can."""
        return None

    @property
    def inner_text(self) -> str | None:
        """The text of another agent that this one needs; the registry makes it and sets `inner`."""
        return None

    @property
    def unerring(self) -> "Agent":
        """The agent that gives advice in its place: itself, or the inner agent if it errs on purpose."""
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
        """Whether a choice always takes a millisecond or less, so that it need not run in another thread."""
        return self.policy is not None

    @property
    def compiled_policy(self) -> CompiledPolicy | None:
        """A policy that can play whole games in compiled code (`joute.arena.compiled_match`), or None."""
        return None

    def parameters(self) -> tuple[float, ...]:
        """The numbers that `compiled_policy` gets."""
        return ()

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The opinion of the agent. The same view, seat and seed give the same opinion, unless the time is limited."""
        raise Unfit("{agent} has no method consider", agent=type(self).__name__)

    def explain(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The opinion with beliefs about what is hidden, for people who ask why: beliefs can take longer than the choice."""
        opinion = self.consider(view, seat, seed, stop)
        return replace(opinion, beliefs=beliefs(self.game, view, seed, belief=self.belief))

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        return self.consider(view, seat, seed).action

    def compile(self) -> None:
        """Compile what is not needed at the first decisions of a game, so that no later one waits for it; most need nothing."""
        if self.inner is not None:
            self.inner.compile()

    def close(self) -> None:
        """Release what the agent holds; most hold nothing."""

    def legal(self, view: State, seat: int) -> list[Action]:
        """The legal actions of the seat; an error if there are none."""
        actions = self.game.legal(view, seat)
        if not actions:
            raise Unfit("seat {seat} has nothing to choose here", seat=seat)
        return actions
