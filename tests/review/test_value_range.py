"""Values are shares of a win, or of a range of points where every point counts."""

import joute
from joute.core.opinion import Unit
from joute.i18n import Language, use_language
from joute.report.review_texts import value_text
from joute.review.decision_review import decision_review
from joute.review.value_range import ValueRange, points_text, unit_of


def test_tokens_of_a_number_of_rounds_are_points_and_no_chance_to_win() -> None:
    match, rounds = joute.game("love_letter"), joute.game("love_letter", rounds=3)
    assert ValueRange.of(match).points is None
    assert ValueRange.of(rounds).points == [0.0, 6.0]
    assert ValueRange.of(rounds).share(1.5) == 0.25


def test_a_win_is_shared_where_a_won_game_scores_one_and_a_lost_one_minus_one() -> None:
    assert unit_of(joute.game("coeurs")) is Unit.WIN
    assert ValueRange.of(joute.game("coeurs")).points is None
    assert ValueRange.of(joute.game("morpion")).points is None
    assert ValueRange.of(joute.game("morpion")).share(0.0) == 0.5


def test_the_review_of_a_number_of_rounds_speaks_of_points() -> None:
    game = joute.game("love_letter", rounds=2).fast()
    state = game.new(seed=3)
    (seat,) = game.movers(state)
    view = game.view(state, seat)
    values = []
    for action in game.legal(view, seat):
        judged = joute.judge(game, view, seat, action.name, agent="careful", seconds=0, samples=2_000)
        found = decision_review(game, view, seat, judged, 0)
        assert found["points"] == [0.0, 4.0]
        assert "win" not in found["verdict"]["en"]
        assert "victoire" not in found["verdict"]["fr"]
        values += [4.0 * (one["value"] or 0.0) for one in found["actions"] if one["value"] is not None]
        mine = judged.judgement(judged.played).value
        assert mine is not None
        assert found["value"] is not None
        assert abs(4.0 * found["value"] - mine) < 1e-9
    assert 0.5 < min(values) < max(values) < 2.0  # each round brings a seat half a token, now and then the Spy's, too


def test_points_have_a_noun_that_agrees() -> None:
    said = {}
    for language in Language:
        with use_language(language):
            said[language.value] = [points_text(number) for number in (0.31, 1.0, 1.5, 2.0)]
    assert said["en"] == ["0.31 points", "1.00 point", "1.50 points", "2.00 points"]
    assert said["fr"] == ["0,31 point", "1,00 point", "1,50 point", "2,00 points"]


def test_values_are_written_in_percent_or_in_points() -> None:
    assert value_text(0.59, 0.01, None) == "59 % ± 2"
    assert value_text(0.25, 0.01, [0.0, 6.0]) == "1.50 ± 0.12"
