"""Provably fair tables: the server commits to a secret before it knows the nonces, and reveals it when the game is over."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from server.served import PATIENCE, Client, Served, wait_until
from websockets.sync.client import connect

from joute.core.errors import BadRecord
from joute.core.record import GameRecord
from joute.server.tables import new_table
from joute.server.tables.config import OPEN as OPEN_SEAT
from joute.server.tables.config import PERSON, TableConfig, TableSeat
from joute.server.tables.log import Begun, LogEntry, RematchWanted
from joute.server.tables.table import Table

ME, OPEN, AGENT = {"who": "me"}, {"who": "open"}, {"who": "agent", "agent": "random"}
SHORT: dict[str, Any] = {"game": "diamant", "options": {"rounds": 1}, "seats": [ME, AGENT]}


def finished(person: Client, table: str) -> Any:
    """Play to the end by the last legal action; the record."""
    while (state := person.state(table))["result"] is None:
        if state["turn"]["mine"] and state["turn"]["chose"] is None:
            person.say(table, type="play", answers=state["turn"]["answers"], action=state["turn"]["legal"][-1])
    wait_until(lambda: person.request("GET", f"/api/records/{table}").status_code == 200)
    return person.get(f"/api/records/{table}")["record"]


def test_the_deal_follows_from_the_commitment_and_the_nonce(server: Served) -> None:
    ada = server.person("Ada")
    commitment = ada.post("/api/commitments")["commitment"]
    table = ada.table(**SHORT, commitment=commitment, nonce="ada-1")
    assert table["commitment"] == commitment
    assert ada.state(table["id"])["table"]["commitment"] == commitment
    record = finished(ada, table["id"])
    fairness = record["fairness"]
    assert sha256(fairness["secret"].encode()).hexdigest() == fairness["commitment"] == commitment
    assert fairness["nonces"] == ["ada-1", ""]
    assert int(record["seed"], 16) == int(sha256(f"{fairness['secret']} ada-1 ".encode()).hexdigest()[:32], 16)
    GameRecord.from_json(record).verify(commitment)


def test_nothing_of_the_secret_is_sent_before_the_end(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.table(**SHORT)["id"]
    secret = server.services.tables.tables[table].table.config.secret
    sent = [ada.request("GET", f"/api/tables/{table}{path}").text for path in ("", "/state")]
    with ada.socket(table) as line:
        sent.append(line.text())
    assert len(secret) == 32
    assert not any(secret in text for text in sent)


def test_a_changed_record_is_refused(server: Served) -> None:
    ada = server.person("Ada")
    record = finished(ada, ada.table(**SHORT)["id"])
    changes: list[tuple[dict[str, Any], str]] = [
        ({"seed": 5}, "does not follow"),
        ({"fairness": record["fairness"] | {"secret": "0" * 32}}, "committed to"),
        ({"fairness": record["fairness"] | {"nonces": ["chosen", ""]}}, "does not follow"),
        ({"fairness": None}, "no commitment"),
        ({"scores": [99.0, 0.0]}, "replay"),
    ]
    for change, reason in changes:
        with pytest.raises(BadRecord, match=reason):
            GameRecord.from_json(record | change).verify()
    with pytest.raises(BadRecord, match="another commitment"):
        GameRecord.from_json(record).verify("0" * 64)


def test_a_commitment_is_used_once_and_a_chosen_seed_has_none(server: Served) -> None:
    ada = server.person("Ada")
    commitment = ada.post("/api/commitments")["commitment"]
    ada.table(**SHORT, commitment=commitment)
    assert ada.refused("POST", "/api/tables", SHORT | {"commitment": commitment}) == "expired"
    assert ada.refused("POST", "/api/tables", SHORT | {"commitment": "0" * 64}) == "expired"
    assert ada.refused("POST", "/api/tables", SHORT | {"nonce": "with space"}) == "bad_message"
    assert ada.table(**SHORT, seed=5)["commitment"] is None
    assert not ada.table(**SHORT, seed=5)["rated"]
    assert ada.refused("POST", "/api/tables", SHORT | {"seats": [ME, OPEN], "seed": 5}) == "not_allowed", "the seed gives away every card"


def test_everybody_who_joins_mixes_in_a_nonce(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table("diamant", options={"rounds": 1}, seats=[ME, OPEN], nonce="a")
    assert bob.get(f"/api/tables/{table['id']}")["commitment"] == table["commitment"], "known before the nonce is sent"
    bob.post(f"/api/tables/{table['id']}/join", {"nonce": "b"})
    assert server.inside(lambda: server.services.tables.tables[table["id"]].table.record.fairness.nonces) == ["a", "b"]  # type: ignore[union-attr]


def test_a_bot_gets_the_commitment_and_then_the_secret(server: Served) -> None:
    owner, ada = server.person("Owner"), server.person("Ada")
    with connect(f"{server.url.replace('http', 'ws', 1)}/api/bot", additional_headers=owner.headers) as socket:
        socket.recv(timeout=PATIENCE)
        socket.send(json.dumps({"type": "ready", "name": "Fair", "games": ["diamant"]}))
        wait_until(lambda: any(bot["name"] == "Fair" for bot in ada.get("/api/bots")))
        table = ada.table("diamant", options={"rounds": 1}, seats=[ME, {"who": "bot", "bot": "Fair"}])
        new = json.loads(socket.recv(timeout=PATIENCE))
        assert new["commitment"] == table["commitment"]
        ada.say(table["id"], type="resign")
        message: Any = {}
        while message.get("type") != "end":
            message = json.loads(socket.recv(timeout=PATIENCE))
    assert sha256(message["fairness"]["secret"].encode()).hexdigest() == new["commitment"]


def test_a_killed_server_goes_on_with_the_same_secret(server: Served, tmp_path: Path) -> None:
    ada = server.person("Ada")
    table = ada.table(**SHORT, nonce="n")["id"]
    tables = server.services.tables
    before = server.inside(lambda: tables.tables[table].table.record.seed)
    wait_until(lambda: server.inside(lambda: tables.store.store.tables.load(table)) is not None)
    server.inside(lambda: tables._drop(tables.tables[table]))
    assert ada.state(table)["table"]["commitment"] is not None
    assert server.inside(lambda: tables.tables[table].table.record.seed) == before


@pytest.mark.parametrize(("willing", "same"), [((0, 1), True), ((0,), False)])
def test_the_same_deal_is_dealt_again_only_to_those_who_know_it(willing: tuple[int, ...], same: bool) -> None:
    seats = [TableSeat(PERSON, 1), TableSeat(PERSON, 2)]
    table = Table("abcd2345", TableConfig("diamant", {"seats": 2, "rounds": 1}, None, host=1, made=0.0, secret="0" * 32), seats)
    table.apply(LogEntry(1, 0.0, Begun(seats)))
    table.wishes = {seat: RematchWanted(seat, rotate=False, same_deal=True) for seat in willing}
    config, following = new_table.rematch(table, willing, 1.0)
    assert [seat.kind for seat in following] == [PERSON, PERSON if same else OPEN_SEAT]
    assert config.seed == (table.record.seed if same else None)
    assert (config.commitment is None) == same


@pytest.mark.parametrize(("willing", "same"), [((0, 1), True), ((0, 1, 2), False), ((1, 2), False)])
def test_one_person_s_wish_for_the_same_deal_does_not_decide_for_the_others(willing: tuple[int, ...], same: bool) -> None:
    """The people on seats 0 and 1 want the same deal, the one on seat 2 a new one; other seats have agents."""
    seats = [TableSeat(PERSON, number) if number in willing else TableSeat("agent", agent="easy") for number in range(3)]
    table = Table("abcd2345", TableConfig("diamant", {"seats": 3, "rounds": 1}, None, host=1, made=0.0, secret="0" * 32), seats)
    table.apply(LogEntry(1, 0.0, Begun(seats)))
    table.wishes = {seat: RematchWanted(seat, rotate=False, same_deal=seat < 2) for seat in willing}
    config, following = new_table.rematch(table, willing, 1.0)
    assert len(following) == 3
    assert config.seed == (table.record.seed if same else None)
    assert not (config.rated and same)
