"""Messages to and from one running bot, each within its time."""

import json
import time
from pathlib import Path
from typing import Any

from joute.bots.limits import Limits
from joute.bots.process import Process
from joute.bots.protocol import PROTOCOL, Answer, Hello, Ready, read, read_answer, read_ready
from joute.core.faults import Broken, Code
from joute.version import __version__

LONGEST_TITLE = 80  # letters
NEWS = 5.0  # seconds for a bot to take in a message that needs no answer, before it counts as deaf


class Conversation:
    """A bot that has said that it is ready."""

    def __init__(self, command: list[str], limits: Limits, folder: Path | None) -> None:
        self.limits = limits
        self._process = Process(command, limits, folder)
        self.used = 0.0  # seconds that the last question took
        try:
            self.ready: Ready = self._greet()
        except Broken:
            self.kill()
            raise

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
        return " ".join(filter(None, (self.ready.get("name"), self.ready.get("version"))))[:LONGEST_TITLE] or "a bot"

    def hang_up(self) -> bool:
        """Say no more; whether the bot then ends by itself."""
        return self._process.hang_up()

    def close(self) -> None:
        """Let it end by itself, then end it and all that it started."""
        self._process.close()

    def kill(self) -> None:
        """End it at once, and all that it started."""
        self._process.kill()

    def tell(self, message: Any) -> None:
        """Say something that needs no answer."""
        try:
            self._process.send(_line(message), time.monotonic() + NEWS)
        except TimeoutError:
            raise Broken(Code.silence, f"it has not listened for {NEWS:g} seconds", self.stderr) from None

    def ask(self, message: Any, seconds: float) -> Answer:
        """The answer to an act; TimeoutError when it does not come in time."""
        self.used = 0.0
        self._process.expect_silence()
        line = _line(message)
        began = time.monotonic()
        try:
            self._process.send(line, began + seconds)
            said = self._process.receive(began + seconds)
        finally:
            self.used = time.monotonic() - began
        return read_answer(self._read(said), message["turn"], message["legal"])

    def _greet(self) -> Ready:
        hello = Hello(type="hello", protocol=PROTOCOL, joute=__version__)
        deadline = time.monotonic() + self.limits.start
        try:
            self._process.send(_line(hello), deadline)
            return read_ready(self._read(self._process.receive(deadline)))
        except TimeoutError:
            raise Broken(Code.start, f"it was not ready after {self.limits.start:g} seconds", self.stderr) from None
        except Broken as broken:
            code = broken.code if broken.code in (Code.flood, Code.memory) else Code.start
            raise Broken(code, str(broken), broken.stderr or self.stderr) from broken

    def _read(self, line: bytes) -> Any:
        try:
            return read(line)
        except Broken as broken:
            if broken.code is Code.garbage:
                self._process.expect_no_flood()  # much garbage is a flood
            raise


def _line(message: Any) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
