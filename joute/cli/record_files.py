"""Records on disk: read with care, written whole or not at all."""

import json
import os
from pathlib import Path

from joute.core.errors import BadRecord, JouteError
from joute.core.record import GameRecord
from joute.directories import state_directory


def read_record(file: Path) -> GameRecord:
    """The record in that file."""
    try:
        return GameRecord.from_json(file.read_text(encoding="utf-8"))
    except JouteError as error:
        raise BadRecord(f"{file}: {error}") from error
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # bytes that are no text, seats that are no numbers
        raise BadRecord(f"{file}: this is not a record of Joute: {error}") from error


def write_record(record: GameRecord, file: Path) -> None:
    """Write the record, over an older record if need be but never over anything else."""
    if file.exists() and not _is_record(file):
        raise JouteError(f"{file} exists and is not a record of Joute; nothing was written")
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        temporary.write_text(json.dumps(record.to_json(), ensure_ascii=False) + "\n", encoding="utf-8")
        temporary.replace(file)
    except OSError as error:
        raise JouteError(f"{file} cannot be written: {error.strerror or error}") from error


def _is_record(file: Path) -> bool:
    try:
        read_record(file)
    except BadRecord:
        return False
    return True


def unused(stem: str) -> Path:
    """A file name in this directory that nothing has yet."""
    names = (Path(f"{stem}{number}.json") for number in ("", *(f"-{count}" for count in range(2, 10_000))))
    return next(name for name in names if not name.exists())


def kept_file(game: str) -> Path:
    """Where a game that was left is kept: JOUTE_STATE, or the user's state directory."""
    directory = state_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JouteError(f"{directory} cannot be made: {error.strerror or error}") from error
    return directory / f"left-{game}.json"
