"""Tables over the wire: the server is the only referee."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.served import PATIENCE, Served, ok, wait_until
from websockets.exceptions import ConnectionClosed

AGENT_FILE = f"{Path(__file__).parents[2]}/examples/agents/rollouts.py:Rollouts"
TINY = {"game": "morpion", "options": {"width": 3, "height": 3, "align": 3}}
AGENT = {"who": "agent", "agent": "random"}
ME, OPEN = {"who": "me"}, {"who": "open"}


def alone(server: Served, **more: Any) -> tuple[Any, str]:
    """Somebody at a small board against a random agent."""
    person = server.person("Ada")
    return person, person.post("/api/tables", {**TINY, "seats": [ME, AGENT], **more})["id"]


def two(server: Served, **more: Any) -> tuple[Any, Any, str]:
    """Two people at a small board."""
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.post("/api/tables", {**TINY, "seats": [ME, OPEN], **more})["id"]
    bob.post(f"/api/tables/{table}/join")
    return ada, bob, table


@pytest.mark.parametrize("game", ["coeurs", "diamant", "love_letter", "morpion", "pokemon"])
def test_a_whole_game_over_the_socket_hears_every_number_once(server: Served, game: str) -> None:
    person = server.person()
    options = {"deals": 1} if game == "coeurs" else {}
    seats = [ME] + [AGENT] * {"coeurs": 3, "diamant": 3}.get(game, 1)
    table = person.table(game, seats=seats, options=options)["id"]
    numbers: list[int] = []
    with person.socket(table) as line:
        message = line.hear("state")
        numbers.append(message["seq"])
        answered = 0
        while not message.get("result"):
            turn = message.get("turn")
            if turn and turn["mine"] and turn["answers"] > answered:
                answered = turn["answers"]
                line.say(type="play", answers=answered, action=turn["legal"][-1])
            message = line.hear("update", "refused", "bye")
            assert message["type"] == "update"
            numbers.append(message["seq"])
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert message["view"]["viewer"] is None  # over: everybody sees everything
    wait_until(lambda: person.request("GET", f"/api/records/{table}").status_code == 200)
    record = person.get(f"/api/records/{table}")
    assert record["result"]["scores"] == message["result"]["scores"]
    steps = person.get(f"/api/records/{table}/steps?count=100")
    assert steps["total"] == record["moves"] + 1
    assert steps["steps"][0]["choices"]


def test_who_comes_and_who_goes_is_told_to_all_who_listen(server: Served) -> None:
    ada, bob, table = two(server)
    with ada.socket(table) as line:

        def heard(present: list[int], spectators: int) -> None:
            while (message := line.hear("presence")) != {"type": "presence", "present": present, "spectators": spectators}:
                assert message["present"][:1] == [0]

        heard([0], 0)
        with bob.socket(table), server.person().socket(table):
            heard([0, 1], 1)
        heard([0], 0)


def test_two_people_play_by_link_and_hear_each_other(server: Served) -> None:
    ada, bob, table = two(server)
    with ada.socket(table) as first, bob.socket(table.upper()) as second:
        state = first.hear("state")
        assert state["turn"]["mine"]
        assert not second.hear("state")["turn"]["mine"]
        assert first.ask(type="play", answers=state["turn"]["answers"], action="B2")["type"] == "ok"
        heard = second.update("played")
        assert heard["events"][0]["cell"] == "b2"
        assert heard["turn"]["mine"]
        assert "b2" not in heard["turn"]["legal"]


def test_the_same_action_again_is_harmless_and_another_is_not(server: Served) -> None:
    ada, _, table = two(server)
    answers = ada.state(table)["turn"]["answers"]
    play = {"type": "play", "answers": answers, "action": "b2"}
    assert [ada.say(table, **play).status_code for _ in range(3)] == [200, 200, 200]
    assert ada.state(table)["seq"] == answers + 1
    assert ada.say(table, **(play | {"action": "a1"})).json()["code"] == "too_late"


def test_each_refusal_has_its_code(server: Served) -> None:
    ada, bob, table = two(server)
    carol = server.person("Carol")
    answers = ada.state(table)["turn"]["answers"]

    def code(person: Any, **message: Any) -> str:
        received = person.say(table, **message).json()
        assert set(received["text"]) == {"en", "fr"}
        found: str = received["code"]
        return found

    assert code(ada, type="play", answers=answers, action="z9") == "illegal"
    assert code(bob, type="play", answers=answers, action="a1") == "not_your_turn"
    assert code(carol, type="play", answers=answers, action="a1") == "not_seated"
    assert code(server.stranger(), type="play", answers=answers, action="a1") == "not_seated"
    assert code(ada, type="play", answers=answers + 5, action="a1") == "too_late"
    assert code(ada, type="hint") == "not_allowed"  # several people play
    assert code(ada, type="take_back") == "not_allowed"
    assert code(ada, type="rematch") == "not_over"
    assert code(carol, type="begin") == "not_host"
    assert code(ada, type="begin") == "already_begun"
    assert code(ada, type="pace", seconds=1) == "not_allowed"
    assert code(ada, type="react", reaction="<b>") == "bad_message"
    assert code(ada, type="nonsense") == "bad_message"
    assert carol.refused("POST", f"/api/tables/{table}/join", {}) == "already_begun"
    assert carol.refused("GET", "/api/tables/zzzzzzzz") == "not_found"
    assert server.stranger().refused("POST", "/api/tables", TINY) == "no_token"
    assert server.stranger().refused("GET", "/api/me") == "no_token"
    assert ada.refused("GET", f"/api/records/{table}") == "not_over"
    assert ada.refused("POST", "/api/tables", {"game": "chess"}) == "not_found"
    assert ada.refused("POST", "/api/tables", {"game": "morpion", "options": {"width": 99}}) == "bad_option"
    cards = {"game": "pokemon", "options": {"cards": "pyproject.toml"}}
    assert ada.refused("POST", "/api/tables", cards) == "not_allowed", "clients name no files of the server"
    assert ada.refused("POST", "/api/tables", {"game": "morpion", "seats": [ME]}) == "bad_seats"
    assert ada.refused("DELETE", "/api/games") == "no_method"


@pytest.mark.parametrize(
    "agent",
    [
        "nobody",
        "cmd:touch /tmp/x",
        "/bin/sh",
        "bot.py",
        "bot.py:Class",
        AGENT_FILE,
        "mcts:threads=8",
        "mcts:nodes=100000000",
        "mcts:iterations=x",
    ],
)
def test_an_agent_that_may_not_sit_down_is_refused(server: Served, agent: str) -> None:
    assert server.person().refused("POST", "/api/tables", {**TINY, "seats": [ME, {"who": "agent", "agent": agent}]}) == "bad_agent"


def test_choices_made_at_once_stay_secret_until_all_have_chosen(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.post("/api/tables", {"game": "diamant", "seats": [ME, OPEN]})["id"]
    bob.post(f"/api/tables/{table}/join")
    with bob.socket(table) as line:
        line.hear("state")
        ada.play(table, "return")
        heard = line.update("chosen")
        assert heard["by"] == [0]
        assert "return" not in json.dumps({key: heard[key] for key in heard if key != "turn"})
        assert heard["turn"]["chosen"] == [0]
        assert heard["turn"]["chose"] is None
        assert ada.state(table)["turn"]["chose"] == "return"
        bob.play(table, "return")
        assert line.update("played")["events"][0]["return"] == [0, 1]


def test_what_was_missed_comes_by_number(server: Served) -> None:
    person, table = alone(server)
    with person.socket(table) as line:
        seq = line.hear("state")["seq"]
    person.play(table)
    wait_until(lambda: person.state(table)["seq"] >= seq + 2)
    with person.socket(table, f"?since={seq}") as line:
        assert [line.hear("update")["seq"] for _ in range(2)] == [seq + 1, seq + 2]
        line.say(type="catch_up", since=seq + 1)
        assert line.hear("update")["seq"] == seq + 2
    with person.socket(table, "?since=999999") as line:
        assert line.hear()["type"] == "state"


def test_take_back_goes_to_ones_own_last_decision(server: Served) -> None:
    person, table = alone(server)
    before = person.state(table)
    person.play(table, "b2")
    wait_until(lambda: bool((person.state(table)["turn"] or {}).get("mine")))
    assert person.say(table, type="take_back").status_code == 200
    after = person.state(table)
    assert after["view"] == before["view"]
    assert after["turn"]["answers"] > before["turn"]["answers"]  # an old answer cannot be taken for a new one
    assert person.say(table, type="play", answers=before["turn"]["answers"], action="a1").json()["code"] == "too_late"
    assert after["table"]["assisted"]
    assert not after["table"]["rated"]


def test_take_back_and_hints_can_be_switched_off(server: Served) -> None:
    person, table = alone(server, take_back=False, hints=False)
    person.play(table)
    assert person.say(table, type="take_back").json()["code"] == "not_allowed"
    assert person.say(table, type="hint").json()["code"] in ("not_allowed", "not_your_turn")


def test_a_hint_is_an_opinion_on_my_own_position(server: Served) -> None:
    person, table = alone(server)
    with person.socket(table) as line:
        line.hear("state")
        received = line.ask(type="opinion", agent="random")
        assert received["type"] == "opinion"
        assert received["opinion"]["action"] in person.state(table)["turn"]["legal"]
        assert person.state(table)["table"]["assisted"]


def test_a_hint_is_free_of_the_errors_that_a_level_makes_on_purpose(server: Served) -> None:
    person = server.person()
    table = person.table("pokemon", seats=[ME, AGENT])["id"]
    with person.socket(table) as line:
        line.hear("state")
        advice, level = line.ask(type="hint")["opinion"], line.ask(type="opinion", agent="hard")["opinion"]
    assert mixture(advice) == pytest.approx(dict(zip(advice["matrix"]["rows"], advice["matrix"]["row_weights"], strict=True)))
    assert mixture(level) != pytest.approx(mixture(advice))


def mixture(opinion: dict[str, Any]) -> dict[str, float]:
    """How often an agent makes each choice."""
    return {one["action"]: one["weight"] for one in opinion["judgements"]}


def test_who_leaves_is_played_for_and_gets_the_seat_back(server: Served) -> None:
    ada, bob, table = two(server)
    assert ada.say(table, type="leave").status_code == 200
    wait_until(lambda: bool((bob.state(table)["turn"] or {}).get("mine")))
    assert bob.state(table)["table"]["seats"][0]["stand_in"] == "medium"
    with ada.socket(table) as line:
        line.hear("state")
        assert bob.state(table)["table"]["seats"][0]["stand_in"] is None


def test_who_resigns_loses_and_a_rematch_is_another_table(server: Served) -> None:
    ada, bob, table = two(server)
    with ada.socket(table) as first, bob.socket(table) as second:
        first.hear("state")
        assert second.ask(type="resign")["type"] == "ok"
        over = first.update("resigned")
        assert over["result"]["winners"] == [0]
        assert over["table"]["status"] == "over"
        second.say(type="rematch")
        assert first.update("rematch_wanted")["table"]["rematch"]["wanted_by"] == [1]
        first.say(type="rematch")
        following = first.update("rematch")["table"]["next"]
    received = ada.state(following)
    assert received["table"]["status"] == "playing"
    assert received["table"]["you"] == 1  # the seats took turns
    assert bob.state(following)["turn"]["mine"]


def test_an_agent_keeps_its_name_when_seats_change(server: Served) -> None:
    ada, table = alone(server)
    ada.say(table, type="resign")
    names = [seat["name"] for seat in ada.get(f"/api/tables/{table}")["seats"]]
    assert names == ["Ada", "Perceval"]
    for expected in (["Perceval", "Ada"], ["Ada", "Perceval"]):
        ada.say(table, type="rematch")
        table = ada.get(f"/api/tables/{table}")["next"]
        assert [seat["name"] for seat in ada.get(f"/api/tables/{table}")["seats"]] == expected
        ada.say(table, type="resign")
    wait_until(lambda: ada.request("GET", f"/api/records/{table}").status_code == 200)
    assert [seat["name"] for seat in ada.get(f"/api/records/{table}")["seats"]] == ["Ada", "Perceval"]


def test_two_people_who_resign_do_not_win_though_levels_play_on(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table("coeurs", options={"deals": 1}, seats=[ME, {"who": "open"}, AGENT, AGENT])["id"]
    bob.post(f"/api/tables/{table}/join")
    for one in (ada, bob):
        assert ok(one.say(table, type="resign"))["type"] == "ok"
    wait_until(lambda: bool(ada.state(table)["result"]))
    result = ada.state(table)["result"]
    assert (result["reason"], result["stand_ins"], result["shares"][:2]) == ("complete", [0, 1], [0.0, 0.0])
    assert set(result["winners"]) <= {2, 3}
    wait_until(lambda: ada.request("GET", f"/api/records/{table}").status_code == 200)
    assert ada.get(f"/api/records/{table}")["result"] == result


def test_nobody_wins_when_one_left_and_the_other_resigns(server: Served) -> None:
    ada, bob, table = two(server)
    ada.say(table, type="leave")
    bob.say(table, type="resign")
    result = bob.state(table)["result"]
    assert (result["winners"], result["shares"], result["stand_ins"]) == ([], [0.0, 0.0], [0])


def test_a_game_of_people_who_all_resign_is_aborted(server: Served) -> None:
    people = [server.person(name) for name in ("Ada", "Bob", "Cid")]
    table = people[0].table("love_letter", seats=[ME, {"who": "open"}, {"who": "open"}])["id"]
    for one in people[1:]:
        one.post(f"/api/tables/{table}/join")
    for one in people:
        assert ok(one.say(table, type="resign"))["type"] == "ok"
    result = people[0].state(table)["result"]
    assert (result["reason"], result["winners"]) == ("aborted", [])


def test_the_same_deal_again_is_the_same_deal(server: Served) -> None:
    person = server.person()
    table = person.table("coeurs", options={"deals": 1}, seats=[ME, AGENT, AGENT, AGENT])["id"]
    wait_until(lambda: bool((person.state(table)["turn"] or {}).get("mine")))
    dealt = person.get(f"/api/tables/{table}")
    person.say(table, type="resign")
    wait_until(lambda: person.get(f"/api/tables/{table}")["status"] == "over")
    assert ok(person.say(table, type="rematch", same_deal=True))["type"] == "ok"
    following = person.get(f"/api/tables/{table}")["next"]
    assert following != dealt["id"]
    first = person.get(f"/api/records/{table}/steps?count=1")["steps"][0]["view"]["hands"][0]
    hands = person.state(following)["view"]["hands"][0]
    assert set(hands) <= set(first)
    assert not person.get(f"/api/tables/{following}")["rated"]


def test_the_same_deal_needs_the_wish_of_everybody(server: Served) -> None:
    ada, bob, table = two(server)
    ada.say(table, type="resign")
    with ada.socket(table) as first, bob.socket(table) as second:
        first.hear("state")
        second.hear("state")
        first.say(type="rematch", same_deal=True)
        assert second.update("rematch_wanted")["table"]["rematch"] == {"wanted_by": [0], "same_deal": True}  # he sees what she asks for
        second.say(type="rematch")
        following = first.update("rematch")["table"]["next"]
    assert ada.get(f"/api/tables/{following}")["commitment"]  # new chance, which nobody knows


def test_a_clock_that_runs_out_ends_the_game(server: Served) -> None:
    _ada, bob, table = two(server, clock={"bank": 1, "increment": 0})
    with bob.socket(table) as line:
        assert line.hear("state")["clock"]["left"] == [pytest.approx(1, abs=0.9), 1.0]
        over = line.update("time_out")
    assert over["result"] == {"reason": "time_out", "scores": None, "winners": [1], "shares": [0.0, 1.0], "loser": 0}


def test_reactions_are_ready_made(server: Served) -> None:
    ada, bob, table = two(server)
    names = [reaction["name"] for reaction in ada.get("/api/reactions")]
    with bob.socket(table) as line:
        line.hear("state")
        ada.say(table, type="react", reaction=names[0])
        heard = line.update("reaction")
        assert (heard["by"], heard["reaction"]) == ([0], names[0])


def test_a_table_of_agents_can_be_watched_paused_and_stepped(server: Served) -> None:
    person = server.person()
    table = person.post("/api/tables", {"game": "love_letter", "seats": [AGENT, AGENT], "pace": 0, "thoughts": True})["id"]
    wait_until(lambda: person.get(f"/api/tables/{table}")["status"] == "over")
    table = person.post("/api/tables", {"game": "love_letter", "seats": [AGENT, AGENT], "pace": 10})["id"]
    with person.socket(table, "?viewer=1") as line:
        assert line.hear("state")["view"]["viewer"] == 1
        assert line.ask(type="pace", seconds=None)["type"] == "ok"
        assert line.ask(type="pace", seconds=0)["type"] == "ok"
        assert line.update("played")["view"]["viewer"] == 1
    with server.stranger().socket(table) as line:
        assert line.hear("state")["table"]["settings"]["spectators"]


def test_agents_are_hurried(server: Served) -> None:
    person = server.person()
    table = person.post("/api/tables", {**TINY, "seats": [ME, {"who": "agent", "agent": "mcts:seconds=30"}]})["id"]
    with person.socket(table) as line:
        state = line.hear("state")
        line.say(type="play", answers=state["turn"]["answers"], action="b2")
        assert line.hear("thinking")["seats"] == [1]
        line.say(type="hurry")
        assert line.update("played")["by"] == [1]


def test_the_stream_tells_what_the_socket_tells(server: Served) -> None:
    person, table = alone(server)
    address = f"{server.url}/api/tables/{table}/stream"
    with httpx.stream("GET", address, headers=person.headers, timeout=PATIENCE) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        lines = (line for line in response.iter_lines() if line.startswith(("id: ", "data: ")))
        assert next(lines) == "id: 1"
        assert json.loads(next(lines).removeprefix("data: "))["type"] == "state"
        person.play(table)
        received = (json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: "))
        assert next(message["seq"] for message in received if message["type"] == "update") == 2
    with httpx.stream("GET", address, headers=person.headers | {"last-event-id": "1"}, timeout=PATIENCE) as response:
        assert next(line for line in response.iter_lines() if line.startswith("id: ")) == "id: 2"


def test_people_see_their_tables_and_can_be_forgotten(server: Served) -> None:
    ada, bob, table = two(server)
    assert [one["id"] for one in ada.get("/api/tables")["mine"]] == [table]
    assert ada.get(f"/api/tables/{table}")["seats"][1]["name"] == "Bob"
    bob.post("/api/me", {"name": "Robert", "colour": "#112233"})
    assert ada.get(f"/api/tables/{table}")["seats"][1]["colour"] == "#112233"
    assert ok(bob.request("DELETE", "/api/me")) == {"deleted": True}
    assert bob.refused("GET", "/api/me") == "no_token"
    received = ada.get(f"/api/tables/{table}")
    assert received["status"] == "over"
    assert received["seats"][1]["name"] == ""
    wait_until(lambda: ada.request("GET", f"/api/records/{table}").status_code == 200)
    assert "Robert" not in ada.request("GET", f"/api/records/{table}").text


def test_each_decision_is_judged_and_stored(server: Served) -> None:
    person = server.person()
    table = person.post("/api/tables", {**TINY, "seats": [AGENT, AGENT], "pace": 0})["id"]
    wait_until(lambda: person.state(table)["result"] is not None)  # agents play on while somebody looks
    wait_until(lambda: person.request("GET", f"/api/records/{table}").status_code == 200)
    record = person.get(f"/api/records/{table}")["record"]
    found = person.get(f"/api/records/{table}/decisions/0/0?agent=alpha_beta:depth=2")
    assert found["action"] == record["choices"][0]["0"]
    assert found["exact"]
    assert found["cost"] >= 0
    assert len(found["actions"]) == 9
    assert person.refused("GET", f"/api/records/{table}/decisions/0/1") == "not_found"
    person.post(f"/api/records/{table}/review", {"agent": "alpha_beta:depth=2"})
    address = f"/api/records/{table}/review?agent=alpha_beta:depth=2"
    wait_until(lambda: person.get(address)["status"] == "done")
    assert person.get(address)["done"] == len(record["choices"])
    assert len(server.services.tables.store.store.records.opinions(table, "alpha_beta:depth=2")) == len(record["choices"])
    assert person.get("/api/records?game=morpion")["records"] == []  # they watched, and did not play


def test_a_table_without_spectators_closes_the_connections_of_those_who_came_early(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table("morpion", seats=[ME, OPEN], spectators=False)["id"]
    with server.stranger().socket(table) as eve, bob.socket(table) as early, ada.socket(table) as host:
        for line in (eve, early, host):
            line.hear("state")
        bob.post(f"/api/tables/{table}/join")
        assert host.update("begun")
        while (message := eve.hear())["type"] != "bye":
            assert message.get("what") != "begun"
        assert message["code"] == "not_allowed"
        with pytest.raises(ConnectionClosed):
            eve.hear()
        assert early.update("begun")  # who took a seat stays


def test_agents_play_on_only_while_somebody_looks(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.table("morpion", seats=[AGENT, AGENT], pace=0)["id"]
    pool, manager = server.services.tables.pool, server.services.tables
    assert server.inside(lambda: (manager.tables[table].agents.busy, manager.tables[table].table.number)) == (False, 1)
    with ada.socket(table) as line:
        assert line.update("played")
    other = ada.table("morpion", seats=[AGENT, AGENT])["id"]
    assert ada.say(other, type="pace", seconds=None).status_code == 200  # an agent waits for a step with its answer
    with ada.socket(other):
        wait_until(lambda: server.inside(lambda: manager.tables[other].agents.busy))
    wait_until(lambda: server.inside(lambda: not manager.tables[other].agents.busy))
    ada.state(other)  # to ask for the state is to look
    assert server.inside(lambda: manager.tables[other].agents.busy)
    server.inside(lambda: setattr(manager.tables[other], "_looked", float("-inf")))
    server.inside(lambda: manager.tables[other]._look_again())
    assert not server.inside(lambda: manager.tables[other].agents.busy)
    assert not server.inside(lambda: pool.tasks)
