"""References to bots, `path/to/bot.py[:Name][:key=value,...]` or `cmd:[key=value,...:]./bot --flag`, and the limits of bots."""

import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from joute.core import settings
from joute.core.errors import UnknownName
from joute.core.settings import setting

RUNNER = Path(__file__).with_name("python_runner.py")
PYTHON_FILE = re.compile(r"(?P<file>.+?\.py)(?::(?P<name>[^\W\d]\w*))?(?::(?P<limits>[a-z]+=.*))?", re.DOTALL)
PROGRAM = re.compile(r"cmd:(?:(?P<limits>[a-z]+=[^:,\s]*(?:,[a-z]+=[^:,\s]*)*):)?(?P<command>.*)", re.DOTALL)
HASH_LETTERS = 12


@dataclass(frozen=True)
class BotLimits:
    """The limits of one bot: the settings of its reference, `my_bot.py:bank=5,strikes=2`."""

    bank: float = setting(30.0, "thinking time per game in seconds", 0.001, 1e6)
    increment: float = setting(0.1, "seconds added to the bank after each answer", 0, 1e6)
    start: float = setting(10.0, "seconds to start", 0.01, 1e6)
    memory: int = setting(1024, "memory per process in megabytes (0: no limit)", 0, 10**9)
    message: int = setting(64, "maximum size of a message in kilobytes", 1, 10**6)
    strikes: int = setting(0, "number of faults per game that cost only a random action", 0, 10**9)
    patience: int = setting(3, "consecutive games lost in silence or on time before it is no longer asked (0: no limit)", 0, 10**9)


@dataclass(frozen=True)
class BotReference:
    """A bot's command, limits and fingerprint, parsed from its text."""

    command: list[str]
    limits: BotLimits
    folder: Path | None  # its working directory: a Python file's own folder, None for a program
    fingerprint: str  # of its files


def is_bot(text: str) -> bool:
    """Whether a text names a bot rather than one of Joute's agents."""
    if re.match(r"[a-z_0-9]+:[a-z_]+=", text) and not text.startswith("cmd:"):
        return False  # an agent with a setting that names a file
    return text.startswith("cmd:") or PYTHON_FILE.fullmatch(text) is not None


def parse_reference(text: str) -> BotReference:
    """The bot of that text; UnknownName if there is none."""
    program = PROGRAM.fullmatch(text)
    return _program(text, program) if program else _python_file(text)


def with_limits(text: str, limits: Mapping[str, object]) -> str:
    """The text with these limits added, unless it sets them itself; texts of other agents stay as they are."""
    found = PROGRAM.fullmatch(text) or PYTHON_FILE.fullmatch(text)
    if not limits or found is None:
        return text
    pairs = ",".join(f"{name}={value}" for name, value in {**limits, **settings.parse_pairs(found["limits"] or "", text)}.items())
    if "command" in found.groupdict():
        return f"cmd:{pairs}:{found['command']}"
    return ":".join(part for part in (found["file"], found["name"], pairs) if part)


def _python_file(text: str) -> BotReference:
    found = PYTHON_FILE.fullmatch(text)
    if found is None:
        raise UnknownName(f"{text!r} names no bot; expected path/to/bot.py, path/to/bot.py:Name or cmd:./program")
    file = Path(found["file"]).expanduser().resolve()
    if not file.is_file():
        raise UnknownName(f"there is no bot {found['file']}: no such file")
    command = [sys.executable, str(RUNNER), str(file)] + ([found["name"]] if found["name"] else [])
    return BotReference(command, _limits(found["limits"], text), file.parent, _fingerprint([file]))


def _program(text: str, found: re.Match[str]) -> BotReference:
    try:
        command = shlex.split(found["command"])
    except ValueError as error:
        raise UnknownName(f"{text!r} is not a command: {error}") from error
    if not command or shutil.which(command[0]) is None:
        what = repr(command[0]) if command else "nothing"
        raise UnknownName(f"{text!r} cannot be run: {what} is not a program here")
    files = [Path(shutil.which(command[0]) or command[0]), *map(Path, command[1:])]
    return BotReference(command, _limits(found["limits"], text), None, _fingerprint(files))


def _limits(pairs: str | None, text: str) -> BotLimits:
    return settings.make(BotLimits, settings.parse_pairs(pairs or "", text), text)


def _fingerprint(files: list[Path]) -> str:
    """A hash of the files."""
    digest = sha256()
    for file in files:
        if file.is_file():
            digest.update(file.read_bytes())
    return f"sha256:{digest.hexdigest()[:HASH_LETTERS]}"
