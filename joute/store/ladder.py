"""The ladder: ratings of people and levels, game by game; how they are computed is somebody else's business."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from joute.store import schema
from joute.store.database import Database
from joute.store.upsert import or_instead

_LADDER = schema.ladder.c


@dataclass(frozen=True)
class Rung:
    """A player's rating in one game; the player is a text of the server's own, for people with their number beside it."""

    game: str
    player: str
    rating: float
    deviation: float
    volatility: float
    games: int
    wins: int
    person: int | None = None  # with whose data the rating goes
    changed: float = 0.0  # seconds since 1970; set when it is put


_RUNG = select(*(_LADDER[name] for name in Rung.__dataclass_fields__))
_THESE = _RUNG.where(_LADDER.game == bindparam("game"), _LADDER.player.in_(bindparam("players", expanding=True)))


class Ladder:
    """Every rating of the server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, rungs: Sequence[Rung]) -> None:
        """These ratings instead of the earlier ones, all or none."""
        rows = [{**vars(rung), "changed": time.time()} for rung in rungs]
        with self._database.writing() as connection:
            connection.execute(or_instead(connection, schema.ladder), sorted(rows, key=lambda row: (row["game"], row["player"])))

    def find(self, game: str, players: Sequence[str]) -> dict[str, Rung]:
        """The ratings of those among these players who have one in a game."""
        with self._database.reading() as connection:
            rungs = [Rung(*row) for row in connection.execute(_THESE, {"game": game, "players": list(players)})]
        return {rung.player: rung for rung in rungs}

    def best(self, game: str, count: int = 100) -> list[Rung]:
        """The best players of a game, the best first."""
        best = _RUNG.where(_LADDER.game == game).order_by(_LADDER.rating.desc(), _LADDER.player).limit(count)
        with self._database.reading() as connection:
            return [Rung(*row) for row in connection.execute(best)]
