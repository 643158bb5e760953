"""The lobby: tables that change while one looks, whose turn it is, guests with a name, and addresses that friends can reach."""

import socket
from typing import Any

import pytest
from server.served import Client, Served
from server.test_tables import AGENT, ME, OPEN, TINY, two

from joute.server.people import guest_number
from joute.server.settings import is_loopback, lan_addresses, read


def listed(client: Client, tag: str = "") -> Any:
    return client.request("GET", "/api/tables", headers={"if-none-match": tag} if tag else {})


def test_a_lobby_in_which_nothing_changed_is_not_sent_again(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    first = listed(bob)
    assert listed(bob, first.headers["etag"]).status_code == 304
    table = ada.post("/api/tables", {**TINY, "seats": [ME, OPEN], "public": True})["id"]
    second = listed(bob, first.headers["etag"])
    assert table in [one["id"] for one in second.json()["public"]]
    assert listed(bob, second.headers["etag"]).status_code == 304
    assert listed(ada, second.headers["etag"]).status_code == 200  # it is another list for her
    ada.post("/api/me", {"name": "Adele"})
    third = listed(bob, second.headers["etag"])
    assert "Adele" in third.text
    with server.stranger().socket(table) as line:
        line.hear("state")
        fourth = listed(bob, third.headers["etag"])
        assert next(one for one in fourth.json()["public"] if one["id"] == table)["spectators"] == 1


def test_the_list_says_where_it_is_my_turn(server: Served) -> None:
    ada, bob, table = two(server)
    assert ada.get("/api/tables")["your_turn"] == [table]
    assert bob.get("/api/tables")["your_turn"] == []
    tag = listed(bob).headers["etag"]
    ada.play(table)
    assert ada.get("/api/tables")["your_turn"] == []
    assert listed(bob, tag).json()["your_turn"] == [table]


def test_a_table_that_nobody_may_watch_is_listed_only_while_seats_are_open(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.post("/api/tables", {**TINY, "seats": [ME, OPEN], "public": True, "spectators": False})["id"]
    carol = server.person("Carol")
    assert table in [one["id"] for one in carol.get("/api/tables")["public"]]
    bob.post(f"/api/tables/{table}/join")
    assert table not in [one["id"] for one in carol.get("/api/tables")["public"]]


def test_a_guest_has_one_number_at_every_table_and_in_the_record(server: Served) -> None:
    guest, ada = server.person(), server.person("Ada")
    number = guest.get("/api/me")["guest"]
    assert isinstance(number, int)
    assert ada.get("/api/me")["guest"] is None
    for seats in ([ME, OPEN], [OPEN, ME]):
        table = guest.post("/api/tables", {**TINY, "seats": seats})["id"]
        ada.post(f"/api/tables/{table}/join")
        found = ada.get(f"/api/tables/{table}")["seats"]
        assert {seat["name"]: (seat["guest"], seat["host"]) for seat in found} == {"": (number, True), "Ada": (None, False)}
    assert guest_number(1, "") != guest_number(2, "")
    assert guest_number(None, "") is None


def test_agents_are_no_guests(server: Served) -> None:
    table = server.person("Ada").post("/api/tables", {**TINY, "seats": [ME, AGENT]})
    assert [(seat["guest"], seat["host"]) for seat in table["seats"]] == [(None, True), (None, False)]


@pytest.mark.parametrize(
    ("game", "options", "english", "french"),
    [
        ("morpion", {"width": 99}, "morpion: width=99 is not possible (3 to 19)", "morpion : width=99 n'est pas possible (3 à 19)"),
        ("diamant", {"edition": "1999"}, "(one of 2006, 2016, 2020)", "(au choix : 2006, 2016, 2020)"),
        (
            "pokemon",
            {"team": "mew"},
            "no creature is called 'mew'; there are: bulbasaur, squirtle",
            "'mew' ; il y a : bulbizarre, carapuce",
        ),
        ("coeurs", {"cards": 3}, "coeurs has no setting 'cards'; it has: deals", "'cards' ; il a : deals"),
    ],
)
def test_a_wrong_option_is_named_with_its_value_and_what_is_allowed(
    server: Served, game: str, options: dict[str, Any], english: str, french: str
) -> None:
    refusal = server.person().request("POST", "/api/tables", json={"game": game, "options": options}).json()
    assert refusal["code"] == "bad_option"
    assert english in refusal["text"]["en"]
    assert french in refusal["text"]["fr"]


def test_a_server_says_where_other_machines_reach_it(monkeypatch: pytest.MonkeyPatch, server: Served) -> None:
    assert server.stranger().get("/api/server")["addresses"] == []  # it listens to its own machine only
    monkeypatch.setattr("joute.server.settings.lan_addresses", lambda: ["192.168.1.7", "10.0.0.3"])
    assert read({}, {"host": "0.0.0.0", "port": 80}).addresses == ["http://192.168.1.7:80", "http://10.0.0.3:80"]
    assert read({}, {"host": "192.168.1.7"}).addresses == ["http://192.168.1.7:8080"]
    assert read({}, {"host": "localhost"}).addresses == read({}, {"host": "::1"}).addresses == []
    assert read({}, {"address": "https://joute.example.org/"}).addresses == ["https://joute.example.org"]


def test_addresses_of_the_network_are_this_machines_own() -> None:
    for address in lan_addresses():
        assert not is_loopback(address)
        with socket.socket() as own:
            own.bind((address, 0))  # fails for the address of another machine


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: Any) -> None:
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert lan_addresses() == []
