"""A record in few bytes, so that every game of a long tournament can be kept.

A game that a match played is its JSON, compressed. A game that machine code played from end to end is its seed and its choices, by
number, in the order in which seats were asked: the rules say who that was.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from joute.core.errors import BadRecord
from joute.core.game import Game
from joute.core.record import GameRecord

_TOLD, _NOTED = b"J", b"N"
_HEAD = struct.Struct("<cQH")  # that it is noted, the seed, and how many of the first choices were an opening


def pack(record: GameRecord) -> bytes:
    """Everything in the record."""
    return _TOLD + zlib.compress(json.dumps(record.to_json(), separators=(",", ":")).encode())


def heading(game: Game, seed: int, opening: Sequence[Mapping[int, int]]) -> bytes:
    """How the notes of a game begin: the numbers of its later choices follow, in the order of seats."""
    given = np.array([choices[seat] for choices in opening for seat in sorted(choices)], note_type(game))
    return _HEAD.pack(_NOTED, seed, len(opening)) + given.tobytes()


def note_type(game: Game) -> str:
    """One byte a choice, or two where a game has many actions."""
    return "u1" if max(game.actions) < 256 else "<u2"


def unpack(packed: bytes, game: Game | None = None, agents: Sequence[str] = ()) -> GameRecord:
    """The record that was packed; a noted one needs its game, and who sat where."""
    kind = packed[:1]
    try:
        if kind == _TOLD:
            return GameRecord.from_json(zlib.decompress(packed[1:]).decode())
        if kind == _NOTED and game is not None:
            _, seed, opening = _HEAD.unpack_from(packed)
            numbers = np.frombuffer(packed[_HEAD.size :], note_type(game))
            return _played_again(game, agents, seed, opening, iter(numbers.tolist()))
    except (zlib.error, struct.error, UnicodeDecodeError, ValueError) as error:
        raise BadRecord(f"this packed record cannot be read: {error}") from error
    raise BadRecord(f"a packed record of the kind {kind!r} cannot be read here")


def _played_again(game: Game, agents: Sequence[str], seed: int, opening: int, numbers: Iterator[int]) -> GameRecord:
    state, record = game.new(seed), GameRecord.begin(game, agents, seed)
    record.opening = opening
    while not game.over(state):
        choices = game.check(state, dict(zip(game.movers(state), numbers, strict=False)))
        record.note({seat: game.actions[number].name for seat, number in choices.items()}, dict.fromkeys(choices, 0.0))
        game.step(state, choices)
    record.scores = game.returns(state)
    return record
