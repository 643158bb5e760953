"""Machine code on disk: files named by what went into them, in the user's cache directory."""

import hashlib
import os
import sys
import threading
from pathlib import Path

KEPT = 64  # versions of one function: games, options and rules as they change


def cache_directory() -> Path:
    """Where machine code is kept: JOUTE_CACHE, or the user's cache directory."""
    if chosen := os.environ.get("JOUTE_CACHE"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "joute"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "joute"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "joute"


class CodeFiles:
    """Where the machine code of one function is kept: one file for its ingredients and the types it was called with."""

    def __init__(self, label: str, stamp: str) -> None:
        self.label, self.stamp = label, stamp

    def file(self, kind: str) -> Path:
        """The file of one kind of this code."""
        name = hashlib.sha256(f"{self.stamp} {kind}".encode()).hexdigest()[:24]
        return cache_directory() / f"{self.label}-{name}.machine"

    def write(self, kind: str, code: bytes) -> None:
        """Write the code; a process that reads meanwhile finds all of it or nothing."""
        file = self.file(kind)
        temporary = file.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(code)
            temporary.replace(file)
            tidy(self.label)
        except OSError as error:  # a full or read-only disk costs the next start time, not this game
            print(f"joute: machine code could not be kept in {file.parent}: {error}", file=sys.stderr)


def tidy(label: str) -> None:
    """Forget the oldest machine code of a function, so that the cache does not grow for ever."""
    found = [(file.stat().st_mtime, file) for file in cache_directory().glob(f"{label}-*.machine")]
    for _, file in sorted(found, reverse=True)[KEPT:]:
        file.unlink(missing_ok=True)
