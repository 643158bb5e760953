"""Tournaments as the server shows them: their report, their games, and what a decision cost."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from server.served import Served, served, wait_until
from stored import cup

from joute.core import registry
from joute.i18n import Language, current_language, use_language
from joute.server.finished_games import with_costs
from joute.server.server_messages import DecisionAnalysis
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
    opinion = ada.get(f"/api/records/{game}/opinions/0/{seat}?agent=mcts:iterations=30")
    assert (opinion["agent"], opinion["action"]) == ("mcts:iterations=30", action)
    assert ada.get(f"/api/records/{game}/opinions/0/{seat}?agent=mcts:iterations=30") == opinion
    ada.post(f"/api/records/{game}/analysis", {"agent": "random"})
    wait_until(lambda: ada.get(f"/api/records/{game}/analysis?agent=random")["status"] == "done")


def test_a_language_is_spoken_to_one_listener_alone() -> None:
    with use_language(Language.fr):
        assert current_language() is Language.fr
    assert current_language() is Language.en


def decision(ply: int, value: float | None, cost: float | None = None) -> DecisionAnalysis:
    partial = {"ply": ply, "seat": ply % 2, "cost": cost, "opinion": {"value": value}}
    return cast(DecisionAnalysis, partial)


def test_a_decision_without_a_value_costs_what_the_next_position_lost() -> None:
    game = registry.game("morpion")
    found = with_costs([decision(0, 1.0), decision(1, 1.0), decision(2, -1.0, 0.0), decision(3, 1.0)], game, [-1.0, 1.0])
    assert [one["cost"] for one in found] == [2.0, 0.0, 0.0, 0.0]


def test_where_chance_has_a_part_nothing_is_made_up() -> None:
    unknown = [decision(0, 0.4), decision(1, 0.2)]
    assert with_costs(unknown, registry.game("diamant"), [1.0, 0.0]) == unknown


def test_an_analyst_says_whether_it_counts_points_or_chances() -> None:
    game = registry.game("coeurs")
    assert registry.agent("ismcts:iterations=10", game).unit == "score"
    assert registry.agent("expert", game).unit == "win"
