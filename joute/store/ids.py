"""Numbers of blocks and games: computed, never fetched, and in the order in which they are read.

A block's number is its meeting's number and its own; a game's is its block's and its arrangement's. People see `meeting-block-game`.
"""

import re

from joute.core.errors import BadStore

BLOCK_BITS, GAME_BITS = 24, 16  # 8 million meetings of 16 million blocks of 65 thousand games fit in a signed 64-bit number

LAST_BLOCK, LAST_GAME = (1 << BLOCK_BITS) - 1, (1 << GAME_BITS) - 1


def block_id(meeting: int, number: int) -> int:
    """The number of a block in the database."""
    if not (0 <= number <= LAST_BLOCK and meeting < 1 << 63 - BLOCK_BITS - GAME_BITS):
        raise BadStore(f"block {number} of meeting {meeting} is beyond what a database holds")
    return meeting << BLOCK_BITS | number


def game_id(block: int, arrangement: int) -> int:
    """The number of a game in the database."""
    return block << GAME_BITS | arrangement


def block_parts(block: int) -> tuple[int, int]:
    """Meeting and number of a block."""
    return block >> BLOCK_BITS, block & LAST_BLOCK


def shown(game: int) -> str:
    """A game's number as people type it: 3-17-2."""
    meeting, number = block_parts(game >> GAME_BITS)
    return f"{meeting}-{number}-{game & LAST_GAME}"


def read(text: str) -> int | None:
    """The number that a person typed; None when no game of a tournament can have it."""
    found = re.fullmatch(r"(\d{1,7})-(\d{1,8})-(\d{1,5})", text, re.ASCII)
    if not found:
        return None
    meeting, number, arrangement = map(int, found.groups())
    if meeting >= 1 << 63 - BLOCK_BITS - GAME_BITS or number > LAST_BLOCK or arrangement > LAST_GAME:
        return None
    return game_id(block_id(meeting, number), arrangement)
