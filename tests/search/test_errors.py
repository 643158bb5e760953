"""Monte Carlo searches say how certain their values are: standard errors from the spread of what they sampled."""

import math

import pytest

import joute
from joute.search.mcts.base import mean_variance

SMALL = joute.game("morpion", width=3, height=3, align=3)
DIAMANT = joute.game("diamant", seats=2)
COEURS = joute.game("coeurs", deals=1)


def test_the_variance_of_a_mean_comes_from_the_sum_of_squares_and_never_vanishes() -> None:
    assert mean_variance(4, 0.5, 2.0) == pytest.approx((0.5 - 0.25) / 3 + 1 / 36)
    assert mean_variance(1000, 1.0, 1000.0) == pytest.approx(1 / 1002**2)
    assert mean_variance(1, 0.3, 0.09) == 1.0


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (SMALL, "mcts:iterations=400"),
        (SMALL, "mcts:iterations=400,threads=2"),
        (SMALL, "ismcts:iterations=400"),
        (SMALL, "best_response:iterations=60,to=mcts+iterations=20"),
        (DIAMANT, "smmcts:iterations=400"),
        (DIAMANT, "smmcts:iterations=400,selection=regret"),
        pytest.param(COEURS, "ismcts:iterations=400", marks=pytest.mark.slow),
        pytest.param(COEURS, "determinized:iterations=2000,iterations_per_world=50", marks=pytest.mark.slow),
        pytest.param(DIAMANT, "veteran:iterations=400", marks=pytest.mark.slow),
    ],
)
def test_a_value_has_a_standard_error(game: joute.Game, text: str) -> None:
    state = game.new(seed=1)
    seat = game.movers(state)[0]
    opinion = joute.agent(text, game).consider(game.view(state, seat), seat, seed=2)
    low, high = opinion.unit.bounds(game.spec)
    for judgement in opinion.judgements:
        assert (judgement.error is None) == (judgement.value is None)
        assert judgement.error is None or 0.0 < judgement.error <= high - low


def test_four_times_the_visits_halve_the_error() -> None:
    """Every action of the first move of Diamant is played on at random, so that scores are independent."""
    few, many = (
        joute.agent(f"ismcts:iterations={iterations},exploration=100", DIAMANT).consider(DIAMANT.view(DIAMANT.new(1), 0), 0, seed=3)
        for iterations in (1_000, 16_000)
    )
    first, second = few.judgements[0].error, many.judgements[0].error
    assert first is not None
    assert second is not None
    assert second == pytest.approx(first / 4, rel=0.25)


def test_the_error_is_that_of_the_observed_means() -> None:
    """Means of searches with other seeds lie as far apart as the error says."""
    agent = joute.agent("ismcts:iterations=300,exploration=100", DIAMANT)
    view = DIAMANT.view(DIAMANT.new(1), 0)
    found = [{one.action.name: one for one in agent.consider(view, 0, seed).judgements}["explore"] for seed in range(40)]
    values = [one.value or 0.0 for one in found]
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    claimed = sum(one.error or 0.0 for one in found) / len(found)
    assert 0.6 * claimed < spread < 1.6 * claimed
