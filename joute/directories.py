"""The user's directories, as the platform has them; environment variables choose others."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from platformdirs.api import PlatformDirsABC


def cache_directory() -> Path:
    """Where compiled code is cached: JOUTE_CACHE, or the user's cache directory."""
    return _chosen("JOUTE_CACHE") or _platform().user_cache_path


def data_directory() -> Path:
    """Where the database and other files are that must not be lost."""
    return _platform().user_data_path


def state_directory() -> Path:
    """Where unfinished games are saved: JOUTE_STATE, or the user's state directory."""
    return _chosen("JOUTE_STATE") or _platform().user_state_path


def _chosen(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value) if value else None


def _platform() -> "PlatformDirsABC":
    from platformdirs import PlatformDirs  # here, because most commands need no directory

    return PlatformDirs("joute", appauthor=False)
