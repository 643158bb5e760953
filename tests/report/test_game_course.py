"""The course of a game on a page."""

import joute
from joute.arena.tournament.game_statistics import course
from joute.i18n import Language, use_language
from joute.report.game_course import course_section


def test_choices_have_the_names_of_the_reader_s_language() -> None:
    game = joute.game("pokemon", team="osselait", turns=1)
    record = joute.match(game, ["random", "random"], seed=1)
    answer = course("1", game, record, None)
    assert answer["steps"][0]["action"] == "send Osselait"
    for language, name in ((Language.fr, "envoyer Osselait"), (Language.en, "send Cubone")):
        with use_language(language):
            assert course_section(answer, game).count(name) == 4  # the tips and the table, of both seats
