"""How everybody stands while a tournament is on: what can be kept up to date block by block."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from joute.arena.statistics.intervals import shares
from joute.arena.tournament.ledger import Block, Key


@dataclass
class Tally:
    """One agent so far."""

    agent: int
    games: int = 0
    points: float = 0.0
    faults: int = 0
    blocks: int = 2  # one won and one lost are added for the interval, as `stats.share_interval` does
    sum: float = 1.0  # of the blocks' mean shares
    squares: float = 1.0

    def add(self, gained: Sequence[float]) -> None:
        """What it got in the games of one block."""
        mean = sum(gained) / len(gained)
        self.games, self.points = self.games + len(gained), self.points + sum(gained)
        self.blocks, self.sum, self.squares = self.blocks + 1, self.sum + mean, self.squares + mean * mean

    @property
    def half(self) -> float:
        """How far the true mean may lie from the one seen, at 95 %."""
        variance = (self.squares - self.sum**2 / self.blocks) / (self.blocks - 1)
        return 1.96 * math.sqrt(max(0.0, variance) / self.blocks)

    @property
    def mean(self) -> float | None:
        """Its share of a game's point, on average; None before its first game."""
        return self.points / self.games if self.games else None


@dataclass
class Score:
    """Everybody so far, and what each block gave where the schedule asks for it."""

    tallies: dict[int, Tally]
    keep: bool = False  # what each block gave: only a swiss schedule asks
    games: int = 0
    seconds: float = 0.0
    given: dict[Key, dict[int, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, agents: Sequence[int], keep: bool) -> "Score":
        """Before the first game."""
        return cls({agent: Tally(agent) for agent in agents}, keep)

    def add(self, block: Block) -> None:
        """One more block."""
        self.games += len(block.games)
        self.seconds += block.seconds
        points: dict[int, list[float]] = {}
        for game in block.games:
            won = dict.fromkeys(game.seats, 0.0)
            for agent, share in zip(game.seats, shares(game.scores, game.faults), strict=True):
                won[agent] += share
            for agent, share in won.items():
                points.setdefault(agent, []).append(share)
            for seat in game.faults:
                self.tallies.setdefault(game.seats[seat], Tally(game.seats[seat])).faults += 1
        for agent, gained in points.items():
            self.tallies.setdefault(agent, Tally(agent)).add(gained)
        if self.keep:
            self.given[block.key] = {agent: sum(gained) / len(gained) for agent, gained in points.items()}

    def points(self, key: Key) -> dict[int, float]:
        """What each agent got in that block; nothing where it was given up."""
        return self.given.get(key, {})

    def ranking(self) -> list[Tally]:
        """The best mean first."""
        return sorted(self.tallies.values(), key=lambda tally: (-(tally.mean or 0.0), tally.agent))
