"""What a tournament asks of its storage, and what it hands over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from joute.arena.worker import Played

Meeting = tuple[int, ...]  # who meets: numbers of the plan's agents, in ascending order, one for each seat of a fair share
Key = tuple[Meeting, int]  # a block: the meeting and its number in it


@dataclass(frozen=True)
class Plan:
    """A tournament as it was asked for: from this, every game of it can be played again."""

    name: str
    game: str  # what `registry.game` opens: a name or a file
    options: dict[str, Any]
    agents: list[str]  # texts; the order in which they came is their number for ever
    seed: int
    format: str  # round_robin, swiss or tables
    openings: str = "balanced"
    limits: dict[str, Any] = field(default_factory=dict)  # of bots: see joute.bots
    made: dict[str, Any] = field(default_factory=dict)  # versions, rules and machine of the day on which it began


@dataclass(frozen=True)
class Block:
    """Games under the same chance, over all fair arrangements of one meeting; `seats` in them name the plan's agents."""

    meeting: Meeting
    number: int
    games: list[Played]
    seconds: float = 0.0  # of the organiser's time: what all blocks of a tournament took together is what it took

    @property
    def key(self) -> Key:
        """What tells it from every other block of its tournament."""
        return self.meeting, self.number


class Ledger(Protocol):
    """Where one tournament's blocks are kept: what was written is there after a kill, once each."""

    plan: Plan

    def finished(self) -> set[Key]:
        """Which blocks are written."""

    def blocks(self) -> Iterator[Block]:
        """Every block written, by meeting and number."""

    def write(self, blocks: Sequence[Block]) -> None:
        """Keep these blocks, all or none; one that is there already stays as it is."""
