"""The ledger of one tournament in the database."""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from sqlalchemy import BigInteger, Connection, cast, func, select, update

from joute.arena.block import Block, BlockKey, Meeting
from joute.arena.tournament.ledger import TournamentPlan
from joute.store import schema, tournament_rows
from joute.store.database import Database
from joute.store.insert import insert_blocks, insert_games, insert_missing
from joute.store.tournament_rows import game_of, row_of

_ROWS_PER_FETCH = 5_000  # a long tournament need not fit in memory

_first = cast(schema.meetings.c.id, BigInteger) * (tournament_rows.LAST_BLOCK + 1)
BLOCKS_OF_MEETINGS = schema.meetings.join(schema.blocks, schema.blocks.c.id.between(_first, _first + tournament_rows.LAST_BLOCK))


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
