"""Tournaments in the database: begun, opened again, found, read."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select

from joute.arena import record_codec
from joute.arena.tournament.ledger import TournamentPlan
from joute.core import registry
from joute.core.errors import BadSetting, UnknownName, known
from joute.core.record import GameRecord
from joute.core.state import Json
from joute.store import ids, schema
from joute.store.database import Database
from joute.store.ledger import BLOCKS_OF_MEETINGS, StoredLedger
from joute.store.upsert import unless_there

_FIXED = ("game", "options", "seed", "format", "openings", "limits")  # what makes two plans different tournaments


@dataclass(frozen=True)
class Entry:
    """A tournament in the list of tournaments."""

    plan: TournamentPlan
    versions: list[str]  # of the agents, as they were entered
    blocks: int
    games: int
    faults: int  # games in which a bot did something wrong
    seconds: float
    begun: float  # seconds since 1970
    changed: float


class Tournaments:
    """What the store knows of tournaments."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, plan: TournamentPlan, versions: Mapping[str, str] | None = None) -> StoredLedger:
        """The ledger of a new tournament, or of the one of that name; agents that are new go to its end."""
        with self._database.writing() as connection:
            self._begin(connection, plan)
            row = self._known(connection, plan.name)
            kept = self._plan(connection, row)
            whole = _together(kept, plan)
            self._enter(connection, row.id, whole.agents, len(kept.agents), versions or {})
        return StoredLedger(self._database, row.id, whole)

    def plan(self, name: str) -> TournamentPlan:
        """The tournament of that name."""
        with self._database.reading() as connection:
            return self._plan(connection, self._known(connection, name))

    def all(self) -> list[Entry]:
        """Every tournament, the latest first."""
        latest = select(schema.tournaments).order_by(schema.tournaments.c.changed.desc(), schema.tournaments.c.id.desc())
        with self._database.reading() as connection:
            return [self._entry(connection, row) for row in connection.execute(latest).all()]

    def forget(self, name: str) -> None:
        """Delete a tournament with all its games."""
        with self._database.writing() as connection:
            number = self._known(connection, name).id
            meetings = select(schema.meetings.c.id).where(schema.meetings.c.tournament == number)
            for meeting in connection.scalars(meetings).all():
                first, last = ids.block_id(meeting, 0), ids.block_id(meeting, ids.LAST_BLOCK)
                inside = schema.games.c.id.between(ids.game_id(first, 0), ids.game_id(last, ids.LAST_GAME))
                connection.execute(delete(schema.games).where(inside))
                connection.execute(delete(schema.blocks).where(schema.blocks.c.id.between(first, last)))
            connection.execute(delete(schema.tournaments).where(schema.tournaments.c.id == number))

    def rate(self, name: str, ratings: Json) -> None:
        """Keep what the ratings are now."""
        with self._database.writing() as connection:
            number = self._known(connection, name).id
            connection.execute(insert(schema.ratings).values(tournament=number, made=time.time(), ratings=ratings))

    def ratings(self, name: str) -> list[tuple[float, Json]]:
        """Every snapshot of the ratings with its time, the latest last."""
        with self._database.reading() as connection:
            own = schema.ratings.c.tournament == self._known(connection, name).id
            rows = connection.execute(select(schema.ratings).where(own).order_by(schema.ratings.c.id))
            return [(row.made, row.ratings) for row in rows]

    def record(self, game: int) -> GameRecord | None:
        """The record of a game; None when there is no such game, or it was played without one."""
        meeting, _ = ids.block_parts(game >> ids.GAME_BITS)
        with self._database.reading() as connection:
            row = connection.execute(select(schema.games.c.record, schema.games.c.seats).where(schema.games.c.id == game)).one_or_none()
            if row is None or not row.record:
                return None
            of_meeting = select(schema.tournaments).join(schema.meetings).where(schema.meetings.c.id == meeting)
            plan = self._plan(connection, connection.execute(of_meeting).one())
        agents = [plan.agents[entrant] for entrant in json.loads(row.seats)]
        return record_codec.unpack(bytes(row.record), registry.game(plan.game, **plan.options), agents)

    def _begin(self, connection: Connection, plan: TournamentPlan) -> None:
        """Write a tournament down unless there is one of that name; either way it is ours until the transaction ends."""
        fixed = {name: getattr(plan, name) for name in _FIXED} | {"seed": str(plan.seed)}
        now = time.time()
        row = {"name": plan.name, "made": plan.made, "begun": now, "changed": now, **fixed}
        connection.execute(unless_there(connection, schema.tournaments), row)
        connection.execute(select(schema.tournaments.c.id).where(schema.tournaments.c.name == plan.name).with_for_update())

    def _enter(self, connection: Connection, tournament: int, agents: list[str], known_agents: int, versions: Mapping[str, str]) -> None:
        """Agents from that number on come in."""
        for number in range(known_agents, len(agents)):
            agent = {"text": agents[number], "version": versions.get(agents[number], "")}
            connection.execute(unless_there(connection, schema.agents), agent)
            same = (schema.agents.c.text == agent["text"]) & (schema.agents.c.version == agent["version"])
            found = connection.execute(select(schema.agents.c.id).where(same)).scalar_one()
            connection.execute(insert(schema.entrants).values(tournament=tournament, number=number, agent=found))

    def _known(self, connection: Connection, name: str) -> Row[Any]:
        row = connection.execute(select(schema.tournaments).where(schema.tournaments.c.name == name)).one_or_none()
        if row is None:
            names = connection.scalars(select(schema.tournaments.c.name).order_by(schema.tournaments.c.changed.desc()).limit(20))
            raise UnknownName(f"no tournament is called {name!r}; there are: {known(names) or 'none yet'}")
        return row

    def _entrants(self, connection: Connection, tournament: int) -> list[Row[Any]]:
        entered = select(schema.agents.c.text, schema.agents.c.version).join(schema.entrants)
        own = schema.entrants.c.tournament == tournament
        return list(connection.execute(entered.where(own).order_by(schema.entrants.c.number)))

    def _plan(self, connection: Connection, row: Row[Any]) -> TournamentPlan:
        agents = [agent.text for agent in self._entrants(connection, row.id)]
        return TournamentPlan(row.name, row.game, row.options, agents, int(row.seed), row.format, row.openings, row.limits, row.made)

    def _entry(self, connection: Connection, row: Row[Any]) -> Entry:
        heads = schema.blocks.c
        sums = func.count(heads.id), func.sum(heads.games), func.sum(heads.faults), func.sum(heads.seconds)
        own = schema.meetings.c.tournament == row.id
        blocks, games, faults, seconds = connection.execute(select(*sums).select_from(BLOCKS_OF_MEETINGS).where(own)).one()
        versions = [agent.version for agent in self._entrants(connection, row.id)]
        return Entry(self._plan(connection, row), versions, blocks, games or 0, faults or 0, seconds or 0.0, row.begun, row.changed)


def _together(kept: TournamentPlan, asked: TournamentPlan) -> TournamentPlan:
    """The tournament with the agents that were there and those that come; another tournament under its name is refused."""
    for name in _FIXED:
        was, wanted = getattr(kept, name), json.loads(json.dumps(getattr(asked, name)))
        if was != wanted:
            raise BadSetting(f"the tournament {kept.name} has {name}={was}, not {wanted}; another tournament needs another name")
    shorter, longer = sorted((kept.agents, asked.agents), key=len)
    if longer[: len(shorter)] != shorter:
        raise BadSetting(f"the tournament {kept.name} has the agents {known(kept.agents)}, in this order; new ones come after them")
    return replace(kept, agents=list(longer))
