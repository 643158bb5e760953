"""A recorded game with its positions, and what its values are shares of."""

from collections import Counter
from functools import cached_property

from joute.arena.statistics.estimates import shares
from joute.core import registry
from joute.core.events import Events
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.record import GameRecord
from joute.core.state import State
from joute.review.value_range import ValueRange, unit_of


class ReplayedGame:
    """A record with its game and its positions."""

    def __init__(self, record: GameRecord, game: Game | None = None) -> None:
        self.record = record
        self.game = game or registry.game(record.game, **record.options).fast()
        self.steps: list[tuple[State, Events | None]] = list(record.replay(self.game))

    def decisions(self) -> list[tuple[int, int]]:
        """Every decision that was not given as an opening: ply and seat."""
        choices = enumerate(self.record.choices)
        return [(ply, seat) for ply, row in choices if ply >= self.record.opening for seat in sorted(row)]

    @cached_property
    def kinds(self) -> Counter[str]:
        """The number of events of each kind in the game: the rarer ones tell more."""
        return Counter(event.kind for _, events in self.steps if events is not None for event in events.seen_by(None))

    def final_share(self, seat: int) -> float | None:
        """What the seat got in the end, as a share; None if the game did not end."""
        scores = self.record.scores
        if scores is None:
            return None
        if unit_of(self.game) is Unit.WIN:
            return shares(scores)[seat]
        return self.values.share(scores[seat])

    @property
    def values(self) -> ValueRange:
        """What values are shares of."""
        return ValueRange.of(self.game)
