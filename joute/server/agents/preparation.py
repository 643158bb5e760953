"""Preparing the opponents: what the levels of a game need is compiled once, in another process, while a simple agent plays for them."""

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable

from joute.arena.warmup import prepared_file
from joute.core import registry
from joute.review.warmup import PROBLEM, parts
from joute.server.errors import Refused
from joute.server.server_messages import Bilingual, PreparationInfo

log = logging.getLogger("joute.server")

SIMPLE = "careful"  # the agent that plays meanwhile: the game's own heuristic, which needs no compiling


class Preparation:
    """The games of a server, as far as they are prepared; `on_progress` gets the name of a game."""

    def __init__(self, games: Iterable[str], on_progress: Callable[[str], None]) -> None:
        self._waiting = list(games)
        self._on_progress = on_progress
        self._progress: dict[str, PreparationInfo] = {}
        self._ready: dict[str, asyncio.Event] = {}
        self._problems: dict[str, Bilingual] = {}  # of games that cannot be compiled: a sentence by language
        for name in self._waiting:
            if not prepared_file(name).exists():
                self._progress[name] = {"done": 0, "of": parts(name)}
                self._ready[name] = asyncio.Event()

    def progress(self, name: str) -> PreparationInfo | None:
        """How far a game is; None: it is prepared."""
        return self._progress.get(name)

    def failed(self, name: str) -> bool:
        """Whether a game cannot be compiled: only random agents can play it."""
        return name in self._problems

    def info(self, name: str) -> PreparationInfo | None:
        """How far a game is, or why it cannot be compiled; None: it is prepared."""
        if name in self._problems:
            return {"done": 0, "of": parts(name), "problem": self._problems[name]}
        return self.progress(name)

    def require(self, name: str) -> None:
        """Refuse what needs compiled rules in a game whose rules cannot be compiled."""
        if name in self._problems:
            raise Refused("not_allowed", text=self._problems[name])

    async def ready(self, name: str) -> None:
        """Wait until a game is prepared."""
        if name in self._ready:
            await self._ready[name].wait()

    def hurry(self, name: str) -> None:
        """Somebody waits for a game: it comes next."""
        if name in self._progress and name in self._waiting:
            self._waiting.remove(name)
            self._waiting.insert(0, name)

    async def run(self, compiled: Callable[[str], Awaitable[None]]) -> None:
        """Prepare every game, one after another."""
        while self._waiting:
            name = self._waiting.pop(0)
            try:
                if await self._compile(name):
                    await compiled(name)
            finally:
                self._progress.pop(name, None)
                if name in self._ready:
                    self._ready[name].set()
                    self._on_progress(name)

    async def _compile(self, name: str) -> bool:
        """Fill the cache of compiled code for one game; whether it worked."""
        words = [sys.executable, "-m", "joute.review.warmup", registry.address(name)]
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            async for line in process.stdout:
                if line.startswith(PROBLEM.encode()):
                    self._problems[name] = json.loads(line[len(PROBLEM) :])
                elif line.strip().isdigit() and name in self._progress:
                    self._progress[name]["done"] = int(line)
                    self._on_progress(name)
            code = await process.wait()
            if name in self._problems:  # the process has printed why
                log.warning("random agents play %s: its rules cannot be compiled", name)
            return code == 0
        except asyncio.CancelledError:
            process.terminate()
            await process.wait()
            raise
