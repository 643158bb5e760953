"""Games as the command line names them: a name or a file, and `-o key=value`."""

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

from joute.core import registry
from joute.core.errors import BadSetting, JouteError
from joute.core.game import Game


def open_game(name: str, chosen: Mapping[str, object], seats: int | None = None) -> Game:
    """The game of that name or file; unless an option says otherwise, it has that number of seats."""
    try:
        if seats is not None and registry.define(name).seats_option:
            chosen = {"seats": seats, **chosen}
        return registry.game(name, **chosen)
    except JouteError:
        raise
    except Exception as error:
        raise JouteError(f"{name} cannot be loaded: {_located(error, name)}") from error


def game_from_args(name: str, pairs: Sequence[str] | None, seats: int | None = None) -> Game:
    """The game of that name or file, with the options of the command line."""
    return open_game(name, parse_pairs(pairs), seats)


def parse_pairs(pairs: Sequence[str] | None) -> dict[str, str]:
    """The values of every `key=value`; a value may contain commas."""
    chosen: dict[str, str] = {}
    for pair in pairs or ():
        option, equals, value = pair.partition("=")
        if not equals or not option.strip():
            raise BadSetting(f"-o {pair}: an option is written key=value")
        chosen[option.strip()] = value.strip()
    return chosen


def _located(error: Exception, name: str) -> str:
    """The error in a sentence, with the line of the user's file that caused it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == Path(name).name]
    place = f" (line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {error}{place}"
