"""Bots as they are named: `path/to/bot.py[:Name][:key=value,...]` or `cmd:[key=value,...:]./bot --flag`."""

import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from joute.bots.limits import Limits
from joute.core import settings
from joute.core.errors import UnknownName

RUNNER = Path(__file__).with_name("python_runner.py")
PYTHON_FILE = re.compile(r"(?P<file>.+?\.py)(?::(?P<name>[^\W\d]\w*))?(?::(?P<limits>[a-z]+=.*))?", re.DOTALL)
PROGRAM = re.compile(r"cmd:(?:(?P<limits>[a-z]+=[^:,\s]*(?:,[a-z]+=[^:,\s]*)*):)?(?P<command>.*)", re.DOTALL)
HASH_LETTERS = 12


@dataclass(frozen=True)
class Named:
    """What a bot's text says."""

    command: list[str]
    limits: Limits
    folder: Path | None  # where it runs: a Python file in its own folder, a program here
    fingerprint: str  # of the files that it is made of


def is_bot(text: str) -> bool:
    """Whether a text names a bot rather than one of Joute's agents."""
    if re.match(r"[a-z_0-9]+:[a-z_]+=", text) and not text.startswith("cmd:"):
        return False  # an agent one of whose settings names a file
    return text.startswith("cmd:") or PYTHON_FILE.fullmatch(text) is not None


def named(text: str) -> Named:
    """The bot of that text; one that is not there is refused in a sentence."""
    program = PROGRAM.fullmatch(text)
    return _program(text, program) if program else _python_file(text)


def under(text: str, limits: Mapping[str, object]) -> str:
    """The same bot under these limits, except where its own text says otherwise; texts of other agents stay as they are."""
    found = PROGRAM.fullmatch(text) or PYTHON_FILE.fullmatch(text)
    if not limits or found is None:
        return text
    pairs = ",".join(f"{name}={value}" for name, value in {**limits, **settings.parse_pairs(found["limits"] or "", text)}.items())
    if "command" in found.groupdict():
        return f"cmd:{pairs}:{found['command']}"
    return ":".join(part for part in (found["file"], found["name"], pairs) if part)


def _python_file(text: str) -> Named:
    found = PYTHON_FILE.fullmatch(text)
    if found is None:
        raise UnknownName(f"{text!r} names no bot; expected path/to/bot.py, path/to/bot.py:Name or cmd:./program")
    file = Path(found["file"]).expanduser().resolve()
    if not file.is_file():
        raise UnknownName(f"there is no bot {found['file']}: no such file")
    command = [sys.executable, str(RUNNER), str(file)] + ([found["name"]] if found["name"] else [])
    return Named(command, _limits(found["limits"], text), file.parent, _fingerprint([file]))


def _program(text: str, found: re.Match[str]) -> Named:
    try:
        command = shlex.split(found["command"])
    except ValueError as error:
        raise UnknownName(f"{text!r} is not a command: {error}") from error
    if not command or shutil.which(command[0]) is None:
        what = repr(command[0]) if command else "nothing"
        raise UnknownName(f"{text!r} cannot be run: {what} is not a program here")
    files = [Path(shutil.which(command[0]) or command[0]), *map(Path, command[1:])]
    return Named(command, _limits(found["limits"], text), None, _fingerprint(files))


def _limits(pairs: str | None, text: str) -> Limits:
    return settings.make(Limits, settings.parse_pairs(pairs or "", text), text)


def _fingerprint(files: list[Path]) -> str:
    """A name that changes when one of the files does."""
    digest = sha256()
    for file in files:
        if file.is_file():
            digest.update(file.read_bytes())
    return f"sha256:{digest.hexdigest()[:HASH_LETTERS]}"
