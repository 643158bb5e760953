"""Move counts, the classic proof of rules."""

from pathlib import Path

import pytest

import joute
from joute.core.errors import BadSetting
from joute.search.common.perft import perft

NIM = str(Path(__file__).parent.parent.parent / "examples" / "nim" / "nim.py")


def test_three_by_three_has_the_published_counts() -> None:
    """Games of noughts and crosses by length; 127,872 last all nine moves."""
    game = joute.game("morpion", width=3, height=3, align=3)
    assert perft(game, 9) == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_the_first_three_moves_of_the_full_board() -> None:
    assert perft(joute.game("morpion"), 3) == [144, 144 * 143, 144 * 143 * 142]


def test_nim_counts_the_compositions_into_ones_twos_and_threes() -> None:
    assert perft(joute.game(NIM, sticks=5), 5) == [_compositions(5, moves) for moves in range(1, 6)]


def _compositions(sticks: int, moves: int) -> int:
    """Ways to take one to three sticks so many times from so many."""
    if moves == 0:
        return 1
    return sum(_compositions(sticks - taken, moves - 1) for taken in (1, 2, 3) if taken <= sticks)


def test_no_depth_is_refused() -> None:
    with pytest.raises(BadSetting, match="1 or more"):
        perft(joute.game("morpion"), 0)


def test_progress_is_told_move_by_move() -> None:
    answer: list[tuple[int, int]] = []
    perft(joute.game(NIM), 3, lambda done, total: answer.append((done, total)))
    assert answer == [(1, 3), (2, 3), (3, 3)]
