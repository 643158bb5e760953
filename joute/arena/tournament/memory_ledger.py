"""A ledger in memory: a tournament that nobody will want to go on with."""

from collections.abc import Iterator, Sequence

from joute.arena.tournament.ledger import Block, Key, Plan


class Notebook:
    """Keeps the blocks of one tournament as long as it is held."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._blocks: dict[Key, Block] = {}

    def finished(self) -> set[Key]:
        """Which blocks are written."""
        return set(self._blocks)

    def blocks(self) -> Iterator[Block]:
        """Every block written, by meeting and number."""
        return iter([self._blocks[key] for key in sorted(self._blocks)])

    def write(self, blocks: Sequence[Block]) -> None:
        """Keep these blocks; one that is there already stays as it is."""
        for block in blocks:
            self._blocks.setdefault(block.key, block)
