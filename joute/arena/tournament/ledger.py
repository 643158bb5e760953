"""The ledger of a tournament, which stores its blocks."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from joute.arena.block import Block, BlockKey
from joute.arena.tournament.plan import TournamentPlan


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
