"""What Morpion's evaluation, candidates and features say of drawn positions."""

from typing import Any

import numpy as np
import pytest
from games.morpion.drawn import candidates, drawn, values
from hypothesis import given, settings
from hypothesis import strategies as st

import joute
from joute.core.contract import Actions, Scores, evaluate, features, quiet
from joute.core.contract import candidates as listed
from joute.core.playthrough import random_choices
from joute.core.state import States
from joute.games.morpion.evaluate import middle
from joute.games.morpion.state import MorpionState
from joute.jit.compile import compiled
from joute.search.common.linear_evaluation import names_of

SHAPES: list[dict[str, Any]] = [
    {},
    {"width": 3, "height": 3, "align": 3},
    {"width": 3, "height": 3, "align": 6},
    {"width": 19, "height": 19, "align": 6, "swap": True},
    {"width": 5, "height": 19, "align": 5},
    {"width": 4, "height": 4, "swap": True},
]


def is_quiet(text: str, **options: Any) -> bool:
    game, state = drawn(text, **options)
    return bool(game.definition.stated["quiet"](MorpionState.of(state)))


def named_features(text: str, seat: int, **options: Any) -> dict[str, float]:
    game, state = drawn(text, **options)
    assert game.definition.feature_names is not None
    names = game.definition.feature_names(game.options)
    out = np.zeros(len(names))
    game.definition.stated["features"](MorpionState.of(state), seat, out)
    return dict(zip(names, out.tolist(), strict=True))


# --- the evaluation -------------------------------------------------------------------------------------------------------


def test_it_is_good_to_be_to_move() -> None:
    assert values("")[0] > 0
    assert values(". X\n. . O")[0] > 0


def test_what_one_seat_hopes_the_other_fears() -> None:
    first, second = values("X O\n. X")
    assert first == -second


def test_two_stones_in_an_open_line_are_better_than_two_apart() -> None:
    together = """
        . . . . . . .
        . . X X . . .
        . . . . . . .
        O . . . . . O"""
    apart = """
        . . . . . . .
        . . X . . . .
        . . . . . . .
        O . . . . X O"""
    assert values(together)[0] > values(apart)[0]


def test_a_line_that_the_opponent_entered_is_worth_nothing() -> None:
    open_line = """
        . . . . . . .
        . X X . . . .
        . . . . . . .
        . . . . . . .
        O . . . O . ."""
    spoilt = """
        . . . . . . .
        O X X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    assert values(open_line)[0] > values(spoilt)[0]


def test_a_line_too_short_for_the_board_is_worth_nothing() -> None:
    assert values("X X\nO O", width=3, height=3, align=4) == values("X .\nO .\nX O", width=3, height=3, align=4)


@pytest.mark.parametrize("options", SHAPES, ids=str)
def test_evaluations_stay_strictly_between_loss_and_win(options: dict[str, Any]) -> None:
    game = joute.game("morpion", **options)
    scores = np.zeros(2)
    for seed in range(3):
        state = game.new(seed)
        while not game.over(state):
            game.definition.stated["evaluate"](MorpionState.of(state), scores)
            assert -1 < scores[0] == -scores[1] < 1
            game.step(state, random_choices(game, state, seed, MorpionState.of(state).stones))


# --- quiet ----------------------------------------------------------------------------------------------------------------


def test_a_position_is_quiet_while_nobody_can_complete_a_line() -> None:
    assert is_quiet("")
    assert is_quiet("X X . .\nO O . .")
    assert not is_quiet("X X X .\nO O . .")
    assert not is_quiet("X X . X\nO O . .")
    assert is_quiet("X X X O\nO O . .")
    assert not is_quiet("X X .\nO . .", width=3, height=3, align=3)


# --- candidates -----------------------------------------------------------------------------------------------------------


def test_the_first_stone_goes_to_the_middle() -> None:
    assert candidates("") == ["f6"]
    assert candidates("", width=3, height=3, align=3) == ["b2"]
    assert candidates("", width=19, height=19) == ["j10"]
    game = joute.game("morpion", width=5, height=9)
    assert game.actions[middle(MorpionState.of(game.new()))].name == "c5"


def test_a_stone_that_may_be_taken_over_may_go_anywhere() -> None:
    assert len(candidates("", swap=True)) == 144


def test_taking_over_comes_first_where_it_may() -> None:
    assert candidates("X", swap=True)[0] == "swap"
    assert "swap" not in candidates("O", swap=True)
    assert "swap" not in candidates("X")


def test_the_cell_that_wins_comes_alone() -> None:
    text = """
        X X X .
        O O O ."""
    assert candidates(text) == ["d1"]


def test_the_cells_that_stop_a_line_come_alone() -> None:
    text = """
        . . . . . .
        . X X X . .
        . O O . . ."""
    assert candidates(text) == ["a2", "e2"]
    gap = """
        X X . X
        O . O ."""
    assert candidates(gap) == ["c1"]


def test_otherwise_the_cells_within_two_of_a_stone_the_busiest_first() -> None:
    text = """
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . . . . . . .
        . . . . . . O
        . . . . . . O"""
    cells = candidates(text)
    assert cells[0] in {"b3", "e3"}
    assert {"b3", "e3"} <= set(cells[:4])
    assert "a1" in cells
    assert "l12" not in cells
    assert "a6" not in cells
    assert "c8" not in cells


@pytest.mark.parametrize("options", SHAPES, ids=str)
def test_candidates_are_legal_for_all_options(options: dict[str, Any]) -> None:
    game = joute.game("morpion", **options)
    actions = np.empty(game.spec.widest, np.int64)
    for seed in range(2):
        state = game.new(seed)
        while not game.over(state):
            (seat,) = game.movers(state)
            if MorpionState.of(state).stones % 3 == 0:
                count = game.definition.stated["candidates"](MorpionState.of(state), seat, actions)
                assert 1 <= count == len(set(actions[:count].tolist()))
                assert set(actions[:count].tolist()) <= set(game.legal_numbers(state, seat))
            game.step(state, random_choices(game, state, seed, MorpionState.of(state).stones))


# --- features -------------------------------------------------------------------------------------------------------------


def test_features_count_open_lines_from_the_seat_s_side() -> None:
    text = """
        X X . .
        . . . .
        . . . O
        . . . ."""
    seen = named_features(text, seat=1, width=4, height=4)
    assert seen["to move"] == 1
    assert seen["board filled"] == 3 / 16
    assert seen["own open lines with 1 of 4"] == 2  # a row and a column
    assert seen["opponent's open lines with 2 of 4"] == 1  # the row
    assert seen["opponent's open lines with 1 of 4"] == 3  # two columns and a diagonal
    mirrored = named_features(text, seat=0, width=4, height=4)
    assert mirrored["to move"] == 0
    assert mirrored["opponent's open lines with 1 of 4"] == 2
    assert mirrored["own open lines with 2 of 4"] == 1


def test_features_count_winning_cells() -> None:
    text = """
        . X X X .
        . O O . O"""
    seen = named_features(text, seat=0)
    assert seen["own winning cells"] == 2
    assert seen["opponent's winning cells"] == 1


def test_features_tell_whose_stone_lies_where() -> None:
    seen = named_features(
        """
        . X .
        . . O""",
        seat=0,
        width=3,
        height=3,
        align=3,
    )
    assert {name for name, value in seen.items() if " stone on " in name and value} == {"own stone on b1", "opponent's stone on c2"}


# --- compiled -------------------------------------------------------------------------------------------------------------


@compiled
def all_said(states: States, scores: Scores, out: Scores, actions: Actions) -> tuple[int, bool]:
    evaluate(states[0], scores)
    features(states[0], 0, out)
    return listed(states[0], states[0].mover, actions), quiet(states[0])


@pytest.mark.slow
@given(
    st.fixed_dictionaries({"width": st.integers(3, 9), "height": st.integers(3, 9), "align": st.integers(3, 6), "swap": st.booleans()}),
    st.lists(st.integers(0, 10_000), max_size=30),
)
@settings(deadline=None, max_examples=60)
def test_compiled_they_say_the_same_as_in_plain_python(options: dict[str, Any], choices: list[int]) -> None:
    game = joute.game("morpion", **options)
    state = game.new()
    for wish in choices:
        (seat,) = game.movers(state)
        legal = game.legal_numbers(state, seat)
        before = state.copy()
        game.step(state, {seat: legal[wish % len(legal)]})
        if game.over(state):
            state = before
            break
    results = []
    for say in (all_said, all_said.plain):
        scores, out, actions = np.zeros(2), np.zeros(len(names_of(game))), np.zeros(game.spec.widest, np.int64)
        states = state.array if say is all_said else [MorpionState.of(state)]
        count, calm = say(states, scores, out, actions)  # type: ignore[arg-type]
        results.append((int(count), bool(calm), scores.tolist(), out.tolist(), actions[:count].tolist()))
    assert results[0] == results[1]
