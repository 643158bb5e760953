"""The benchmark's figures: what is measured, at which tables; how fast is nobody's business here."""

import pytest

import joute
from joute.cli.bench import speed


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "ROUNDS", 1)
    monkeypatch.setattr(speed, "BUDGETS", {name: f"{name}:iterations=200" for name in speed.THREADED})
    monkeypatch.setattr(speed, "DEPTHS", {})


@pytest.mark.slow
@pytest.mark.parametrize("name", ["diamant", "love_letter"])
def test_information_set_search_is_measured_with_two_and_with_four_seats(short: None, name: str) -> None:
    figures = speed.search_figures(joute.game(name))["ismcts"]
    assert figures["per_second_2_seats"] > 0
    assert figures["per_second_4_seats"] > 0


@pytest.mark.slow
def test_what_a_second_thread_adds_is_measured_for_every_search_that_takes_threads(short: None) -> None:
    figures = speed.search_figures(joute.game("morpion", width=5, height=5))
    assert {name for name in figures if figures[name]["two_threads"] > 0} == set(speed.THREADED)


def test_tables_of_two_and_four_are_for_games_that_let_one_choose() -> None:
    assert {seats: game.spec.seats for seats, game in speed.tables(joute.game("diamant")).items()} == {2: 2, 4: 4}
    assert speed.tables(joute.game("morpion")) == {}
