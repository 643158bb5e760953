"""Rows that may be there already; both databases know how, each under its own name."""

from functools import cache
from typing import Any

from sqlalchemy import Connection, Dialect, Table
from sqlalchemy.dialects import postgresql, sqlite


def unless_there(connection: Connection, table: Table) -> Any:
    """An insert that leaves a row of the same key as it is."""
    return _unless_there(connection.dialect.name, table)


def whole_rows(dialect: Dialect, table: Table, count: int) -> str:
    """A statement that inserts so many whole rows, in the driver's words; to write it by SQLAlchemy takes longer than to run it."""
    head, one = _head_and_row(dialect, table)
    return head + ", ".join([one] * count)


@cache
def _head_and_row(dialect: Dialect, table: Table) -> tuple[str, str]:
    quoted, place = dialect.identifier_preparer, "?" if dialect.paramstyle == "qmark" else "%s"
    columns = ", ".join(quoted.format_column(column) for column in table.columns)
    return f"INSERT INTO {quoted.format_table(table)} ({columns}) VALUES ", f"({', '.join([place] * len(table.columns))})"


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
