"""Where agents think: a bounded pool of threads off the event loop. When it is full, everybody gets less time before anybody waits."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from joute.game import State
from joute.opinion import Agent, Opinion, Stop

LEAST = 0.05  # seconds that an agent gets in the thickest crowd


@dataclass(eq=False)
class Thought:
    """An agent at work on one question; the table that asked may hurry it."""

    agent: Agent
    view: State
    seat: int
    seed: int
    longest: float
    stop: Stop = field(default_factory=Stop)
    began: float | None = None  # None: waits for a thread

    def think(self) -> Opinion:
        """The opinion, in the pool's thread."""
        return self.agent.consider(self.view, self.seat, self.seed, self.stop)


class Thinkers:
    """The pool, and how its time is shared."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, "thinker")
        self._turn = asyncio.Semaphore(threads)
        self.thoughts: set[Thought] = set()
        self._ready: set[tuple[str, int | None]] = set()  # rules of games that were asked before: their machine code is here

    @property
    def waiting(self) -> int:
        """Thoughts beyond those that have a thread."""
        return max(0, len(self.thoughts) - self.threads)

    def allowance(self, longest: float) -> float:
        """The seconds that a thought gets now: all it wants while threads are free, less the more are waiting."""
        return max(LEAST, longest / (1 + 2 * self.waiting / self.threads)) if self.waiting else longest

    async def consider(self, thought: Thought) -> Opinion:
        """What the agent thinks, within the time that the crowd leaves it."""
        rule = thought.agent.game.name, thought.agent.policy
        if rule in self._ready:
            return thought.think()  # a rule of the game in machine code: microseconds, less than the way to a thread
        opinion = await self._elsewhere(thought)
        if thought.agent.policy is not None:
            self._ready.add(rule)
        return opinion

    async def _elsewhere(self, thought: Thought) -> Opinion:
        self.thoughts.add(thought)
        loop = asyncio.get_running_loop()
        self._press(loop)
        try:
            async with self._turn:
                thought.began = loop.time()
                limit = loop.call_later(self.allowance(thought.longest), thought.stop.now)
                try:
                    return await asyncio.shield(loop.run_in_executor(self._pool, thought.think))
                finally:
                    limit.cancel()
        finally:
            thought.stop.now()
            self.thoughts.discard(thought)

    def _press(self, loop: asyncio.AbstractEventLoop) -> None:
        """The crowd has grown: those at work get shorter limits too."""
        if not self.waiting:
            return
        for thought in self.thoughts:
            if thought.began is not None:
                loop.call_at(thought.began + self.allowance(thought.longest), thought.stop.now)

    def close(self) -> None:
        """Everybody answers now, and nobody is asked again."""
        for thought in self.thoughts:
            thought.stop.now()
        self._pool.shutdown(wait=False, cancel_futures=True)
