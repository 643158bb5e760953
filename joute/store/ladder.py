"""The ladder: stored ratings of people and levels, by game; `joute.server.ratings` computes them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from joute.store import schema
from joute.store.database import Database
from joute.store.insert import insert_or_replace

_LADDER = schema.ladder.c


@dataclass(frozen=True)
class StoredRating:
    """A player's rating in one game; the server decides the player's text."""

    game: str
    player: str
    rating: float
    deviation: float
    volatility: float
    games: int
    wins: int
    person: int | None = None  # the rating is deleted with this person
    changed: float = 0.0  # seconds since 1970; set when it is put


_RATING = select(*(_LADDER[name] for name in StoredRating.__dataclass_fields__))
_THESE = _RATING.where(_LADDER.game == bindparam("game"), _LADDER.player.in_(bindparam("players", expanding=True)))


class LadderStore:
    """All ratings of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, ratings: Sequence[StoredRating]) -> None:
        """Store these ratings in place of the earlier ones, all or none."""
        rows = [{**vars(rating), "changed": time.time()} for rating in ratings]
        with self._database.writing() as connection:
            connection.execute(insert_or_replace(connection, schema.ladder), sorted(rows, key=lambda row: (row["game"], row["player"])))

    def find(self, game: str, players: Sequence[str]) -> dict[str, StoredRating]:
        """The ratings of these players in a game; players without one are left out."""
        with self._database.reading() as connection:
            ratings = [StoredRating(*row) for row in connection.execute(_THESE, {"game": game, "players": list(players)})]
        return {rating.player: rating for rating in ratings}

    def best(self, game: str, count: int = 100) -> list[StoredRating]:
        """The best players of a game, the best first."""
        best = _RATING.where(_LADDER.game == game).order_by(_LADDER.rating.desc(), _LADDER.player).limit(count)
        with self._database.reading() as connection:
            return [StoredRating(*row) for row in connection.execute(best)]
