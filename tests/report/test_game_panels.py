"""Panels of games: every curve stays small, however long its game is."""

from joute.arena.tournament.report_data import CourseData, CourseStep
from joute.report.game_panels import MAX_POINTS, panels_section, thinned, value_curves


def game(choices: int) -> CourseData:
    steps = [
        CourseStep(choice=number, seat=number % 2, action="a", seconds=0.001 * (1 + number), value=float(number), given=number < 2)
        for number in range(choices)
    ]
    return CourseData(game="1-0-0", number=1, agents=["ann", "<bob>"], scores=[3.0, -1.0], judge="judge", steps=steps)


def drawn(*games: CourseData) -> str:
    return panels_section({"tournament": "t", "standings": {"agents": []}}, games)  # type: ignore[typeddict-item]  # the rest is not drawn


def test_a_curve_has_the_values_of_its_own_choices_and_the_score_at_the_end() -> None:
    assert value_curves(game(5)) == {0: [(0, 0.0), (2, 2.0), (4, 4.0), (5, 3.0)], 1: [(1, 1.0), (3, 3.0), (5, -1.0)]}


def test_thinning_keeps_both_ends_and_order() -> None:
    points = [(number, 0.0) for number in range(1000)]
    found = thinned(points)
    assert (len(found), found[0], found[-1]) == (MAX_POINTS, points[0], points[-1])
    assert found == sorted(set(found))
    assert thinned(points[:MAX_POINTS]) == points[:MAX_POINTS]


def test_a_hundred_long_games_make_a_small_page() -> None:
    assert len(drawn(*[game(1000)] * 100)) < 100 * 6000


def test_a_game_without_choices_or_values_has_a_panel_too() -> None:
    silent = game(4)
    for step in silent["steps"]:
        step["value"] = None
    page = drawn(silent, game(0))
    assert page.count("<figure") == 2
    assert "The game ended before the first choice." in page
    assert "evaluated by" not in page
    assert "&lt;bob&gt;" in page
    assert "No game has a record" in drawn()
