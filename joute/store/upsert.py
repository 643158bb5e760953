"""Rows that may be there already; both databases know how, each under its own name."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def unless_there(connection: Connection, table: Table) -> Any:
    """An insert that leaves a row of the same key as it is."""
    return _unless_there(connection.dialect.name, table)


def all_unless_there(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> int:
    """Insert whole rows in one statement, leaving those of the same key as they are; says how many were not there.

    One statement, because other threads get in between two; SQLAlchemy would take longer to write it than SQLite to run it.
    """
    quoted = connection.dialect.identifier_preparer
    columns = ", ".join(quoted.format_column(column) for column in table.columns)
    place = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    one = f"({', '.join([place] * len(table.columns))})"
    every = ", ".join([one] * len(rows))
    text = f"INSERT INTO {quoted.format_table(table)} ({columns}) VALUES {every} ON CONFLICT DO NOTHING"
    return connection.exec_driver_sql(text, tuple(value for row in rows for value in row)).rowcount


def or_instead(connection: Connection, table: Table) -> Any:
    """An insert that takes the place of a row of the same key."""
    return _or_instead(connection.dialect.name, table)


@cache  # to write a statement takes longer than to run it
def _unless_there(dialect: str, table: Table) -> Any:
    return _insert(dialect, table).on_conflict_do_nothing()


@cache
def _or_instead(dialect: str, table: Table) -> Any:
    new = _insert(dialect, table)
    keys = [column.name for column in table.primary_key]
    others = [column.name for column in table.columns if column.name not in keys]
    return new.on_conflict_do_update(index_elements=keys, set_={name: new.excluded[name] for name in others})


def _insert(dialect: str, table: Table) -> Any:
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
