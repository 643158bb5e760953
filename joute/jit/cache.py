"""Compiled code on disk: files in the user's cache directory, named by a hash of what went into them.

Loading such a file runs what is in it. So each begins with a keyed checksum, verified before anything else is read, and a directory that
other users can write to is refused. The key is a file in the same directory that only its owner can read.
"""

import contextlib
import hashlib
import hmac
import os
import secrets
import stat
import sys
import threading
from functools import cache
from pathlib import Path

from joute.directories import cache_directory

MAX_VERSIONS = 64  # of one function: for different games, options and rules
SUFFIX = ".code"
KEY_FILE = "key"
KEY_BYTES = 32
CHECKSUM_BYTES = 32
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
OTHERS_READ = stat.S_IRGRP | stat.S_IROTH


class UnsafeCache(Exception):
    """The cache directory belongs to another user, or others can write to it."""

    def __init__(self, directory: str) -> None:
        super().__init__(directory)
        self.directory = directory

    def __str__(self) -> str:
        """What is wrong, and what to do."""
        return (
            f"compiled code in {self.directory} would run although other users can write there: "
            "make the directory yours alone (chmod 700), or choose another with JOUTE_CACHE"
        )


class CodeFiles:
    """The cache files of one function: one for each fingerprint and argument types."""

    def __init__(self, label: str, stamp: str) -> None:
        self.label, self.stamp = label, stamp

    def file(self, kind: str) -> Path:
        """The file for one kind of compiled code."""
        name = hashlib.sha256(f"{self.stamp} {kind}".encode()).hexdigest()[:24]
        return cache_directory() / f"{self.label}-{name}{SUFFIX}"

    def read(self, kind: str) -> bytes | None:
        """The code, if it is there and exactly as one of our processes wrote it."""
        file = self.file(kind)
        try:
            key = directory_key(file.parent)
            content = file.read_bytes()
        except OSError:
            return None
        checksum, code = content[:CHECKSUM_BYTES], content[CHECKSUM_BYTES:]
        return code if hmac.compare_digest(checksum, _checksum(key, file, code)) else None

    def write(self, kind: str, code: bytes) -> None:
        """Write the code; a process that reads meanwhile finds all of it or nothing."""
        file = self.file(kind)
        try:
            _replace(file, _checksum(directory_key(file.parent), file, code) + code)
            delete_oldest(self.label)
        except OSError as error:  # a full or read-only disk only makes the next start slower
            print(f"joute: compiled code cannot be cached in {file.parent}: {error}", file=sys.stderr)


def _checksum(key: bytes, file: Path, code: bytes) -> bytes:
    """Of the code and of its file's name: a whole file under another name is wrong, too."""
    digest = hashlib.blake2b(file.name.encode(), key=key, digest_size=CHECKSUM_BYTES)
    digest.update(code)
    return digest.digest()


def check_directory() -> None:
    """Refuse a cache directory that others can write to."""
    with contextlib.suppress(OSError):  # without a directory nothing is cached
        directory_key(cache_directory())


@cache
def directory_key(directory: Path) -> bytes:
    """The key of the checksums in a directory; both are made if needed, and a directory that others can write to is refused."""
    directory.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    if not _ours(directory.stat(), OTHERS_WRITE):
        raise UnsafeCache(str(directory))
    file = directory / KEY_FILE
    if (key := _read_key(file)) is None:
        _replace(file, secrets.token_bytes(KEY_BYTES))
        key = _read_key(file)  # another process may have been later
    if key is None:
        raise OSError(f"{file} cannot be made")
    return key


def _read_key(file: Path) -> bytes | None:
    """The key in the file, unless others could have written or read it."""
    try:
        safe = stat.S_ISREG(file.lstat().st_mode) and _ours(file.lstat(), OTHERS_WRITE | OTHERS_READ)
        key = file.read_bytes() if safe else b""
    except FileNotFoundError:
        return None
    return key if len(key) == KEY_BYTES else None


def _ours(found: os.stat_result, forbidden: int) -> bool:
    """Whether a file belongs to this user, and others lack these rights (Windows has no modes, and user directories are private there)."""
    return sys.platform == "win32" or (found.st_uid == os.geteuid() and not found.st_mode & forbidden)


def _replace(file: Path, content: bytes) -> None:
    """Write a file that only its owner can read, as a whole."""
    temporary = file.with_name(f"{file.name}.{os.getpid()}.{threading.get_ident()}")
    with open(temporary, "wb", opener=lambda path, flags: os.open(path, flags, stat.S_IRUSR | stat.S_IWUSR)) as stream:
        stream.write(content)
    temporary.replace(file)


def delete_oldest(label: str) -> None:
    """Delete the oldest versions of a function, so that the cache does not grow without limit."""
    found = [(file.stat().st_mtime, file) for file in cache_directory().glob(f"{label}-*{SUFFIX}")]
    for _, file in sorted(found, reverse=True)[MAX_VERSIONS:]:
        file.unlink(missing_ok=True)
