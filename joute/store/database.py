"""A database: its URL, transactions that read or write, migrations, and errors as sentences."""

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import URL, Connection, Dialect, Engine, Table, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from joute.core.errors import BadStore, system_reason
from joute.directories import data_directory

BUSY_SECONDS = 60  # that a writer waits for another process to finish its transaction
EXTRA_CONNECTIONS = 25  # beside the five that stay open
HEAD = "0003"  # the newest of migrations/versions
_LOCK = 7210345  # an arbitrary number among PostgreSQL's advisory locks
_POSTGRESQL = {"postgres", "postgresql", "postgresql+psycopg"}


def database_url(given: str | None = None) -> URL:
    """The URL of a database given as a URL or a path; by default that of `JOUTE_DATABASE`, else of the user's own file."""
    place = given or os.environ.get("JOUTE_DATABASE") or str(data_directory() / "joute.sqlite")
    if "://" not in place:
        return _file(Path(place))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise BadStore("the database is not a URL; expected sqlite:///path, postgresql://user@host/name or a path") from None
    if url.drivername in _POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise BadStore("{driver}:// is not supported; expected sqlite:///path, postgresql://... or a path", driver=url.drivername)
    if not url.database or url.database == ":memory:":
        raise BadStore("a database in memory does not last; expected sqlite:///path")
    return _file(Path(url.database))


def _file(path: Path) -> URL:
    path = path.expanduser().absolute()
    if path.is_dir():
        raise BadStore(
            "{path} is a directory; the database is a file in it, for instance {example}", path=path, example=path / "joute.sqlite"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadStore(
            "the directory {directory} of the database cannot be created: {error}", directory=path.parent, error=system_reason(error)
        ) from error
    if not os.access(path.parent, os.W_OK):
        raise BadStore("the directory {directory} of the database cannot be written", directory=path.parent)
    return URL.create("sqlite", database=str(path))


def _create_private(path: Path) -> None:
    """Create the file for its owner alone: it holds the chance of games in progress. SQLite gives its other files the same mode."""
    with contextlib.suppress(OSError):  # SQLite says what is wrong, if anything is
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))


class Database:
    """Connections to one database; threads may share it."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.name = url.render_as_string(hide_password=True).replace("postgresql+psycopg://", "postgresql://")
        self.sqlite = url.get_backend_name() == "sqlite"
        if self.sqlite:
            _create_private(Path(url.database or ""))
        self._file = self._identity()
        self.engine = self._engine()
        self._turn = threading.Lock()  # threads queue here, in order; SQLite would let them poll
        self._own = threading.local()  # the transaction that a thread is writing

    def _engine(self) -> Engine:
        try:
            engine = create_engine(self.url, pool_pre_ping=not self.sqlite, max_overflow=EXTRA_CONNECTIONS)
        except ModuleNotFoundError as error:
            raise BadStore("PostgreSQL needs the package {package}: pip install 'joute[postgres]'", package=error.name) from error
        if self.sqlite:
            event.listen(engine, "connect", _prepare)
            event.listen(engine, "begin", _begin)
        return engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees a snapshot of the database, and what its own thread is writing."""
        if (writing := self._writing) is not None:
            yield writing
            return
        with self.errors_as_sentences(), self.engine.connect() as connection:
            if not self.sqlite:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed at the end of the block, or rolled back on an error; a nested one is part of the outer one."""
        if (writing := self._writing) is not None:
            yield writing
            return
        with self.errors_as_sentences(), self._turn, self.engine.connect() as connection:
            connection = connection.execution_options(writes=True)
            with connection.begin():
                self._own.connection = connection
                try:
                    yield connection
                finally:
                    self._own.connection = None

    def insert_alone(self, table: Table, rows: Sequence[Sequence[object]]) -> bool:
        """Insert whole rows in one transaction; False, with nothing written, if a constraint forbids it or a transaction is open.

        They go straight to the driver: SQLAlchemy takes longer to build a statement, and to begin and end a transaction, than SQLite to
        write a few rows, and other threads could run in between.
        """
        if self._writing is not None:
            return False
        head, one = _head_and_row(self.engine.dialect, table)
        text, values = head + ", ".join([one] * len(rows)), [value for row in rows for value in row]
        with self.errors_as_sentences(), self._turn:
            connection = self.engine.raw_connection()
            try:
                connection.cursor().execute(text, values)
                connection.commit()
            except self.engine.dialect.loaded_dbapi.IntegrityError:
                return False
            finally:
                connection.close()  # back to the pool, which rolls back what was not committed
        return True

    def probe(self) -> None:
        """Write a little, and fail as any other writer would: on a full disk, without a server, or if the file is gone."""
        if self._identity() != self._file:
            raise BadStore("the database {name} cannot be used: {error}", name=self.name, error="the file was deleted or replaced")
        with self.writing() as connection:
            if self.sqlite:
                version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
                connection.exec_driver_sql(f"PRAGMA user_version = {int(version)}")
            else:
                connection.exec_driver_sql("SELECT pg_current_xact_id()")  # the commit of a numbered transaction is written

    def _identity(self) -> tuple[int, int] | None:
        """Which file it is."""
        try:
            found = os.stat(self.url.database or "") if self.sqlite else None
        except OSError:
            return None
        return None if found is None else (found.st_dev, found.st_ino)

    @property
    def _writing(self) -> Connection | None:
        return getattr(self._own, "connection", None)

    @contextmanager
    def errors_as_sentences(self) -> Iterator[None]:
        """Turn database errors into a sentence without the statement and its values."""
        try:
            yield
        except (DBAPIError, PoolTimeout, self.engine.dialect.loaded_dbapi.Error) as error:
            reason = str(error.orig if isinstance(error, DBAPIError) else error).partition("\n")[0]  # the following lines quote values
            raise BadStore("the database {name} cannot be used: {error}", name=self.name, error=reason or type(error).__name__) from error

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


@cache
def _head_and_row(dialect: Dialect, table: Table) -> tuple[str, str]:
    quoted, place = dialect.identifier_preparer, "?" if dialect.paramstyle == "qmark" else "%s"
    columns = ", ".join(quoted.format_column(column) for column in table.columns)
    return f"INSERT INTO {quoted.format_table(table)} ({columns}) VALUES ", f"({', '.join([place] * len(table.columns))})"


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin in `_begin`, not when the driver guesses
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")  # with a write-ahead log: whole transactions even after a kill
    connection.execute("PRAGMA cache_size = -32000")  # kilobytes
    _use_write_ahead_log(connection)


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Ask again while another process does the same to a new file: SQLite does not apply its timeout to this change."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")  # a reader that turns writer could only fail


def migrate(database: Database) -> None:
    """Create or upgrade the tables, one process at a time; nothing happens if the database is up to date."""
    with database.reading() as connection:
        if _revision(connection) == HEAD:
            return
    with database.writing() as connection:
        if not database.sqlite:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        found = _revision(connection)  # again: another process may have upgraded meanwhile
        if found != HEAD:
            _upgrade(connection, found, database.name)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection, found: str | None, name: str) -> None:
    from alembic import command  # here, because the import is slow
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise BadStore(
            "the database {name} was made by a newer Joute (revision {found}, this one knows {known}): upgrade Joute",
            name=name,
            found=found,
            known=HEAD,
        )
    command.upgrade(config, "head")
