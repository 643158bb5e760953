"""The store: the entry point to everything in the database."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType

from joute.arena.tournament.plan import TournamentPlan
from joute.core.record import GameRecord
from joute.core.state import Json
from joute.store.database import Database, database_url, migrate
from joute.store.ladder import LadderStore
from joute.store.people import PeopleStore
from joute.store.records import RecordStore, ScoreStore
from joute.store.studies import StudyStore
from joute.store.table_owners import TableOwners, only_server
from joute.store.tables import TableStore
from joute.store.tournament_rows import parse_game_id
from joute.store.tournaments import Page, StoredGame, StoredLedger, StoredTournament, TournamentStore


class Store:
    """An open database. Threads may share it; processes open their own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tournaments = TournamentStore(database)
        self.people = PeopleStore(database)
        self.tables = TableStore(database)
        self.records = RecordStore(database)
        self.scores = ScoreStore(database)
        self.ladder = LadderStore(database)
        self.studies = StudyStore(database)

    @classmethod
    def open(cls, url: str | None = None) -> "Store":
        """The database at that URL or path, or the user's own; created or migrated if needed."""
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
        """One transaction for all that this thread writes in the block."""
        with self._database.writing():
            yield

    def owners(self, address: str) -> TableOwners:
        """Which tables the server of that address has."""
        return TableOwners(self._database, address)

    @contextmanager
    def only_server(self, address: str) -> Iterator[None]:
        """Refuse a second server on a SQLite file."""
        with only_server(self._database, address):
            yield

    def probe(self) -> None:
        """Raise the error that anybody would get who writes now."""
        self._database.probe()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> "Store":
        """The store itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the database."""
        self.close()

    # --- tournaments ----------------------------------------------------------------------------------------------------------

    def tournament(self, plan: TournamentPlan, versions: Mapping[str, str] | None = None) -> StoredLedger:
        """The ledger of a new tournament, or of the one of that name; new agents are appended. Versions by the agents' texts."""
        return self._tournaments.open(plan, versions)

    def tournaments(self) -> list[StoredTournament]:
        """Every tournament, the latest first."""
        return self._tournaments.all()

    def plan(self, name: str) -> TournamentPlan:
        """The tournament of that name, with all its agents."""
        return self._tournaments.plan(name)

    def games_of(self, name: str, agent: str | int | None = None, faults: bool = False, page: int = 0, size: int = 50) -> Page[StoredGame]:
        """Games of a tournament, page by page; optionally of one agent (its text or its number), or with a fault."""
        return self._tournaments.games(name, agent, faults, page, size)

    def forget(self, name: str) -> None:
        """Delete a tournament with all its games."""
        self._tournaments.forget(name)

    def rate(self, name: str, ratings: Json) -> None:
        """Store a snapshot of a tournament's ratings."""
        self._tournaments.rate(name, ratings)

    def ratings(self, name: str) -> list[tuple[float, Json]]:
        """All snapshots of a tournament's ratings with their times, the latest last."""
        return self._tournaments.ratings(name)

    def record(self, game: str, tournament: str | None = None) -> GameRecord | None:
        """The record of a tournament's game by its id, or of people's by its permalink; None if there is none (in that tournament)."""
        number = parse_game_id(game)
        if number is None:
            return self.records.record(game) if tournament is None else None
        return self._tournaments.record(number, tournament)
