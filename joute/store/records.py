"""Finished games of people with agents' opinions on them, and scores reported through the `/jeu` interface."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, insert, select

from joute.arena import record_packing
from joute.core.record import GameRecord
from joute.core.state import Json
from joute.store import schema
from joute.store.database import Database
from joute.store.insert import insert_missing, insert_or_replace

_RECORDS, _PLAYERS, _OPINIONS = schema.records.c, schema.players.c, schema.opinions.c


@dataclass(frozen=True)
class RecordedPlayer:
    """The player on a seat of a finished game."""

    person: int | None = None
    name: str = ""
    agent: str = ""


@dataclass(frozen=True)
class StoredRecord:
    """A finished game in the list of games; the server decides what the summary holds."""

    id: str
    table: str | None
    game: str
    summary: Json
    ended: float  # seconds since 1970
    players: list[RecordedPlayer]  # by seat


class RecordStore:
    """All finished games of people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, id: str, table: str | None, record: GameRecord, players: Sequence[RecordedPlayer], summary: Json) -> None:
        """Store a game; adding the same permalink again does nothing."""
        row = {
            "id": id,
            "table": table,
            "game": record.game,
            "summary": summary,
            "ended": time.time(),
            "record": record_packing.pack(record),
        }
        with self._database.writing() as connection:
            inserted = insert_missing(connection, schema.records).returning(_RECORDS.id)
            if connection.execute(inserted, row).first() is not None:
                seated = [{"record": id, "seat": seat, **vars(player)} for seat, player in enumerate(players)]
                connection.execute(insert(schema.players), seated)

    def latest(
        self, person: int | None = None, game: str | None = None, before: float | None = None, count: int = 20
    ) -> list[StoredRecord]:
        """Games, the latest first; optionally of one person, of one game, or before a time."""
        wanted: list[ColumnElement[bool]] = []
        if person is not None:
            wanted.append(_RECORDS.id.in_(select(_PLAYERS.record).where(_PLAYERS.person == person)))
        if game is not None:
            wanted.append(_RECORDS.game == game)
        if before is not None:
            wanted.append(_RECORDS.ended < before)
        return self._found(wanted, count)

    def find(self, id: str) -> StoredRecord | None:
        """The game of that permalink."""
        return next(iter(self._found([_RECORDS.id == id], 1)), None)

    def record(self, id: str) -> GameRecord | None:
        """The record of that game."""
        with self._database.reading() as connection:
            packed = connection.scalar(select(_RECORDS.record).where(_RECORDS.id == id))
        return None if packed is None else record_packing.unpack(bytes(packed))

    def add_opinion(self, id: str, ply: int, seat: int, agent: str, opinion: Json) -> bool:
        """Store an agent's opinion on a decision; a later one replaces it. False if the game is none of these."""
        row = {"record": id, "ply": ply, "seat": seat, "agent": agent, "opinion": opinion}
        with self._database.writing() as connection:
            known = connection.scalar(select(_RECORDS.id).where(_RECORDS.id == id)) is not None
            if known:
                connection.execute(insert_or_replace(connection, schema.opinions), row)
        return known

    def opinions(self, id: str, agent: str) -> dict[tuple[int, int], Json]:
        """An agent's opinions on the game's decisions, by ply and seat."""
        own = select(_OPINIONS.ply, _OPINIONS.seat, _OPINIONS.opinion).where(_OPINIONS.record == id, _OPINIONS.agent == agent)
        with self._database.reading() as connection:
            return {(row.ply, row.seat): row.opinion for row in connection.execute(own)}

    def _found(self, wanted: Sequence[ColumnElement[bool]], count: int) -> list[StoredRecord]:
        columns = (column for column in _RECORDS if column is not _RECORDS.record)  # the list does not need the packed games
        latest = select(*columns).where(*wanted).order_by(_RECORDS.ended.desc(), _RECORDS.id).limit(count)
        with self._database.reading() as connection:
            found = {row.id: StoredRecord(**row._mapping, players=[]) for row in connection.execute(latest)}
            players = select(schema.players).where(_PLAYERS.record.in_(list(found))).order_by(_PLAYERS.seat)
            for row in connection.execute(players):
                found[row.record].players.append(RecordedPlayer(row.person, row.name, row.agent))
        return [*found.values()]


_SCORES = schema.scores.c


@dataclass(frozen=True)
class ReportedScore:
    """The final scores of one game of that interface."""

    partie: str
    game: str
    kind: str  # of the agent: MCTS, NeuralNetwork
    level: str
    scores: Json
    written: float = 0.0  # seconds since 1970; set when it is added


_SCORE = select(*(_SCORES[name] for name in ReportedScore.__dataclass_fields__))


class ScoreStore:
    """All scores that were reported."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, score: ReportedScore) -> None:
        """Store a score."""
        with self._database.writing() as connection:
            connection.execute(insert(schema.scores).values(**{**vars(score), "written": time.time()}))

    def latest(self, kind: str | None = None, count: int = 100) -> list[ReportedScore]:
        """The latest first, optionally of one kind of agent."""
        listed = _SCORE if kind is None else _SCORE.where(_SCORES.kind == kind)
        with self._database.reading() as connection:
            return [ReportedScore(*row) for row in connection.execute(listed.order_by(_SCORES.id.desc()).limit(count))]
