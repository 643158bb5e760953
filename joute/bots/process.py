"""A bot's process: JSON lines through its pipes, each before a deadline, and the messages they carry."""

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Mapping
from io import FileIO
from typing import IO, Self

from joute.bots import sandbox
from joute.bots.bot_reference import BotReference, is_python
from joute.bots.protocol import PROTOCOL, Act, Answer, Hello, Ready, read, read_answer, read_ready
from joute.core.errors import JouteError
from joute.core.faults import Broken, Code
from joute.core.state import Json
from joute.i18n import Sentence, say
from joute.version import __version__

INPUT_CLOSED: Sentence = "it closed its input and cannot be asked any more"
OUTPUT_CLOSED: Sentence = "it closed its output"
STDERR_BYTES = 4000  # stored of the end of a bot's standard error
CHUNK = 1 << 16
MAX_QUOTE = 80  # characters of a bot's output that an error quotes
SUPERVISOR_SECONDS = 10.0  # for the supervisor to end everything
EXIT_SECONDS = 1.0  # for a bot to end by itself, once its input is closed
FLOOD_SECONDS = 0.5  # to see whether a flood goes on
CRASH_SECONDS = 3.0  # to see whether a bot that has closed a pipe has ended
OUT_OF_MEMORY = re.compile(r"MemoryError|bad_alloc|out of memory|cannot allocate memory", re.IGNORECASE)
MAX_TITLE = 80  # characters
SEND_SECONDS = 5.0  # for a bot to read a message that needs no answer


class BotProcess:
    """A running bot and its supervisor: lines go in, lines come out, each before a deadline."""

    def __init__(self, reference: BotReference, report: IO[bytes] | None = None) -> None:
        if os.name != "posix":
            raise JouteError("bots run on Linux and macOS; on Windows, run Joute in WSL")
        limits = reference.limits
        self.confinement = sandbox.confinement(limits)
        command = reference.command
        if report is not None and self.confinement.complete and is_python(reference):
            command = [*command[:2], f"--report={report.fileno()}", *command[2:]]
        scratch = sandbox.scratch_folder(self.confinement)
        with contextlib.ExitStack() as stack:
            control, self._control = os.pipe()
            stdin, writer = os.pipe()
            reader, stdout = os.pipe()
            self._input, self._output = FileIO(writer, "wb"), FileIO(reader, "rb")
            for descriptor in (control, stdin, stdout):
                stack.callback(os.close, descriptor)
            passed = {"input": stdin, "output": stdout}
            if self.confinement.landlock:
                passed["ruleset"] = stack.enter_context(sandbox.ruleset(sandbox.readable(reference))).fileno()
            numbers = sandbox.numbers(limits, self.confinement, **passed)
            command_line = [*sandbox.supervisor(self.confinement), str(control), numbers, scratch]
            self._supervisor = subprocess.Popen(
                [*command_line, sandbox.package_folder(self.confinement), *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[control, *passed.values(), *([report.fileno()] if report is not None else [])],
                cwd=reference.folder,
                env=sandbox.environment(self.confinement, scratch),
                start_new_session=True,  # Ctrl-C goes to Joute alone
                bufsize=0,
            )
        self._in, self._out, self._err = (_pipe(file) for file in (self._input, self._output, self._supervisor.stderr))
        self._max_bytes = limits.message << 10
        self._received = bytearray()
        self._stderr = bytearray()
        self._poll = select.poll()
        for pipe in (self._out, self._err):
            self._poll.register(pipe, select.POLLIN)
        self._poll.register(self._in, 0)  # only errors: its other end has closed
        self._open = {self._in, self._out, self._err}
        self._exit_seconds = [EXIT_SECONDS]
        self.close = weakref.finalize(self, _end, self._supervisor, (self._input, self._output), self._control, self._exit_seconds)

    @property
    def stderr(self) -> str:
        """The end of what the bot wrote to its standard error."""
        return self._stderr.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return self.close.alive and self._supervisor.poll() is None and self._open >= {self._in, self._out}

    def send(self, line: bytes, deadline: float) -> None:
        """Send a line before the deadline."""
        left = memoryview(line)
        while left:
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)
            except BrokenPipeError:
                raise self._gone(INPUT_CLOSED) from None

    def receive(self, deadline: float) -> bytes:
        """The next line; TimeoutError after the deadline."""
        while (end := self._received.find(b"\n")) < 0:
            if len(self._received) > self._max_bytes:
                raise Broken(
                    "it sent a message of more than {kilobytes} kilobytes", Code.flood, self.stderr, kilobytes=self._max_bytes >> 10
                )
            if self._out not in self._open:
                raise self._gone(OUTPUT_CLOSED)
            if self._in not in self._open and not self._answers_soon():
                raise self._gone(INPUT_CLOSED)
            self._wait(deadline)
        if end > self._max_bytes:
            raise Broken("it sent a message of more than {kilobytes} kilobytes", Code.flood, self.stderr, kilobytes=self._max_bytes >> 10)
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return line

    def kill(self) -> None:
        """Kill it at once; `close` lets it end by itself first."""
        self._exit_seconds[0] = 0.0
        self.close()

    def hang_up(self) -> bool:
        """Close the bot's input, and return whether it ends by itself."""
        self._poll.unregister(self._in)
        self._open.discard(self._in)
        self._input.close()
        until = time.monotonic() + EXIT_SECONDS
        while self._supervisor.poll() is None and time.monotonic() < until:
            self._read_pipes(0.01)
        return self._supervisor.poll() is not None

    def expect_silence(self) -> None:
        """Refuse output that was not asked for; a little of it is garbage, a lot a flood."""
        self._read_pipes(0)
        if self._received:
            self.expect_no_flood()
            line = bytes(self._received.partition(b"\n")[0][:MAX_QUOTE]).decode("utf-8", "replace")
            raise Broken(
                "it wrote {line!r} without being asked; only messages may go to its standard output", Code.garbage, self.stderr, line=line
            )

    def expect_no_flood(self) -> None:
        """Read a little longer, and refuse a bot that does not stop writing."""
        until = time.monotonic() + FLOOD_SECONDS
        while (left := until - time.monotonic()) > 0 and self._out in self._open and len(self._received) <= self._max_bytes:
            self._read_pipes(left)
        if len(self._received) > self._max_bytes:
            raise Broken(
                "it sent more than {kilobytes} kilobytes that nobody asked for", Code.flood, self.stderr, kilobytes=self._max_bytes >> 10
            )

    def _answers_soon(self) -> bool:
        """Whether a bot that has closed its input has answered all the same."""
        before = len(self._received)
        self._read_pipes(FLOOD_SECONDS)
        return len(self._received) > before

    def _wait(self, deadline: float, writing: bool = False) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if writing and self._in in self._open:
            self._poll.modify(self._in, select.POLLOUT)
        self._read_pipes(left)
        if writing and self._in in self._open:
            self._poll.modify(self._in, 0)
        if writing and len(self._received) > self._max_bytes:
            raise Broken(
                "it sent more than {kilobytes} kilobytes and does not listen", Code.flood, self.stderr, kilobytes=self._max_bytes >> 10
            )

    def _read_pipes(self, seconds: float) -> None:
        """Read both outputs, waiting at most that long for the first."""
        for pipe, event in self._poll.poll(seconds * 1000):
            if pipe == self._in:
                if event & (select.POLLERR | select.POLLHUP):
                    self._poll.unregister(pipe)
                    self._open.discard(pipe)
                continue
            try:
                data = os.read(pipe, CHUNK)
            except BlockingIOError:
                continue
            if not data:
                self._poll.unregister(pipe)
                self._open.discard(pipe)
            elif pipe == self._out:
                self._received += data
            else:
                self._stderr += data
                del self._stderr[:-STDERR_BYTES]

    def _gone(self, how: str) -> Broken:
        """The fault when a pipe has closed: the bot has ended, or only stopped talking."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._supervisor.wait(CRASH_SECONDS)
            while self._err in self._open:
                self._read_pipes(FLOOD_SECONDS)
            if OUT_OF_MEMORY.search(self.stderr):
                return Broken("it ran out of memory and {exit}", Code.memory, self.stderr, exit=_exit_text(code))
            return Broken("it {exit}", Code.crash, self.stderr, exit=_exit_text(code))
        return Broken(how, Code.silence, self.stderr)


def _pipe(file: FileIO | IO[bytes] | None) -> int:
    assert file is not None, "all three pipes were asked for"
    os.set_blocking(file.fileno(), False)
    return file.fileno()


def _exit_text(code: int) -> str:
    if code > 128:
        with contextlib.suppress(ValueError):
            return say("was ended by {signal}", signal=signal.Signals(code - 128).name)
    return say("exited with code {code}", code=code)


def _end(supervisor: "subprocess.Popen[bytes]", pipes: tuple[FileIO, FileIO], control: int, exit_seconds: list[float]) -> None:
    """Close the bot's input and give it time to end; then the supervisor ends it, all that it started, and itself."""
    pipes[0].close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        supervisor.wait(exit_seconds[0])
    os.close(control)
    try:
        supervisor.wait(SUPERVISOR_SECONDS)
    except subprocess.TimeoutExpired:  # the bot has stopped its supervisor
        os.killpg(supervisor.pid, signal.SIGKILL)
        supervisor.wait()
    for file in (pipes[1], supervisor.stderr):
        if file is not None:
            file.close()


class RunningBot:
    """Messages to and from a bot: `greet` comes first."""

    def __init__(self, reference: BotReference, report: IO[bytes] | None = None) -> None:
        self.limits = reference.limits
        self._process = BotProcess(reference, report)
        self.used = 0.0  # seconds of the last question
        self.ready: Ready = {"type": "ready"}  # what it says of itself, once greeted

    @property
    def alive(self) -> bool:
        """Whether the bot can still be asked."""
        return self._process.alive

    @property
    def stderr(self) -> str:
        """The end of what it wrote to its standard error."""
        return self._process.stderr

    @property
    def title(self) -> str:
        """What the bot calls itself, with its version."""
        return " ".join(filter(None, (self.ready.get("name"), self.ready.get("version"))))[:MAX_TITLE] or "a bot"

    def hang_up(self) -> bool:
        """Close the bot's input, and return whether it ends by itself."""
        return self._process.hang_up()

    def close(self) -> None:
        """Let it end by itself, then kill it and all that it started."""
        self._process.close()

    def kill(self) -> None:
        """Kill it at once, and all that it started."""
        self._process.kill()

    def send(self, message: Mapping[str, object]) -> None:
        """Send a message that needs no answer."""
        try:
            self._process.send(_line(message), time.monotonic() + SEND_SECONDS)
        except TimeoutError:
            raise Broken("it has not read its input for {seconds:g} seconds", Code.silence, self.stderr, seconds=SEND_SECONDS) from None

    def ask(self, message: Act, seconds: float) -> Answer:
        """The answer to an act; TimeoutError if it does not come in time."""
        self.used = 0.0
        self._process.expect_silence()
        line = _line(message)
        began = time.monotonic()
        try:
            self._process.send(line, began + seconds)
            answer = self._process.receive(began + seconds)
        finally:
            self.used = time.monotonic() - began
        return read_answer(self._read(answer), message["turn"], message["legal"])

    @property
    def confinement(self) -> sandbox.Confinement:
        """How it is confined."""
        return self._process.confinement

    def greet(self) -> Self:
        """Send hello, upon which a Python file is loaded, and wait until the bot is ready."""
        try:
            self.ready = self._hello()
        except Broken:
            self.kill()
            raise
        return self

    def _hello(self) -> Ready:
        hello = Hello(type="hello", protocol=PROTOCOL, joute=__version__)
        deadline = time.monotonic() + self.limits.start
        try:
            self._process.send(_line(hello), deadline)
            return read_ready(self._read(self._process.receive(deadline)))
        except TimeoutError:
            raise Broken("it was not ready after {seconds:g} seconds", Code.start, self.stderr, seconds=self.limits.start) from None
        except Broken as broken:
            code = broken.code if broken.code in (Code.flood, Code.memory) else Code.start
            raise Broken(broken.args[0], code, broken.stderr or self.stderr, **broken.values) from broken

    def _read(self, line: bytes) -> Json:
        try:
            return read(line)
        except Broken as broken:
            if broken.code is Code.garbage:
                self._process.expect_no_flood()  # a lot of garbage is a flood
            raise


def _line(message: Mapping[str, object]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
