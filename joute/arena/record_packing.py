"""Packs game records into few bytes, so that every game of a long tournament can be stored.

The record of a match is its JSON, compressed. The record of a game played by compiled code is its seed and the numbers of its actions in
the order of decisions; the rules determine whose decisions they were.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from joute.core.errors import BadRecord
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.session import Session

_JSON, _NUMBERS = b"J", b"N"
_HEAD = struct.Struct("<c16sH")  # the kind, the seed, and the number of decisions of the opening


def pack(record: GameRecord) -> bytes:
    """The whole record, as compressed JSON."""
    return _JSON + zlib.compress(json.dumps(record.to_json(), separators=(",", ":")).encode())


def heading(game: Game, seed: int, opening: Sequence[Mapping[int, int]]) -> bytes:
    """The heading of a record by numbers; those of the later actions follow it."""
    given = np.array([choices[seat] for choices in opening for seat in sorted(choices)], note_type(game))
    return _HEAD.pack(_NUMBERS, seed.to_bytes(16, "little"), len(opening)) + given.tobytes()


def note_type(game: Game) -> str:
    """One byte per action, or two if the game has 256 or more."""
    return "u1" if max(game.actions) < 256 else "<u2"


def unpack(packed: bytes, game: Game | None = None, agents: Sequence[str] = ()) -> GameRecord:
    """The record that was packed; a record by numbers needs its game, and the agents by seat."""
    kind = packed[:1]
    try:
        if kind == _JSON:
            return GameRecord.from_json(zlib.decompress(packed[1:]).decode())
        if kind == _NUMBERS and game is not None:
            _, seed, opening = _HEAD.unpack_from(packed)
            numbers = np.frombuffer(packed[_HEAD.size :], note_type(game))
            return _replayed(game, agents, int.from_bytes(seed, "little"), opening, iter(numbers.tolist()))
    except (zlib.error, struct.error, UnicodeDecodeError, ValueError) as error:
        raise BadRecord("this packed record cannot be read: {error}", error=error) from error
    raise BadRecord("a packed record of the kind {kind!r} cannot be read here", kind=kind)


def _replayed(game: Game, agents: Sequence[str], seed: int, opening: int, numbers: Iterator[int]) -> GameRecord:
    session = Session.begin(game, agents, seed)
    session.record.opening = opening
    while not session.over:
        session.step(game.check(session.state, dict(zip(game.movers(session.state), numbers, strict=False))))
    return session.record
