"""The rows of tournament games: their ids, and conversions from and to results.

Ids are computed, never fetched, and ascend in reading order: a block's id is its meeting's and its own number, a game's its block's id
and the number of its seating. People see `meeting-block-game`. Conversions run tens of thousands of times a second, hence the caches.
"""

import json
import re
from array import array
from functools import lru_cache

from joute.arena.block import GameResult
from joute.core.errors import BadStore

BLOCK_BITS, GAME_BITS = 24, 16  # 8 million meetings of 16 million blocks of 65 thousand games fit in a signed 64-bit number

LAST_BLOCK, LAST_GAME = (1 << BLOCK_BITS) - 1, (1 << GAME_BITS) - 1

GameRow = tuple[int, str, str, int, bytes, str | None, bytes | None]  # as in `schema.games`


def block_id(meeting: int, number: int) -> int:
    """The id of a block in the database."""
    if not (0 <= number <= LAST_BLOCK and meeting < 1 << 63 - BLOCK_BITS - GAME_BITS):
        raise BadStore("block {number} of meeting {meeting} is beyond what a database holds", number=number, meeting=meeting)
    return meeting << BLOCK_BITS | number


def game_id(block: int, seating: int) -> int:
    """The id of a game in the database."""
    return block << GAME_BITS | seating


def block_parts(block: int) -> tuple[int, int]:
    """Meeting and number of a block."""
    return block >> BLOCK_BITS, block & LAST_BLOCK


def format_game_id(game: int) -> str:
    """A game's id as people type it: 3-17-2."""
    meeting, number = block_parts(game >> GAME_BITS)
    return f"{meeting}-{number}-{game & LAST_GAME}"


def parse_game_id(text: str) -> int | None:
    """The id that a person typed; None if no game of a tournament can have it."""
    found = re.fullmatch(r"(\d{1,7})-(\d{1,8})-(\d{1,5})", text, re.ASCII)
    if not found:
        return None
    meeting, number, seating = map(int, found.groups())
    if meeting >= 1 << 63 - BLOCK_BITS - GAME_BITS or number > LAST_BLOCK or seating > LAST_GAME:
        return None
    return game_id(block_id(meeting, number), seating)


def row_of(number: int, game: GameResult) -> GameRow:
    """The game as its row."""
    faults = json.dumps(game.faults) if game.faults else None
    times = _times(tuple(map(tuple, game.seconds)))
    return number, _seats(tuple(game.seats)), _scores(tuple(game.scores)), game.choices, times, faults, game.record or None


def game_of(row: GameRow, block: int) -> GameResult:
    """The game that a row holds."""
    _, seats, scores, choices, times, faults, record = row
    by_seat = {int(seat): kind for seat, kind in json.loads(faults or "{}").items()}
    return GameResult(block, json.loads(seats), json.loads(scores), choices, seconds_of(times), bytes(record or b""), by_seat)


@lru_cache(4096)
def _seats(numbers: tuple[int, ...]) -> str:
    return json.dumps(numbers)


@lru_cache(4096)  # apart from the seats' cache, in which (1, 0) and (1.0, 0.0) would be the same key
def _scores(numbers: tuple[float, ...]) -> str:
    return json.dumps([float(number) for number in numbers])


@lru_cache(64)
def _times(seconds: tuple[tuple[float, ...], ...]) -> bytes:
    """The number of agents, the number of times of each, and all times, as 64-bit floats in native byte order."""
    counts = [float(len(own)) for own in seconds]
    return array("d", [float(len(seconds)), *counts, *(second for own in seconds for second in own)]).tobytes()


def seconds_of(times: bytes) -> list[list[float]]:
    """The thinking times by agent."""
    numbers = array("d", bytes(times)).tolist()
    agents = int(numbers[0])
    first, seconds = 1 + agents, []
    for count in map(int, numbers[1 : 1 + agents]):
        seconds.append(numbers[first : first + count])
        first += count
    return seconds
