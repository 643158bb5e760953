"""Games as the command line names them: a name or a file, and `-o key=value`."""

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from joute.core import registry
from joute.core.errors import BadSetting, JouteError
from joute.core.game import Game


def open_game(name: str, chosen: Mapping[str, Any], seats: int | None = None) -> Game:
    """The game of that name or file; its number of seats follows those who sit down, unless an option says it."""
    try:
        if seats is not None and registry.define(name).seats_option:
            chosen = {"seats": seats, **chosen}
        return registry.game(name, **chosen)
    except JouteError:
        raise
    except Exception as error:
        raise JouteError(f"{name} cannot be loaded: {_told(error, name)}") from error


def asked(name: str, pairs: Sequence[str] | None, seats: int | None = None) -> Game:
    """The game of that name or file, with the options that the command line gives."""
    return open_game(name, options(pairs), seats)


def options(pairs: Sequence[str] | None) -> dict[str, str]:
    """What every `-o key=value` said; a value may hold commas."""
    chosen: dict[str, str] = {}
    for pair in pairs or ():
        option, equals, value = pair.partition("=")
        if not equals or not option.strip():
            raise BadSetting(f"-o {pair}: an option is written key=value")
        chosen[option.strip()] = value.strip()
    return chosen


def _told(error: Exception, name: str) -> str:
    """The error in a sentence, with the line of the user's file that caused it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == Path(name).name]
    place = f" (line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {error}{place}"
