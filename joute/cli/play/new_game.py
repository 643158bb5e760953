"""How a game at the terminal begins: from a name and its seats, or from a record."""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from joute.cli.game_args import open_game
from joute.cli.play import seats as seating
from joute.cli.play.loop import Play
from joute.cli.play.session import LocalGame
from joute.cli.record_files import read_record
from joute.core import registry
from joute.core.errors import JouteError, known


def begin(name: str | None, seats: str | None, seed: int | None, options: Mapping[str, Any], file: Path | None) -> Play:
    """A new game; without a seed it gets one of its own, which is shown."""
    if name is None:
        raise JouteError(f"say which game to play: {known(registry.GAMES)}, or the path of a Python file")
    texts = seating.split(seats) if seats else None
    game = open_game(name, options, len(texts) if texts else None)
    texts = texts or seating.default_seats(game)
    session = LocalGame.new(game, seating.sit_down(game, texts), texts, secrets.randbelow(1_000_000) if seed is None else seed)
    return Play(session, name, file)


def resume(name: str | None, seats: str | None, record_file: Path, file: Path | None) -> Play:
    """A recorded game, from where it was left; it is saved in the same file."""
    record = read_record(record_file)
    name = name or record.game
    game = open_game(name, record.options)
    texts = seating.split(seats) if seats else record.agents
    return Play(LocalGame.resume(game, seating.sit_down(game, texts), texts, record), name, file or record_file)
