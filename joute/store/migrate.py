"""The database is brought to the tables of this program, by one process at a time."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from joute.core.errors import BadStore
from joute.store.database import Database

HEAD = "0001"  # the newest of migrations/versions
_LOCK = 7210345  # of PostgreSQL's advisory locks: any number that nobody else takes


def migrate(database: Database) -> None:
    """Create or upgrade the tables; a database that is up to date is left alone."""
    with database.reading() as connection:
        if _revision(connection) == HEAD:
            return
    with database.writing() as connection:
        if not database.sqlite:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        found = _revision(connection)  # again: another process may have been faster
        if found != HEAD:
            _upgrade(connection, found, database.name)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection, found: str | None, name: str) -> None:
    from alembic import command  # here, because it takes longer to import than everything else together
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise BadStore(f"the database {name} was made by a newer Joute (revision {found}, this one knows {HEAD}): upgrade Joute")
    command.upgrade(config, "head")
