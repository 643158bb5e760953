"""Studies over the wire: consent, secrecy of the answers, progress, withdrawal and an anonymous export."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.shell import joute
from server.conforms import problems
from server.served import Client, Served, served

from joute.core.errors import JouteError
from joute.explain.study.material import StudyMaterial, material_file, prepare, write_material
from joute.explain.study.plan import StudyPlan, plan_of, plan_text
from joute.explain.study.report import report
from joute.explain.study.responses import read_answers
from joute.server.studies import StudyInfo, StudyJoined, StudyPage, read_studies
from joute.store import Store

DESIGN = {"questions": 2, "examples": 2, "samples": 1000, "judge": "careful", "repeats": 0}
PLAN = plan_of({"name": "hearts", "game": "coeurs", "agent": "careful", "options": {"deals": 1}, "design": DESIGN})
ADDRESS = "/api/studies/hearts"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("study")
    (place / "hearts.toml").write_text(plan_text(PLAN), encoding="utf-8")
    plan = read_plan_of(place)
    write_material(prepare(plan), material_file(place / "hearts.toml"))
    return place


def read_plan_of(place: Path) -> StudyPlan:
    from joute.explain.study.plan import read_plan

    return read_plan(place / "hearts.toml")


@pytest.fixture(scope="module")
def material(folder: Path) -> StudyMaterial:
    return StudyMaterial.from_json(json.loads(material_file(folder / "hearts.toml").read_text()))


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[Served]:
    with Store.open(f"sqlite:///{folder}/joute.sqlite") as store, served(store, studies=str(folder / "hearts.toml")) as found:
        yield found


@pytest.fixture
def anybody(running: Served) -> Client:
    return running.stranger()


def join(client: Client) -> tuple[str, Any]:
    joined = client.post(f"{ADDRESS}/consent", {"agreed": True})
    assert problems(joined, StudyJoined) == []
    return joined["token"], joined["page"]


def finish(client: Client, token: str, page: Any, right: bool, material: StudyMaterial) -> Any:
    """Answer everything, right or wrong."""
    answers = {json.dumps(item.legal): item.action for item in material.items}
    while page["phase"] != "over":
        legal = page["position"]["legal"]
        correct = answers[json.dumps(legal)]
        action = "" if page["phase"] == "example" else correct if right else next(one for one in legal if one != correct)
        body = {"token": token, "place": page["place"], "action": action, "seconds": 3.5}
        page = client.post(f"{ADDRESS}/answer", body)
        assert problems(page, StudyPage) == []
    return page


def test_a_study_says_what_one_agrees_to(anybody: Client) -> None:
    found = anybody.get(ADDRESS)
    assert problems(found, StudyInfo) == []
    assert "delete your answers" in found["consent"]["en"]
    assert "supprimer vos réponses" in found["consent"]["fr"]
    assert anybody.get("/api/studies") == [found]
    assert anybody.refused("GET", "/api/studies/other") == "not_found"


def test_nobody_takes_part_without_consent(anybody: Client) -> None:
    assert anybody.refused("POST", f"{ADDRESS}/consent", {"agreed": False}) == "bad_message"
    assert anybody.refused("POST", f"{ADDRESS}/consent", {}) == "bad_message"
    assert anybody.refused("POST", f"{ADDRESS}/page", {"token": "guess"}) == "no_token"


def test_a_question_does_not_contain_the_answer_nor_what_is_hidden(anybody: Client, material: StudyMaterial) -> None:
    token, page = join(anybody)
    seen = 0
    while page["phase"] != "over":
        position = page["position"]
        assert position["view"]["viewer"] == position["seat"]
        assert "chance" not in position["view"]
        hands = position["view"]["hands"]
        assert [hand is not None for hand in hands] == [seat == position["seat"] for seat in range(4)]
        if page["phase"] != "example":
            assert page["example"] is None
            assert set(position) == {"view", "seat", "names", "options", "legal", "events", "story"}
            played = [event for event in position["story"] if event["kind"] == "played"]
            assert len(played) % 4 == len(position["view"]["table"]), "the story ends with the position"
            seen += 1
        else:
            assert page["example"]["action"] in position["legal"]
        page = anybody.post(f"{ADDRESS}/answer", {"token": token, "place": page["place"], "action": position["legal"][0]})
    assert seen == 4


def test_an_answer_is_final_and_must_be_legal(anybody: Client) -> None:
    token, page = join(anybody)
    body = {"token": token, "place": 0, "action": "nonsense"}
    assert anybody.refused("POST", f"{ADDRESS}/answer", body) == "illegal"
    good = {**body, "action": page["position"]["legal"][0]}
    anybody.post(f"{ADDRESS}/answer", good)
    assert anybody.refused("POST", f"{ADDRESS}/answer", good) == "answered"
    assert anybody.refused("POST", f"{ADDRESS}/answer", {**good, "place": 3}) == "answered", "no page is skipped"
    assert anybody.post(f"{ADDRESS}/page", {"token": token})["place"] == 1, "a participant who comes back goes on"


def test_only_one_group_sees_reasons(anybody: Client, material: StudyMaterial) -> None:
    explained = set()
    for _ in range(4):
        token, page = join(anybody)
        while page["phase"] != "example":
            page = anybody.post(f"{ADDRESS}/answer", {"token": token, "place": page["place"], "action": page["position"]["legal"][0]})
        explained.add(bool(page["example"]["reasons"]))
        assert bool(page["example"]["reasons"]) == (page["example"]["verdict"] is not None)
    assert explained == {True, False}


def test_the_end_shows_the_own_score(anybody: Client, material: StudyMaterial) -> None:
    assert finish(anybody, *join(anybody), right=True, material=material)["score"] == {"before": 2, "after": 2, "asked": 2}
    assert finish(anybody, *join(anybody), right=False, material=material)["score"] == {"before": 0, "after": 0, "asked": 2}


def test_a_participant_who_withdraws_leaves_nothing(running: Served, anybody: Client, material: StudyMaterial) -> None:
    token, page = join(anybody)
    finish(anybody, token, page, True, material)
    store = running.services.store.store.studies
    participant = store.of_token(token)
    assert participant is not None
    assert len(store.answers("hearts", participant.id)) == 6
    assert anybody.post(f"{ADDRESS}/withdraw", {"token": token}) == {"deleted": True}
    assert store.of_token(token) is None
    assert store.answers("hearts", participant.id) == []
    assert anybody.refused("POST", f"{ADDRESS}/page", {"token": token}) == "no_token"


def test_the_export_has_no_token_no_time_of_day_and_reports(
    anybody: Client, material: StudyMaterial, folder: Path, tmp_path: Path, running: Served
) -> None:
    tokens = []
    for _ in range(8):
        token, page = join(anybody)
        finish(anybody, token, page, True, material)
        tokens.append(token)
    for name in ("r.jsonl", "r.csv"):
        out = tmp_path / name
        joute("study", "export", "hearts", "--out", str(out), "--database", f"{folder}/joute.sqlite")
        text = out.read_text()
        assert not [token for token in tokens if token in text]
        assert "127.0.0.1" not in text
        assert {"consented", "token", "person", "name"}.isdisjoint(vars(read_answers(out)[0]))
    found = report(read_answers(tmp_path / "r.csv"))
    assert found["participants"] >= 8
    assert {arm["arm"] for arm in found["arms"]} == {"reasons", "none"}


def test_a_study_without_positions_is_refused_before_the_server_starts(tmp_path: Path) -> None:
    (tmp_path / "alone.toml").write_text(plan_text(PLAN), encoding="utf-8")
    with pytest.raises(JouteError, match=r"alone\.material\.json cannot be read"):
        read_studies(str(tmp_path / "alone.toml"))


def test_studies_of_the_same_name_are_refused(folder: Path) -> None:
    with pytest.raises(JouteError, match="two studies have the same name"):
        read_studies(f"{folder}/hearts.toml,{folder}/hearts.toml")
