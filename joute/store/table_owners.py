"""Which of several servers on one database has a table: an advisory lock in PostgreSQL, a lock on a file beside SQLite's.

A server holds the locks of its tables on one connection, which bears its address. When the server dies, in whatever way, the database ends
the connection and the locks with it. A server whose connection is lost does not own anything until it has looked again. It may answer from
memory for `VALID` seconds after its last look, so that a server that takes a table over waits as long before it reads the table.
"""

import contextlib
import hashlib
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from sqlalchemy import Connection, text

from joute.core.errors import BadStore
from joute.store.database import Database

VALID = 3.0  # seconds for which a check of the connection is believed
ADDRESS = 60  # letters of an address that PostgreSQL stores as the name of a connection

_CLAIM = text("SELECT pg_try_advisory_lock(:key)")
_RELEASE = text("SELECT pg_advisory_unlock(:key)")
_OWNER = text(
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted AND objsubid = 1 "
    "AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "AND ((classid::bigint << 32) | objid::bigint) = :key"
)


class TableOwners:
    """The tables of this server among those of all servers on the database; with SQLite there is one server, which has them all."""

    def __init__(self, database: Database, address: str) -> None:
        self._database, self.address = database, address
        self._connection: Connection | None = None
        self._turn = threading.Lock()
        self._owned: dict[str, float] = {}  # when each table was claimed
        self._checked = float("-inf")

    @property
    def valid(self) -> bool:
        """Whether this server can be sure of its tables now."""
        return self._database.sqlite or time.monotonic() - self._checked < VALID

    def claim(self, tables: Iterable[str]) -> set[str]:
        """Those of the tables that are this server's now: nobody else had them."""
        if self._database.sqlite:
            return set(tables)
        with self._connected() as connection:
            mine = {table for table in tables if table in self._owned or connection.execute(_CLAIM, {"key": _key(table)}).scalar_one()}
            now = time.monotonic()
            self._owned = dict.fromkeys(mine, now) | self._owned
        return mine

    def wait_before_reading(self, tables: Iterable[str]) -> float:
        """Seconds until no other server answers for these claimed tables any more."""
        claimed = [self._owned[table] for table in tables if table in self._owned]
        return max(0.0, max(claimed, default=float("-inf")) + VALID - time.monotonic())

    def owns(self, table: str) -> bool:
        """Whether a claimed table is still this server's."""
        return self._database.sqlite or (self.valid and table in self._owned)

    def owner(self, table: str) -> str | None:
        """The address of the server that has a table, if one has it."""
        with self._connected() as connection:
            found: str | None = connection.execute(_OWNER, {"key": _key(table)}).scalar()
        return found

    def release(self, table: str) -> None:
        """Let other servers have a table."""
        if table in self._owned:
            with self._connected() as connection:
                connection.execute(_RELEASE, {"key": _key(table)})
                self._owned.pop(table, None)

    def check(self) -> bool:
        """Look whether the connection is still there; False: it was lost, and with it all tables."""
        if self._database.sqlite:
            return True
        before = self._connection
        with contextlib.suppress(BadStore), self._connected() as connection:
            at = time.monotonic()
            connection.execute(text("SELECT 1"))
            self._checked = at
        return self._connection is before and before is not None

    def close(self) -> None:
        """Let other servers have all tables."""
        with self._turn:
            self._lose()

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The connection that holds the locks; a new one holds none."""
        with self._turn:
            try:
                with self._database.errors_as_sentences():
                    if self._connection is None:
                        self._checked = time.monotonic()
                        self._connection = self._connect()
                    yield self._connection
            except BadStore:
                self._lose()
                raise

    def _connect(self) -> Connection:
        connection = self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()
        connection.execute(text("SELECT set_config('application_name', :address, false)"), {"address": self.address[:ADDRESS]})
        return connection

    def _lose(self) -> None:
        self._owned.clear()
        self._checked = float("-inf")
        if self._connection is not None:
            with contextlib.suppress(Exception):  # it is broken
                self._connection.close()
            self._connection = None


def _key(table: str) -> int:
    """A number for a table, of 64 bits."""
    return int.from_bytes(hashlib.blake2b(table.encode(), digest_size=8, person=b"joute table").digest(), signed=True)


@contextlib.contextmanager
def only_server(database: Database, address: str) -> Iterator[None]:
    """Refuse a second server on a SQLite file; the system frees the lock of a server that dies."""
    if not database.sqlite:
        yield
        return
    file = Path(f"{database.url.database}-server")
    with open(file, "a+", opener=lambda path, flags: os.open(path, flags, 0o600)) as stream:
        if not _locked(stream):
            stream.seek(0)
            raise BadStore(
                "another server uses the database {name} ({server}): stop it, or choose another database with --database",
                name=database.name,
                server=stream.read(200).strip() or "?",
            )
        stream.truncate(0)
        stream.write(f"{address}, process {os.getpid()}\n")
        stream.flush()
        yield
        stream.truncate(0)


def _locked(stream: TextIO) -> bool:
    """Lock a file until it is closed; False if another process has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            stream.seek(1000)  # a byte beyond the text, which can be read then
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
