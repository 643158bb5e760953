"""What happened before one came: the whole game from one's own seat, what was taken back included."""

from typing import Any

import pytest
from server.served import Client, Served

from joute.server.tables import storage

ME, RANDOM = {"who": "me"}, {"who": "agent", "agent": "random"}


def played(client: Client, table: str, most: int = 400) -> list[Any]:
    """Play to the end, and return every event that came over a socket meanwhile."""
    with client.socket(table) as line:
        message = line.hear("state")
        heard = list(message["story"])
        for _ in range(most):
            heard += message.get("events", [])
            if message.get("result"):
                break
            if (turn := message.get("turn")) and turn["mine"]:
                line.say(type="play", answers=turn["answers"], action=turn["legal"][0], id=1)
            message = line.hear("update")
    return heard


def logged(client: Client, table: str) -> list[Any]:
    """Everything that happened, from a state and the pages before it."""
    state = client.get(f"/api/tables/{table}/state")
    found, earlier = state["story"], state["earlier"]
    while earlier is not None:
        page = client.get(f"/api/tables/{table}/events?before={earlier}")
        assert page["earlier"] is None or page["earlier"] < earlier
        found, earlier = page["events"] + found, page["earlier"]
    return list(found)


@pytest.mark.parametrize("game", ["coeurs", "love_letter", "diamant", "morpion"])
def test_the_log_of_a_whole_game_can_be_read_from_ones_own_seat(server: Served, game: str) -> None:
    ada = server.person("Ada")
    options: dict[str, Any] = {"coeurs": {"deals": 2}, "love_letter": {"rounds": 3, "seats": 2}, "diamant": {"seats": 2}, "morpion": {}}[
        game
    ]
    seats = [ME] + [RANDOM] * (3 if game == "coeurs" else 1)
    table = ada.table(game, options=options, seats=seats, seed=5)["id"]
    heard = played(ada, table)
    assert len(heard) >= 8
    assert logged(ada, table) == heard


def test_a_spectator_reads_what_a_spectator_saw(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table("love_letter", options={"rounds": 2, "seats": 2}, seats=[ME, RANDOM], seed=5)["id"]
    with bob.socket(table) as line:
        state = line.hear("state")
        seen = [*state["story"]]
        mine = played(ada, table)
        while not state.get("result"):
            state = line.hear("update")
            seen += state.get("events", [])
    assert logged(bob, table) == seen
    assert seen != mine  # she saw her own cards


def test_what_was_taken_back_stays_in_the_log(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.table("morpion", seats=[ME, RANDOM], seed=5)["id"]
    with ada.socket(table) as line:
        line.hear("state")
        ada.play(table, "a1")
        line.update("played")
        line.update("played")
        line.say(type="take_back", unrated=True, id=1)
        [taken] = line.update("took_back")["events"]
        assert taken["text"] == {"en": "The last move is taken back", "fr": "Le dernier coup est repris"}
        ada.play(table, "b2")
        line.update("played")
        line.update("played")
    kinds = [event["kind"] for event in logged(ada, table)]
    assert kinds == ["placed", "placed", "taken back", "placed", "placed"]


def test_a_long_log_comes_in_pages(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "PAGE", 7)
    ada = server.person("Ada")
    table = ada.table("coeurs", options={"deals": 1}, seats=[ME] + [RANDOM] * 3, seed=5)["id"]
    heard = played(ada, table)
    assert logged(ada, table) == heard


def test_a_log_is_not_for_people_who_may_not_watch(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table("morpion", seats=[ME, RANDOM], spectators=False)["id"]
    assert bob.refused("GET", f"/api/tables/{table}/events?before=9") == "not_allowed"
