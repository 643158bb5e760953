"""Reviews of finished games: judged in the background, refined while somebody looks, and any action in place of the played one."""

from collections.abc import Iterator
from typing import Any

import pytest
from server.served import Client, Served, ok, wait_until

from joute.review.review_info import DecisionReview
from joute.server import reviews
from joute.server.reviews import GameReviews

AGENT = {"who": "agent", "agent": "careful"}


def finished(person: Client, game: str, **wish: Any) -> str:
    """A game that agents have played."""
    table: str = person.table(game, seats=[AGENT, AGENT], pace=0, **wish)["id"]
    wait_until(lambda: person.state(table)["result"] is not None)
    wait_until(lambda: person.request("GET", f"/api/records/{table}").status_code == 200)
    return table


@pytest.fixture(scope="module", autouse=True)
def few_samples() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reviews, "QUICK", 200)
        patch.setattr(reviews, "FULL", 400)
        yield


@pytest.fixture(scope="module")
def ada(server: Served) -> Client:
    return server.person("Ada")


@pytest.fixture(scope="module")
def diamant(ada: Client) -> str:
    return finished(ada, "diamant", seed=3)


def test_a_review_begins_when_somebody_asks_and_is_refined_while_they_look(ada: Client, diamant: str) -> None:
    address = f"/api/records/{diamant}/review?agent=careful"
    assert ada.get(address)["status"] == "none"
    begun = ada.post(f"/api/records/{diamant}/review", {"agent": "careful"})
    assert begun["status"] in ("working", "refining")
    found = [begun]

    def done() -> bool:
        found.append(ada.get(address))
        return bool(found[-1]["status"] == "done")

    wait_until(done)
    last = found[-1]
    assert last["done"] == last["of"] == last["refined"] == len(last["decisions"])
    assert [one["done"] for one in found] == sorted(one["done"] for one in found)
    assert len(last["seats"]) == 2
    assert all(one["verdict"]["fr"] for one in last["decisions"])
    again = ada.post(f"/api/records/{diamant}/review", {"agent": "careful"})
    assert again == last  # nothing is left to do


def test_a_review_that_waits_for_a_game_ends_when_that_cannot_be_compiled(
    server: Served, ada: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = finished(ada, "diamant", seed=5)
    preparation, problems, judged = server.services.tables.preparation, dict[str, Any](), list[object]()

    async def ready(name: str) -> None:
        problems[name] = {"en": "the rules cannot be compiled", "fr": "les règles ne se compilent pas"}

    async def judge(self: GameReviews, *asked: object, **more: object) -> None:
        judged.append(asked)

    monkeypatch.setattr(preparation, "_problems", problems)
    monkeypatch.setattr(preparation, "ready", ready)
    monkeypatch.setattr(GameReviews, "_judge_in_background", judge)
    assert ada.post(f"/api/records/{record}/review", {"agent": "careful"})["done"] == 0
    wait_until(lambda: ada.request("GET", f"/api/records/{record}/review?agent=careful").status_code == 403)
    assert not judged


def decided(client: Client, record: str, ply: int) -> tuple[int, str]:
    """The first seat that decided there, and its action."""
    seat, action = next(iter(client.get(f"/api/records/{record}")["record"]["choices"][ply].items()))
    return int(seat), action


def test_nobody_who_looks_no_refinement(ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    record = finished(ada, "diamant", seed=4)
    monkeypatch.setattr(reviews, "OPEN", -1.0)
    ada.post(f"/api/records/{record}/review", {"agent": "careful"})
    address = f"/api/records/{record}/review?agent=careful"
    wait_until(lambda: ada.get(address)["status"] == "done")
    assert ada.get(address)["refined"] < ada.get(address)["of"]
    monkeypatch.undo()
    assert ada.post(f"/api/records/{record}/review", {"agent": "careful"})["status"] == "refining"
    wait_until(lambda: ada.get(address)["status"] == "done")
    assert ada.get(address)["refined"] == ada.get(address)["of"]


def test_a_judgement_that_was_interrupted_is_begun_again(server: Served, ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    record = finished(ada, "diamant", seed=5)
    judge, begun = GameReviews._judge, list[int]()

    async def interrupted(self: GameReviews, *given: Any, **more: Any) -> tuple[DecisionReview, bool]:
        begun.append(given[1])
        review, _ = await judge(self, *given, **more)
        return {**review, "samples": -1} if begun.count(given[1]) < 3 else review, begun.count(given[1]) < 3

    monkeypatch.setattr(GameReviews, "_judge", interrupted)
    monkeypatch.setattr(reviews, "OPEN", -1.0)
    ada.post(f"/api/records/{record}/review", {"agent": "careful"})
    wait_until(lambda: ada.get(f"/api/records/{record}/review?agent=careful")["status"] == "done")
    found = ada.get(f"/api/records/{record}/review?agent=careful")
    assert all(one["samples"] >= 0 for one in found["decisions"])
    assert len(begun) >= 2 * found["of"]


def test_a_review_too_many_is_refused(ada: Client, diamant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "ANALYSES", 0)
    assert ada.refused("POST", f"/api/records/{diamant}/review", {"agent": "random"}) == "busy"


def test_any_legal_action_is_judged_in_place_of_the_played_one(ada: Client, diamant: str) -> None:
    seat, played = decided(ada, diamant, 0)
    other = {"explore": "return", "return": "explore"}[played]
    address = f"/api/records/{diamant}/decisions/0/{seat}?agent=careful"
    assert ada.get(address)["action"] == played
    found = ada.get(f"{address}&action={other}")
    assert found["action"] == other
    assert {one["action"] for one in found["actions"]} == {"explore", "return"}
    assert found["verdict"]["fr"]


def test_an_action_that_was_not_legal_is_refused_with_those_that_were(ada: Client, diamant: str) -> None:
    refused = ada.request("GET", f"/api/records/{diamant}/decisions/0/0?action=dance&agent=careful")
    assert (refused.status_code, refused.json()["code"]) == (400, "illegal")
    assert sorted(refused.json()["expected"]) == ["explore", "return"]
    assert ada.refused("GET", f"/api/records/{diamant}/decisions/999/0") == "not_found"
    assert ada.refused("GET", f"/api/records/{diamant}/decisions/0/0?agent=/bin/sh") == "bad_agent"


def test_a_stranger_reads_a_review_but_starts_none(server: Served, diamant: str) -> None:
    stranger = server.stranger()
    assert stranger.get(f"/api/records/{diamant}/review?agent=random")["status"] == "none"
    assert stranger.refused("POST", f"/api/records/{diamant}/review", {}) == "no_token"
    assert stranger.refused("GET", f"/api/records/{diamant}/decisions/0/0") == "no_token"
    assert stranger.refused("POST", f"/api/records/{diamant}/tables", {"ply": 0}) == "no_token"


# --- try again from here ------------------------------------------------------------------------------------------------------------------


def test_a_table_plays_on_from_a_decision_with_the_same_deal(server: Served) -> None:
    ada = server.person("Ada")
    seats = [{"who": "me"}, {"who": "agent", "agent": "easy"}, {"who": "open"}]
    table = ada.table("love_letter", seats=seats, options={"rounds": 2})["id"]
    bob = server.person("Bob")
    bob.post(f"/api/tables/{table}/join")
    while ada.state(table)["result"] is None:
        for person in (ada, bob):
            if (turn := person.state(table)["turn"]) is not None and turn["mine"]:
                person.play(table)
    wait_until(lambda: ada.request("GET", f"/api/records/{table}").status_code == 200)
    record = ada.get(f"/api/records/{table}")["record"]
    own = [ply for ply, choices in enumerate(record["choices"]) if "0" in choices]
    again = ada.post(f"/api/records/{table}/tables", {"ply": own[1]})
    assert again["origin"] == {"record": table, "ply": own[1]}
    assert (again["you"], again["rated"], again["unrated"]) == (0, False, "chance")
    assert [seat["agent"] for seat in again["seats"]] == [None, "easy", "easy"]  # for Bob, the level that was there
    state = ada.state(again["id"])
    assert state["turn"]["mine"]
    before = ada.get(f"/api/records/{table}/steps?viewer=0&from={own[1]}&count=1")["steps"][0]
    assert state["view"] == before["view"]  # what she knew then, and no more
    assert not state["table"]["may"]["take_back"]  # the moves before are given
    action = next(action for action in state["turn"]["legal"])
    ok(ada.say(again["id"], type="play", answers=state["turn"]["answers"], action=action))
    wait_until(lambda: ada.state(again["id"])["table"]["may"]["take_back"])
    ok(ada.say(again["id"], type="take_back", unrated=True))
    assert ada.state(again["id"])["view"] == state["view"]
    server.inside(lambda: server.services.tables._drop(server.services.tables.tables[again["id"]]))
    assert ada.state(again["id"])["view"] == state["view"]  # read from the store again


def test_who_was_not_there_takes_a_seat_and_sees_what_it_saw(server: Served, diamant: str) -> None:
    eve = server.person("Eve")
    again = eve.post(f"/api/records/{diamant}/tables", {"ply": 2, "seat": 1})
    assert again["you"] == 1
    assert again["seats"][0]["agent"] == "careful"
    view = eve.get(f"/api/records/{diamant}/steps?viewer=1&from=2&count=1")["steps"][0]["view"]
    assert eve.state(again["id"])["view"] == view


def test_a_wrong_decision_or_seat_is_refused(ada: Client, diamant: str) -> None:
    assert ada.refused("POST", f"/api/records/{diamant}/tables", {"ply": 9999}) == "not_found"
    assert ada.refused("POST", f"/api/records/{diamant}/tables", {"ply": 0, "seat": 7}) == "bad_seats"
    assert ada.refused("POST", f"/api/records/{diamant}/tables", {"ply": "0"}) == "bad_message"
    assert ada.refused("POST", "/api/records/no_such/tables", {"ply": 0}) == "not_found"


# --- advice at a table --------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def explorer(server: Served) -> tuple[Client, str]:
    """Somebody who decides at a table of Diamant."""
    ada = server.person("Ada")
    return ada, ada.table("diamant", seats=[{"who": "me"}, AGENT], seed=3)["id"]


def test_a_hint_says_why(explorer: tuple[Client, str]) -> None:
    ada, table = explorer
    received = ok(ada.say(table, type="hint"))
    review = received["review"]
    assert review["action"] == received["opinion"]["action"]
    assert {one["action"] for one in review["actions"]} == {"explore", "return"}
    assert set(review["verdict"]) == {"en", "fr"}
    assert review["best_value"] is not None


def test_at_a_table_any_legal_action_can_be_asked_about(explorer: tuple[Client, str]) -> None:
    ada, table = explorer
    assert ada.say(table, type="opinion", agent="careful", action="dance").json()["code"] == "illegal"
    assert not ada.state(table)["table"]["assisted"]  # nothing was told
    review = ok(ada.say(table, type="opinion", agent="careful", action="return"))["review"]
    assert (review["action"], review["best"]) == ("return", "explore")
    assert review["cost"] > 0
    assert review["reasons"]
