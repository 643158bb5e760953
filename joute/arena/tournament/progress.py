"""How far a tournament is: the points so far, and what its watchers get to see."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from joute.arena.block import Block, BlockKey
from joute.arena.statistics.estimates import shares
from joute.arena.tournament.plan import TournamentBudget


@dataclass
class AgentTally:
    """Games and points of one agent so far."""

    agent: int
    games: int = 0
    points: float = 0.0
    faults: int = 0
    blocks: int = 2  # one won and one lost are added for the interval, as `share_interval` does for two agents
    sum: float = 1.0  # of the blocks' mean shares
    squares: float = 1.0

    def add(self, gained: Sequence[float]) -> None:
        """Add the shares of the point in the games of one block."""
        mean = sum(gained) / len(gained)
        self.games, self.points = self.games + len(gained), self.points + sum(gained)
        self.blocks, self.sum, self.squares = self.blocks + 1, self.sum + mean, self.squares + mean * mean

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        variance = (self.squares - self.sum**2 / self.blocks) / (self.blocks - 1)
        return 1.96 * math.sqrt(max(0.0, variance) / self.blocks)

    @property
    def mean(self) -> float | None:
        """Its mean share of a game's point; None before its first game."""
        return self.points / self.games if self.games else None


@dataclass
class Scoreboard:
    """The tallies of all agents, and the points of each block if the schedule needs them."""

    tallies: dict[int, AgentTally]
    by_block: bool = False  # only a swiss schedule needs the points of each block
    games: int = 0
    seconds: float = 0.0
    block_points: dict[BlockKey, dict[int, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, agents: Sequence[int], by_block: bool) -> "Scoreboard":
        """Before the first game."""
        return cls({agent: AgentTally(agent) for agent in agents}, by_block)

    def add(self, block: Block) -> None:
        """Add a block."""
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
                self._tally(game.seats[seat]).faults += 1
        for agent, gained in points.items():
            self._tally(agent).add(gained)
        if self.by_block:
            self.block_points[block.key] = {agent: sum(gained) / len(gained) for agent, gained in points.items()}

    def _tally(self, agent: int) -> AgentTally:
        return self.tallies.setdefault(agent, AgentTally(agent))

    def points(self, key: BlockKey) -> dict[int, float]:
        """The points of each agent in that block; empty if it was given up."""
        return self.block_points.get(key, {})

    def ranking(self) -> list[AgentTally]:
        """The best mean first."""
        return sorted(self.tallies.values(), key=lambda tally: (-(tally.mean or 0.0), tally.agent))


@dataclass
class TournamentProgress:
    """How far a tournament is."""

    score: Scoreboard
    budget: TournamentBudget
    total: int | None  # games of the whole schedule; None: no bound
    done: int = 0  # games of it that are written
    played: int = 0  # games of this run
    seconds: float = 0.0  # of this run
    before: float = 0.0  # seconds of earlier runs
    width: float | None = None  # of the widest interval, when it was last computed
    notes: list[str] = field(default_factory=list)  # blocks that were given up

    @property
    def rate(self) -> float:
        """Games a second in this run."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the budget is spent; None if that cannot be known."""
        bounds = []
        if self.budget.seconds is not None:
            bounds.append(self.budget.seconds - self.before - self.seconds)
        if self.total is not None and self.played:
            bounds.append((self.total - self.done) / self.rate)
        return max(0.0, min(bounds)) if bounds else None
