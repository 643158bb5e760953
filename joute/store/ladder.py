"""The ladder: stored ratings of people and levels, by game; `joute.server.ratings` computes them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, func, insert, or_, select

from joute.store import schema
from joute.store.database import Database
from joute.store.insert import insert_or_replace

_LADDER, _PEOPLE, _MEETINGS = schema.ladder.c, schema.people.c, schema.meetings_today.c


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


@dataclass(frozen=True)
class Meeting:
    """A player met an opponent in a rated game; the server decides whom it takes for one."""

    game: str
    player: str
    opponent: str
    person: int | None = None  # the meeting is deleted with this person


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

    def best_people(self, game: str, least: int, also: int | None = None, count: int = 100) -> list[tuple[StoredRating, str, str]]:
        """The best people of a game with name and colour, the best first: those with a name and that number of games, and one more."""
        listed = or_((_LADDER.games >= least) & (_PEOPLE.name != ""), _LADDER.person == also)
        rows = _RATING.add_columns(_PEOPLE.name, _PEOPLE.colour).join(schema.people, _PEOPLE.id == _LADDER.person)
        best = rows.where(_LADDER.game == game, listed).order_by(_LADDER.rating.desc(), _LADDER.player).limit(count)
        with self._database.reading() as connection:
            return [(StoredRating(*row[:-2]), row[-2], row[-1]) for row in connection.execute(best)]

    def meet(self, meetings: Sequence[Meeting], seconds: float) -> None:
        """Store these meetings, and forget those that are older than that."""
        now = time.time()
        with self._database.writing() as connection:
            connection.execute(delete(schema.meetings_today).where(_MEETINGS.at < now - seconds))
            if meetings:
                connection.execute(insert(schema.meetings_today), [{**vars(meeting), "at": now} for meeting in meetings])

    def met(self, game: str, players: Sequence[str], seconds: float) -> dict[tuple[str, str], int]:
        """How often each of these players met each opponent in a game in the last seconds."""
        recent = (_MEETINGS.game == game, _MEETINGS.player.in_(players), _MEETINGS.at >= time.time() - seconds)
        counted = select(_MEETINGS.player, _MEETINGS.opponent, func.count()).where(*recent).group_by(_MEETINGS.player, _MEETINGS.opponent)
        with self._database.reading() as connection:
            return {(player, opponent): number for player, opponent, number in connection.execute(counted)}
