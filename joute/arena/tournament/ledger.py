"""A tournament's plan, and the ledger that stores its blocks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from joute.arena.block import Block, BlockKey


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament as it was asked for: from this, every game of it can be played again."""

    name: str
    game: str  # what `registry.game` opens: a name or a file
    options: Mapping[str, object]
    agents: list[str]  # texts; their order never changes, new ones come last
    seed: int
    format: str  # round_robin, swiss or tables
    openings: str = "balanced"
    limits: Mapping[str, object] = field(default_factory=dict)  # of bots: see `joute.bots.reference`
    made: Mapping[str, object] = field(default_factory=dict)  # versions, rules and machine when it began


class Ledger(Protocol):
    """Stores the blocks of one tournament, each once; what was written survives a kill."""

    plan: TournamentPlan

    def finished(self) -> set[BlockKey]:
        """The keys of the blocks that are written."""

    def blocks(self) -> Iterator[Block]:
        """Every block written, by meeting and number."""

    def write(self, blocks: Sequence[Block]) -> None:
        """Store these blocks, all or none; a block that is already there stays as it is."""


class MemoryLedger:
    """A ledger in memory, for a tournament that will not be resumed."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self._blocks: dict[BlockKey, Block] = {}

    def finished(self) -> set[BlockKey]:
        """The keys of the blocks that are written."""
        return set(self._blocks)

    def blocks(self) -> Iterator[Block]:
        """Every block written, by meeting and number."""
        return iter([self._blocks[key] for key in sorted(self._blocks)])

    def write(self, blocks: Sequence[Block]) -> None:
        """Store these blocks; a block that is already there stays as it is."""
        for block in blocks:
            self._blocks.setdefault(block.key, block)
