"""What a seat knows, thing by thing: explanations take things away and ask what the decision would have been.

A game names its things (a card in hand, a suit that another has shown to lack, the cards already played) and samples worlds in which some
of them are not known: each is drawn again together with all that is hidden, among the worlds that fit what is still known.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from joute.core.game import Game
from joute.core.state import State, States


@dataclass(frozen=True)
class KnownThing:
    """One thing that a seat knows."""

    name: str  # the same in every language: "card 7D", "void 2 hearts"
    kind: str  # by which the game tells its things apart
    label: dict[str, str]  # by language; `{0}` stands for the player on the first seat, as in events
    place: tuple[int, ...] = ()  # a card, a seat: whatever the game needs to find it


@dataclass(frozen=True)
class AlteredView:
    """A position that can occur and in which the seat knows something else."""

    view: State
    thing: KnownThing  # that is another here
    probability: float  # of this alternative, given all else that the seat knows
    label: dict[str, str]  # by language: "the king of clubs instead of the seven of diamonds"


@dataclass(frozen=True)
class PuzzlePosition:
    """A position near the end of a round, for which two actions can be compared exactly."""

    view: State
    seat: int
    actions: tuple[int, int]


class ExplanationModule(Protocol):
    """The module `explanation` of a game."""

    def known_things(self, game: Game, view: State, seat: int, actions: tuple[int, ...], /) -> list[KnownThing]:
        """What the seat knows and could not know while these actions are legal."""

    def recalled_worlds(
        self, game: Game, view: State, seat: int, actions: tuple[int, ...], things: list[KnownThing], known: NDArray[np.bool_], seed: int, /
    ) -> States:
        """A world for each row of `known` [world, thing]: what is not known there is drawn again with all that is hidden."""

    def altered_views(
        self, game: Game, view: State, seat: int, actions: tuple[int, ...], thing: KnownThing, seed: int, /
    ) -> list[AlteredView]:
        """Positions that can occur and differ from the view in this thing alone, the likeliest first."""

    def columns(self, game: Game, worlds: States, seat: int, /) -> NDArray[np.float64]:
        """What the seat knows in these worlds as numbers [world, column], for methods that take columns to be independent."""

    def columns_of(self, game: Game, thing: KnownThing, seat: int, /) -> list[int]:
        """The columns that show the thing."""

    def hidden_features(self, game: Game, worlds: States, view: State, seat: int, /) -> tuple[list[dict[str, str]], NDArray[np.bool_]]:
        """Statements about what is hidden, by language, and in which worlds they hold [world, statement]."""


@runtime_checkable
class PuzzleModule(Protocol):
    """A module `explanation` that also makes positions with exact solutions."""

    def puzzle_position(self, game: Game, seed: int, /) -> PuzzlePosition | None:
        """A position and two actions, found from the seed; None if that seed leads to none."""

    def exact_gap(self, game: Game, view: State, seat: int, actions: tuple[int, int], /) -> float:
        """How much better the first action is than the second, by counting out every world, as a share of a win."""
