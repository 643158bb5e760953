"""The proof search called from Python: proofs of attacks and defences on the board of one game."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from joute.core.game import Game
from joute.core.state import Action, State
from joute.games.morpion.board import cell_at
from joute.games.morpion.solver.line_board import empty_board
from joute.games.morpion.solver.proof_search import DEEPEST, GIVEN_UP, prove
from joute.games.morpion.solver.proof_types import ALL, ProofEntry, ProofFrame, ProofWorkspace
from joute.games.morpion.solver.quick_wins import WEIGHTS
from joute.games.morpion.state import CELLS, STRIDE

Marks = NDArray[np.int8]  # [cell] 0, or 1 + seat; row by row, without the border

UNLIMITED = 1 << 60
ENTRIES = 1 << 16  # of the transposition table
POLISH = 2_000_000  # nodes for making a proof exact, and the same number for its principal variation


class GivenUp(Exception):
    """Time or nodes ran out before an answer."""


class Prover:
    """Searches proofs on the board of one game, with a transposition table."""

    def __init__(self, game: Game, flag: NDArray[np.int8], nodes: int = UNLIMITED, entries: int = ENTRIES) -> None:
        self.game = game
        self.width, self.height, self.align = game.options.width, game.options.height, game.options.align
        self.empty = empty_board(self.width, self.height, self.align)
        self.polish = min(POLISH, nodes // 4)
        self.counts = np.array([0, nodes - 2 * self.polish])
        self.frames = ProofFrame.zeros(DEEPEST + 2)
        self.frames["killer"] = self.frames["refutation"] = -1
        self.workspace = ProofWorkspace(self.frames, ProofEntry.zeros(entries), self.counts, flag)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self.counts[0])

    def get_ready(self) -> None:
        """Compile the search before the time is measured."""
        self.attack(np.zeros(self.width * self.height, np.int8), 0, 1)

    @contextmanager
    def polishing(self) -> Iterator[None]:
        """Continue with the nodes reserved for that; stop quietly when they or the time run out."""
        before, allowed = self.counts.tolist()
        self.counts[1] = before + self.polish
        try:
            yield
        except GivenUp:
            pass
        finally:
            self.counts[1] = allowed + self.counts[0] - before

    def marks(self, state: State) -> Marks:
        """The stones of a position, row by row."""
        board = state.array["cells"][0][:CELLS].reshape(-1, STRIDE)
        marks: Marks = board[1 : 1 + self.height, 1 : 1 + self.width].flatten()
        return marks

    def action(self, cell: int) -> Action:
        """The action of marking a cell."""
        return self.game.actions[cell_at(*divmod(cell, self.width))]

    def attack(self, marks: Marks, attacker: int, limit: int, order: int = 0, relaxed: bool = False, scope: int = ALL) -> int:
        """The number of stones with which the attacker, who is to move, wins within the limit of his effort; 0 if he cannot.

        0 means with a smaller scope than ALL only that there is no win of that kind.
        """
        found = prove(self.empty.copy(), self.workspace, marks, attacker, limit, order, int(relaxed), scope)
        if found == GIVEN_UP:
            raise GivenUp
        return int(self.frames["stones"][0]) if found else 0

    @property
    def move(self) -> int:
        """The winning move of the attack proven last."""
        return int(self.frames["best"][0])

    @property
    def finishes(self) -> bool:
        """Whether that move completes a line."""
        return bool(self.frames["stones"][0] == 1)

    def defend(self, marks: Marks, seat: int, limit: int, relaxed: bool = False, scope: int = ALL) -> tuple[int, int | None]:
        """The number of stones with which the other seat wins against every reply, 0 if one holds out; and that reply, None for any."""
        if not self.attack(marks, 1 - seat, limit, 0, relaxed, scope):
            return 0, None
        stones = self.attack(marks, 1 - seat, limit, 1, relaxed, scope)  # again with its zone, which costs more
        wanted = self.move
        for reply in self._replies(marks, seat):
            needed = self.attack(placed(marks, reply, seat), 1 - seat, limit, 0, relaxed, scope)
            if not needed:
                return 0, reply
            stones = max(stones, needed)
        return stones, wanted

    def _replies(self, marks: Marks, seat: int) -> list[int]:
        """The free cells in the zone of the attack proven last, the most promising first; a reply elsewhere changes nothing."""
        zone = self.frames["zone"][0][: len(marks)]
        inside = np.flatnonzero((zone != 0) & (marks == 0))
        return inside[np.argsort(-self.promises(marks, seat)[inside], kind="stable")].tolist()

    def promises(self, marks: Marks, seat: int) -> NDArray[np.int64]:
        """The value of a stone on each cell for both seats, by the living lines through it; among equals the centre is better."""
        board = self.empty[0]
        cells = board["line_cells"][: board["lines"], : self.align]
        mine, theirs = (marks[cells] == 1 + seat).sum(1), (marks[cells] == 2 - seat).sum(1)
        values = np.where(theirs == 0, 2 * WEIGHTS[mine], np.where(mine == 0, WEIGHTS[theirs], 0))
        totals = np.zeros(len(marks), np.int64)
        np.add.at(totals, cells, values[:, None])
        return 32 * totals - board["remoteness"][: len(marks)]

    def likely(self, marks: Marks, seat: int) -> int:
        """The most promising free cell."""
        return int(np.where(marks == 0, self.promises(marks, seat), np.iinfo(np.int64).min).argmax())

    def different_cells(self) -> list[int]:
        """The cells of the empty board that no symmetry maps to each other, the border first."""
        board = self.empty[0]
        images = board["image"][: board["symmetries"], : board["size"]]
        cells = np.flatnonzero(images.min(0) == np.arange(board["size"]))
        return cells[np.argsort(-board["remoteness"][cells], kind="stable")].tolist()


def placed(marks: Marks, cell: int, seat: int) -> Marks:
    """The position with one more stone."""
    after = marks.copy()
    after[cell] = 1 + seat
    return after
