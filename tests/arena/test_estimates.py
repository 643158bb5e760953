"""Statistics: against published values and against simulation."""

import random
from statistics import fmean

import pytest

from joute.arena.statistics.estimates import elo_difference, quantile, share_interval, shares, student_quantile


@pytest.mark.parametrize(("freedom", "published"), [(3, 3.182), (5, 2.571), (10, 2.228), (20, 2.086), (60, 2.000), (1000, 1.962)])
def test_quantiles_of_student_s_t_are_the_published_ones(freedom: int, published: float) -> None:
    assert student_quantile(0.975, freedom) == pytest.approx(published, rel=0.01)


def test_ten_wins_out_of_ten_are_no_certainty() -> None:
    low, high = share_interval([1.0] * 10)
    assert 0.6 < low < 0.9
    assert high == 1.0


def test_no_games_say_nothing() -> None:
    assert share_interval([]) == (0.0, 1.0)
    assert share_interval([], 0.25) == (0.0, 1.0)


def test_few_blocks_lean_towards_the_fair_share_of_the_table_not_towards_one_half() -> None:
    low, high = share_interval([0.25] * 6, 0.25)
    assert (low + high) / 2 == pytest.approx(0.25)
    assert share_interval([0.25] * 6)[1] > high, "of two agents, the same shares could have been bad luck"
    assert share_interval([0.5, 1.0, 0.0], 0.5) == share_interval([0.5, 1.0, 0.0])


@pytest.mark.parametrize(("share", "fair"), [(0.5, 0.5), (0.7, 0.5), (0.95, 0.5), (0.25, 0.25), (0.4, 0.25), (0.1, 0.25), (0.8, 0.25)])
def test_intervals_hold_the_truth_as_often_as_they_say(share: float, fair: float) -> None:
    source = random.Random(1)
    held = 0
    for _ in range(1000):
        low, high = share_interval([fmean(source.random() < share for _ in range(2)) for _ in range(30)], fair)
        held += low <= share <= high
    assert held / 1000 >= 0.93


def test_an_even_share_is_no_elo_and_three_quarters_are_191() -> None:
    assert elo_difference(0.5) == 0
    assert elo_difference(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo_difference(1.0) is None


def test_a_point_is_shared_among_the_best() -> None:
    assert shares([1, 3, 3]) == [0, 0.5, 0.5]


def test_quantiles_of_nothing_are_nothing() -> None:
    assert quantile([], 0.5) == 0
    assert quantile([3, 1, 2], 0.5) == 2
