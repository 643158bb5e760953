"""Finished games of people, by permalink, and what agents thought of them afterwards."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select

from joute.arena import record_codec
from joute.core.record import GameRecord
from joute.core.state import Json
from joute.store import schema
from joute.store.database import Database
from joute.store.upsert import unless_there

_RECORDS, _PLAYERS, _OPINIONS = schema.records.c, schema.players.c, schema.opinions.c


@dataclass(frozen=True)
class Player:
    """Who sat on a seat of a finished game."""

    person: int | None = None
    name: str = ""
    agent: str = ""


@dataclass(frozen=True)
class KeptRecord:
    """A finished game in the list of games; the summary is the server's own."""

    id: str
    table: str | None
    game: str
    summary: Json
    ended: float  # seconds since 1970
    players: list[Player]  # by seat


class Records:
    """Every finished game of people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, id: str, table: str | None, record: GameRecord, players: Sequence[Player], summary: Json) -> None:
        """Keep a game for good; the same permalink once more is harmless."""
        row = {"id": id, "table": table, "game": record.game, "summary": summary, "ended": time.time(), "record": record_codec.pack(record)}
        with self._database.writing() as connection:
            kept = unless_there(connection, schema.records).returning(_RECORDS.id)
            if connection.execute(kept, row).first() is not None:
                seated = [{"record": id, "seat": seat, **vars(player)} for seat, player in enumerate(players)]
                connection.execute(insert(schema.players), seated)

    def latest(self, person: int | None = None, game: str | None = None, before: float | None = None, count: int = 20) -> list[KeptRecord]:
        """Games, the latest first; only somebody's, only of one game, only those that ended before a time, if so wished."""
        wanted: list[Any] = []
        if person is not None:
            wanted.append(_RECORDS.id.in_(select(_PLAYERS.record).where(_PLAYERS.person == person)))
        if game is not None:
            wanted.append(_RECORDS.game == game)
        if before is not None:
            wanted.append(_RECORDS.ended < before)
        return self._found(wanted, count)

    def find(self, id: str) -> KeptRecord | None:
        """The game of that permalink."""
        return next(iter(self._found([_RECORDS.id == id], 1)), None)

    def record(self, id: str) -> GameRecord | None:
        """Its record."""
        with self._database.reading() as connection:
            packed = connection.scalar(select(_RECORDS.record).where(_RECORDS.id == id))
        return None if packed is None else record_codec.unpack(bytes(packed))

    def think(self, id: str, ply: int, seat: int, agent: str, opinion: Json) -> None:
        """Keep what an agent thinks of a decision; what it thought first stays."""
        row = {"record": id, "ply": ply, "seat": seat, "agent": agent, "opinion": opinion}
        with self._database.writing() as connection:
            connection.execute(unless_there(connection, schema.opinions), row)

    def thoughts(self, id: str, agent: str) -> dict[tuple[int, int], Json]:
        """What an agent thought of the game's decisions, by ply and seat."""
        own = select(_OPINIONS.ply, _OPINIONS.seat, _OPINIONS.opinion).where(_OPINIONS.record == id, _OPINIONS.agent == agent)
        with self._database.reading() as connection:
            return {(row.ply, row.seat): row.opinion for row in connection.execute(own)}

    def _found(self, wanted: Sequence[Any], count: int) -> list[KeptRecord]:
        columns = (column for column in _RECORDS if column is not _RECORDS.record)  # a list does without the games themselves
        latest = select(*columns).where(*wanted).order_by(_RECORDS.ended.desc(), _RECORDS.id).limit(count)
        with self._database.reading() as connection:
            found = {row.id: KeptRecord(**row._mapping, players=[]) for row in connection.execute(latest)}
            players = select(schema.players).where(_PLAYERS.record.in_(list(found))).order_by(_PLAYERS.seat)
            for row in connection.execute(players):
                found[row.record].players.append(Player(row.person, row.name, row.agent))
        return [*found.values()]
