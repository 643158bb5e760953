"""A session: one game being played, with its state, its record and a way back."""

from collections.abc import Mapping, Sequence
from typing import Self

from joute.core.events import Events
from joute.core.faults import Fault
from joute.core.game import Game
from joute.core.record import COMPLETE, FAULT, GameRecord, judged
from joute.core.rng import seed_of
from joute.core.state import Json, State


class Session:
    """The one loop of a game: a match between agents, a game at the terminal and a table of the server all apply actions here."""

    def __init__(self, game: Game, record: GameRecord, state: State) -> None:
        self.game, self.record, self.state = game, record, state

    @classmethod
    def begin(cls, game: Game, players: Sequence[str], seed: int) -> Self:
        """A new game."""
        return cls(game, GameRecord.begin(game, players, seed), game.new(seed))

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.game.over(self.state)

    @property
    def ply(self) -> int:
        """The number of decisions so far; simultaneous ones count as one."""
        return len(self.record.choices)

    def view(self, seat: int | None) -> State:
        """What a seat knows (-1: a spectator; None: everything)."""
        return self.state if seat is None else self.game.view(self.state, seat)

    def decision_seed(self, seat: int, purpose: str = "") -> int:
        """The seed of an agent's decision here: the same in a match, at the terminal and at a table."""
        moment = (self.record.seed, self.ply, seat)
        return seed_of(*moment, purpose) if purpose else seed_of(*moment)

    def apply(
        self, numbers: Mapping[int, int], seconds: Mapping[int, float] | None = None, opinions: Mapping[int, Json] | None = None
    ) -> Events:
        """Apply checked actions, settle chance, record it, and return what happened. Earlier states stay as they were."""
        state = self.state.copy()
        events = self.game.carry_out(state, numbers)
        self.state = state
        self._note(numbers, seconds, opinions)
        return events

    def step(
        self, numbers: Mapping[int, int], seconds: Mapping[int, float] | None = None, opinions: Mapping[int, Json] | None = None
    ) -> None:
        """The same without events, in place: several times faster."""
        self.game.step(self.state, numbers)
        self._note(numbers, seconds, opinions)

    def _note(self, numbers: Mapping[int, int], seconds: Mapping[int, float] | None, opinions: Mapping[int, Json] | None) -> None:
        self.record.choices.append({seat: self.game.actions[number].name for seat, number in numbers.items()})
        self.record.seconds.append(dict(seconds or dict.fromkeys(numbers, 0.0)))
        self.record.opinions.append(dict(opinions or {}))
        if self.over:
            self.record.scores, self.record.ended = judged(self.game, self.state, self.record.faults), COMPLETE

    def forfeit(self, faults: Sequence[Fault]) -> None:
        """End the game with these faults: seats that lost by one come last, whether or not the rules have ended the game."""
        self.record.faults = list(faults)
        self.record.scores = judged(self.game, self.state, self.record.faults)
        self.record.ended = COMPLETE if self.over else FAULT

    def last_decision(self, seat: int) -> int | None:
        """The number of the seat's last decision; None before its first. What was given as an opening was not its decision."""
        return next((ply for ply in range(self.ply - 1, self.record.opening - 1, -1) if seat in self.record.choices[ply]), None)

    def undo(self, ply: int) -> None:
        """Go back to before that decision: the game is replayed from its seed."""
        for rows in (self.record.choices, self.record.seconds, self.record.opinions):
            del rows[ply:]
        self.record.scores, self.record.ended = None, None
        self.state = self.game.new(self.record.seed)
        for choices in self.record.choices:
            self.game.step(self.state, self.game.check(self.state, choices))
