"""A message is encoded once for all who share a viewpoint, and nobody else gets it; tables switch to compiled rules in mid-game."""

import json
from contextlib import ExitStack
from typing import Any

import pytest
from server.served import Client, Line, Served

from joute.arena.warmup import compile_rules
from joute.core import registry
from joute.server.sockets.websocket_protocol import encode
from joute.server.tables import actor, projection
from joute.server.tables.config import Viewpoint
from joute.server.tables.projection import shared_viewpoint

AGENT = {"who": "agent", "agent": "random"}
MOVES = 6
HIDDEN: dict[str, dict[str, Any]] = {"coeurs": {"deals": 1}, "love_letter": {"seats": 4}}


def at_one_table(server: Served, game: str) -> tuple[str, dict[str, Client]]:
    """Two people who play, a host's friend and strangers who look on."""
    ada, bob = server.person("Ada"), server.person("Bob")
    table = ada.table(game, options=HIDDEN[game], seats=[{"who": "me"}, {"who": "open"}, AGENT, AGENT])["id"]
    bob.post(f"/api/tables/{table}/join")
    friend = server.person("Carl")
    return table, {"ada": ada, "ada again": ada, "bob": bob, "friend": friend, "stranger": server.stranger(), "other": server.stranger()}


@pytest.mark.parametrize("game", HIDDEN)
def test_every_socket_gets_what_its_own_viewpoint_may_see(server: Served, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    expected: dict[tuple[int, Viewpoint], str] = {}
    written: list[Viewpoint] = []

    def update(table: Any, applied: Any, viewpoint: Viewpoint, *more: Any) -> Any:
        written.append(viewpoint)
        for subscriber in server.services.tables.tables[table.id].subscribers:
            expected[applied.number, subscriber.viewpoint] = encode(projection.update(table, applied, subscriber.viewpoint, *more)).decode()
        return projection.update(table, applied, viewpoint, *more)

    table, people = at_one_table(server, game)
    with ExitStack() as stack:
        lines: dict[str, Line] = {name: stack.enter_context(one.socket(table)) for name, one in people.items()}
        for line in lines.values():
            line.hear("state")
        monkeypatch.setattr(actor, "projection", ShowingWith(update))
        first = people["ada"].state(table)["seq"] + 1
        play(people, table)
        heard = {name: texts(line, first) for name, line in lines.items()}
        viewpoints = viewpoints_at(server.services.tables.tables[table])
    assert heard["ada"] == heard["ada again"]
    assert heard["stranger"] == heard["other"] == heard["friend"]
    assert heard["ada"] != heard["bob"] != heard["stranger"] != heard["ada"]
    for name, viewpoint in viewpoints.items():
        assert heard[name] == [expected[number, viewpoint] for number in range(first, first + MOVES)]
    assert len({shared_viewpoint(server.services.tables.tables[table].table, viewpoint) for viewpoint in viewpoints.values()}) == 3
    assert set(written[: 3 * MOVES]) == {Viewpoint(0, viewpoints["ada"].person, True), Viewpoint(1, None, True), Viewpoint()}
    assert hidden(game, heard["stranger"][0]) >= hidden(game, heard["ada"][0]) + (game == "coeurs")  # of Love Letter she may be out


class ShowingWith:
    """The module, with another way to write an update."""

    def __init__(self, update: Any) -> None:
        self.update = update

    def __getattr__(self, name: str) -> Any:
        return getattr(projection, name)


def viewpoints_at(seat: actor.TableActor) -> dict[str, Viewpoint]:
    """The viewpoint of each of them."""
    ada, bob = (seat.viewpoint(seat.table.seats[number].person) for number in range(2))
    friend = next(one.viewpoint for one in seat.subscribers if one.viewpoint.person is not None and not one.viewpoint.holds)
    return {"ada": ada, "ada again": ada, "bob": bob, "friend": friend, "stranger": Viewpoint(), "other": Viewpoint()}


def play(people: dict[str, Client], table: str) -> None:
    """Both people choose whenever they are asked, until enough has happened."""
    began = people["ada"].state(table)["seq"]
    while people["ada"].state(table)["seq"] < began + MOVES:
        for name in ("ada", "bob"):
            if people[name].state(table)["turn"]["mine"]:
                people[name].play(table)


def texts(line: Line, first: int) -> list[str]:
    """The updates from a number on, as they came."""
    found: list[str] = []
    while len(found) < MOVES:
        text = line.text()
        message = json.loads(text)
        if message["type"] == "update" and message["seq"] >= first:
            found.append(text)
    return found


def hidden(game: str, text: str) -> int:
    """How many hands a message leaves out."""
    view = json.loads(text)["view"]
    if game == "coeurs":
        return sum(hand is None for hand in view["hands"])
    return sum(card is None for seat in view["table"]["seats"] for card in seat["hand"])


@pytest.mark.parametrize("game", ["coeurs", "diamant", "love_letter", "morpion", "pokemon"])
def test_a_table_goes_on_with_compiled_rules_when_they_are_ready(server: Served, game: str) -> None:
    person = server.person()
    usual = registry.game(game).spec.seats
    table = person.table(game, seats=[{"who": "me"}] + [AGENT] * (usual - 1), seed=3)["id"]
    seat = server.services.tables.tables[table]
    turn(person, table)
    assert not seat.table.game.compiled
    before = person.request("GET", f"/api/tables/{table}/state").text
    compile_rules(registry.game(game))
    server.inside(lambda: server.services.tables.use_compiled(game))
    assert seat.table.game.compiled
    assert person.request("GET", f"/api/tables/{table}/state").text == before
    for _ in range(2):
        turn(person, table)
        person.play(table)
    again = person.table(game, seats=[{"who": "me"}] + [AGENT] * (usual - 1))["id"]
    assert server.services.tables.tables[again].table.game is seat.table.game


def turn(person: Client, table: str) -> None:
    """Wait for one's turn."""
    with person.socket(table) as line:
        message = line.hear("state")
        while not (message["turn"] and message["turn"]["mine"]):
            message = line.hear("update")
