"""Where agents think: a bounded pool of threads off the event loop. When it is full, everybody gets less time before anybody waits."""

import asyncio
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from joute.core.agent import Agent, Stop
from joute.core.opinion import Opinion
from joute.core.state import State

LEAST = 0.05  # seconds that an agent gets in the thickest crowd
TOO_LONG = 0.01  # seconds for an agent that says it is quick
FEW, TURN = 3, 0.001  # quick agents that answer at a time, and seconds after which no more do: people's moves go before the next
GLANCE = 0.02  # seconds between looks at the clock while agents are at work


@dataclass(eq=False)
class Thought:
    """An agent at work on one question; the table that asked may hurry it."""

    agent: Agent
    view: State
    seat: int
    seed: int
    longest: float
    stop: Stop = field(default_factory=Stop)
    why: bool = True  # people will see the opinion and the beliefs behind it; else only the choice is wanted
    began: float | None = None  # None: waits for a thread
    took: float = 0.0  # seconds of work, when it is done: a busy machine makes nobody slow

    @property
    def kind(self) -> tuple[str, str]:
        """The game and the agent."""
        return self.agent.game.name, self.agent.text

    def think(self) -> Opinion:
        """The opinion, in the thread of whoever calls."""
        self.began, work = time.monotonic(), time.thread_time()
        opinion = self.agent.explain(self.view, self.seat, self.seed, self.stop)
        self.took = time.thread_time() - work
        return opinion

    def choose(self) -> Opinion:
        """The choice, and the opinion behind it if that is wanted: a quick agent takes longer to explain than to choose."""
        if self.why:
            return self.think()
        self.began, work = time.monotonic(), time.thread_time()
        action = self.agent.game.actions[self.agent.choose(self.view, self.seat, self.seed)]
        self.took = time.thread_time() - work
        return Opinion(action)


class Thinkers:
    """The pool, and how its time is shared."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, "thinker")
        self._clock: asyncio.TimerHandle | None = None  # looks at it while somebody thinks
        self._queue: deque[tuple[Thought, asyncio.Future[Opinion]]] = deque()  # of the quick ones
        self.thoughts: set[Thought] = set()
        self._ready: set[tuple[str, str]] = set()  # agents that were quick when they were asked last

    @property
    def waiting(self) -> int:
        """Thoughts beyond those that have a thread."""
        return max(0, len(self.thoughts) - self.threads)

    def allowance(self, longest: float) -> float:
        """The seconds that a thought gets now: all it wants while threads are free, less the more are waiting."""
        return max(LEAST, longest / (1 + 2 * self.waiting / self.threads)) if self.waiting else longest

    async def consider(self, thought: Thought) -> Opinion:
        """What the agent thinks, within the time that the crowd leaves it."""
        if self.quick(thought):
            return await self._in_turn(thought)
        opinion = await self._elsewhere(thought)
        if thought.agent.quick and thought.took <= TOO_LONG:  # it says so, and it was: whoever sits down may have set it otherwise
            self._ready.add(thought.kind)
        return opinion

    def quick(self, thought: Thought) -> bool:
        """Whether the agent answers as soon as its turn comes: it did when it was asked last."""
        return thought.kind in self._ready

    def _in_turn(self, thought: Thought) -> "asyncio.Future[Opinion]":
        """A quick agent's answer: a few at a time, since whatever comes over the lines goes before the next."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Opinion] = loop.create_future()
        self._queue.append((thought, answer))
        if len(self._queue) == 1:
            loop.call_soon(self._answer, loop)
        return answer

    def _answer(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let a few answer; the others when the loop has looked at the lines."""
        until = loop.time() + TURN
        for _ in range(min(FEW, len(self._queue))):
            thought, answer = self._queue[0]
            if not answer.cancelled():  # its question may be gone
                try:
                    answer.set_result(self._at_once(thought))
                except Exception as error:
                    answer.set_exception(error)
            self._queue.popleft()
            if loop.time() >= until:
                break
        if self._queue:
            loop.call_soon(self._answer, loop)

    def _at_once(self, thought: Thought) -> Opinion:
        """The opinion of a quick agent: the way to a thread and back would hold messages up for longer."""
        opinion = thought.choose()
        if thought.took > TOO_LONG:
            self._ready.discard(thought.kind)  # next time in a thread, where it can show that it is quick after all
        return opinion

    async def _elsewhere(self, thought: Thought) -> Opinion:
        loop = asyncio.get_running_loop()
        self.thoughts.add(thought)
        self._keep_time(loop)
        try:
            return await loop.run_in_executor(self._pool, thought.think)
        finally:
            thought.stop.now()
            self.thoughts.discard(thought)

    def _keep_time(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._clock is None:
            self._clock = loop.call_later(GLANCE, self._glance, loop)

    def _glance(self, loop: asyncio.AbstractEventLoop) -> None:
        """Whoever has used up what the crowd leaves now answers."""
        self._clock = None
        now = time.monotonic()
        for thought in self.thoughts:
            if thought.began is not None and now - thought.began >= self.allowance(thought.longest):
                thought.stop.now()
        if self.thoughts:
            self._keep_time(loop)

    def close(self) -> None:
        """Everybody answers now, and nobody is asked again."""
        for thought in self.thoughts:
            thought.stop.now()
        self._pool.shutdown(wait=False, cancel_futures=True)
