"""A carrier: messages as JSON lines, to and from a program in its own process."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path
from typing import IO

from joute.bots.limits import Limits
from joute.core.errors import JouteError
from joute.core.faults import Broken, Code

GUARD = Path(__file__).with_name("supervisor.py")
DEAF = "closed its input and cannot be asked any more"
STDERR_KEPT = 4000  # bytes of the end of what a bot writes to stderr
CHUNK = 1 << 16
SHOWN = 80  # letters of what a bot said that an error quotes
PATIENCE = 10.0  # seconds for the guard to sweep up
FAREWELL = 1.0  # seconds to end in, once the input is closed
GRACE = 0.5  # seconds to see whether a flood goes on
FUNERAL = 3.0  # seconds to see whether a bot that has closed a pipe has ended
OUT_OF_MEMORY = re.compile(r"MemoryError|bad_alloc|out of memory|cannot allocate memory", re.IGNORECASE)
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")


class Process:
    """A running bot: lines go in, lines come out, each before a deadline."""

    def __init__(self, command: list[str], limits: Limits, folder: Path | None = None) -> None:
        if os.name != "posix":
            raise JouteError("bots run on Linux and macOS; on Windows, run Joute in WSL")
        control, self._control = os.pipe()
        guard = [sys.executable, "-I", "-S", str(GUARD), str(control), str(limits.memory << 20)]
        self._guard = subprocess.Popen(
            [*guard, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[control],
            cwd=folder,
            env={**ONE_THREAD, **os.environ, "PYTHONHASHSEED": "0"},
            start_new_session=True,  # Ctrl-C is for Joute, which decides what it means
            bufsize=0,
        )
        os.close(control)
        self._in, self._out, self._err = (_pipe(file) for file in (self._guard.stdin, self._guard.stdout, self._guard.stderr))
        self._most = limits.message << 10
        self._heard = bytearray()
        self._complaints = bytearray()
        self._poll = select.poll()
        for pipe in (self._out, self._err):
            self._poll.register(pipe, select.POLLIN)
        self._poll.register(self._in, 0)  # nothing but that its other end has closed
        self._listening = {self._in, self._out, self._err}
        self._mercy = [FAREWELL]
        self.close = weakref.finalize(self, _ended, self._guard, self._control, self._mercy)

    @property
    def stderr(self) -> str:
        """The end of what the bot wrote to its standard error."""
        return self._complaints.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return self.close.alive and self._guard.poll() is None and self._listening >= {self._in, self._out}

    def send(self, line: bytes, deadline: float) -> None:
        """Hand a line over before the deadline."""
        left = memoryview(line)
        while left:
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)
            except BrokenPipeError:
                raise self._gone(DEAF) from None

    def receive(self, deadline: float) -> bytes:
        """The next line, if it comes before the deadline."""
        while (end := self._heard.find(b"\n")) < 0:
            if len(self._heard) > self._most:
                raise self._broken(Code.flood, f"it sent a message of more than {self._most >> 10} kilobytes")
            if self._out not in self._listening:
                raise self._gone("closed its output")
            if self._in not in self._listening and not self._answers_soon():
                raise self._gone(DEAF)
            self._wait(deadline)
        if end > self._most:
            raise self._broken(Code.flood, f"it sent a message of more than {self._most >> 10} kilobytes")
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        return line

    def kill(self) -> None:
        """End it at once; `close` lets it end by itself first."""
        self._mercy[0] = 0.0
        self.close()

    def hang_up(self) -> bool:
        """Close the bot's input; whether it then ends by itself."""
        assert self._guard.stdin is not None
        self._poll.unregister(self._in)
        self._listening.discard(self._in)
        self._guard.stdin.close()
        until = time.monotonic() + FAREWELL
        while self._guard.poll() is None and time.monotonic() < until:
            self._absorb(0.01)
        return self._guard.poll() is not None

    def expect_silence(self) -> None:
        """Refuse what the bot says without being asked; a little of it is garbage, a lot a flood."""
        self._absorb(0)
        if self._heard:
            self.expect_no_flood()
            line = bytes(self._heard.partition(b"\n")[0][:SHOWN]).decode("utf-8", "replace")
            raise self._broken(Code.garbage, f"it said {line!r} without being asked; only messages may go to its standard output")

    def expect_no_flood(self) -> None:
        """Listen a little longer, and refuse a bot that will not stop."""
        until = time.monotonic() + GRACE
        while (left := until - time.monotonic()) > 0 and self._out in self._listening and len(self._heard) <= self._most:
            self._absorb(left)
        if len(self._heard) > self._most:
            raise self._broken(Code.flood, f"it sent more than {self._most >> 10} kilobytes that nobody asked for")

    def _answers_soon(self) -> bool:
        """Whether a bot that has closed its input has answered all the same."""
        before = len(self._heard)
        self._absorb(GRACE)
        return len(self._heard) > before

    def _wait(self, deadline: float, writing: bool = False) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if writing and self._in in self._listening:
            self._poll.modify(self._in, select.POLLOUT)
        self._absorb(left)
        if writing and self._in in self._listening:
            self._poll.modify(self._in, 0)
        if writing and len(self._heard) > self._most:
            raise self._broken(Code.flood, f"it sent more than {self._most >> 10} kilobytes and does not listen")

    def _absorb(self, seconds: float) -> None:
        """Take in what the bot has said and complained about, waiting at most so long for any of it."""
        for pipe, event in self._poll.poll(seconds * 1000):
            if pipe == self._in:
                if event & (select.POLLERR | select.POLLHUP):
                    self._poll.unregister(pipe)
                    self._listening.discard(pipe)
                continue
            try:
                said = os.read(pipe, CHUNK)
            except BlockingIOError:
                continue
            if not said:
                self._poll.unregister(pipe)
                self._listening.discard(pipe)
            elif pipe == self._out:
                self._heard += said
            else:
                self._complaints += said
                del self._complaints[:-STDERR_KEPT]

    def _gone(self, how: str) -> Broken:
        """Why a pipe has closed: the bot has ended, or only will not talk."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._guard.wait(FUNERAL)
            while self._err in self._listening:
                self._absorb(GRACE)
            if OUT_OF_MEMORY.search(self.stderr):
                return self._broken(Code.memory, f"it ran out of memory and {_told(code)}")
            return self._broken(Code.crash, f"it {_told(code)}")
        return self._broken(Code.silence, f"it {how}")

    def _broken(self, code: Code, sentence: str) -> Broken:
        return Broken(code, sentence, self.stderr)


def _pipe(file: IO[bytes] | None) -> int:
    assert file is not None, "all three pipes were asked for"
    os.set_blocking(file.fileno(), False)
    return file.fileno()


def _told(code: int) -> str:
    if code > 128:
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(code - 128).name}"
    return f"exited with code {code}"


def _ended(guard: "subprocess.Popen[bytes]", control: int, mercy: list[float]) -> None:
    """Close the bot's input and wait as long as mercy lasts; then the guard ends it and all that it started, and itself."""
    assert guard.stdin is not None
    guard.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        guard.wait(mercy[0])
    os.close(control)
    try:
        guard.wait(PATIENCE)
    except subprocess.TimeoutExpired:  # the bot has stopped its guard
        guard.kill()
        guard.wait()
    for file in (guard.stdout, guard.stderr):
        if file is not None:
            file.close()
