"""The report's agent: what each of its classes holds, and that it plays."""

from typing import Any

import numpy as np
import pytest
from games.morpion.drawn import drawn

import joute
from joute.arena.match import match
from joute.errors import BadSetting
from joute.games.morpion.classes import (
    B_PRIORITY,
    C_PRIORITY,
    D_PRIORITY,
    SETS,
    UNSETTLED,
    A,
    B,
    C,
    D,
    E,
    highest_class,
    judge,
    settled,
    sort_into_classes,
)
from joute.games.morpion.masks import cell_of
from joute.games.morpion.players import CLASS_NAMES
from joute.games.morpion.rules import LARGEST, REACH
from joute.opinion import Opinion, Stop
from joute.plain import PlainStates


def class_of(text: str, **options: Any) -> tuple[str, set[str]]:
    """The highest class that is not empty, and its cells."""
    game, state = drawn(text, **options)
    sets, actions = np.zeros((SETS, LARGEST + 2 * REACH), np.int64), np.zeros(game.spec.widest, np.int64)
    kind, count = highest_class(state.record, state.record.mover, sets, actions)
    assert len(set(actions[:count].tolist())) == count
    return CLASS_NAMES[kind], {game.actions[int(cell)].name for cell in actions[:count]}


def cells_of(kind: int, text: str, **options: Any) -> set[str]:
    """All cells of a class, whether or not a higher one has any."""
    game, state = drawn(text, **options)
    sets = np.zeros((SETS, LARGEST + 2 * REACH), np.int64)
    sort_into_classes(state.record, state.record.mover, sets)
    found = [(row, column) for row in range(sets.shape[1]) for column in range(LARGEST + 2) if int(sets[kind, row]) >> column & 1]
    return {game.actions[cell_of(row, column)].name for row, column in found}


def thought(text: str, agent: str = "classes", seed: int = 0, **options: Any) -> Opinion:
    """What the agent thinks of a drawn position."""
    game, state = drawn(text, **options)
    (seat,) = game.movers(state)
    return joute.agent(agent, game).consider(game.view(state, seat), seat, seed)


# --- the classes ----------------------------------------------------------------------------------------------------------


def test_it_opens_on_the_sixth_row_and_the_sixth_column() -> None:
    assert class_of("") == ("opening", {"f6"})
    assert class_of("", width=7, height=5) == ("opening", {"d3"})


def test_ultimate_holds_the_cells_that_complete_an_own_line() -> None:
    text = """
        . . . . .
        . X X X .
        O O O . ."""
    assert class_of(text) == ("ultimate", {"a2", "e2"})
    gap = """
        X X . X
        O O O ."""
    assert class_of(gap) == ("ultimate", {"c1"})


def test_a_holds_the_cells_that_stop_a_line_of_the_opponent() -> None:
    text = """
        . . . . .
        . X X X .
        . O O . ."""
    assert class_of(text) == ("A", {"a2", "e2"})


def test_a_sees_three_with_one_empty_cell_between() -> None:
    text = """
        . X X . X
        . O O . ."""
    assert class_of(text) == ("A", {"d1"})


def test_a_does_not_see_three_that_cannot_become_four() -> None:
    text = """
        X X X O
        O . . ."""
    kind, _ = class_of(text)
    assert kind != "A"


def test_b_holds_the_ends_of_two_own_stones_in_a_row() -> None:
    text = """
        . . . . . .
        . . X X . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . O . .
        . . . . . .
        . . O . . ."""
    assert class_of(text) == ("B", {"b2", "e2"})


def test_b_holds_the_ends_of_two_own_stones_in_a_column_and_on_diagonals() -> None:
    column = """
        . . . . . . . . .
        . X . . . . . . O
        . X . . . . . . .
        . . . . . . . O ."""
    assert cells_of(B, column) == {"b1", "b4"}
    falling = """
        . . . . . . . . .
        . X . . . . . . O
        . . X . . . . . .
        . . . . . . . O ."""
    assert cells_of(B, falling) == {"a1", "d4"}
    rising = """
        . . . . . . . . .
        . . X . . . . . O
        . X . . . . . . .
        . . . . . . . O ."""
    assert cells_of(B, rising) == {"d1", "a4"}


def test_b_holds_no_cell_beyond_the_edge_or_on_a_stone() -> None:
    text = """
        X X O . . O"""
    assert cells_of(B, text) == set()
    text = """
        O . . . . O
        . . . . . .
        . . . . X X"""
    assert cells_of(B, text, width=6, height=4) == {"d3"}


def test_b_priority_holds_the_cell_between_two_stones_of_either_side() -> None:
    own = """
        . . . . . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        O . . . . . O"""
    assert class_of(own) == ("B-priority", {"d2"})
    theirs = """
        . . . . . . . .
        . . X . X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . O"""
    assert class_of(theirs) == ("B-priority", {"d2"})


def test_b_priority_does_not_hold_it_where_an_end_is_closed() -> None:
    text = """
        . . . . . . . .
        . O X . X . . .
        . . . . . . . .
        . . . . . . O ."""
    assert "d2" not in cells_of(B_PRIORITY, text)
    edge = """
        X . X . . . . .
        . . . . . . . .
        . . . . . . O O"""
    assert cells_of(B_PRIORITY, edge) == set()


def test_b_priority_holds_the_cells_of_b_and_of_c_priority() -> None:
    text = """
        . . . . . .
        . X X . O .
        . . . . O .
        . . . . . ."""
    assert cells_of(B, text) == {"a2", "d2"}
    assert cells_of(C, text) == {"e1", "e4"}
    assert cells_of(B_PRIORITY, text) == set()
    crossing = """
        . . . . . .
        . X X . . .
        . . . O . .
        . . . O . ."""
    assert cells_of(C, crossing) == {"d2", "d5"}
    assert cells_of(B_PRIORITY, crossing) == {"d2"}
    assert class_of(crossing) == ("B-priority", {"d2"})


def test_c_holds_the_ends_of_two_stones_of_the_opponent() -> None:
    text = """
        . . . . . .
        . X X . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . O"""
    assert cells_of(C, text) == {"a2", "d2"}
    assert class_of(text) == ("C", {"a2", "d2"})


def test_c_priority_holds_the_cells_of_c_that_touch_both_sides() -> None:
    text = """
        . . . . . .
        . X X . . .
        . . . . O .
        . . . . . ."""
    assert cells_of(C_PRIORITY, text) == {"d2"}
    assert class_of(text) == ("C-priority", {"d2"})


def test_d_holds_the_cells_that_touch_an_own_stone_and_e_those_that_touch_one_of_the_opponent() -> None:
    text = """
        X . . .
        . . . .
        . . . .
        . . . O"""
    assert cells_of(D, text, width=4, height=4) == {"b1", "a2", "b2"}
    assert cells_of(E, text, width=4, height=4) == {"c3", "d3", "c4"}
    assert class_of(text, width=4, height=4) == ("D", {"b1", "a2", "b2"})


def test_d_priority_holds_the_cells_that_touch_both() -> None:
    text = """
        X . .
        . . .
        . . O"""
    assert cells_of(D_PRIORITY, text) == {"b2"}
    assert class_of(text) == ("D-priority", {"b2"})


def test_e_is_what_the_second_player_has_at_first() -> None:
    text = """
        . . .
        . X .
        . . ."""
    assert class_of(text) == ("E", {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"})


def test_the_names_stand_in_the_report_s_order() -> None:
    assert [CLASS_NAMES[kind] for kind in (A, B_PRIORITY, B, C_PRIORITY, C, D_PRIORITY, D, E)] == list(CLASS_NAMES[1:9])


def test_with_lines_of_five_three_stones_are_what_two_were() -> None:
    text = """
        . . . . . . . . .
        . . X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O . O . . O"""
    assert class_of(text, align=5) == ("B", {"b2", "f2"})
    gap = """
        . . . . . . . .
        . . X X . X . .
        . . . . . . . .
        . . . . . . . .
        O . . O . . . O"""
    assert class_of(gap, align=5) == ("B-priority", {"e2"})


def test_with_lines_of_three_one_stone_is_what_two_were() -> None:
    text = """
        X . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . O"""
    assert class_of(text, align=3, width=5, height=5) == ("B", {"b1", "a2", "b2"})


# --- the search -----------------------------------------------------------------------------------------------------------


def test_only_ends_of_games_have_a_value() -> None:
    _, open_game = drawn("X O")
    assert settled(open_game.record, 0) == 0
    assert settled(open_game.record, 2) == UNSETTLED
    _, lost = drawn("X X X X\nO O O .")
    assert settled(lost.record, 3) == -1
    _, can_win = drawn("X X X .\nO O O .")
    assert settled(can_win.record, 1) == 1


def test_the_search_is_the_same_in_plain_python() -> None:
    text = """
        . . . . . . .
        . . . O . . .
        . . X O . . .
        . . . X . . .
        . . . . . . ."""
    game, state = drawn(text)
    results = []
    for fast in (True, False):
        states = np.repeat(state.array, 5)
        cells, values, nodes = np.zeros(144, np.int64), np.zeros(144, np.int64), np.zeros(1, np.int64)
        search, room = (judge, states) if fast else (judge.plain, PlainStates(states))
        kind, count, valued = search(room, 4, cells, values, nodes, Stop().flag)
        results.append((kind, count, valued, cells[:count].tolist(), values[:count].tolist(), nodes.tolist()))
    assert results[0] == results[1]
    assert game.over(state) is False


@pytest.mark.slow
def test_it_wins_where_it_can_and_says_so() -> None:
    text = """
        X X . X
        O O O ."""
    opinion = thought(text)
    assert opinion.action.name == "c1"
    assert opinion.value == 1
    assert {judgement.action.name: judgement.value for judgement in opinion.judgements if judgement.value is not None} == {"c1": 1}
    assert {judgement.weight for judgement in opinion.judgements[1:]} == {0}
    assert opinion.remark == {"en": "class ultimate, cells: 1", "fr": "classe ultimate, cases : 1"}


@pytest.mark.slow
def test_it_sees_a_win_in_three_plies() -> None:
    text = """
        . . . . . . .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        O . . . . . O"""
    opinion = thought(text)
    assert opinion.value == 1
    assert opinion.action.name in {"b2", "e2"}


@pytest.mark.slow
def test_it_knows_when_it_is_lost() -> None:
    text = """
        . . . . . .
        . X X X . .
        . . . O . .
        . O . . . ."""
    opinion = thought(text)
    assert opinion.value == -1
    assert opinion.remark["en"] == "class A, cells: 2"
    assert [judgement.value for judgement in opinion.judgements if judgement.value is not None] == [-1.0, -1.0]


@pytest.mark.slow
def test_equal_cells_are_drawn_by_lot_and_the_seed_decides() -> None:
    text = """
        . . .
        . X .
        . . ."""
    chosen = [thought(text, seed=seed).action.name for seed in range(30)]
    assert len(set(chosen)) > 3
    assert chosen == [thought(text, seed=seed).action.name for seed in range(30)]


@pytest.mark.slow
def test_it_takes_the_first_stone_over_where_it_may() -> None:
    assert thought("X", swap=True).action.name == "swap"


@pytest.mark.slow
def test_it_can_be_stopped() -> None:
    game, state = drawn("X O\n. X\nO")
    stop = Stop()
    stop.now()
    opinion = joute.agent("classes:depth=10", game).consider(game.view(state, 0), 0, stop=stop)
    assert opinion.value is None
    assert opinion.action in game.legal(state, 0)


def test_its_depth_has_a_range() -> None:
    with pytest.raises(BadSetting, match="depth=0 is not possible"):
        joute.agent("classes:depth=0", joute.game("morpion"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "least"),
    [({}, 19), ({"width": 7, "height": 9, "align": 5}, 18), ({"align": 3, "width": 6, "height": 6}, 18), ({"swap": True}, 19)],
    ids=str,
)
def test_it_beats_random_players_nearly_always(options: dict[str, Any], least: int) -> None:
    game = joute.game("morpion", **options).fast()
    players = [joute.agent("classes", game), joute.agent("random", game)]
    points = 0.0
    for seed in range(10):
        for seat in (0, 1):
            scores = match(game, players if seat == 0 else players[::-1], seed).scores
            assert scores is not None
            points += (1 + scores[seat]) / 2
    assert points >= least


@pytest.mark.parametrize("seed", range(5))
def test_an_easy_player_sees_the_obvious(seed: int) -> None:
    game = joute.game("morpion")
    easy = joute.agent("easy", game)
    three = game.new()
    for name in ("f6", "a1", "f7", "a2", "f8", "f9"):
        game.play(three, {game.movers(three)[0]: name})
    assert easy.consider(game.view(three, 0), 0, seed).action.name == "f5"
    game.play(three, {0: "a5"})
    assert easy.consider(game.view(three, 1), 1, seed).action.name == "f5"
