"""Matrix games with known solutions, and random ones held to what an equilibrium is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from joute.search.lookahead.matrix_game import solve


def assert_equilibrium(matrix: NDArray[np.float64], within: float = 1e-9) -> float:
    """Neither player can gain by another choice, and both strategies are probabilities."""
    value, rows, columns = solve(matrix)
    spread = max(1.0, float(np.abs(matrix).max()))
    assert rows.sum() == pytest.approx(1)
    assert columns.sum() == pytest.approx(1)
    assert min(rows.min(), columns.min()) >= 0
    assert (rows @ matrix).min() >= value - within * spread
    assert (matrix @ columns).max() <= value + within * spread
    return value


def test_matching_pennies_is_even() -> None:
    value, rows, columns = solve(np.array([[1.0, -1.0], [-1.0, 1.0]]))
    assert value == pytest.approx(0)
    assert rows.tolist() == pytest.approx([0.5, 0.5])
    assert columns.tolist() == pytest.approx([0.5, 0.5])


def test_rock_paper_scissors_with_a_double_rock() -> None:
    """Rock wins two from scissors: rock a quarter, paper a half, scissors a quarter."""
    matrix = np.array([[0.0, -1.0, 2.0], [1.0, 0.0, -1.0], [-2.0, 1.0, 0.0]])
    value, rows, columns = solve(matrix)
    assert value == pytest.approx(0)
    assert rows.tolist() == pytest.approx([0.25, 0.5, 0.25])
    assert columns.tolist() == pytest.approx([0.25, 0.5, 0.25])


def test_a_saddle_point_is_played_purely() -> None:
    value, rows, columns = solve(np.array([[4.0, 2.0, 3.0], [1.0, 0.0, 5.0]]))
    assert (value, rows.tolist(), columns.tolist()) == (2.0, [1, 0], [0, 1, 0])


def test_a_two_by_three_game_has_the_value_of_the_textbook() -> None:
    assert assert_equilibrium(np.array([[1.0, 3.0, 11.0], [8.0, 5.0, 2.0]])) == pytest.approx(49 / 11)


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 10_000), st.sampled_from(["whole", "real", "huge", "flat"]))
@settings(max_examples=300, deadline=None)
def test_nobody_gains_by_leaving_an_equilibrium(rows: int, columns: int, seed: int, kind: str) -> None:
    source = np.random.default_rng(seed)
    matrix = {
        "whole": source.integers(-3, 4, (rows, columns)).astype(float),  # many ties: degenerate programmes
        "real": source.normal(size=(rows, columns)),
        "huge": source.normal(size=(rows, columns)) * 1e6,
        "flat": np.full((rows, columns), 2.5),
    }[kind]
    value = assert_equilibrium(matrix, 1e-8)
    assert -assert_equilibrium(-matrix.T, 1e-8) == pytest.approx(value, abs=1e-7 * max(1.0, np.abs(matrix).max()))
