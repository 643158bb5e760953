"""The search space of a tuning: which settings, their ranges, and how ranges are widened."""

from pathlib import Path
from typing import Any

import pytest
from learning import nerves

import joute
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.learning.tune.search_space import Parameter, range_around, search_space

NERVES = str(Path(nerves.__file__).resolve())


def game() -> Game:
    return joute.game(NERVES)


def parameter(**more: Any) -> Parameter:
    return search_space(game(), "bold", [f"{name}={ends}" if ends else name for name, ends in more.items()]).parameters[0]


def test_numbers_are_tuned_unless_they_buy_strength_with_time() -> None:
    assert [one.name for one in search_space(game(), "bold").parameters] == ["nerve", "colour"]
    assert [one.name for one in search_space(game(), "bold", ["seconds"]).parameters] == ["seconds"]


def test_near_bounds_are_the_range_and_else_it_lies_around_the_start() -> None:
    assert range_around(0.2, 0, 1) == (0, 1)
    assert range_around(0.7, 0, None) == pytest.approx((0.07, 7.0))
    assert range_around(0.1, 0, 10) == pytest.approx((0.01, 1.0))
    assert range_around(10.0, -1000, 1000) == (-90.0, 110.0)
    assert range_around(-0.5, -1000, 0.5) == (-5.5, 0.5)
    assert range_around(0, 0, None) == (0, 10)


def test_a_range_over_orders_of_magnitude_has_a_logarithmic_scale() -> None:
    assert parameter(nerve="0.01:1").logarithmic
    assert not parameter(nerve="0:1").logarithmic
    assert parameter(seconds="").default_range
    assert not parameter(nerve="").default_range


def test_a_value_at_the_end_of_a_range_is_noticed_unless_the_setting_ends_there_too() -> None:
    assert parameter(nerve="0.1:0.5").at_edge(0.11)
    assert parameter(nerve="0.1:0.5").at_edge(0.49)
    assert not parameter(nerve="0.1:0.5").at_edge(0.3)
    assert not parameter(nerve="0.1:1").at_edge(1.0)


def test_a_default_range_is_widened_on_the_side_where_the_best_lies_at_its_edge() -> None:
    signed = search_space(game(), "timid").parameters[0]
    assert (signed.low, signed.high) == pytest.approx((-0.09, 0.11))
    further = signed.widened(0.109)
    assert (further.low, further.high) == pytest.approx((-0.09, 1.1))
    assert further.widened(0.109) == further
    assert signed.widened(0.05) == signed
    for _ in range(20):
        further = further.widened(further.low).widened(further.high)
    assert (further.low, further.high) == (-1000, 1000)


def test_a_number_of_either_sign_has_a_symmetric_logarithmic_scale() -> None:
    signed = search_space(game(), "timid").parameters[0]
    assert [signed.from_scale(signed.to_scale(value)) for value in (-0.09, 0.0, 0.11)] == pytest.approx([-0.09, 0.0, 0.11])
    assert signed.from_scale(signed.to_scale(0.11) + 1) == signed.high
    assert signed.to_scale(0.1) - signed.to_scale(0.05) == pytest.approx(0.69, abs=0.02)  # far out, twice as much is as far anywhere
    assert signed.to_scale(-0.1) == -signed.to_scale(0.1)
    given = search_space(game(), "timid", ["nerve=-1:1"]).parameters[0]
    assert given.to_scale(0.5) == given.from_scale(0.5) == 0.5


def test_a_logarithmic_range_is_widened_by_a_factor_of_ten() -> None:
    seconds = search_space(game(), "bold:seconds=2", ["seconds"]).parameters[0]
    assert (seconds.low, seconds.high) == pytest.approx((0.2, 20))
    assert (seconds.widened(0.2).low, seconds.widened(20).high) == pytest.approx((0.02, 200))


def test_an_explicit_range_and_a_bound_of_the_setting_stay() -> None:
    given = parameter(nerve="0.1:0.5")
    assert given.widened(0.5) == given
    bound = parameter(nerve="")
    assert bound.widened(1.0) == bound


def test_a_candidate_is_the_agent_with_other_numbers_and_the_start_is_the_agent_itself() -> None:
    searched = search_space(game(), "shy", ["nerve"])
    assert searched.start == {"nerve": 0.1}
    assert searched.candidate({"nerve": 0.123456}) == "shy:nerve=0.1235"
    assert searched.candidate({"nerve": 0.1}) == "shy"
    assert search_space(game(), "bold:motto=no,nerve=0.4", ["nerve"]).candidate({"nerve": 0.5}) == "bold:motto=no,nerve=0.5"


@pytest.mark.parametrize(
    ("agent", "settings", "sentence"),
    [
        ("low", [], "low has no numbers to tune; it has: no settings"),
        ("bold", ["motto"], "bold has no number 'motto' to tune; it has: nerve, colour, seconds"),
        ("bold", ["nerve=0"], "nerve=0: a range is written name=low:high"),
        ("bold", ["nerve=1:0"], "a range is written name=low:high"),
        ("bold", ["nerve=0:2"], "nerve=0:2 is not possible; nerve goes from 0 to 1"),
        ("bold", ["nerve", "nerve"], "a setting is named twice"),
        ("nobody", [], "no agent is called 'nobody'"),
    ],
)
def test_what_cannot_be_tuned_is_refused(agent: str, settings: list[str], sentence: str) -> None:
    with pytest.raises(JouteError, match=sentence):
        search_space(game(), agent, settings)
