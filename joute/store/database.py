"""A database that is open: transactions that read, transactions that write, and its troubles in sentences."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from joute.core.errors import BadStore

PATIENCE = 60  # seconds that a writer waits for another process to finish its transaction
CONNECTIONS = 25  # beside the five that stay open


class Database:
    """Connections to one database; threads may share it."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.name = url.render_as_string(hide_password=True).replace("postgresql+psycopg://", "postgresql://")
        self.sqlite = url.get_backend_name() == "sqlite"
        self.engine = self._engine()
        self._turn = threading.Lock()  # threads queue here, in order; SQLite would let them poll
        self._own = threading.local()  # the transaction that a thread is writing

    def _engine(self) -> Engine:
        try:
            engine = create_engine(self.url, pool_pre_ping=not self.sqlite, max_overflow=CONNECTIONS)
        except ModuleNotFoundError as error:
            raise BadStore(f"PostgreSQL needs the package {error.name}: pip install 'joute[postgres]'") from error
        if self.sqlite:
            event.listen(engine, "connect", _prepare)
            event.listen(engine, "begin", _begin)
        return engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the database; what the thread is writing, it sees too."""
        if (writing := self._writing) is not None:
            yield writing
            return
        with self._told(), self.engine.connect() as connection:
            if not self.sqlite:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is kept whole when it ends well, and leaves nothing when it does not; one within another is part of it."""
        if (writing := self._writing) is not None:
            yield writing
            return
        with self._told(), self._turn, self.engine.connect() as connection:
            connection = connection.execution_options(writes=True)
            with connection.begin():
                self._own.connection = connection
                try:
                    yield connection
                finally:
                    self._own.connection = None

    def run_alone(self, text: str, values: Sequence[Any]) -> bool:
        """One statement that is a transaction of its own; False where that cannot be or what is there forbids it: nothing is written.

        In the driver's words: SQLAlchemy takes longer to begin and end a transaction than SQLite to write a few rows, and every step
        that lets other threads in between makes whoever waits for it wait for them too.
        """
        if self._writing is not None:
            return False
        with self._told(), self._turn:
            connection = self.engine.raw_connection()
            try:
                connection.cursor().execute(text, values)
                connection.commit()
            except self.engine.dialect.loaded_dbapi.IntegrityError:
                return False
            finally:
                connection.close()  # to the pool, which takes back what was not kept
        return True

    @property
    def _writing(self) -> Connection | None:
        return getattr(self._own, "connection", None)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Trouble with the database becomes a sentence without the statement and its values."""
        try:
            yield
        except (DBAPIError, PoolTimeout, self.engine.dialect.loaded_dbapi.Error) as error:
            reason = str(error.orig if isinstance(error, DBAPIError) else error).partition("\n")[0]  # what follows quotes values
            raise BadStore(f"the database {self.name} cannot be used: {reason or type(error).__name__}") from error

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def _prepare(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, not where the driver guesses
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")  # with a write-ahead log: whole transactions even after a kill
    connection.execute("PRAGMA cache_size = -32000")  # kilobytes
    connection.execute("PRAGMA journal_mode = WAL")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")  # a reader that turns writer could only fail
