"""The rules of Morpion-4, a sentence each."""

from itertools import product

import pytest
from games.morpion.drawn import after, drawn, legal, outcome

import joute
from joute.core.errors import BadSetting, IllegalMove
from joute.games.morpion.board import cell_at, mark_cell
from joute.games.morpion.state import FIRST, SECOND, MorpionState


def test_the_board_has_twelve_rows_and_twelve_columns() -> None:
    game = joute.game("morpion")
    assert (game.options.width, game.options.height, game.options.align) == (12, 12, 4)
    assert len(legal("")) == 144


def test_the_cells_are_named_from_a1_at_the_top_left_to_l12_at_the_bottom_right() -> None:
    names = legal("")
    assert (names[0], names[11], names[12], names[-1]) == ("a1", "l1", "a2", "l12")


def test_the_first_seat_begins_with_crosses_and_they_take_turns() -> None:
    assert after("", "b1", "c2", "a2", width=3, height=3) == (
        "    a b c\n"
        " 1  . X .\n"
        " 2 [X]. O\n"
        " 3  . . .\n"
        "O to move"
    )  # fmt: skip


def test_a_marked_cell_cannot_be_marked_again() -> None:
    text = """
        X O .
        . . ."""
    assert legal(text, width=3, height=3) == ["c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    with pytest.raises(IllegalMove, match=r"seat 0 played b1; legal here: c1, a2, b2, c2, a3, b3, c3"):
        after(text, "b1", width=3, height=3)


def test_four_in_a_row_win() -> None:
    text = """
        . . . . .
        . X X . X
        O O O . ."""
    assert outcome(text, "d2") == "X wins"


def test_four_in_a_column_win() -> None:
    text = """
        X . O
        X . O
        X . O
        . X ."""
    assert outcome(text, "c4") == "O wins"


def test_four_on_a_falling_diagonal_win() -> None:
    text = """
        X . . .
        O . . .
        O . X .
        O . . X"""
    assert outcome(text, "b2") == "X wins"


def test_four_on_a_rising_diagonal_win() -> None:
    text = """
        O O . .
        . O X .
        . X . .
        X . . ."""
    assert outcome(text, "d1") == "X wins"


def test_three_do_not_win() -> None:
    text = """
        X X . .
        O O . ."""
    assert outcome(text, "c1") == "O to move"


def test_four_with_a_gap_do_not_win() -> None:
    text = """
        X X . . X
        O O . . O"""
    assert outcome(text, "f1") == "O to move"


def test_four_of_both_kinds_do_not_win() -> None:
    text = """
        X X . O
        . . O ."""
    assert outcome(text, "c1") == "O to move"


def test_more_than_four_win_too() -> None:
    text = """
        X X . X X
        O O . O O"""
    assert outcome(text, "c1") == "X wins"
    assert outcome(text, "f3", "c2") == "O wins"


def test_seven_in_a_row_made_by_their_middle_win() -> None:
    text = """
        X X X . X X X
        O O . O O . O
        . . . . . . O"""
    assert outcome(text, "d1") == "X wins"


def test_a_row_does_not_go_on_in_the_next() -> None:
    text = """
        . . . . . . . . . . X X
        X . . . . . . . . . O .
        O . O . . . . . . . . ."""
    assert outcome(text, "b2") == "O to move"
    assert outcome(text, "l2", "d3", "j1", "e5", "i1") == "X wins"


def test_the_first_to_align_wins_and_nothing_is_played_after() -> None:
    text = """
        X X X .
        O O O ."""
    game, state = drawn(text)
    game.advance(state, {0: "d1"})
    assert game.over(state)
    assert game.movers(state) == []
    assert game.legal(state, 1) == []
    with pytest.raises(IllegalMove, match="the game is over"):
        game.advance(state, {1: "d2"})


def test_the_winner_gets_one_and_the_loser_loses_one() -> None:
    text = """
        X X X .
        O O O ."""
    game, state = drawn(text)
    game.advance(state, {0: "e5"})
    assert game.returns(state) == [0, 0]
    game.advance(state, {1: "d2"})
    assert game.returns(state) == [-1, 1]


def test_a_full_board_is_a_draw() -> None:
    text = """
        X O X
        X O O
        O X ."""
    game, state = drawn(text, width=3, height=3, align=3)
    game.advance(state, {0: "c3"})
    assert game.show(state).splitlines()[-1] == "A draw"
    assert game.over(state)
    assert game.returns(state) == [0, 0]


def test_a_line_made_by_the_last_stone_of_a_full_board_wins() -> None:
    text = """
        X O X
        O X O
        O X ."""
    assert outcome(text, "c3", width=3, height=3, align=3) == "X wins"


def test_a_line_longer_than_the_board_is_never_made() -> None:
    text = """
        X O X
        O X O
        O X ."""
    assert outcome(text, "c3", width=3, height=3, align=4) == "A draw"


EVERY_SHAPE = [(12, 12, 4), (3, 3, 3), (19, 5, 6), (5, 19, 5), (3, 7, 4), (19, 19, 6)]


@pytest.mark.parametrize(("width", "height", "align"), EVERY_SHAPE)
def test_every_line_of_the_board_wins_whichever_of_its_stones_comes_last(width: int, height: int, align: int) -> None:
    """Rows, columns and both diagonals, along every edge and into every corner."""
    game = joute.game("morpion", width=width, height=height, align=align)
    lines = 0
    for row, column, (down, across) in product(range(height), range(width), ((0, 1), (1, 0), (1, 1), (1, -1))):
        places = [(row + down * step, column + across * step) for step in range(align)]
        if not all(0 <= place[0] < height and 0 <= place[1] < width for place in places):
            continue
        lines += 1
        for last in range(0, align, 1 if align == 4 else align - 1):
            for seat, mark in ((0, FIRST), (1, SECOND)):
                state = game.laid_out()
                for place in places[:last] + places[last + 1 :]:
                    mark_cell(MorpionState.of(state), cell_at(*place), mark)
                MorpionState.of(state).mover = seat
                game.advance(state, {seat: cell_at(*places[last])})
                assert MorpionState.of(state).winner == seat
    along, up = max(0, width - align + 1), max(0, height - align + 1)
    assert lines == along * height + up * width + 2 * along * up


@pytest.mark.parametrize(
    ("option", "wrong"), [("width", 2), ("width", 20), ("height", 2), ("height", 20), ("align", 2), ("align", 7), ("swap", "perhaps")]
)
def test_an_option_out_of_its_range_is_refused(option: str, wrong: object) -> None:
    with pytest.raises(BadSetting, match=rf"morpion: {option}={wrong} "):
        joute.game("morpion", **{option: wrong})


def test_the_board_may_have_other_sizes() -> None:
    assert legal("", width=4, height=3) == ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"]
    assert len(legal("", width=19, height=19)) == 361


@pytest.mark.parametrize("align", [3, 4, 5, 6])
def test_a_line_may_be_of_three_to_six(align: int) -> None:
    stones, noughts = "X " * (align - 2), "O " * (align - 2)
    text = f"{stones}. .\n{noughts}. ."
    columns = "abcdef"
    first, second = f"{columns[align - 2]}1", f"{columns[align - 1]}1"
    assert outcome(text, first, align=align) == "O to move"
    assert outcome(text, first, "l12", second, align=align) == "X wins"


# --- the swap option ------------------------------------------------------------------------------------------------------


def test_without_the_option_nothing_can_be_taken_over() -> None:
    with pytest.raises(IllegalMove, match="swap"):
        after("X", "swap")


def test_the_second_player_may_take_over_the_first_stone() -> None:
    assert after("", "b2", "swap", swap=True, width=3, height=3) == (
        "    a b c\n"
        " 1  . . .\n"
        " 2  .[O].\n"
        " 3  . . .\n"
        "X to move"
    )  # fmt: skip


def test_the_second_player_may_answer_instead() -> None:
    assert outcome("", "b2", "c3", swap=True) == "X to move"


def test_only_the_first_stone_may_be_taken_over_and_only_once() -> None:
    assert "swap" not in legal("", swap=True)
    assert "swap" in legal("X", swap=True)
    assert "swap" not in legal("O", swap=True)
    assert "swap" not in legal("X O", swap=True)
    text = """
        X O
        X ."""
    assert "swap" not in legal(text, swap=True)


def test_a_stone_that_was_taken_over_counts_for_its_new_owner() -> None:
    moves = ("a1", "swap", "a2", "b1", "b2", "c1", "d2", "d1")
    assert outcome("", *moves, swap=True) == "O wins"


def test_with_the_option_a_game_may_last_one_choice_longer() -> None:
    moves = ("a1", "swap", "b1", "c1", "a2", "b2", "c2", "a3", "c3", "b3")
    assert joute.game("morpion", swap=True, width=3, height=3, align=4).spec.longest == 10
    assert outcome("", *moves, swap=True, width=3, height=3, align=4) == "A draw"
