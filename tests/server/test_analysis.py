"""The analysis board: positions of finished games and of none, actions tried for every seat, opinions, and files that people bring."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from server.served import Client, Served, wait_until

import joute
from joute.core.playthrough import random_choices
from joute.core.record_text import record_from_text, record_to_text
from joute.server import analysis
from joute.server.agents.agent_pool import AgentTask
from joute.server.client_messages import MOST_ROWS

SMALL = {"width": 3, "height": 3, "align": 3}
AGENT = {"who": "agent", "agent": "careful"}
GAMES = {
    "coeurs": {"deals": 1},
    "diamant": {"seats": 3, "rounds": 2},
    "love_letter": {"seats": 3, "rounds": 2},
    "morpion": {"width": 4, "height": 4},
    "pokemon": {},
}


@pytest.fixture(scope="module", autouse=True)
def few_samples() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "QUICK", 200)
        patch.setattr(analysis, "FULL", 400)
        yield


@pytest.fixture(scope="module")
def ada(server: Served) -> Client:
    return server.person("Ada")


def look(client: Client, **asked: Any) -> Any:
    return client.post("/api/analysis", asked)


def refusal(client: Client, path: str = "/api/analysis", **asked: Any) -> Any:
    response = client.request("POST", path, json=asked)
    assert response.status_code >= 400, response.text
    received = response.json()
    assert received["text"]["en"]
    assert received["text"]["fr"]
    return received


def first_actions(position: Any) -> dict[str, str]:
    return {seat: legal[0] for seat, legal in position["legal"].items()}


def played(game: str, seed: int = 7) -> joute.GameRecord:
    """A game that agents have played."""
    opened = joute.game(game, **GAMES[game])
    return joute.match(opened, [joute.agent("careful", opened)] * opened.spec.seats, seed=seed)


def rows_of(record: joute.GameRecord) -> list[dict[str, str]]:
    return [{str(seat): action for seat, action in row.items()} for row in record.choices]


# --- positions --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_actions_are_tried_for_every_seat_from_the_first_position_to_the_end(server: Served, game: str) -> None:
    nobody, record = server.stranger(), played(game)
    asked = {"game": game, "options": GAMES[game], "seed": 7}
    start = look(nobody, **asked)
    assert (start["ply"], start["path"], start["events"], start["over"], start["sampled"]) == (0, [], [], False, False)
    assert sorted(start["legal"]) == [str(seat) for seat in start["movers"]]
    end = look(nobody, **asked, actions=rows_of(record))
    assert (end["over"], end["movers"], end["legal"], end["ply"]) == (True, [], {}, len(record.choices))
    assert end["scores"] == record.scores  # the same seed, the same chance
    assert len(end["path"]) == len(record.choices)
    assert end["path"][-1]["events"] == end["events"] != []
    exported = joute.GameRecord.from_json(end["record"])
    assert (exported.choices, exported.scores, exported.ended) == (record.choices, record.scores, "complete")
    assert record_from_text(end["record_text"]).choices == record.choices
    assert len(list(exported.replay())) == len(record.choices) + 1


@pytest.mark.parametrize("game", GAMES)
def test_the_exported_position_is_a_start_that_goes_on_in_the_same_way(server: Served, game: str) -> None:
    nobody, record = server.stranger(), played(game)
    rows = rows_of(record)
    asked = {"game": game, "options": GAMES[game], "seed": 7}
    middle = len(rows) // 2
    there = look(nobody, **asked, actions=rows[:middle])
    again = look(nobody, position=there["position"])
    assert again["position"] == there["position"]
    assert (again["ply"], again["record"], again["game"]) == (0, None, game)
    on, also = look(nobody, **asked, actions=rows), look(nobody, position=there["position"], actions=rows[middle:])
    assert also["position"] == on["position"]
    assert also["view_text"] == on["view_text"]


def test_another_seed_is_other_chance_and_the_same_seed_the_same(server: Served) -> None:
    nobody = server.stranger()
    position = look(nobody, game="diamant", options={"seats": 2}, seed=1)["position"]
    rows = [{"0": "explore", "1": "explore"}]
    paths = {json.dumps(look(nobody, position=position, seed=seed, actions=rows)["position"]["path"]) for seed in range(12)}
    assert len(paths) > 1
    same = [look(nobody, position=position, seed=5, actions=rows) for _ in range(2)]
    assert same[0] == same[1]
    large = look(nobody, game="diamant", seed="0x" + 32 * "f")
    assert large["record"]["seed"] == "0x" + 32 * "f"


@pytest.mark.parametrize("game", ["coeurs", "love_letter"])
def test_a_view_is_filled_by_a_sampled_world_and_another_seed_samples_another(server: Served, game: str) -> None:
    nobody = server.stranger()
    view = look(nobody, game=game, options=GAMES[game], seed=3, viewer=0)["view"]
    worlds = [look(nobody, position=view, seed=seed, viewer=0) for seed in (1, 1, 2, 3, 4)]
    assert all(world["sampled"] for world in worlds)
    assert worlds[0] == worlds[1]
    assert len({json.dumps(world["position"]) for world in worlds}) > 2
    for world in worlds:
        assert world["view"] == view  # what the seat knows is the same in all of them
        assert look(nobody, position=world["position"], actions=[first_actions(world)])["ply"] == 1


@pytest.mark.parametrize("game", ["coeurs", "love_letter"])
def test_a_viewer_sees_the_view_and_the_events_of_a_seat(server: Served, game: str) -> None:
    nobody, opened = server.stranger(), joute.game(game, **GAMES[game])
    rows = rows_of(played(game))[:4]
    for viewer in (0, 1, -1):
        shown = look(nobody, game=game, options=GAMES[game], seed=7, viewer=viewer, actions=rows)
        state = opened.position(shown["position"])
        assert shown["view"] == opened.to_json(opened.view(state, viewer))
        assert shown["view_text"]["fr"] == opened.show(opened.view(state, viewer), "fr")
        assert "chance" not in shown["view"]


def test_all_movers_of_a_row_choose(server: Served) -> None:
    nobody = server.stranger()
    wrong = refusal(nobody, game="diamant", options={"seats": 2}, seed=1, actions=[{"0": "explore"}])
    assert wrong["code"] == "illegal"
    assert wrong["expected"] == {"row": 0, "legal": {"0": ["explore", "return"], "1": ["explore", "return"]}}
    assert "0, 1" in wrong["text"]["en"]


def test_an_illegal_action_names_its_row_and_the_legal_ones(server: Served) -> None:
    nobody = server.stranger()
    asked: dict[str, Any] = {"game": "morpion", "options": SMALL}
    wrong = refusal(nobody, **asked, actions=[{"0": "b2"}, {"1": "b2"}])
    assert (wrong["code"], wrong["expected"]["row"]) == ("illegal", 1)
    assert "b2" not in wrong["expected"]["legal"]["1"]
    assert wrong["text"]["en"] != wrong["text"]["fr"]
    lines = [{"0": "a1"}, {"1": "a2"}, {"0": "b1"}, {"1": "b2"}, {"0": "c1"}]
    assert refusal(nobody, **asked, actions=[*lines, {"1": "c3"}])["expected"] == {"row": 5, "legal": {}}  # it is over


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        ({}, "bad_message", ""),
        ({"game": "chess"}, "not_found", ""),
        ({"game": "examples/nim/nim.py"}, "not_found", ""),
        ({"game": "morpion", "options": {"width": 99}}, "bad_option", "99"),
        ({"game": "morpion", "position": {"board": ["XX.", "...", "..."]}, "options": SMALL}, "bad_position", "X as many as O"),
        ({"game": "morpion", "position": {"viewer": 7, "board": []}}, "bad_position", "the viewer is 7"),
        ({"game": "morpion", "position": {"game": "diamant"}}, "bad_position", "not a position of morpion"),
        ({"position": {"game": 7}}, "bad_message", ""),
        ({"position": {"game": "coeurs", "options": [1]}}, "bad_message", ""),
        ({"game": "morpion", "viewer": 5}, "bad_seats", ""),
        ({"game": "morpion", "seed": "0x" + 34 * "f"}, "bad_message", ""),
        ({"game": "morpion", "seed": -1}, "bad_message", ""),
        ({"game": "morpion", "actions": [{"x": "a1"}]}, "bad_message", ""),
        ({"game": "morpion", "actions": [{"0": "a1"}] * (MOST_ROWS + 1)}, "bad_message", ""),
        ({"record": "nosuch"}, "not_found", ""),
    ],
)  # fmt: skip
def test_a_request_that_makes_no_sense_is_refused_with_a_sentence(server: Served, asked: dict[str, Any], code: str, said: str) -> None:
    found = refusal(server.stranger(), **asked)
    assert found["code"] == code
    assert said in found["text"]["en"]


@pytest.mark.parametrize(
    ("game", "change", "english", "french"),
    [
        ("diamant", {"gems": -4}, "not a position of diamant: gems below 0", "gemmes"),
        ("diamant", {"path": 7}, "not a position of diamant: path must be a list", "doit être une liste"),
        ("coeurs", {"table": [{"seat": "x", "card": 3}]}, "the table shows cards of seats", ""),
        ("pokemon", {"sides": [{}, {}]}, "not a position of pokemon: 'creatures' is missing", "il manque"),
        ("pokemon", {"turn": "one"}, "turn is one; it must be a whole number", ""),
    ],
)
def test_a_wrong_position_is_refused_with_the_field_in_both_languages(
    server: Served, game: str, change: dict[str, Any], english: str, french: str
) -> None:
    position = look(server.stranger(), game=game, seed=1)["position"]
    said = refusal(server.stranger(), position={**position, **change})["text"]
    assert english in said["en"]
    assert french in said["fr"]
    assert said["en"] != said["fr"]


def altered(value: Any, change: Any) -> Any:
    """A JSON value with one part of it replaced; which part and by what, the drawing decides."""
    if isinstance(value, dict) and value:
        key = change.draw(some.sampled_from(sorted(value)))
        return {**value, key: altered(value[key], change)}
    if isinstance(value, list) and value and change.draw(some.booleans()):
        place = change.draw(some.integers(0, len(value) - 1))
        return [*value[:place], altered(value[place], change), *value[place + 1 :]]
    return change.draw(some.sampled_from([None, True, -1, 0, 1, 3, 11, 99, 2**40, 0.5, "", "7D", "X", [], {}, [0], [[1]], ["7D"]]))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60, deadline=None)
@given(change=some.data())
def test_a_position_with_wrong_parts_is_refused_or_can_be_played_to_the_end(server: Served, game: str, change: Any) -> None:
    opened = joute.game(game, **GAMES[game])
    state = opened.new(change.draw(some.integers(0, 5)))
    for number in range(change.draw(some.integers(0, 12))):
        if not opened.over(state):
            opened.step(state, random_choices(opened, state, 1, number))
    viewer = change.draw(some.sampled_from([None, 0, 1, -1]))
    wrong = altered(opened.to_json(state if viewer is None else opened.view(state, viewer)), change)
    response = server.stranger().request("POST", "/api/analysis", json={"game": game, "options": GAMES[game], "position": wrong})
    assert response.status_code in (200, 400), response.text
    if response.status_code == 200:  # the change made another possible position
        position = opened.position(response.json()["position"])
        for number in range(opened.spec.longest + 1):
            if opened.over(position):
                break
            opened.step(position, random_choices(opened, position, 2, number))
        assert opened.over(position)


# --- records ----------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(ada: Client) -> str:
    """A game of Love Letter that is over."""
    table: str = ada.table("love_letter", seats=[AGENT, AGENT, AGENT], options={"rounds": 2}, pace=0, seed=3)["id"]
    wait_until(lambda: ada.state(table)["result"] is not None)
    wait_until(lambda: ada.request("GET", f"/api/records/{table}").status_code == 200)
    return table


def test_an_analysis_starts_from_any_position_of_a_finished_game(server: Served, finished: str) -> None:
    nobody = server.stranger()
    record = nobody.get(f"/api/records/{finished}")
    steps = nobody.get(f"/api/records/{finished}/steps?viewer=0&count=100")["steps"]
    for ply in (0, 5, len(steps) - 1):
        shown = look(nobody, record=finished, ply=ply, viewer=0)
        assert (shown["view"], shown["ply"], shown["movers"]) == (steps[ply]["view"], ply, steps[ply]["movers"])
        assert [seat["name"] for seat in shown["players"]] == [seat["name"] for seat in record["seats"]]
    assert look(nobody, record=finished)["over"]  # its last position
    on = look(nobody, record=finished, ply=5, viewer=0, actions=record["record"]["choices"][5:7])
    assert on["view"] == steps[7]["view"]  # the chance of that game
    assert on["record"]["choices"] == record["record"]["choices"][:7]
    assert refusal(nobody, record=finished, ply=999)["code"] == "bad_position"


def test_another_action_in_a_finished_game_is_tried_with_its_chance_or_with_other(server: Served, finished: str) -> None:
    nobody = server.stranger()
    here = look(nobody, record=finished, ply=3)
    (seat,) = here["movers"]
    for action in here["legal"][str(seat)]:
        tried = look(nobody, record=finished, ply=3, actions=[{str(seat): action}])
        assert tried["path"][0]["choices"] == {str(seat): action}
        assert len(list(joute.GameRecord.from_json(tried["record"]).replay())) == 5
    other = look(nobody, record=finished, ply=3, seed=9)
    assert (other["view"]["table"], other["record"]) == (here["view"]["table"], None)  # the same cards, and chance of its own


def test_a_game_that_is_not_over_cannot_be_analysed(server: Served, ada: Client) -> None:
    table = ada.table("coeurs", seats=[{"who": "me"}, *[AGENT] * 3])["id"]
    for asked in ({"record": table}, {"record": table, "ply": 0, "viewer": 1}):
        assert refusal(ada, **asked)["code"] == "not_over"
        assert refusal(ada, "/api/analysis/opinion", **asked, seat=0)["code"] == "not_over"
    view = ada.state(table)["view"]
    assert "chance" not in view
    worlds = [look(ada, position=view, seed=seed)["position"]["hands"] for seed in range(8)]
    assert len({json.dumps(hands) for hands in worlds}) == 8  # any deal that fits, the real one is not among what the server looks at
    ada.say(table, type="resign")


# --- opinions ---------------------------------------------------------------------------------------------------------------------


def ask(client: Client, **asked: Any) -> Any:
    return client.post("/api/analysis/opinion", {"agent": "careful", **asked})


def test_an_opinion_judges_the_action_asked_about_or_the_one_that_the_agent_prefers(ada: Client) -> None:
    asked = {"game": "diamant", "options": {"seats": 2}, "seed": 3}
    found = ask(ada, **asked, seat=1, action="return")
    assert (found["action"], found["seat"], found["ply"]) == ("return", 1, 0)
    assert {one["action"] for one in found["actions"]} == {"explore", "return"}
    assert found["verdict"]["fr"]
    best = ask(ada, **asked, seat=1)
    assert best["action"] in ("explore", "return")
    assert ask(ada, **asked, seat=1, samples="full")["samples"] > found["samples"]
    assert ask(ada, **asked, seat=1, action="return") == found


def test_a_decision_of_a_record_gets_the_judgement_of_its_review(ada: Client, finished: str) -> None:
    choices = ada.get(f"/api/records/{finished}")["record"]["choices"]
    ply = next(ply for ply in range(4, 12) if len(look(ada, record=finished, ply=ply)["legal"][next(iter(choices[ply]))]) > 1)
    ((seat, action),) = choices[ply].items()
    found = ask(ada, record=finished, ply=ply, seat=int(seat), action=action)
    assert (found["ply"], found["seat"], found["action"]) == (ply, int(seat), action)
    assert found["free"]
    assert set(found["verdict"]) == {"en", "fr"}


def test_where_one_action_is_legal_there_is_nothing_to_judge(ada: Client) -> None:
    rows = rows_of(played("coeurs"))[:-1]  # the last card of the last seat
    found = ask(ada, game="coeurs", options=GAMES["coeurs"], seed=7, actions=rows, seat=int(next(iter(rows_of(played("coeurs"))[-1]))))
    assert (found["free"], found["samples"], found["ply"]) == (False, 0, 31)


def test_an_opinion_depends_on_what_the_seat_knows_and_on_nothing_else(ada: Client) -> None:
    """Two deals that look the same to a seat, whose other hands are exchanged."""
    here = look(ada, game="coeurs", options={"deals": 1}, seed=4)["position"]
    (mover,) = [here["mover"]]
    others = [seat for seat in range(4) if seat != mover]
    hands = list(here["hands"])
    hands[others[0]], hands[others[1]] = hands[others[1]], hands[others[0]]
    found = [ask(ada, position=position, seat=mover) for position in (here, {**here, "hands": hands, "chance": 48 * "1"})]
    assert found[0] == found[1]
    assert found[0]["samples"] > 0


def test_a_question_that_cannot_be_answered_is_refused(server: Served, ada: Client) -> None:
    asked = {"game": "morpion", "options": {"width": 4, "height": 4}}
    path = "/api/analysis/opinion"
    assert refusal(server.stranger(), path, **asked, seat=0)["code"] == "no_token"
    assert refusal(ada, path, **asked, seat=1)["code"] == "not_your_turn"
    assert refusal(ada, path, **asked, seat=0, action="z9")["code"] == "illegal"
    assert refusal(ada, path, **asked, seat=0, agent="/bin/sh")["code"] == "bad_agent"
    assert refusal(ada, path, **asked, seat=0, samples="all")["code"] == "bad_message"


def test_too_many_questions_at_once_are_refused(ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "QUESTIONS", 0)
    asked = {"game": "diamant", "options": {"seats": 2}, "seed": 77, "seat": 0, "agent": "careful"}
    assert refusal(ada, "/api/analysis/opinion", **asked)["code"] == "busy"
    monkeypatch.setattr(analysis, "WAITING", 0)
    assert refusal(ada, game="morpion")["code"] == "busy"


def test_another_question_lets_the_oldest_of_a_person_end_at_once(server: Served) -> None:
    mia = server.person("Mia")
    person = mia.get("/api/me")["id"]
    game = joute.game("diamant")
    waiting = [AgentTask(joute.agent("careful", game), game.view(game.new(), 0), 0, 0, 1.0) for _ in range(analysis.EACH)]
    server.inside(lambda: server.services.analysis._asked[person].extend(waiting))
    assert ask(mia, game="diamant", options={"seats": 2}, seed=11, seat=0)["samples"] > 0
    assert [task.curtailed for task in waiting] == [True, *[False] * (analysis.EACH - 1)]
    server.inside(lambda: server.services.analysis._asked.pop(person))


def test_an_opinion_waits_for_the_compiler_only_for_a_while(server: Served, ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(game: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(server.services.tables.preparation, "ready", never)
    monkeypatch.setattr(analysis, "PATIENCE", 0.01)
    found = refusal(ada, "/api/analysis/opinion", game="diamant", options={"seats": 2}, seed=12, seat=0, agent="careful")
    assert found["code"] == "busy"
    assert "ask again" in found["text"]["en"]


def test_nobody_gets_an_opinion_while_playing_a_rated_game_of_the_same_kind(server: Served) -> None:
    eve = server.person("Eve")
    table = eve.table("diamant", seats=[{"who": "me"}, *[{"who": "agent", "agent": "easy"}] * 3], begins="random")
    assert table["rated"]
    wait_until(lambda: eve.state(table["id"])["table"]["status"] == "playing")
    asked = {"game": "diamant", "options": {"seats": 2}, "seed": 3, "seat": 0, "agent": "careful"}
    assert refusal(eve, "/api/analysis/opinion", **asked)["code"] == "not_allowed"
    assert ask(eve, game="morpion", options={"width": 4, "height": 4}, seat=0, action="b2")["action"] == "b2"
    eve.say(table["id"], type="resign")
    wait_until(lambda: eve.state(table["id"])["table"]["status"] == "over")
    assert ask(eve, **asked)["seat"] == 0


# --- import -----------------------------------------------------------------------------------------------------------------------


def bring(client: Client, text: str) -> Any:
    return client.post("/api/analysis/import", {"text": text})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", ["json", "text", "replay"])
def test_a_record_is_replayed_and_becomes_rows_of_actions(server: Served, game: str, form: str) -> None:
    nobody, record = server.stranger(), played(game)
    record.names = [f"Ana {seat}" for seat in range(len(record.agents))]
    forms = {"json": json.dumps(record.to_json()), "text": record_to_text(record), "replay": json.dumps({"record": record.to_json()})}
    found = bring(nobody, forms[form])
    assert found["kind"] == "record"
    shown = look(nobody, **found["analysis"])
    assert (shown["over"], shown["scores"], shown["ply"]) == (True, record.scores, len(record.choices))
    assert [seat["name"] for seat in shown["players"]] == record.names
    assert shown["record"]["names"] == record.names


def test_a_large_seed_survives_the_import(server: Served) -> None:
    record = played("diamant", seed=2**127 + 1)
    found = bring(server.stranger(), json.dumps(record.to_json()))
    assert look(server.stranger(), **found["analysis"])["scores"] == record.scores


def test_a_position_or_a_view_is_imported_as_json_and_a_drawing_as_text(server: Served) -> None:
    nobody = server.stranger()
    shown = look(nobody, game="coeurs", options={"deals": 1}, seed=4, viewer=2)
    for source in (shown["position"], shown["view"]):
        found = bring(nobody, json.dumps(source))
        assert found == {"kind": "position", "analysis": {"game": "coeurs", "options": {"deals": 1}, "position": source}}
        assert look(nobody, **found["analysis"], viewer=2)["view"] == shown["view"]
    board = look(nobody, game="morpion", viewer=-1, actions=[{"0": "f6"}, {"1": "g7"}])
    for language in ("en", "fr"):
        found = bring(nobody, board["view_text"][language])
        assert look(nobody, **found["analysis"], viewer=0)["view"] == {**board["view"], "viewer": 0}
    small = "game: morpion\noption width: 3\noption height: 3\noption align: 3\n\nX . .\n. O .\n. . ."
    assert look(nobody, **bring(nobody, small)["analysis"])["position"]["board"] == ["X..", ".O.", "..."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing to read"),
        ("a letter", "neither a record nor a position"),
        ("{", "this is not JSON"),
        ("[" * 5000, "neither a record nor a position"),
        ('{"a":' * 5000, "this is not JSON"),
        ("{}", "it names no game"),
        ('{"game": "coeurs"}', "not a position of coeurs"),
        ('{"joute record": 3}', "not a record of Joute"),
        ('{"joute record": 3, "game": "morpion", "options": {}, "agents": ["a"], "seed": 1, "choices": []}', "1 agents"),
        ('{"joute record": 3, "game": "morpion", "options": {}, "agents": ["a", "b"], "seed": 1, "choices": [{"0": "z9"}]}', "choice 1"),
        ('{"joute record": 3, "game": "morpion", "options": {}, "agents": ["a", "b"], "seed": 1, "choices": [{"0": 7.5}]}', "choice 1"),
        ('{"joute record": 3, "game": "morpion", "options": 4, "agents": ["a", "b"], "seed": 1, "choices": []}', "not a record"),
        ("Joute record 3\ngame: morpion\nseed: 1\nseat 0: a\nseat 1: b\n\n1. seat 0: a1\n3. seat 1: b1", "line 8: action number 3"),
        ("Joute record 3\ngame: morpion\nseed: 1\nseat 0: a\nseat 1: b\nnonsense", "line 6"),
        ("Joute record 3\ngame: morpion\nseed: 1\nseat 1: b", "no line for each seat"),
        ("Joute record 9\ngame: morpion", "its first line"),
    ],
)  # fmt: skip
def test_a_text_that_is_neither_is_refused_with_a_sentence(server: Served, text: str, said: str) -> None:
    found = refusal(server.stranger(), "/api/analysis/import", text=text)
    assert found["code"] == "bad_record"
    assert said in found["text"]["en"]


def test_an_import_is_limited_in_size_and_in_rows_and_names_only_games_of_the_server(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = server.stranger()
    path = "/api/analysis/import"
    assert refusal(nobody, path, text=" " * 1_000_001)["code"] == "bad_message"
    assert refusal(nobody, path, text=" " * 2_500_000)["code"] == "too_large"
    assert refusal(nobody, path, text=" " * 999_999)["code"] == "bad_record"  # nothing in it, but not too large
    named = {"joute record": 3, "game": "examples/nim/nim.py", "options": {}, "agents": ["a", "b"], "seed": 1, "choices": []}
    assert refusal(nobody, path, text=json.dumps(named))["code"] == "not_found"
    assert refusal(nobody, path, text="game: /etc/passwd\nX . .")["code"] == "not_found"
    monkeypatch.setattr(analysis, "MOST_ROWS", 31)
    assert refusal(nobody, path, text=record_to_text(played("coeurs")))["code"] == "too_large"
