"""Luck by occasion: every occasion of a seed has luck of its own, the same whenever it is asked for."""

import numpy as np
import pytest

from joute.core.rng import draw_at, mixed, seed_of, seeded

SEEDS = 4000
CELLS = 8


def luck(occasion: int) -> list[int]:
    """In which eighth of [0, 1) the luck of each seed lies."""
    return [int(mixed(np.uint64(seed_of("luck", seed)), occasion) * CELLS) for seed in range(SEEDS)]


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 2), (6, 7), (0, 1 << 40), (2, 4)])
def test_the_luck_of_two_occasions_is_independent(first: int, second: int) -> None:
    counts = np.zeros((CELLS, CELLS))
    np.add.at(counts, (luck(first), luck(second)), 1)
    expected = SEEDS / CELLS**2
    assert ((counts - expected) ** 2 / expected).sum() < 105, "chi-square with 63 degrees of freedom: 0.1 % lie above 103.4"


@pytest.mark.parametrize("seeds", ["neighbours", "unrelated"])
def test_the_occasions_of_one_seed_are_spread_evenly(seeds: str) -> None:
    words = [np.uint64(seed + 1 if seeds == "neighbours" else seed_of(seed)) for seed in range(20)]
    counts = np.zeros(CELLS)
    for word in words:
        np.add.at(counts, [int(mixed(word, occasion) * CELLS) for occasion in range(200)], 1)
    expected = counts.sum() / CELLS
    assert ((counts - expected) ** 2 / expected).sum() < 25, "chi-square with 7 degrees of freedom: 0.1 % lie above 24.3"


def test_dice_stay_as_they_are_and_fall_as_the_odds_say() -> None:
    odds, rolls = np.array([0.2, 0.5, 0.3]), seeded("odds")
    before = rolls.copy()
    sample_chance = [draw_at(rolls, occasion, odds, 3) for occasion in range(6000)]
    assert (rolls == before).all()
    assert np.bincount(sample_chance) / 6000 == pytest.approx(odds, abs=0.02)
