"""A PostgreSQL of the tests' own: a fresh cluster in a temporary directory on a free loopback port, gone at the end."""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_LOCAL = ["unix_socket_directories=", "listen_addresses=127.0.0.1"]
_QUICK = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]  # nobody cares what a power cut does to a test


def binaries() -> Path | None:
    """Where initdb and postgres are: named by pg_config, in Debian's places, or on the path; None: not installed."""
    places = [Path(found).resolve().parent for found in (shutil.which("initdb"),) if found]
    if config := shutil.which("pg_config"):
        places.append(Path(subprocess.run([config, "--bindir"], capture_output=True, text=True, check=True).stdout.strip()))
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


@contextmanager
def cluster(quick: bool = True) -> Iterator[str]:
    """The URL of a running cluster; its processes and files are gone when the context is left."""
    programs = binaries()
    assert programs is not None, "ask `binaries` first"
    with tempfile.TemporaryDirectory(prefix="joute-postgres-", ignore_cleanup_errors=True) as directory:
        become = _somebody_else(Path(directory))
        place = str(Path(directory) / "cluster")
        made = [str(programs / "initdb"), "-D", place, "-U", "joute", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(made, check=True, capture_output=True, cwd=directory, preexec_fn=become)
        port = _free_port()
        settings = [word for setting in (*_LOCAL, *(_QUICK if quick else ()), f"port={port}") for word in ("-c", setting)]
        with open(Path(directory) / "log", "wb") as log:
            server = subprocess.Popen(
                [programs / "postgres", "-D", place, *settings], stdout=log, stderr=log, cwd=directory, preexec_fn=become
            )
        try:
            _wait_until_ready(programs, port, server)
            yield f"postgresql://joute@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGQUIT)  # at once, with its children: nobody needs what it has not written
            server.wait(30)


def _wait_until_ready(programs: Path, port: int, server: "subprocess.Popen[bytes]") -> None:
    for _ in range(300):
        asked = subprocess.run([programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)], timeout=30, check=False)
        if asked.returncode == 0:
            return
        assert server.poll() is None, "postgres ended at once"
        try:
            server.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError("postgres was not ready after 30 seconds")


def _somebody_else(directory: Path) -> Callable[[], None] | None:
    """PostgreSQL refuses to run as root: then it runs as somebody without rights, who gets the directory."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            person = pwd.getpwnam(name)
            break
        except KeyError:
            continue
    os.chown(directory, person.pw_uid, person.pw_gid)

    def become() -> None:
        os.setgroups([])
        os.setgid(person.pw_gid)
        os.setuid(person.pw_uid)
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)  # PR_SET_PDEATHSIG: it does not outlive tests that are killed

    return become


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port
