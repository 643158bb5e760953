"""The slow truth that the solver is held against: every move of the attacker, every reply of the defender, no thought."""

import numpy as np
from numpy.typing import NDArray

from joute.jit.compile import compiled
from joute.jit.dispatch import rule

Marks = NDArray[np.int8]  # [cell] 0, or 1 + seat
Lines = NDArray[np.int64]  # [line, place]
Stack = NDArray[np.int64]


def all_lines(width: int, height: int, align: int) -> Lines:
    """Every line of the board, found by walking from every cell in every direction."""
    found = []
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
                walk = [(row + down * step, column + right * step) for step in range(align)]
                if all(0 <= y < height and 0 <= x < width for y, x in walk):
                    found.append([y * width + x for y, x in walk])
    return np.array(found, np.int64).reshape(-1, align)


@rule
def completes(marks: Marks, lines: Lines, mark: int) -> bool:
    """Whether that side, to move, completes a line at once."""
    for line in range(lines.shape[0]):
        own, free = 0, 0
        for place in range(lines.shape[1]):
            held = marks[lines[line, place]]
            own += held == mark
            free += held == 0
        if free == 1 and own == lines.shape[1] - 1:
            return True
    return False


@rule
def next_free(marks: Marks, cell: int) -> int:
    """The next free cell, or the number of cells."""
    cell += 1
    while cell < len(marks) and marks[cell] != 0:
        cell += 1
    return cell


@compiled
def wins(marks: Marks, lines: Lines, mark: int, stones: int, moves: Stack, replies: Stack) -> bool:
    """Whether that side, to move, wins with at most that number of stones; `moves` and `replies` are buffers, one element a stone."""
    depth, entering, won = 0, True, False
    while True:
        if entering:
            won = completes(marks, lines, mark)
            if not won and depth < stones - 1:
                moves[depth] = -1
            else:
                if depth == 0:
                    return won
                depth -= 1
                marks[replies[depth]] = 0
                if not won:
                    marks[moves[depth]] = 0
            entering = False
        # Here a move is to be found, or, when one is on the board and was not refuted, a reply.
        if not won:
            moves[depth] = next_free(marks, moves[depth])
            if moves[depth] == len(marks):
                if depth == 0:
                    return False
                depth -= 1
                marks[replies[depth]] = 0
                marks[moves[depth]] = 0
                continue
            marks[moves[depth]] = mark
            if completes(marks, lines, 3 - mark):
                marks[moves[depth]] = 0
                continue
            replies[depth] = -1
            if next_free(marks, -1) == len(marks):  # full: a draw
                marks[moves[depth]] = 0
                continue
        replies[depth] = next_free(marks, replies[depth])
        if replies[depth] == len(marks):
            marks[moves[depth]] = 0
            if depth == 0:
                return True
            depth -= 1
            marks[replies[depth]] = 0
            won = True
            continue
        marks[replies[depth]] = 3 - mark
        depth += 1
        entering = True
        won = False


def stones_to_win(marks: Marks, lines: Lines, seat: int, most: int) -> int:
    """The fewest stones with which the seat, to move, wins; 0 if not within the limit."""
    scratch = np.zeros((2, most + 1), np.int64)
    for stones in range(1, most + 1):
        if wins(marks.copy(), lines, 1 + seat, stones, scratch[0], scratch[1]):
            return stones
    return 0


def stones_to_lose(marks: Marks, lines: Lines, seat: int, most: int) -> int:
    """The stones with which the other wins though the seat, to move, resists as long as it can; 0 if it holds out against the limit."""
    if stones_to_win(marks, lines, seat, 1):
        return 0
    longest = 0
    for reply in np.flatnonzero(marks == 0).tolist():
        after = marks.copy()
        after[reply] = 1 + seat
        needed = stones_to_win(after, lines, 1 - seat, most)
        if not needed:
            return 0
        longest = max(longest, needed)
    return longest
