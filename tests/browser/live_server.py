"""A real server in a process of its own, and a real browser in front of it."""

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 90.0  # seconds that a server may take to answer on a loaded machine


class LiveServer:
    """A server that can be killed and started again at the same address."""

    def __init__(self, place: Path, *settings: str) -> None:
        self.place, self.settings = place, settings
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Open, and wait until it answers."""
        generous = ["requests=10000", "people_each=1000", "tables_each=1000", "sockets_each=1000", *self.settings]  # all share one address
        where = ["--port", str(self.port), "--database", f"{self.place}/joute.sqlite"]
        command = [sys.executable, "-m", "joute", "serve", "--no-browser", *where, *(word for one in generous for word in ("--set", one))]
        with (self.place / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=2):
                    return
            except OSError:
                assert self.process.poll() is None, (self.place / "server.log").read_text()
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """In order."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
