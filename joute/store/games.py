"""Games of a tournament, page by page."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import BigInteger, cast, func, select

from joute.arena.block import GameResult, Meeting
from joute.arena.tournament.ledger import TournamentPlan
from joute.core.errors import UnknownName, known
from joute.store import ids, schema
from joute.store.database import Database
from joute.store.game_rows import game_of
from joute.store.ledger import heard

Listed = TypeVar("Listed")

_first = cast(schema.meetings.c.id, BigInteger) * (1 << ids.BLOCK_BITS + ids.GAME_BITS)
GAMES_OF_MEETINGS = schema.meetings.join(
    schema.games, schema.games.c.id.between(_first, _first + (1 << ids.BLOCK_BITS + ids.GAME_BITS) - 1)
)


@dataclass(frozen=True)
class Page(Generic[Listed]):
    """Some of a list, and how long all of it is."""

    total: int
    rows: list[Listed]


@dataclass(frozen=True)
class StoredGame:
    """A game of a tournament where it is kept."""

    id: str
    meeting: Meeting
    game: GameResult  # `game.block` is its block's number in the meeting


def games_of(database: Database, plan: TournamentPlan, agent: str | int | None, faults: bool, page: int, size: int) -> Page[StoredGame]:
    """Games in the order of meetings and blocks; only those of one agent, only those with a fault, if so wished."""
    own = [schema.tournaments.c.name == plan.name]
    if agent is not None:
        own.append(schema.meetings.c.entrants.like(f"%,{_number(plan, agent)},%"))
    if faults:
        own.append(schema.games.c.faults.is_not(None))
    source = GAMES_OF_MEETINGS.join(schema.tournaments, schema.tournaments.c.id == schema.meetings.c.tournament)
    listed = select(schema.games, schema.meetings.c.entrants).select_from(source).where(*own).order_by(schema.games.c.id)
    with database.reading() as connection:
        total = connection.scalar(select(func.count()).select_from(source).where(*own)) or 0
        rows = connection.execute(listed.limit(size).offset(page * size)).all()
    return Page(total, [_stored(tuple(row)) for row in rows])


def _stored(row: tuple[object, ...]) -> StoredGame:
    *game, entrants = row
    number: int = game[0]  # type: ignore[assignment]  # the first column of `schema.games`
    _, block = ids.block_parts(number >> ids.GAME_BITS)
    return StoredGame(ids.shown(number), heard(str(entrants)), game_of(tuple(game), block))  # type: ignore[arg-type]  # its columns


def _number(plan: TournamentPlan, agent: str | int) -> int:
    if isinstance(agent, int) and 0 <= agent < len(plan.agents):
        return agent
    if agent not in plan.agents:
        raise UnknownName(f"{agent} does not play in the tournament {plan.name}; there are: {known(plan.agents)}")
    return plan.agents.index(str(agent))
