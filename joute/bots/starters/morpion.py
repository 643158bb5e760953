from random import Random
from typing import Any

DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def choose(view: Any, legal: list[str], clock: Any, random: Random) -> str:
    """Make the longest line, or break the longest of the other; at random among equal cells."""
    mine, yours = ("X", "O") if view.mover == 0 else ("O", "X")

    def worth(cell: str) -> float:
        column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
        return max(2 * line(view.board, column, row, mine) + 1, 2 * line(view.board, column, row, yours))

    best = max(worth(cell) for cell in legal)
    return random.choice([cell for cell in legal if worth(cell) == best])


def line(board: list[str], column: int, row: int, mark: str) -> int:
    """The length of the line if the mark were put there."""
    return max(1 + reach(board, column, row, mark, x, y) + reach(board, column, row, mark, -x, -y) for x, y in DIRECTIONS)


def reach(board: list[str], column: int, row: int, mark: str, x: int, y: int) -> int:
    """The number of consecutive marks from there in one direction."""
    count = 0
    column, row = column + x, row + y
    while 0 <= row < len(board) and 0 <= column < len(board[0]) and board[row][column] == mark:
        count += 1
        column, row = column + x, row + y
    return count
