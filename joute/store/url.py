"""The URL of the database: given, in `JOUTE_DATABASE`, or a file in the user's data directory."""

import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from joute.core.errors import BadStore
from joute.directories import data_directory

_POSTGRESQL = {"postgres", "postgresql", "postgresql+psycopg"}


def database_url(given: str | None = None) -> URL:
    """The URL of a database given as a URL or a path; by default that of `JOUTE_DATABASE`, else of the user's own file."""
    place = given or os.environ.get("JOUTE_DATABASE") or str(data_directory() / "joute.sqlite")
    if "://" not in place:
        return _file(Path(place))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise BadStore("the database is not a URL; expected sqlite:///path, postgresql://user@host/name or a path") from None
    if url.drivername in _POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise BadStore(f"{url.drivername}:// is not supported; expected sqlite:///path, postgresql://... or a path")
    if not url.database or url.database == ":memory:":
        raise BadStore("a database in memory does not last; expected sqlite:///path")
    return _file(Path(url.database))


def _file(path: Path) -> URL:
    path = path.expanduser().absolute()
    if path.is_dir():
        raise BadStore(f"{path} is a directory; the database is a file in it, for instance {path / 'joute.sqlite'}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadStore(f"the directory {path.parent} of the database cannot be created: {error.strerror}") from error
    if not os.access(path.parent, os.W_OK):
        raise BadStore(f"the directory {path.parent} of the database cannot be written")
    return URL.create("sqlite", database=str(path))
