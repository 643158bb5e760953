"""Rated games of two people, as short as they may be."""

from typing import Any

from server.served import Client, Served, wait_until

from joute.server.ratings.eligibility import LEAST_DECISIONS
from joute.server.ratings.glicko2 import Rating

ME, OPEN = {"who": "me"}, {"who": "open"}


def table_of(host: Client, other: Client, **more: Any) -> tuple[str, tuple[Client, Client]]:
    """A game of Morpion with seats that are drawn, and the two people by seat."""
    table: str = host.table("morpion", seats=[ME, OPEN], begins="random", **more)["id"]
    other.post(f"/api/tables/{table}/join")
    return table, (host, other) if host.get(f"/api/tables/{table}")["you"] == 0 else (other, host)


def win(table: str, seated: tuple[Client, Client], winner: Client, decisions: int = LEAST_DECISIONS) -> None:
    """Let both decide that often, by default as often as a rated game needs; then the other one resigns."""
    for _ in range(decisions):
        for one in seated:
            one.play(table)
    loser = seated[0] if winner is seated[1] else seated[1]
    assert loser.say(table, type="resign").status_code == 200


def rating_of(server: Served, one: Client, game: str = "morpion") -> Rating:
    """Somebody's rating; that of a newcomer if there is none."""
    player = f"person:{one.get('/api/me')['id']}"
    stored = server.services.store.store.ladder.find(game, [player]).get(player)
    return Rating() if stored is None else Rating(stored.rating, stored.deviation, stored.volatility)


def recorded(server: Served, table: str) -> None:
    """Wait until the result is stored, and with it the ratings."""
    wait_until(lambda: server.services.store.store.records.find(table) is not None)
