"""Game records on disk, read and written with errors that a person understands."""

import json
import os
from pathlib import Path

from joute.core.errors import BadRecord, JouteError, system_reason
from joute.core.record import GameRecord
from joute.directories import state_directory


def read_record(file: Path) -> GameRecord:
    """The record in that file."""
    try:
        return GameRecord.from_json(file.read_text(encoding="utf-8"))
    except JouteError as error:
        raise BadRecord("{file}: {error}", file=file, error=error) from error
    except OSError as error:
        raise BadRecord("{file} cannot be read: {error}", file=file, error=system_reason(error)) from error
    except ValueError as error:  # bytes that are no text, seats that are no numbers
        raise BadRecord("{file}: this is not a record of Joute: {error}", file=file, error=error) from error


def write_record(record: GameRecord, file: Path) -> None:
    """Write the record atomically; only another record may be overwritten."""
    if file.exists() and not _is_record(file):
        raise JouteError("{file} exists and is not a record of Joute; nothing was written", file=file)
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        temporary.write_text(json.dumps(record.to_json(), ensure_ascii=False) + "\n", encoding="utf-8")
        temporary.replace(file)
    except OSError as error:
        raise JouteError("{file} cannot be written: {error}", file=file, error=system_reason(error)) from error


def _is_record(file: Path) -> bool:
    try:
        read_record(file)
    except BadRecord:
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
