"""Compiled code on disk: files in the user's cache directory, named by a hash of what went into them."""

import hashlib
import os
import sys
import threading
from pathlib import Path

from joute.directories import cache_directory

MAX_VERSIONS = 64  # of one function: for different games, options and rules


class CodeFiles:
    """The cache files of one function: one for each fingerprint and argument types."""

    def __init__(self, label: str, stamp: str) -> None:
        self.label, self.stamp = label, stamp

    def file(self, kind: str) -> Path:
        """The file for one kind of compiled code."""
        name = hashlib.sha256(f"{self.stamp} {kind}".encode()).hexdigest()[:24]
        return cache_directory() / f"{self.label}-{name}.nbc"

    def write(self, kind: str, code: bytes) -> None:
        """Write the code; a process that reads meanwhile finds all of it or nothing."""
        file = self.file(kind)
        temporary = file.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(code)
            temporary.replace(file)
            delete_oldest(self.label)
        except OSError as error:  # a full or read-only disk only makes the next start slower
            print(f"joute: compiled code cannot be cached in {file.parent}: {error}", file=sys.stderr)


def delete_oldest(label: str) -> None:
    """Delete the oldest versions of a function, so that the cache does not grow without limit."""
    found = [(file.stat().st_mtime, file) for file in cache_directory().glob(f"{label}-*.nbc")]
    for _, file in sorted(found, reverse=True)[MAX_VERSIONS:]:
        file.unlink(missing_ok=True)
