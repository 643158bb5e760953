"""The lab: explanations, trees, tables of decisions and games of agents, in steps that give way to players."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest
from server.served import Client, Served

import joute
from joute.explain import choice
from joute.explain.choice import ChoiceQuestion, explanation_steps
from joute.server import lab
from joute.server.errors import Refused

PLY = 9
AGENT = {"who": "agent", "agent": "careful"}


@pytest.fixture(scope="module", autouse=True)
def small_and_here() -> Iterator[None]:
    async def compiled(game: str) -> None:
        """Nothing is compiled in another process."""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choice, "default_samples", lambda game: 1_000)
        patch.setattr(lab, "compiled", compiled)
        yield


@pytest.fixture(scope="module")
def ada(server: Served) -> Client:
    return server.person("Ada")


@pytest.fixture(scope="module")
def game_of_agents(ada: Client) -> Any:
    return followed(ada, "game", {"game": "coeurs", "options": {"deals": 1}, "agent": "careful", "seed": 7})["analysis"]


def followed(client: Client, kind: str, asked: Any) -> Any:
    """Asks until the work is done."""
    while True:
        answer = client.post(f"/api/lab/{kind}", asked)
        assert "code" not in answer, answer
        if answer["done"] == 1:
            return answer


def refusal(client: Client, kind: str, asked: Any) -> Any:
    response = client.request("POST", f"/api/lab/{kind}", json=asked)
    while response.status_code == 200 and response.json()["done"] < 1:
        response = client.request("POST", f"/api/lab/{kind}", json=asked)
    assert response.status_code >= 400, response.text
    return response.json()


def decision(client: Client, analysis: Any, ply: int = PLY) -> dict[str, Any]:
    """A decision of the game with a choice, at that ply or after it."""
    while True:
        asked = {**analysis, "actions": analysis["actions"][:ply]}
        legal = client.post("/api/analysis", asked)["legal"]
        seat = next(iter(legal))
        if len(legal[seat]) > 1:
            return {**asked, "seat": int(seat), "action": analysis["actions"][ply][seat]}
        ply += 1


def test_a_decision_is_explained_in_both_languages_with_positions_to_look_at(ada: Client, game_of_agents: Any) -> None:
    asked = decision(ada, game_of_agents)
    found = followed(ada, "explanation", asked)
    explained = found["explanation"]
    assert explained["action"] == asked["action"] != explained["other"]
    assert explained["known_things"]
    assert explained["verdict"]["en"] != explained["verdict"]["fr"]
    assert all(found["pictures"][language].startswith("<svg") for language in ("en", "fr"))
    for one in explained["counterfactuals"]:
        assert one["view"]["viewer"] == asked["seat"]
    assert ada.post("/api/lab/explanation", asked)["done"] == 1


def test_the_choice_of_an_agent_is_explained_and_a_wrong_action_refused(ada: Client, game_of_agents: Any) -> None:
    asked = {**decision(ada, game_of_agents), "action": None, "agent": "careful"}
    assert followed(ada, "explanation", asked)["explanation"]["agent"] == "careful"
    assert refusal(ada, "explanation", {**asked, "other": "nothing"})["code"] == "illegal"
    assert refusal(ada, "explanation", {**asked, "agent": "a/file.py"})["code"] == "bad_agent"


def test_a_decision_goes_through_the_tree_of_the_expert_or_one_of_a_file(ada: Client, game_of_agents: Any) -> None:
    asked = decision(ada, game_of_agents)
    del asked["action"]
    path = followed(ada, "path", asked)["path"]
    assert path["leaves"] == 8
    assert path["questions"] or path["preferences"]
    assert max(one["left_by"] for one in path["actions"]) == len(path["preferences"])
    refused = refusal(ada, "path", {**asked, "surrogate": {"joute surrogate": 1, "kind": "tree"}})
    assert refused["text"]["fr"].startswith("ce n'est pas un modèle")


def test_the_decisions_of_a_game_are_a_table(ada: Client, game_of_agents: Any) -> None:
    plain = list(csv.DictReader(io.StringIO(followed(ada, "decisions", game_of_agents)["csv"])))
    judged = list(csv.DictReader(io.StringIO(followed(ada, "decisions", {**game_of_agents, "agent": "careful"})["csv"])))
    assert len(plain) == len(judged) > 50
    assert {row["action"] for row in plain if row["decision"] == plain[0]["decision"] and row["chosen"] == "1"}
    assert not any(row["preferred"] for row in plain)
    assert all(row["preferred"] in ("0", "1") for row in judged)


def test_a_game_that_is_being_played_is_not_looked_at(ada: Client) -> None:
    table = ada.post("/api/tables", {"game": "morpion", "options": {"width": 3, "height": 3, "align": 3}, "seats": [{"who": "me"}, AGENT]})
    assert refusal(ada, "explanation", {"record": table["id"], "seat": 0})["code"] == "not_over"


def test_nobody_is_helped_in_a_rated_game(server: Served, ada: Client, game_of_agents: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = decision(ada, game_of_agents)
    followed(ada, "explanation", asked)

    def plays_rated(person: int, game: str) -> None:
        raise Refused("not_allowed")

    monkeypatch.setattr(server.services.analysis, "refuse_help", plays_rated)
    assert refusal(ada, "explanation", asked)["code"] == "not_allowed", "a result that is there already is help, too"


def test_an_explanation_has_many_short_steps_so_that_players_need_not_wait() -> None:
    game = joute.game("coeurs", deals=1)
    state = game.new(seed=4)
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    shares = list(explanation_steps(ChoiceQuestion(game, view, seat, game.legal(view, seat)[0].name, samples=1_000)))
    assert len(shares) > 20
    assert all(0 <= share < 1 for share in shares)


def test_one_person_has_a_few_questions_at_work_at_once(ada: Client, game_of_agents: Any) -> None:
    asked = decision(ada, game_of_agents)
    for number in range(6):
        assert ada.post("/api/lab/explanation", {**asked, "sampling": 100 + number})["done"] <= 1
    assert followed(ada, "explanation", {**asked, "sampling": 105})["explanation"]["seed"] == 105
