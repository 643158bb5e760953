"""The ladder: ratings of people and levels, game by game; how they are computed is somebody else's business."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

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


class Ladder:
    """Every rating of the server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, rungs: Sequence[Rung]) -> None:
        """These ratings instead of the earlier ones, all or none."""
        rows = [{**vars(rung), "changed": time.time()} for rung in rungs]
        with self._database.writing() as connection:
            for row in sorted(rows, key=lambda row: (row["game"], row["player"])):
                connection.execute(or_instead(connection, schema.ladder), row)

    def find(self, game: str, player: str) -> Rung | None:
        """A player's rating in a game."""
        with self._database.reading() as connection:
            row = connection.execute(_RUNG.where(_LADDER.game == game, _LADDER.player == player)).one_or_none()
        return None if row is None else Rung(*row)

    def best(self, game: str, count: int = 100) -> list[Rung]:
        """The best players of a game, the best first."""
        best = _RUNG.where(_LADDER.game == game).order_by(_LADDER.rating.desc(), _LADDER.player).limit(count)
        with self._database.reading() as connection:
            return [Rung(*row) for row in connection.execute(best)]
