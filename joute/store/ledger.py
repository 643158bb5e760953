"""The ledger of one tournament in the database."""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from sqlalchemy import BigInteger, Connection, cast, func, select, update

from joute.arena.block import Block, BlockKey, Meeting
from joute.arena.tournament.ledger import TournamentPlan
from joute.store import ids, schema
from joute.store.bulk_insert import insert_blocks, insert_games
from joute.store.database import Database
from joute.store.game_rows import game_of, row_of
from joute.store.upsert import unless_there

_AT_ONCE = 5_000  # games that are read together; a long tournament need not fit in memory

_first = cast(schema.meetings.c.id, BigInteger) * (ids.LAST_BLOCK + 1)
BLOCKS_OF_MEETINGS = schema.meetings.join(schema.blocks, schema.blocks.c.id.between(_first, _first + ids.LAST_BLOCK))


def told(meeting: Meeting) -> str:
    """A meeting as a text in which every entrant stands between commas, so that SQL can find it."""
    return "," + "".join(f"{entrant}," for entrant in meeting)


def heard(entrants: str) -> Meeting:
    """The meeting that such a text tells."""
    return tuple(map(int, entrants.strip(",").split(",")))


class StoredLedger:
    """Blocks of one tournament, written once each; see `joute.arena.tournament.ledger.Ledger`."""

    def __init__(self, database: Database, number: int, plan: TournamentPlan) -> None:
        self.plan = plan
        self._database, self._number = database, number
        self._own = schema.meetings.c.tournament == number
        self._meetings: dict[Meeting, int] = {}  # their numbers in the database, as far as known

    def finished(self) -> set[BlockKey]:
        """Which blocks are written."""
        with self._database.reading() as connection:
            names = {number: meeting for meeting, number in self._all_meetings(connection).items()}
            found = connection.scalars(select(schema.blocks.c.id).select_from(BLOCKS_OF_MEETINGS).where(self._own))
            return {(names[meeting], block) for meeting, block in map(ids.block_parts, found)}

    def blocks(self) -> Iterator[Block]:
        """Every block written, by meeting and number."""
        with self._database.reading() as connection:
            for meeting, number in sorted(self._all_meetings(connection).items()):
                yield from self._of_meeting(connection, meeting, number)

    def spent(self) -> float:
        """The organiser's time that all blocks took together, in seconds."""
        with self._database.reading() as connection:
            total = select(func.sum(schema.blocks.c.seconds)).select_from(BLOCKS_OF_MEETINGS).where(self._own)
            return connection.scalar(total) or 0.0

    def write(self, blocks: Sequence[Block]) -> None:
        """Keep these blocks, all or none; one that is there already stays as it is. On return they are there for good."""
        if not blocks:
            return
        with self._database.writing() as connection:
            meetings = self._numbered(connection, {block.meeting for block in blocks})
            named = {ids.block_id(meetings[block.meeting], block.number): block for block in reversed(blocks)}
            heads = [
                (number, len(block.games), sum(bool(game.faults) for game in block.games), block.seconds) for number, block in named.items()
            ]
            fresh = insert_blocks(connection, heads)
            rows = (
                row_of(ids.game_id(number, arrangement), game)
                for number in sorted(fresh)
                for arrangement, game in enumerate(named[number].games)
            )
            insert_games(connection, list(rows))
            own = schema.tournaments.c.id == self._number
            connection.execute(update(schema.tournaments).where(own).values(changed=time.time()))
        self._meetings |= meetings

    def _numbered(self, connection: Connection, wanted: Iterable[Meeting]) -> dict[Meeting, int]:
        """The numbers of the meetings; those that are new get one."""
        wanted = set(wanted)
        found = {meeting: number for meeting, number in self._meetings.items() if meeting in wanted}
        if missing := sorted(wanted - set(found)):
            connection.execute(
                unless_there(connection, schema.meetings), [{"tournament": self._number, "entrants": told(meeting)} for meeting in missing]
            )
            found |= {meeting: number for meeting, number in self._all_meetings(connection).items() if meeting in wanted}
        return found

    def _all_meetings(self, connection: Connection) -> dict[Meeting, int]:
        own = select(schema.meetings.c.entrants, schema.meetings.c.id).where(self._own)
        return {heard(entrants): number for entrants, number in connection.execute(own)}

    def _of_meeting(self, connection: Connection, meeting: Meeting, number: int) -> Iterator[Block]:
        first, last = ids.block_id(number, 0), ids.block_id(number, ids.LAST_BLOCK)
        blocks, games = schema.blocks, schema.games
        inside = games.c.id.between(ids.game_id(first, 0), ids.game_id(last, ids.LAST_GAME))
        portions = select(games).where(inside).order_by(games.c.id).execution_options(yield_per=_AT_ONCE)
        with connection.execute(portions) as rows:
            for head in connection.execute(select(blocks).where(blocks.c.id.between(first, last)).order_by(blocks.c.id)):
                _, block = ids.block_parts(head.id)
                yield Block(meeting, block, [game_of(row, block) for row in islice(rows, head.games)], head.seconds)
