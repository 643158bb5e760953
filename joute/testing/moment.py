"""Games made from numbers: each picks among what is possible, so that a list of numbers is a game, and a shorter list a shorter one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.rule_calls import PLAIN
from joute.core.state import Json, State

LARGE = 1 << 20  # numbers are below it


@dataclass(frozen=True)
class Move:
    """One change of a state: an action of each mover, or an outcome of chance."""

    choices: Mapping[int, int] = field(default_factory=dict)
    outcome: int | None = None

    def to_json(self, names: Mapping[int, str]) -> Json:
        """With the names of actions; a number stands for an action without one."""
        if self.outcome is not None:
            return {"chance": self.outcome}
        return {"choices": {str(seat): names.get(action, str(action)) for seat, action in self.choices.items()}}


@dataclass
class Moment:
    """A position in a game, how it was reached, and what can follow; the latter is filled in by the checks of turns."""

    game: Game
    state: State
    moves: tuple[Move, ...] = ()
    decisions: int = 0
    number: int = 0  # of the game
    over: bool = False
    legal: dict[int, list[int]] = field(default_factory=dict)  # by mover
    odds: list[float] = field(default_factory=list)
    memory: dict[str, Any] = field(default_factory=dict)  # what the checks of one run know of other games
    before: "Moment | None" = None

    def pick(self, numbers: "Numbers") -> Move:
        """The move that the next numbers say."""
        if self.legal:
            return Move({seat: actions[numbers.next() % len(actions)] for seat, actions in self.legal.items()})
        possible = [outcome for outcome, chance in enumerate(self.odds) if chance > 0]
        return Move(outcome=possible[numbers.next() % len(possible)])

    def after(self, move: Move) -> "Moment":
        """The position after a move."""
        state = self.state.copy()
        apply(self.game, state, move)
        return Moment(
            self.game,
            state,
            (*self.moves, move),
            self.decisions + (move.outcome is None),
            self.number,
            memory=self.memory,
            before=replace(self, before=None),
        )

    def names(self) -> Mapping[int, str]:
        """The names of the actions; none where the game cannot say them."""
        try:
            return self.game.definition.render.names(self.game.options)
        except Exception:
            return {}


class Numbers:
    """Numbers that were given, and then random ones, if there is a generator."""

    def __init__(self, given: Sequence[int] = (), *seed: object) -> None:
        self.used: list[int] = []
        self._given = list(given)
        self._rng = seeded(*seed) if seed else None

    def next(self) -> int:
        """The next number."""
        if len(self.used) < len(self._given):
            number = self._given[len(self.used)]
        elif self._rng is not None:
            number = below(self._rng, LARGE)
        else:
            raise Exhausted
        self.used.append(int(number))
        return int(number)


class Exhausted(Exception):
    """No number is left: here the game that they make ends."""


def apply(game: Game, state: State, move: Move, others: int = -1) -> None:
    """Apply a move in plain Python; `others` is written for the seats that do not choose."""
    if move.outcome is not None:
        PLAIN.resolve(state.array, move.outcome)
        return
    choices = np.full(game.spec.seats, others, np.int64)
    for seat, action in move.choices.items():
        choices[seat] = action
    PLAIN.advance(state.array, choices)


def replayed(game: Game, moves: Sequence[Json]) -> State:
    """The position after the moves of a finding: `finding.moves`, or `game` in its JSON.

    >>> import joute
    >>> game = joute.game("examples/kuhn/kuhn.py")
    >>> state = replayed(game, [{"chance": 0}, {"chance": 2}, {"choices": {"0": "bet"}}])
    >>> print(game.show(state))
    cards: jack, king
    actions: bet
    """
    state = game.laid_out()
    by_name = {name: number for number, name in game.definition.render.names(game.options).items()}
    for move in moves:
        if "chance" in move:
            apply(game, state, Move(outcome=move["chance"]))
        else:
            apply(game, state, Move({int(seat): by_name[name] if name in by_name else int(name) for seat, name in move["choices"].items()}))
    return state
