"""A game before its options are chosen: what it is, the rules that it states, and what comes with it."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from joute.core.contract import collect
from joute.core.state import Fields
from joute.jit.dispatch import bind


@dataclass(frozen=True)
class Spec:
    """What a game is, as data: searches read it to know whether they can play."""

    seats: int
    lowest: float  # the worst score at the end
    highest: float  # the best
    longest: int  # the most times that seats can be asked to choose in one game
    widest: int  # the most legal actions at once
    outcomes: int = 0  # the most outcomes of one chance event; 0: no chance
    simultaneous: bool = False  # several seats may choose in the same instant
    hidden: bool = False  # seats know different things
    zero_sum: bool = True  # the scores always add up to the same
    swing: float = 0.0  # the most that a score can change within one chapter (a deal, a round); 0: from lowest to highest

    @property
    def scale(self) -> float:
        """What a search divides scores by, so that its constants mean the same in every game."""
        return self.swing or self.highest - self.lowest

    @property
    def chance(self) -> bool:
        """Whether luck has a part."""
        return self.outcomes > 0

    @property
    def nature(self) -> dict[str, str]:
        """The game's nature in a line, in English and French."""
        english = ["hidden information" if self.hidden else "perfect information"]
        french = ["information cachée" if self.hidden else "information parfaite"]
        if self.simultaneous:
            english.append("simultaneous choices")
            french.append("choix simultanés")
        if self.chance:
            english.append("chance")
            french.append("hasard")
        return {"en": ", ".join(english), "fr": ", ".join(french)}


@dataclass(frozen=True, eq=False)
class Definition:
    """A game before its options are chosen: the record, the rules, and how a person sees it."""

    name: str
    title: Mapping[str, str]  # by language
    options: type[Any]  # a settings dataclass
    spec: Callable[[Any], Spec]
    state: type[Fields]  # its fields
    rules: tuple[ModuleType, ...]  # modules that state the rules of the contract, `setup` among them
    view: ModuleType  # names, show, tell; to_json, from_json, from_text where the fields alone will not do
    agents: Mapping[str, str] = field(default_factory=dict)  # this game's own players: name -> "module:Class"
    recipes: Mapping[str, str] = field(default_factory=dict)  # levels and the like: name -> the agent's text
    defaults: Mapping[str, str] = field(default_factory=dict)  # agents' settings that won in this game: name -> "key=value,..."
    feature_names: Callable[[Any], list[str]] | None = None
    symmetries: Callable[[Any], list[tuple[list[int], list[int]]]] | None = None  # orders of features and actions that change nothing
    weights: Path | None = (
        None  # of the features: a fitted evaluation that comes with the game (see `joute.search.common.linear_evaluation`)
    )
    network: Path | None = None  # that comes with the game (see `joute.search.network.agent`)
    solver: str | None = None  # "module:function" that proves positions: (game, state, stop) -> Solution
    openings: str | None = None  # "module:function" that gives balanced beginnings: (game, count, seed) -> lists of choices

    @cached_property
    def stated(self) -> dict[str, Callable[..., Any]]:
        """Every rule of the contract, stated or by default."""
        return collect(self.name, self.rules)

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The record type, marked with the rules' fingerprint."""
        return bind(self.state.layout(), self.stated)

    @property
    def seats_option(self) -> dataclasses.Field[int] | None:
        """The option that says how many sit down; None where their number is fixed."""
        return next((option for option in dataclasses.fields(self.options) if option.name == "seats"), None)

    def states_itself(self, rule: str) -> bool:
        """Whether the game has that optional rule rather than its default."""
        return any(vars(module).get(rule) is self.stated[rule] for module in self.rules)

    def setup(self, state: Fields, options: Any) -> None:
        """Lay the pieces out."""
        module = next(module for module in self.rules if hasattr(module, "setup"))
        module.setup(state, options)
