"""The sequential test: how often it errs, and what it estimates when it stops."""

from collections.abc import Iterator

import numpy as np
import pytest

from joute.arena.statistics.estimates import expected_share
from joute.arena.statistics.sprt import MIN_BLOCKS, Sprt, SprtResult
from joute.core.errors import BadSetting


def ended(test: Sprt, elo: float, tests: int, most: int = 3000) -> Iterator[SprtResult]:
    """Tests on blocks of two games each, played to their end."""
    source = np.random.default_rng(1)
    for _ in range(tests):
        yield test.judge((source.binomial(2, expected_share(elo), most) / 2).tolist())


@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (50, "elo0")])
def test_it_errs_as_seldom_as_it_says(elo: float, wrong: str) -> None:
    verdicts = list(ended(Sprt(0, 50), elo, 400))
    assert all(verdict.accepted for verdict in verdicts)
    assert sum(verdict.accepted == wrong for verdict in verdicts) / 400 <= 0.07


def test_it_stops_by_itself_never_before_sixty_blocks() -> None:
    lengths = [len(verdict.blocks) for verdict in ended(Sprt(0, 50), 300, 50)]
    assert set(lengths) == {MIN_BLOCKS}
    lengths = [len(verdict.blocks) for verdict in ended(Sprt(0, 50), 25, 50)]
    assert max(lengths) > 2 * MIN_BLOCKS


def test_without_enough_blocks_nothing_is_accepted() -> None:
    assert Sprt(0, 50).judge([1.0] * (MIN_BLOCKS - 1)).accepted is None
    assert Sprt(0, 50).judge([0.5, 1.0, 0.0] * 25).accepted is None


def test_a_perfect_score_is_accepted_and_none_is_refused() -> None:
    assert Sprt(0, 50).judge([1.0] * 100).accepted == "elo1"
    assert Sprt(0, 50).judge([0.0] * 100).accepted == "elo0"


@pytest.mark.slow
def test_the_estimate_at_a_stop_is_as_often_too_high_as_too_low_where_the_plain_mean_is_not() -> None:
    truth = expected_share(60)
    estimates = [(*verdict.estimate(), np.mean(verdict.blocks)) for verdict in ended(Sprt(0, 50), 60, 150)]
    middles, lows, highs, plain = np.array(estimates).T
    assert 0.42 <= np.mean(middles > truth) <= 0.58
    assert np.mean(plain > truth) > 0.6
    assert abs(np.mean(middles) - truth) < abs(np.mean(plain) - truth)
    assert 0.9 <= np.mean((lows <= truth) & (truth <= highs)) <= 0.99


def test_an_estimate_lies_within_its_interval_even_at_the_edge() -> None:
    for blocks in ([1.0] * 60, [0.0] * 60, [0.5] * 400, [1.0]):
        share, low, high = Sprt(-10, 10).judge(blocks).estimate()
        assert 0 <= low <= share <= high <= 1


def test_what_is_no_pair_of_elo_differences_is_refused() -> None:
    assert Sprt.parse("0,30") == Sprt(0, 30)
    for text in ("30", "a,b", "1,2,3", ""):
        with pytest.raises(BadSetting, match="for instance 0,30"):
            Sprt.parse(text)
    with pytest.raises(BadSetting, match="below the second"):
        Sprt.parse("30,0")
