"""A ledger that is written behind the players' backs: they hand blocks over and play on."""

import threading
from collections.abc import Iterator, Sequence
from types import TracebackType

from joute.arena.tournament.ledger import Block, Key, Plan
from joute.store.ledger import StoredLedger

ROOM = 20_000  # games that may wait; whoever brings more waits too


class Behind:
    """The same ledger, but `write` only queues. Reading, and leaving the `with`, wait until everything is written."""

    def __init__(self, ledger: StoredLedger, room: int = ROOM) -> None:
        self._ledger, self._room = ledger, room
        self._change = threading.Condition()
        self._waiting: list[Block] = []
        self._writing = False
        self._leaving = False
        self._trouble: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="ledger", daemon=True)

    def __enter__(self) -> "Behind":
        """Begin to write."""
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Write what is left, also when the players were interrupted: their finished blocks are worth keeping."""
        with self._change:
            self._leaving = True
            self._change.notify_all()
        self._thread.join()
        if self._trouble and error is None:
            raise self._trouble

    @property
    def plan(self) -> Plan:
        """The tournament."""
        return self._ledger.plan

    def finished(self) -> set[Key]:
        """Which blocks are written."""
        self._flush()
        return self._ledger.finished()

    def blocks(self) -> Iterator[Block]:
        """Every block written, by meeting and number."""
        self._flush()
        return self._ledger.blocks()

    def spent(self) -> float:
        """The organiser's time that all blocks took together, in seconds."""
        self._flush()
        return self._ledger.spent()

    def write(self, blocks: Sequence[Block]) -> None:
        """Have these blocks kept soon; an earlier failure to write is raised here."""
        with self._change:
            self._change.wait_for(lambda: self._trouble or not self._full())
            if self._trouble:
                raise self._trouble
            self._waiting += blocks
            self._change.notify_all()

    def _full(self) -> bool:
        return sum(len(block.games) for block in self._waiting) >= self._room

    def _flush(self) -> None:
        with self._change:
            self._change.wait_for(lambda: self._trouble or not (self._waiting or self._writing))
            if self._trouble:
                raise self._trouble

    def _work(self) -> None:
        """Everything that waits is one transaction; meanwhile the next one gathers."""
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._leaving)
                if not self._waiting:
                    return
                batch, self._waiting, self._writing = self._waiting, [], True
                self._change.notify_all()
            try:
                self._ledger.write(batch)
            except BaseException as trouble:  # raised again where somebody listens
                self._trouble = trouble
            with self._change:
                self._writing = False
                self._change.notify_all()
                if self._trouble:
                    return
