"""The store: one place to ask for everything that lasts."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType

from joute.arena.tournament.ledger import TournamentPlan
from joute.core.record import GameRecord
from joute.core.state import Json
from joute.store import ids
from joute.store.database import Database
from joute.store.games import Page, StoredGame, games_of
from joute.store.ladder import Ladder
from joute.store.ledger import StoredLedger
from joute.store.migrate import migrate
from joute.store.people import People
from joute.store.records import Records
from joute.store.scores import Scores
from joute.store.tables import Tables
from joute.store.tournaments import Entry, Tournaments
from joute.store.url import database_url


class Store:
    """An open database. Threads may share it; processes open their own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tournaments = Tournaments(database)
        self.people = People(database)
        self.tables = Tables(database)
        self.records = Records(database)
        self.scores = Scores(database)
        self.ladder = Ladder(database)

    @classmethod
    def open(cls, url: str | None = None) -> "Store":
        """The database at that URL or path, or the user's own; made, and brought up to date, where it must be."""
        database = Database(database_url(url))
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    @property
    def name(self) -> str:
        """Where it is, without a password."""
        return self._database.name

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that this thread keeps within is kept, or nothing of it; nobody else writes meanwhile."""
        with self._database.writing():
            yield

    def close(self) -> None:
        """Let the database go."""
        self._database.close()

    def __enter__(self) -> "Store":
        """The store itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Let the database go."""
        self.close()

    # --- tournaments ----------------------------------------------------------------------------------------------------------

    def tournament(self, plan: TournamentPlan, versions: Mapping[str, str] | None = None) -> StoredLedger:
        """The ledger of a new tournament, or of the one of that name; agents may come to its end. Versions go by the agents' texts."""
        return self._tournaments.open(plan, versions)

    def tournaments(self) -> list[Entry]:
        """Every tournament, the latest first."""
        return self._tournaments.all()

    def plan(self, name: str) -> TournamentPlan:
        """The tournament of that name, with all its agents."""
        return self._tournaments.plan(name)

    def games_of(self, name: str, agent: str | int | None = None, faults: bool = False, page: int = 0, size: int = 50) -> Page[StoredGame]:
        """Games of a tournament, page by page; of one agent (its text or its number), or with a fault."""
        return games_of(self._database, self.plan(name), agent, faults, page, size)

    def forget(self, name: str) -> None:
        """Delete a tournament with all its games."""
        self._tournaments.forget(name)

    def rate(self, name: str, ratings: Json) -> None:
        """Keep what the ratings of a tournament are now."""
        self._tournaments.rate(name, ratings)

    def ratings(self, name: str) -> list[tuple[float, Json]]:
        """Every snapshot of a tournament's ratings with its time, the latest last."""
        return self._tournaments.ratings(name)

    def record(self, game: str) -> GameRecord | None:
        """The record of a tournament's game by its number, or of people's by its permalink; None when there is none."""
        number = ids.read(game)
        return self.records.record(game) if number is None else self._tournaments.record(number)
