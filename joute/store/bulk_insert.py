"""Many blocks in one transaction, as fast as each database takes them.

SQLite's driver lets go of the interpreter while a statement runs: few statements of many rows leave it to whoever is playing.
PostgreSQL takes rows by COPY.
"""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from joute.store.game_rows import Row

BlockRow = tuple[int, int, int, float]  # as in `schema.blocks`

_TOGETHER = 500  # rows of one statement: 7 values each, of the 32,766 that SQLite takes


def insert_blocks(connection: Connection, blocks: Sequence[BlockRow]) -> set[int]:
    """Write those that are not there, and say which that were; the others belong to somebody who was faster."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        numbers = json.dumps([block[0] for block in blocks])
        there = {row[0] for row in driver.execute("SELECT id FROM blocks WHERE id IN (SELECT value FROM json_each(?))", (numbers,))}
        fresh = [block for block in blocks if block[0] not in there]
        _insert(driver, "blocks", fresh)
        return {block[0] for block in fresh}
    ordered = sorted(blocks)  # two that write the same blocks wait for each other in the same order, never in a circle
    columns = [list(column) for column in zip(*ordered, strict=True)]
    written = driver.execute(
        "INSERT INTO blocks (id, games, faults, seconds) SELECT * FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::float8[])"
        " ON CONFLICT DO NOTHING RETURNING id",
        columns,
    )
    return {row[0] for row in written.fetchall()}


def insert_games(connection: Connection, games: Sequence[Row]) -> None:
    """Write the games of blocks that are ours to write."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        _insert(driver, "games", games)
        return
    with (
        driver.cursor() as cursor,
        cursor.copy("COPY games (id, seats, scores, choices, times, faults, record) FROM STDIN (FORMAT BINARY)") as copy,
    ):
        copy.set_types(["int8", "text", "text", "int4", "bytea", "text", "bytea"])
        for game in games:
            copy.write_row(game)


def _insert(driver: Any, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    for first in range(0, len(rows), _TOGETHER):
        some = rows[first : first + _TOGETHER]
        marks = "(" + ",".join("?" * len(some[0])) + ")"
        driver.execute(f"INSERT INTO {table} VALUES " + ",".join([marks] * len(some)), [value for row in some for value in row])
