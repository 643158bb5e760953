"""Inserts that each database does in its own way: rows that may be there already, and many rows at once.

SQLite's driver releases the interpreter while a statement runs: few statements of many rows leave it to other threads. PostgreSQL takes
rows by COPY.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Insert, Table
from sqlalchemy.dialects import postgresql, sqlite

from joute.store.tournament_rows import GameRow

BlockRow = tuple[int, int, int, float]  # as in `schema.blocks`

_ROWS_PER_STATEMENT = 500  # 7 values each, of the 32,766 that SQLite takes


def insert_missing(connection: Connection, table: Table) -> Insert:
    """An insert that leaves a row of the same key as it is."""
    return _insert_missing(connection.dialect.name, table)


def insert_or_replace(connection: Connection, table: Table) -> Insert:
    """An insert that replaces a row of the same key."""
    return _insert_or_replace(connection.dialect.name, table)


@cache  # building a statement takes longer than running it
def _insert_missing(dialect: str, table: Table) -> Insert:
    return _dialect_insert(dialect, table).on_conflict_do_nothing()


@cache
def _insert_or_replace(dialect: str, table: Table) -> Insert:
    new = _dialect_insert(dialect, table)
    keys = [column.name for column in table.primary_key]
    others = [column.name for column in table.columns if column.name not in keys]
    return new.on_conflict_do_update(index_elements=keys, set_={name: new.excluded[name] for name in others})


def _dialect_insert(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


def insert_blocks(connection: Connection, blocks: Sequence[BlockRow]) -> set[int]:
    """Write the blocks that are not there, and return their ids; the others were written by another process."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        ids = json.dumps([block[0] for block in blocks])
        there = {row[0] for row in driver.execute("SELECT id FROM blocks WHERE id IN (SELECT value FROM json_each(?))", (ids,))}
        new = [block for block in blocks if block[0] not in there]
        _insert_rows(driver, "blocks", new)
        return {block[0] for block in new}
    ordered = sorted(blocks)  # two processes that write the same blocks lock them in the same order: no deadlock
    columns = [list(column) for column in zip(*ordered, strict=True)]
    written = driver.execute(
        "INSERT INTO blocks (id, games, faults, seconds) SELECT * FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::float8[])"
        " ON CONFLICT DO NOTHING RETURNING id",
        columns,
    )
    return {row[0] for row in written.fetchall()}


def insert_games(connection: Connection, games: Sequence[GameRow]) -> None:
    """Write the games of new blocks."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        _insert_rows(driver, "games", games)
        return
    with (
        driver.cursor() as cursor,
        cursor.copy("COPY games (id, seats, scores, choices, times, faults, record) FROM STDIN (FORMAT BINARY)") as copy,
    ):
        copy.set_types(["int8", "text", "text", "int4", "bytea", "text", "bytea"])
        for game in games:
            copy.write_row(game)


def _insert_rows(driver: Any, table: str, rows: Sequence[BlockRow] | Sequence[GameRow]) -> None:
    for first in range(0, len(rows), _ROWS_PER_STATEMENT):
        some = rows[first : first + _ROWS_PER_STATEMENT]
        marks = "(" + ",".join("?" * len(some[0])) + ")"
        driver.execute(f"INSERT INTO {table} VALUES " + ",".join([marks] * len(some)), [value for row in some for value in row])
