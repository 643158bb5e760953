"""Rows that may be there already; both databases know how, each under its own name."""

from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def unless_there(connection: Connection, table: Table) -> Any:
    """An insert that leaves a row of the same key as it is."""
    return _insert(connection, table).on_conflict_do_nothing()


def or_instead(connection: Connection, table: Table) -> Any:
    """An insert that takes the place of a row of the same key."""
    new = _insert(connection, table)
    keys = [column.name for column in table.primary_key]
    others = [column.name for column in table.columns if column.name not in keys]
    return new.on_conflict_do_update(index_elements=keys, set_={name: new.excluded[name] for name in others})


def _insert(connection: Connection, table: Table) -> Any:
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
