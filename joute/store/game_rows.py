"""A game as a row, and back. This runs tens of thousands of times a second, hence the caches."""

import json
from array import array
from functools import lru_cache

from joute.arena.block import GameResult

Row = tuple[int, str, str, int, bytes, str | None, bytes | None]  # as in `schema.games`


def row_of(number: int, game: GameResult) -> Row:
    """The game as its row."""
    faults = json.dumps(game.faults) if game.faults else None
    times = _times(tuple(map(tuple, game.seconds)))
    return number, _seats(tuple(game.seats)), _scores(tuple(game.scores)), game.choices, times, faults, game.record or None


def game_of(row: Row, block: int) -> GameResult:
    """The game that a row holds."""
    _, seats, scores, choices, times, faults, record = row
    told = {int(seat): kind for seat, kind in json.loads(faults or "{}").items()}
    return GameResult(block, json.loads(seats), json.loads(scores), choices, seconds_of(times), bytes(record or b""), told)


@lru_cache(4096)
def _seats(numbers: tuple[int, ...]) -> str:
    return json.dumps(numbers)


@lru_cache(4096)  # one of its own: (1, 0) is equal to (1.0, 0.0), and a cache would take one for the other
def _scores(numbers: tuple[float, ...]) -> str:
    return json.dumps([float(number) for number in numbers])


@lru_cache(64)
def _times(seconds: tuple[tuple[float, ...], ...]) -> bytes:
    """How many agents, how many times each of them thought, and every time, all as 64-bit floats of this machine's order."""
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
