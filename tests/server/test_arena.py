"""Tournaments as the server shows them: their report, their games, and what a decision cost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.served import Served, served, wait_until
from stored import cup

from joute.core import registry
from joute.i18n import Language, current_language, use_language
from joute.store import Store


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place: Path = tmp_path_factory.mktemp("arena")
    with Store.open(f"sqlite:///{place}/joute.sqlite") as store:
        cup(store)
        with served(store) as running:
            yield running


def test_the_report_of_a_tournament_is_a_page_in_both_languages(arena: Served) -> None:
    english = arena.stranger().request("GET", "/api/tournaments/cup/report")
    french = arena.stranger().request("GET", "/api/tournaments/cup/report?lang=fr")
    assert english.headers["content-type"] == "text/html; charset=utf-8"
    assert "content-security-policy" in english.headers
    assert "<h2>Ranking</h2>" in english.text
    assert "<h2>Classement</h2>" in french.text
    assert "mcts:iterations=20" in french.text
    assert current_language() is Language.en


def test_the_report_does_not_say_where_the_tournament_ran(arena: Served) -> None:
    assert "the host&#x27;s own" not in arena.stranger().request("GET", "/api/tournaments/cup/report").text


def test_there_is_no_report_of_a_tournament_that_is_not_there(arena: Served) -> None:
    assert arena.stranger().refused("GET", "/api/tournaments/cap/report") == "not_found"
    assert arena.stranger().refused("GET", "/api/tournaments/cup/report?lang=xx") == "bad_message"


def test_a_game_of_a_tournament_is_told_like_any_other(arena: Served) -> None:
    game = arena.stranger().get("/api/tournaments/cup/games?count=1")["games"][0]
    answer = arena.stranger().get(f"/api/records/{game['record']}")
    assert answer["title"] == {"en": "Four in a Row", "fr": "Morpion-4"}
    assert [seat["agent"] for seat in answer["seats"]] == game["agents"]
    assert answer["result"]["scores"] == game["scores"]
    assert answer["you"] is None


def test_any_agent_may_judge_a_game_of_a_tournament(arena: Served) -> None:
    ada, game = arena.person("Ada"), arena.stranger().get("/api/tournaments/cup/games?count=1")["games"][0]["record"]
    record = ada.get(f"/api/records/{game}")
    seat, action = next(iter(record["record"]["choices"][0].items()))
    found = ada.get(f"/api/records/{game}/decisions/0/{seat}?agent=mcts:iterations=30")
    assert (found["ply"], found["seat"], found["action"]) == (0, int(seat), action)
    ada.post(f"/api/records/{game}/review", {"agent": "random"})
    wait_until(lambda: ada.get(f"/api/records/{game}/review?agent=random")["status"] in ("refining", "done"))
    played = len(record["record"]["choices"]) - record["record"]["opening"]  # the opening was given, and nobody's decision
    assert ada.get(f"/api/records/{game}/review?agent=random")["done"] == played


def test_a_language_is_spoken_to_one_listener_alone() -> None:
    with use_language(Language.fr):
        assert current_language() is Language.fr
    assert current_language() is Language.en


def test_an_analyst_says_whether_it_counts_points_or_chances() -> None:
    game = registry.game("coeurs")
    assert registry.agent("ismcts:iterations=10", game).unit == "score"
    assert registry.agent("expert", game).unit == "win"
