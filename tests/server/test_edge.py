"""The edge: tokens, origins, sizes, rates, headers, and what is not there."""

import dataclasses
import json
import shutil
import socket
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from server.served import PATIENCE, Served, get, post, served
from websockets.exceptions import ConnectionClosed, InvalidStatus

from joute.core import registry
from joute.core.settings import setting
from joute.server import client_messages
from joute.server.agents.policy import permitted
from joute.server.errors import CODES, Refused
from joute.server.http import static_files
from joute.server.http.middleware import ConnectionLimiter, TokenBucket, known_host
from joute.server.ratings.glicko2 import Against, Rating, rated
from joute.server.settings import read
from joute.store import Store

ME, OPEN, AGENT = {"who": "me"}, {"who": "open"}, {"who": "agent", "agent": "random"}


def test_one_token_cannot_see_play_or_leave_for_another_seat(server: Served) -> None:
    ada, bob, eve = server.person("Ada"), server.person("Bob"), server.person("Eve")
    table = ada.table("love_letter", seats=[ME, OPEN])["id"]
    bob.post(f"/api/tables/{table}/join")
    own, other, nobody = (person.state(table) for person in (ada, bob, eve))
    assert own["view"]["table"]["seats"][1]["hand"] == [None]
    assert None not in own["view"]["table"]["seats"][0]["hand"]
    assert None not in other["view"]["table"]["seats"][1]["hand"]
    assert other["view"]["table"]["seats"][0]["hand"].count(None) == len(other["view"]["table"]["seats"][0]["hand"])
    assert nobody["view"]["viewer"] == -1
    assert all(card is None for seat in nobody["view"]["table"]["seats"] for card in seat["hand"])
    before = own["seq"]
    for message in ("leave", "return", "resign", "take_back", "hint", "rematch"):
        assert eve.say(table, type=message).status_code in (403, 409)
    mover = own["turn"]["movers"][0]
    late = bob if mover == 0 else ada
    assert late.say(table, type="play", answers=own["turn"]["answers"], action="guard").json()["code"] == "not_your_turn"
    with eve.socket(table, "?viewer=0") as line:
        assert line.hear("state")["view"]["viewer"] == -1  # people play: nobody looks over a shoulder
        assert line.ask(type="play", answers=own["turn"]["answers"], action="guard")["code"] == "not_seated"
    assert ada.state(table)["seq"] == before


def test_a_token_is_a_cookie_for_people_and_never_in_a_page(server: Served) -> None:
    response = post(f"{server.url}/api/me", json={"name": "Ada"})
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "token" not in response.json()
    token = cookie.partition("=")[2].partition(";")[0]
    assert len(token) >= 43
    assert get(f"{server.url}/api/me", headers={"cookie": f"joute={token}"}).json()["name"] == "Ada"
    assert get(f"{server.url}/api/me", headers={"cookie": f"joute={token[:-1]}x"}).status_code == 401


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"])
def test_another_sites_page_cannot_use_the_cookie(server: Served, origin: str) -> None:
    cookie = post(f"{server.url}/api/me", json={}).headers["set-cookie"].partition(";")[0]
    headers = {"cookie": cookie, "origin": origin}
    response = post(f"{server.url}/api/tables", json={"game": "morpion"}, headers=headers)
    assert (response.status_code, response.json()["code"]) == (403, "wrong_origin")
    ok = post(f"{server.url}/api/tables", json={"game": "morpion"}, headers=headers | {"origin": server.url})
    assert ok.status_code == 201
    with pytest.raises(InvalidStatus), server.stranger().socket(ok.json()["id"], headers=headers):
        raise AssertionError("the socket opened")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "[evil]", "*"])
def test_a_page_that_gives_this_server_its_own_name_is_refused(server: Served, host: str) -> None:
    """DNS rebinding: the name of another site points here, so that its page is of the same origin."""
    headers = {"host": host, "origin": f"http://{host}"}
    response = post(f"{server.url}/api/me", json={}, headers=headers)
    assert (response.status_code, response.json()["code"]) == (421, "wrong_host")
    assert get(f"{server.url}/api/games", headers=headers).status_code == 421
    table = server.person().table("morpion")["id"]
    with pytest.raises(InvalidStatus), server.stranger().socket(table, headers=headers):
        raise AssertionError("the socket opened")


@pytest.mark.parametrize("host", ["192.168.1.7:8080", "10.0.0.3", "[fe80::1]:8080", "localhost", "LOCALHOST.", "joute.localhost:1", ""])
def test_people_in_the_same_room_may_use_an_address(server: Served, host: str) -> None:
    assert get(f"{server.url}/api/games", headers={"host": host}).status_code == 200


def test_more_names_are_allowed_by_a_setting() -> None:
    def allowed(called: str, **given: Any) -> bool:
        return known_host({"headers": [(b"host", called.encode())]}, read({}, given).allowed_hosts)

    assert allowed("play.example.org", hosts="joute.example.org, Play.Example.org")
    assert not allowed("example.org", hosts="joute.example.org")
    assert allowed("anything.example", hosts="*")
    assert allowed("school.lan:8080", host="school.lan")
    assert allowed(socket.gethostname())


def test_every_answer_has_the_security_headers_and_nothing_of_what_was_sent(server: Served) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/api/docs", "/jeu/regles", "/assets/none.js"):
        headers = get(server.url + path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
    mark = "xx<script>mark"
    for response in (
        get(f"{server.url}/api/{mark}"),
        get(f"{server.url}/api/games/{mark}"),
        post(f"{server.url}/api/me", json={"name": [mark], mark: 1, "colour": mark}),
        server.person().request("POST", "/api/tables", json={"game": mark, "options": {mark: mark}}),
        server.person().request("POST", "/api/tables", json={"game": "morpion", "options": {mark: 1}, "seats": [{"who": mark}]}),
        post(f"{server.url}/jeu/initialisation", json={"ia_players": [{"id": 1, "type": mark}]}),
    ):
        assert response.status_code >= 400
        assert "mark" not in response.text


def test_too_large_is_refused_whether_it_says_so_or_not(server: Served) -> None:
    big = b"{" + b" " * 70_000 + b"}"

    def pieces() -> Any:
        for _ in range(70):
            yield b" " * 1000

    for content in (big, pieces()):
        response = post(f"{server.url}/api/me", content=content, headers={"content-type": "application/json"})
        assert (response.status_code, response.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize(("game", "option"), [("love_letter", "deck"), ("pokemon", "cards")])
def test_an_option_of_a_client_never_opens_a_file(tmp_path: Path, server: Served, game: str, option: str) -> None:
    file = tmp_path / "cards.toml"
    file.write_text("[cards]\nguard = 6\nking = 1\n" if game == "love_letter" else "", encoding="utf-8")
    assert registry.game(game, **{option: str(file)}), "its owner may"
    asked = {"game": game, "options": {option: str(file)}}
    ada = server.person("Ada")
    assert ada.refused("POST", "/api/analysis", asked) == "not_allowed"
    assert ada.refused("POST", "/api/analysis/import", {"text": json.dumps(asked)}) in ("not_allowed", "bad_record")
    assert ada.refused("POST", "/api/tables", asked | {"seats": [{"who": "me"}, {"who": "open"}]}) in ("not_allowed", "bad_message")


def test_who_asks_too_much_waits(tmp_path: Path) -> None:
    with (
        Store.open(f"sqlite:///{tmp_path}/a.sqlite") as store,
        served(store, requests=0.1) as server,
    ):
        with httpx.Client(timeout=PATIENCE) as client:
            statuses = [client.get(f"{server.url}/api/health").status_code for _ in range(320)]
        assert statuses[0] == 200
        refused = get(f"{server.url}/api/health")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert int(refused.headers["retry-after"]) >= 1
    with (
        Store.open(f"sqlite:///{tmp_path}/b.sqlite") as store,
        served(store, tables_each=2, tables=3, messages=0.1, sockets_each=2) as server,
    ):
        person = server.person()
        tables = [person.table("morpion")["id"] for _ in range(2)]
        assert person.refused("POST", "/api/tables", {"game": "morpion"}) == "too_many"
        server.person().table("morpion")
        assert server.person().refused("POST", "/api/tables", {"game": "morpion"}) == "busy"
        with person.socket(tables[0]) as first, person.socket(tables[0]) as second:
            first.hear("state")
            second.hear("state")
            with person.socket(tables[0]) as third:
                assert third.hear()["code"] == "too_many"
            codes = [second.ask(type="ping").get("code") for _ in range(8)]
            assert "too_many" in codes
        assert "joute_tables 3" in get(f"{server.url}/api/metrics").text


def test_a_program_may_answer_as_fast_as_it_is_asked(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/a.sqlite") as store, served(store, messages=read({}, {}).messages) as server:
        person = server.person()
        with person.socket(person.table("morpion")["id"]) as line:
            line.hear("state")
            assert {line.ask(type="ping")["type"] for _ in range(150)} == {"pong"}  # as many as a long game has moves


def test_a_message_that_is_too_large_is_refused_and_the_socket_lives(server: Served) -> None:
    person = server.person()
    table = person.table("morpion", seats=[ME, AGENT])["id"]
    with person.socket(table) as line:
        line.hear("state")
        line.socket.send("x" * 9000)
        assert line.hear("refused")["code"] == "too_large"
        assert line.ask(type="ping")["type"] == "pong"
        line.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            line.hear("never")


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
messages = get_args(client_messages.AnyMessage)
types = st.sampled_from([*(get_args(message.model_fields["type"].annotation)[0] for message in messages), "x"])
names = sorted({name for message in messages for name in message.model_fields} - {"type"})
fields = st.fixed_dictionaries({"type": types}, optional=dict.fromkeys(names, junk | st.booleans()))


@given(
    said=st.lists(
        st.one_of(
            fields.map(lambda said: json.dumps(said)),
            junk.map(lambda said: json.dumps(said)),
            st.text(max_size=200),
            st.binary(max_size=50),
        ),
        max_size=8,
    ),
    counts=st.booleans(),
)
@hypothesis_settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_whatever_is_said_over_a_socket_gets_an_answer_from_the_list(server: Served, said: list[Any], counts: bool) -> None:
    person = server.person()
    game = "diamant" if counts else "morpion"
    options = {} if counts else {"width": 3, "height": 3, "align": 3}
    table = person.table(game, options=options, begins="random")
    assert (table["unrated"] is None) == counts
    with person.socket(table["id"]) as line:
        line.hear("state")
        for text in said:
            line.socket.send(text)
        line.say(type="ping", id=123456)
        while True:
            message = line.hear()
            assert message["type"] in {"state", "update", "thinking", "presence", "ok", "refused", "opinion", "pong"}
            if message["type"] == "refused":
                assert message["code"] in CODES
                assert message["code"] != "failed"
            if message == {"type": "pong", "id": 123456}:
                break


def test_wrong_addresses_of_sockets_are_told_why(server: Served) -> None:
    person = server.person()
    table = person.table("morpion")["id"]
    for address, code in (("zzzzzzzz", "not_found"), (f"{table}/../x", None)):
        if code is None:
            continue
        with person.socket(address) as line:
            assert line.hear()["code"] == code
    for query in ("?since=abc", "?since=99999999999999999999", "?viewer=x"):
        with person.socket(table, query) as line:
            assert line.hear()["code"] == "bad_message"


def test_the_client_is_served_compressed_and_with_its_age(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>page")
    (tmp_path / "assets" / "a.js").write_text("code")
    (tmp_path / "assets" / "a.js.br").write_bytes(b"packed")
    page = static_files.served("table/abc", "", tmp_path)
    assert page.headers["cache-control"] == "no-cache"
    code = static_files.served("assets/a.js", "gzip, br", tmp_path)
    assert code.headers["content-encoding"] == "br"
    assert "immutable" in code.headers["cache-control"]
    assert "javascript" in code.headers["content-type"]
    for path in ("assets/b.js", "../secret.txt", "assets/../../x.py"):
        with pytest.raises(Refused):
            static_files.served(path, "", tmp_path)
    assert b"not built" in bytes(static_files.served("", "", tmp_path / "nothing").body)


def test_settings_come_from_the_environment_and_the_command_line() -> None:
    settings = read({"JOUTE_PORT": "9000", "JOUTE_HINTS": "no", "HOME": "/"}, {"port": 9001, "host": None})
    assert (settings.port, settings.hints, settings.host) == (9001, False, "127.0.0.1")
    with pytest.raises(ValueError, match="port=99999 is not possible"):
        read({}, {"port": 99999})


def test_glickmans_own_example() -> None:
    player = Rating(1500, 200, 0.06)
    after = rated(player, [Against(Rating(1400, 30), 1), Against(Rating(1550, 100), 0), Against(Rating(1700, 300), 0)])
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    assert rated(player, []) == player


def test_buckets_and_places() -> None:
    bucket = TokenBucket(1.0)
    assert [bucket.take() for _ in range(4)] == [0.0] * 4
    assert 0 < bucket.take() <= 1
    limiter = ConnectionLimiter(2, 1)
    with limiter.slot("a"), pytest.raises(Refused, match="too_many"), limiter.slot("a"):
        pass
    with limiter.slot("a"), limiter.slot("b"), pytest.raises(Refused, match="busy"), limiter.slot("c"):
        pass
    assert limiter.taken.total() == 0


def test_problems_do_not_repeat_what_was_sent() -> None:
    with pytest.raises(Refused) as refused:
        client_messages.read('{"type": "play", "answers": "secret", "action": 5}')
    assert refused.value.code == "bad_message"
    assert "secret" not in json.dumps(refused.value.expected)
    assert {problem["field"] for problem in refused.value.expected} == {"play.answers", "play.action"}


def test_everything_in_the_catalogue_speaks_both_languages(server: Served) -> None:
    games = server.stranger().get("/api/games")
    assert len(games) == len(registry.GAMES)
    for game in games:
        rows = [*game["options"], *(row for agent in game["agents"] for row in agent["settings"])]
        for text in [
            game["title"],
            game["nature"],
            *(level["title"] for level in game["levels"]),
            *(agent["summary"] for agent in game["agents"]),
        ]:
            assert text["en"]
            assert text["fr"]
        assert [row["name"] for row in rows if row["meaning"]["en"] == row["meaning"]["fr"]] == []
        assert [level["name"] for level in game["levels"]][:4] == ["easy", "medium", "hard", "expert"]
        rules = server.stranger().get(f"/api/games/{game['name']}/rules")
        for language in ("en", "fr"):
            assert rules[language].startswith("# ")
            assert '<svg role="img" aria-label="' in rules[language]
            assert not [word for word in ("joute duel", "](pictures/", "<script", "\n\n</svg") if word in rules[language]]
    assert server.stranger().get("/api/games/pokemon/cards")["effect"]["fire"]["water"] == 2.0
    assert server.stranger().get("/api/games/love_letter/cards")["cards"]["guard"]["count"] == 6
    assert server.stranger().get("/api/games/morpion/cards") == {}


def test_a_client_cannot_name_a_file_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("pokemon")
    assert game.definition.weights is not None
    shutil.copy(game.definition.weights, tmp_path / "weights.json")
    monkeypatch.chdir(tmp_path)
    assert registry.agent("simultaneous:evaluation=weights.json", game)  # who sits at the machine may
    assert permitted("simultaneous:evaluation=stated", game)
    files = ("simultaneous:evaluation=weights.json", "fallible:of=simultaneous+evaluation=weights.json")
    for text in (*files, "bot.py", "cmd:true", "fallible:of=cmd+true", "best_response:to=cmd+true,policy_samples=2"):
        with pytest.raises(Refused, match="bad_agent"):
            permitted(text, game)


def test_a_new_setting_that_takes_a_free_text_is_refused_unless_it_says_that_it_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclasses.dataclass(frozen=True)
    class Reader:
        book: str = setting("", "a file of openings")
        style: str = setting("calm", "how it plays", choices=("calm", "bold"))
        title: str = setting("", "shown to people", public=True)
        threads: int = setting(1, "threads", 1, 8, public=False)

    game = registry.game("morpion")
    monkeypatch.setattr(registry.agent_class("random", game), "Settings", Reader)
    for text in ("random:style=bold", "random:title=Ada", "random:style=bold,title=Ada"):
        assert permitted(text, game) == text
    for text in ("random:book=openings.json", "random:threads=2", "fallible:of=random+book=openings.json", "fallible:of=random+threads=2"):
        assert registry.agent(text, game)
        with pytest.raises(Refused, match="bad_agent"):
            permitted(text, game)


def test_every_level_of_every_game_may_be_asked_for() -> None:
    for name in registry.GAMES:
        game = registry.game(name)
        assert [permitted(level, game) for level in game.definition.levels]


def test_a_client_cannot_ask_for_an_agent_that_nobody_can_hurry(server: Served) -> None:
    game = registry.game("diamant")
    for text in ("best_response:to=random", "best_response:to=veteran+iterations=1000000", "fallible:of=best_response+to=random"):
        with pytest.raises(Refused, match="bad_agent"):
            permitted(text, game)
    assert "best_response" not in {agent["name"] for agent in server.stranger().get("/api/games/diamant")["agents"]}
