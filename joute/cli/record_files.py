"""Files that a command reads and writes, game records first, with errors that a person understands."""

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from joute.cli.options import open_game
from joute.core.errors import BadRecord, JouteError, UnknownName, system_reason
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.record_text import is_record_text, record_from_text
from joute.directories import state_directory
from joute.i18n import say

MAX_NAME = 100  # characters of a file's name in a sentence
LONGEST_ENDING = ".checkpoint.new"  # of a file that is written beside another one
MAX_BYTES = 2**28  # of a file that is read: more is a mistake, or a device that never ends


def read_bytes(file: Path) -> bytes:
    """What is in that file."""
    try:
        with file.open("rb") as source:
            content = source.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in its name
        raise JouteError("{file} cannot be read: {error}", file=short(file), error=reason(error)) from error
    if len(content) > MAX_BYTES:
        raise JouteError("{file} is too large to be read", file=short(file))
    return content


def reason(error: Exception) -> object:
    """Why the operating system, or Python, refuses a file."""
    return system_reason(error) if isinstance(error, OSError) else error


def short(file: Path) -> str:
    """The name of a file, cut if it is absurdly long."""
    name = str(file)
    return name if len(name) <= MAX_NAME else f"{name[:MAX_NAME]}…"


def read_text(file: Path) -> str:
    """The text in that file."""
    try:
        return read_bytes(file).decode()
    except UnicodeDecodeError as error:
        raise JouteError("{file} cannot be read: {error}", file=short(file), error=error) from error


def read_record(file: Path) -> GameRecord:
    """The record in that file, as JSON or as text."""
    content = read_bytes(file)
    try:
        text = content.decode()
        return record_from_text(text) if is_record_text(text) else GameRecord.from_json(text)
    except JouteError as error:
        raise BadRecord("{file}: {error}", file=short(file), error=error) from error
    except ValueError as error:  # bytes that are no text, seats that are no numbers
        raise BadRecord("{file}: this is not a record of Joute: {error}", file=short(file), error=error) from error


def read_game(file: Path, name: str | None = None) -> tuple[GameRecord, Game]:
    """The record in that file, and its game or the one that is named instead."""
    record = read_record(file)
    try:
        game = open_game(name or record.game, record.options)
    except UnknownName as error:
        if name is not None:
            raise
        raise UnknownName("{file}: {error}; --game FILE says which", file=short(file), error=error) from error
    if len(record.agents) != game.spec.seats:
        words = {"count": len(record.agents), "game": game.name, "seats": game.spec.seats}
        raise BadRecord("{file} names {count} agents; {game} has {seats} seats here", file=file, **words)
    return record, game


@contextmanager
def replaying(game: Game) -> Iterator[None]:
    """While a record is replayed: what is wrong in it becomes BadRecord."""
    try:
        yield
    except JouteError:
        raise
    except (TypeError, ValueError, AttributeError) as error:  # choices that are no names, scores that are no numbers
        raise BadRecord("this is not a record of {game}: {error}", game=game.name, error=error) from error


def check_writable(file: Path) -> None:
    """Refuse a file that cannot be written, before anything is computed for it."""
    try:
        problem = _obstacle(file)
    except (OSError, ValueError) as error:
        raise JouteError("{file} cannot be written: {error}", file=short(file), error=reason(error)) from error
    if problem:
        raise JouteError("{file} cannot be written: {error}", file=short(file), error=problem)


def _obstacle(file: Path) -> str | None:
    """Why a file cannot be written; the operating system's reasons are raised."""
    if file.is_dir():
        return say("it is a folder")
    if not file.parent.is_dir():
        return say("there is no such folder")
    if file.exists() and not file.is_file():
        return say("it is not a regular file")
    if file.exists():
        file.open("ab").close()
    with suppress(FileNotFoundError):
        file.with_name(file.name + LONGEST_ENDING).lstat()  # raises if the name is too long
    with tempfile.TemporaryFile(dir=file.parent):
        return None


def check_target(file: Path) -> None:
    """Refuse a file that a record cannot be written to: only another record may be overwritten."""
    check_writable(file)
    if file.exists() and not _is_record(file):
        raise JouteError("{file} exists and is not a record of Joute; nothing was written", file=short(file))


def write_text(file: Path, text: str) -> None:
    """Write a text file."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise JouteError("{file} cannot be written: {error}", file=short(file), error=reason(error)) from error


def write_record(record: GameRecord, file: Path) -> None:
    """Write the record atomically; only another record may be overwritten."""
    check_target(file)
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        temporary.write_text(json.dumps(record.to_json(), ensure_ascii=False) + "\n", encoding="utf-8")
        temporary.replace(file)
    except OSError as error:
        raise JouteError("{file} cannot be written: {error}", file=short(file), error=reason(error)) from error


def _is_record(file: Path) -> bool:
    try:
        read_record(file)
    except JouteError:
        return False
    return True


def unused(stem: str) -> Path:
    """A file name in this directory that is not taken yet."""
    names = (Path(f"{stem}{number}.json") for number in ("", *(f"-{count}" for count in range(2, 10_000))))
    return next(name for name in names if not name.exists())


def unfinished_game_file(game: str) -> Path:
    """The file of an unfinished game in the state directory."""
    directory = state_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JouteError("{directory} cannot be created: {error}", directory=directory, error=system_reason(error)) from error
    return directory / f"left-{game}.json"
