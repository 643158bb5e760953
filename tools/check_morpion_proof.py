"""Check a proof that the first player wins Morpion-4: `python tools/check_morpion_proof.py docs/proofs/morpion-12x12.json`.

This program shares no code with the one that found the proof: it imports nothing of Joute. The first player is X. The file holds
`first`, the first stone, and `nodes`, what X plays when it is his turn; the last node holds the replies to the first stone. A node is

    [moves]                      X plays these one after another; each but the last makes a line that lacks one cell, which O must
                                 occupy, and the last makes two such lines
    [moves, node, {node: cells}] the last move makes no such line: to a reply on one of the cells X answers as that node says, to
                                 any other reply as the first one says. A node is a number, its place in the file

A move of X is refused while O could complete a line of four. So every reply of O is covered, and X always completes four.
"""

import json
import sys
from pathlib import Path
from typing import Any

SIDE, LINE = 12, 4


def lines_by_cell() -> list[list[int]]:
    """For every cell the lines of four through it, as sets of bits."""
    through: list[list[int]] = [[] for _ in range(SIDE * SIDE)]
    for row in range(SIDE):
        for column in range(SIDE):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * step, column + right * step) for step in range(LINE)]
                if all(0 <= r < SIDE and 0 <= c < SIDE for r, c in cells):
                    for r, c in cells:
                        through[SIDE * r + c].append(sum(1 << SIDE * r2 + c2 for r2, c2 in cells))
    return through


LINES = lines_by_cell()


class Refused(Exception):
    """The proof does not hold."""


def cell_of(name: str) -> int:
    """The number of a cell such as `f6`: a letter for the column, a number for the row."""
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        raise Refused(f"{name} is not on the board")
    return SIDE * row + column


def name_of(cell: int) -> str:
    """The name of a cell."""
    return f"{chr(ord('a') + cell % SIDE)}{cell // SIDE + 1}"


def lacking(mine: int, theirs: int, cell: int) -> int:
    """The free cells that would complete one of my lines through my stone on the cell, as bits."""
    found = 0
    for line in LINES[cell]:
        if not line & theirs and (line & mine).bit_count() == LINE - 1:
            found |= line & ~mine
    return found


class Proof:
    """The nodes of a proof, and the number of positions checked."""

    def __init__(self, nodes: list[Any]) -> None:
        self.nodes = nodes
        self.checked = 0

    def attack(self, number: int, x: int, o: int, danger: int) -> None:
        """Check that X, to move, wins as the node says; `danger` are the cells that would complete a line of O."""
        moves, *answers = self.nodes[number]
        *forcing, last = [cell_of(name) for name in moves.split()]
        for move in forcing:
            x, danger, threat = self.move(x, o, danger, move)
            if threat.bit_count() != 1:
                raise Refused(f"{name_of(move)} must make exactly one line to block")
            block = threat.bit_length() - 1
            o |= threat
            danger = lacking(o, x, block)
        x, danger, threat = self.move(x, o, danger, last)
        if not answers:
            if threat.bit_count() < 2:
                raise Refused(f"{name_of(last)} must make two lines that lack one cell")
        elif threat:
            raise Refused(f"{name_of(last)} makes a line to block: its replies are not free")
        else:
            self.replies(number, x, o, range(SIDE * SIDE))

    def move(self, x: int, o: int, danger: int, cell: int) -> tuple[int, int, int]:
        """Place X's stone; return his stones, the danger, and the cells that would complete a line of his."""
        self.checked += 1
        if (x | o) >> cell & 1:
            raise Refused(f"{name_of(cell)} is taken")
        danger &= ~(1 << cell)
        if danger:
            raise Refused(f"after {name_of(cell)} O completes a line")
        x |= 1 << cell
        return x, danger, lacking(x, o, cell)

    def replies(self, number: int, x: int, o: int, cells: range | list[int]) -> None:
        """Check X's answer to every reply of O on the cells that are free."""
        _, otherwise, special = self.nodes[number]
        answers = {cell_of(name): int(node) for node, names in special.items() for name in names.split()}
        if not all(0 <= node < number for node in (otherwise, *answers.values())):
            raise Refused("an answer must be a node before its own")
        for cell in cells:
            if not (x | o) >> cell & 1:
                after = o | 1 << cell
                self.attack(answers.get(cell, otherwise), x, after, lacking(after, x, cell))


def check(proof: dict[str, Any]) -> int:
    """Check a whole proof; return the number of moves checked."""
    nodes = Proof(proof["nodes"])
    first = cell_of(proof["first"])
    row, column = divmod(first, SIDE)
    if row != column:
        raise Refused("the first stone must be on the diagonal")
    half = [cell for cell in range(SIDE * SIDE) if cell // SIDE <= cell % SIDE]  # the other replies are mirror images of these
    nodes.replies(len(proof["nodes"]) - 1, 1 << first, 0, half)
    return nodes.checked


if __name__ == "__main__":
    contents = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    try:
        count = check(contents)
    except (Refused, ValueError, TypeError, KeyError, IndexError) as refusal:
        sys.exit(f"refused: {refusal}")
    print(f"proven: X plays {contents['first']} and wins against every defence ({count:,} moves checked)")
