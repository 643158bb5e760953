"""Tournaments in the database: their ledgers, created or resumed; their list; their games page by page."""

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Generic, TypeVar

from sqlalchemy import BigInteger, Connection, Row, cast, delete, func, insert, select, update

from joute.arena import record_packing
from joute.arena.block import Block, BlockKey, GameResult, Meeting
from joute.arena.tournament.plan import TournamentPlan
from joute.core import registry
from joute.core.errors import BadSetting, UnknownName, known
from joute.core.record import GameRecord
from joute.core.state import Json
from joute.i18n import say
from joute.store import schema, tournament_rows
from joute.store.database import Database
from joute.store.insert import insert_blocks, insert_games, insert_missing
from joute.store.tournament_rows import game_of, row_of

_ROWS_PER_FETCH = 5_000  # a long tournament need not fit in memory

_FIXED = ("game", "options", "seed", "format", "openings", "limits")  # what makes two plans different tournaments

_first_block = cast(schema.meetings.c.id, BigInteger) * (tournament_rows.LAST_BLOCK + 1)
BLOCKS_OF_MEETINGS = schema.meetings.join(
    schema.blocks, schema.blocks.c.id.between(_first_block, _first_block + tournament_rows.LAST_BLOCK)
)
_first_game = cast(schema.meetings.c.id, BigInteger) * (1 << tournament_rows.BLOCK_BITS + tournament_rows.GAME_BITS)
GAMES_OF_MEETINGS = schema.meetings.join(
    schema.games, schema.games.c.id.between(_first_game, _first_game + (1 << tournament_rows.BLOCK_BITS + tournament_rows.GAME_BITS) - 1)
)

Listed = TypeVar("Listed")
_Row = Row[tuple[object, ...]]


def meeting_text(meeting: Meeting) -> str:
    """A meeting as a text with every entrant between commas, so that SQL can find it: `,0,1,4,`."""
    return "," + "".join(f"{entrant}," for entrant in meeting)


def parse_meeting(entrants: str) -> Meeting:
    """The meeting of such a text."""
    return tuple(map(int, entrants.strip(",").split(",")))


class StoredLedger:
    """A `joute.arena.tournament.ledger.Ledger` in the database."""

    def __init__(self, database: Database, number: int, plan: TournamentPlan) -> None:
        self.plan = plan
        self._database, self._number = database, number
        self._own = schema.meetings.c.tournament == number
        self._meetings: dict[Meeting, int] = {}  # their ids in the database, as far as known

    def finished(self) -> set[BlockKey]:
        """The keys of the blocks that are written."""
        with self._database.reading() as connection:
            names = {number: meeting for meeting, number in self._all_meetings(connection).items()}
            found = connection.scalars(select(schema.blocks.c.id).select_from(BLOCKS_OF_MEETINGS).where(self._own))
            return {(names[meeting], block) for meeting, block in map(tournament_rows.block_parts, found)}

    def blocks(self) -> Iterator[Block]:
        """Every block written, by meeting and number."""
        with self._database.reading() as connection:
            for meeting, number in sorted(self._all_meetings(connection).items()):
                yield from self._of_meeting(connection, meeting, number)

    def spent(self) -> float:
        """The wall-clock time of all blocks together, in seconds."""
        with self._database.reading() as connection:
            total = select(func.sum(schema.blocks.c.seconds)).select_from(BLOCKS_OF_MEETINGS).where(self._own)
            return connection.scalar(total) or 0.0

    def write(self, blocks: Sequence[Block]) -> None:
        """Store these blocks, all or none; a block that is already there stays as it is. On return they are durable."""
        if not blocks:
            return
        with self._database.writing() as connection:
            meetings = self._meeting_ids(connection, {block.meeting for block in blocks})
            named = {tournament_rows.block_id(meetings[block.meeting], block.number): block for block in reversed(blocks)}
            heads = [
                (number, len(block.games), sum(bool(game.faults) for game in block.games), block.seconds) for number, block in named.items()
            ]
            new = insert_blocks(connection, heads)
            rows = (
                row_of(tournament_rows.game_id(number, seating), game)
                for number in sorted(new)
                for seating, game in enumerate(named[number].games)
            )
            insert_games(connection, list(rows))
            own = schema.tournaments.c.id == self._number
            connection.execute(update(schema.tournaments).where(own).values(changed=time.time()))
        self._meetings |= meetings

    def _meeting_ids(self, connection: Connection, wanted: Iterable[Meeting]) -> dict[Meeting, int]:
        """The ids of the meetings; new ones are inserted."""
        wanted = set(wanted)
        found = {meeting: number for meeting, number in self._meetings.items() if meeting in wanted}
        if missing := sorted(wanted - set(found)):
            rows = [{"tournament": self._number, "entrants": meeting_text(meeting)} for meeting in missing]
            connection.execute(insert_missing(connection, schema.meetings), rows)
            found |= {meeting: number for meeting, number in self._all_meetings(connection).items() if meeting in wanted}
        return found

    def _all_meetings(self, connection: Connection) -> dict[Meeting, int]:
        own = select(schema.meetings.c.entrants, schema.meetings.c.id).where(self._own)
        return {parse_meeting(entrants): number for entrants, number in connection.execute(own)}

    def _of_meeting(self, connection: Connection, meeting: Meeting, number: int) -> Iterator[Block]:
        first, last = tournament_rows.block_id(number, 0), tournament_rows.block_id(number, tournament_rows.LAST_BLOCK)
        blocks, games = schema.blocks, schema.games
        inside = games.c.id.between(tournament_rows.game_id(first, 0), tournament_rows.game_id(last, tournament_rows.LAST_GAME))
        portions = select(games).where(inside).order_by(games.c.id).execution_options(yield_per=_ROWS_PER_FETCH)
        with connection.execute(portions) as rows:
            for head in connection.execute(select(blocks).where(blocks.c.id.between(first, last)).order_by(blocks.c.id)):
                _, block = tournament_rows.block_parts(head.id)
                yield Block(meeting, block, [game_of(row, block) for row in islice(rows, head.games)], head.seconds)


@dataclass(frozen=True)
class Page(Generic[Listed]):
    """A part of a list, and the length of the whole list."""

    total: int
    rows: list[Listed]


@dataclass(frozen=True)
class StoredGame:
    """A game of a tournament with its id."""

    id: str
    meeting: Meeting
    game: GameResult  # `game.block` is its block's number in the meeting


@dataclass(frozen=True)
class StoredTournament:
    """A tournament in the list of tournaments."""

    plan: TournamentPlan
    versions: list[str]  # of the agents, as they were entered
    blocks: int
    games: int
    faults: int  # games with a fault
    seconds: float
    begun: float  # seconds since 1970
    changed: float


class TournamentStore:
    """All tournaments of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, plan: TournamentPlan, versions: Mapping[str, str] | None = None) -> StoredLedger:
        """The ledger of a new tournament, or of the one of that name; new agents are appended."""
        with self._database.writing() as connection:
            self._begin(connection, plan)
            row = self._known(connection, plan.name)
            stored = self._plan(connection, row)
            whole = _merge(stored, plan)
            self._enter(connection, row.id, whole.agents, len(stored.agents), versions or {})
        return StoredLedger(self._database, row.id, whole)

    def plan(self, name: str) -> TournamentPlan:
        """The tournament of that name."""
        with self._database.reading() as connection:
            return self._plan(connection, self._known(connection, name))

    def all(self) -> list[StoredTournament]:
        """Every tournament, the latest first."""
        latest = select(schema.tournaments).order_by(schema.tournaments.c.changed.desc(), schema.tournaments.c.id.desc())
        with self._database.reading() as connection:
            return [self._entry(connection, row) for row in connection.execute(latest).all()]

    def games(self, name: str, agent: str | int | None, faults: bool, page: int, size: int) -> Page[StoredGame]:
        """Games in the order of meetings and blocks, optionally only those of one agent or only those with a fault."""
        own = [schema.tournaments.c.name == name]
        plan = self.plan(name)
        if agent is not None:
            own.append(schema.meetings.c.entrants.like(f"%,{_agent_number(plan, agent)},%"))
        if faults:
            own.append(schema.games.c.faults.is_not(None))
        source = GAMES_OF_MEETINGS.join(schema.tournaments, schema.tournaments.c.id == schema.meetings.c.tournament)
        listed = select(schema.games, schema.meetings.c.entrants).select_from(source).where(*own).order_by(schema.games.c.id)
        with self._database.reading() as connection:
            total = connection.scalar(select(func.count()).select_from(source).where(*own)) or 0
            rows = connection.execute(listed.limit(size).offset(page * size)).all()
        return Page(total, [_stored_game(tuple(row)) for row in rows])

    def forget(self, name: str) -> None:
        """Delete a tournament with all its games."""
        with self._database.writing() as connection:
            number = self._known(connection, name).id
            meetings = select(schema.meetings.c.id).where(schema.meetings.c.tournament == number)
            for meeting in connection.scalars(meetings).all():
                first, last = tournament_rows.block_id(meeting, 0), tournament_rows.block_id(meeting, tournament_rows.LAST_BLOCK)
                inside = schema.games.c.id.between(
                    tournament_rows.game_id(first, 0), tournament_rows.game_id(last, tournament_rows.LAST_GAME)
                )
                connection.execute(delete(schema.games).where(inside))
                connection.execute(delete(schema.blocks).where(schema.blocks.c.id.between(first, last)))
            connection.execute(delete(schema.tournaments).where(schema.tournaments.c.id == number))

    def rate(self, name: str, ratings: Json) -> None:
        """Store a snapshot of the ratings."""
        with self._database.writing() as connection:
            number = self._known(connection, name).id
            connection.execute(insert(schema.ratings).values(tournament=number, made=time.time(), ratings=ratings))

    def ratings(self, name: str) -> list[tuple[float, Json]]:
        """Every snapshot of the ratings with its time, the latest last."""
        with self._database.reading() as connection:
            own = schema.ratings.c.tournament == self._known(connection, name).id
            rows = connection.execute(select(schema.ratings).where(own).order_by(schema.ratings.c.id))
            return [(row.made, row.ratings) for row in rows]

    def record(self, game: int, tournament: str | None = None) -> GameRecord | None:
        """The record of a game; None if there is no such game (in that tournament), or it was played without one."""
        meeting, _ = tournament_rows.block_parts(game >> tournament_rows.GAME_BITS)
        with self._database.reading() as connection:
            row = connection.execute(select(schema.games.c.record, schema.games.c.seats).where(schema.games.c.id == game)).one_or_none()
            if row is None or not row.record:
                return None
            of_meeting = select(schema.tournaments).join(schema.meetings).where(schema.meetings.c.id == meeting)
            plan = self._plan(connection, connection.execute(of_meeting).one())
        if tournament not in (None, plan.name):
            return None
        agents = [plan.agents[entrant] for entrant in json.loads(row.seats)]
        return record_packing.unpack(bytes(row.record), registry.game(plan.game, **plan.options), agents)

    def _begin(self, connection: Connection, plan: TournamentPlan) -> None:
        """Insert the tournament unless there is one of that name; either way its row is locked until the transaction ends."""
        fixed = {name: getattr(plan, name) for name in _FIXED} | {"seed": str(plan.seed)}
        now = time.time()
        row = {"name": plan.name, "made": plan.made, "begun": now, "changed": now, **fixed}
        connection.execute(insert_missing(connection, schema.tournaments), row)
        connection.execute(select(schema.tournaments.c.id).where(schema.tournaments.c.name == plan.name).with_for_update())

    def _enter(self, connection: Connection, tournament: int, agents: list[str], first: int, versions: Mapping[str, str]) -> None:
        """Add the agents from that number on."""
        for number in range(first, len(agents)):
            agent = {"text": agents[number], "version": versions.get(agents[number], "")}
            connection.execute(insert_missing(connection, schema.agents), agent)
            same = (schema.agents.c.text == agent["text"]) & (schema.agents.c.version == agent["version"])
            found = connection.execute(select(schema.agents.c.id).where(same)).scalar_one()
            connection.execute(insert(schema.entrants).values(tournament=tournament, number=number, agent=found))

    def _known(self, connection: Connection, name: str) -> _Row:
        row = connection.execute(select(schema.tournaments).where(schema.tournaments.c.name == name)).one_or_none()
        if row is None:
            names = connection.scalars(select(schema.tournaments.c.name).order_by(schema.tournaments.c.changed.desc()).limit(20))
            raise UnknownName("no tournament is called {name!r}; there are: {names}", name=name, names=known(names) or say("none yet"))
        return row

    def _entrants(self, connection: Connection, tournament: int) -> list[_Row]:
        entered = select(schema.agents.c.text, schema.agents.c.version).join(schema.entrants)
        own = schema.entrants.c.tournament == tournament
        return list(connection.execute(entered.where(own).order_by(schema.entrants.c.number)))

    def _plan(self, connection: Connection, row: _Row) -> TournamentPlan:
        agents = [agent.text for agent in self._entrants(connection, row.id)]
        return TournamentPlan(row.name, row.game, row.options, agents, int(row.seed), row.format, row.openings, row.limits, row.made)

    def _entry(self, connection: Connection, row: _Row) -> StoredTournament:
        heads = schema.blocks.c
        sums = func.count(heads.id), func.sum(heads.games), func.sum(heads.faults), func.sum(heads.seconds)
        own = schema.meetings.c.tournament == row.id
        blocks, games, faults, seconds = connection.execute(select(*sums).select_from(BLOCKS_OF_MEETINGS).where(own)).one()
        versions = [agent.version for agent in self._entrants(connection, row.id)]
        return StoredTournament(
            self._plan(connection, row), versions, blocks, games or 0, faults or 0, seconds or 0.0, row.begun, row.changed
        )


def _merge(stored: TournamentPlan, asked: TournamentPlan) -> TournamentPlan:
    """The stored plan with the new agents; a different tournament under the same name is refused."""
    for name in _FIXED:
        was, wanted = getattr(stored, name), json.loads(json.dumps(getattr(asked, name)))
        if was != wanted:
            raise BadSetting(
                "the tournament {tournament} has {name}={was}, not {wanted}; another tournament needs another name",
                tournament=stored.name,
                name=name,
                was=was,
                wanted=wanted,
            )
    shorter, longer = sorted((stored.agents, asked.agents), key=len)
    if longer[: len(shorter)] != shorter:
        raise BadSetting(
            "the tournament {tournament} has the agents {names}, in this order; new ones come after them",
            tournament=stored.name,
            names=known(stored.agents),
        )
    return replace(stored, agents=list(longer))


def _stored_game(row: tuple[object, ...]) -> StoredGame:
    *game, entrants = row
    number: int = game[0]  # type: ignore[assignment]  # the first column of `schema.games`
    _, block = tournament_rows.block_parts(number >> tournament_rows.GAME_BITS)
    return StoredGame(tournament_rows.format_game_id(number), parse_meeting(str(entrants)), game_of(tuple(game), block))  # type: ignore[arg-type]  # its columns


def _agent_number(plan: TournamentPlan, agent: str | int) -> int:
    if isinstance(agent, int) and 0 <= agent < len(plan.agents):
        return agent
    if agent not in plan.agents:
        raise UnknownName(
            "{agent} does not play in the tournament {tournament}; there are: {names}",
            agent=agent,
            tournament=plan.name,
            names=known(plan.agents),
        )
    return plan.agents.index(str(agent))
