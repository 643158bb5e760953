"""A bounded pool of threads in which agents think, shared fairly between people.

Every task is for somebody: the person who asked for it, or the host of a table. The next thread goes to people who have the fewest agents
at work. When agents wait, each gets less time: the less, the more of the same person's wait, and the more other people wait. So a person
with sixty tables slows down these sixty, and hardly those of others. Agents that nobody plays against give way to the others.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from joute.core.agent import Agent, Stop
from joute.core.opinion import Opinion
from joute.core.state import State

LEAST = 0.05  # seconds that an agent always gets
TOO_LONG = 0.01  # seconds for an agent that claims to be quick
FEW, TURN = 3, 0.001  # number of quick agents that answer in one turn of the loop, and seconds after which no more do
SHARE = 0.5  # of the time of a search with a time limit, spent on a processor; with less, the machine was too busy for its full strength
POLL = 0.02  # seconds between two checks of the time used
Result = TypeVar("Result")


@dataclass(eq=False)
class AgentTask:
    """An agent at work on one decision; its stop flag makes it answer at once."""

    agent: Agent
    view: State
    seat: int
    seed: int
    longest: float
    stop: Stop = field(default_factory=Stop)
    why: bool = True  # people will see the opinion and the beliefs behind it; else only the choice is wanted
    person: int | None = None  # for whom; None: nobody in particular
    background: bool = False  # nobody plays against it
    began: float | None = None  # None: waits for a thread
    curtailed: bool = False  # it had not the time that it wanted: stopped before, or the machine was busy with something else
    took: float = 0.0  # seconds of processor time: a busy machine makes no agent slow

    @property
    def kind(self) -> tuple[str, str]:
        """The game and the agent."""
        return self.agent.game.name, self.agent.text

    def curtail(self) -> None:
        """Let it answer at once, with less than its full strength."""
        self.curtailed = True
        self.stop.now()

    def think(self) -> Opinion:
        """The opinion, in the calling thread."""
        self.began, work = time.monotonic(), time.thread_time()
        opinion = self.agent.explain(self.view, self.seat, self.seed, self.stop)
        self.took = time.thread_time() - work
        self.curtailed |= self.stop.timed_out and self.took < SHARE * (time.monotonic() - self.began)
        return opinion

    def choose(self) -> Opinion:
        """The choice, and the opinion behind it if that is wanted: a quick agent takes longer to explain than to choose."""
        if self.why:
            return self.think()
        self.began, work = time.monotonic(), time.thread_time()
        action = self.agent.game.actions[self.agent.choose(self.view, self.seat, self.seed)]
        self.took = time.thread_time() - work
        return Opinion(action)


class AgentPool:
    """The pool, and how its time is shared."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, "agent")
        self._timer: asyncio.TimerHandle | None = None  # set while agents think
        self._queue: deque[tuple[AgentTask, asyncio.Future[Opinion]]] = deque()  # of quick agents
        self.tasks: set[AgentTask] = set()  # at work or waiting
        self._waiting: dict[AgentTask, asyncio.Future[None]] = {}  # for a thread
        self._served: dict[int | None, int] = {}  # number of the last thread that each person with tasks was granted
        self._grants = 0
        self._ready: set[tuple[str, str]] = set()  # games and agents that were quick the last time

    def allowance(self, task: AgentTask) -> float:
        """The seconds that a task gets now: all it wants while no other waits, less the more do that it must share with."""
        if task.background and any(not other.background for other in self._waiting):
            return LEAST  # it gives way
        rivals = self._rivals(task)
        return max(LEAST, task.longest / (1 + 2 * rivals / self.threads)) if rivals else task.longest

    def _rivals(self, task: AgentTask) -> int:
        """The number of waiting tasks that a task shares threads with: all of the same person, and one of each other person."""
        waiting = [other for other in self._waiting if other.background <= task.background]
        return sum(other.person == task.person for other in waiting) + len({other.person for other in waiting} - {task.person})

    async def consider(self, task: AgentTask) -> Opinion:
        """The agent's opinion, within its allowance."""
        if self.quick(task):
            return await self._in_turn(task)
        opinion = await self.run(task, task.think)
        if task.agent.quick and task.took <= TOO_LONG:  # settings may make it slow
            self._ready.add(task.kind)
        return opinion

    def quick(self, task: AgentTask) -> bool:
        """Whether the agent answers without a thread: it was quick the last time."""
        return task.kind in self._ready

    def _in_turn(self, task: AgentTask) -> "asyncio.Future[Opinion]":
        """A quick agent's answer: a few per turn of the loop, so that messages from people go first."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Opinion] = loop.create_future()
        self._queue.append((task, answer))
        if len(self._queue) == 1:
            loop.call_soon(self._answer, loop)
        return answer

    def _answer(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let a few answer; the others after the loop has read its sockets."""
        until = loop.time() + TURN
        for _ in range(min(FEW, len(self._queue))):
            task, answer = self._queue[0]
            if not answer.cancelled():  # the question may be gone
                try:
                    answer.set_result(self._at_once(task))
                except Exception as error:
                    answer.set_exception(error)
            self._queue.popleft()
            if loop.time() >= until:
                break
        if self._queue:
            loop.call_soon(self._answer, loop)

    def _at_once(self, task: AgentTask) -> Opinion:
        """The opinion of a quick agent, on the event loop: a thread switch would delay messages for longer."""
        opinion = task.choose()
        if task.took > TOO_LONG:
            self._ready.discard(task.kind)  # in a thread the next time, which may show that it is quick after all
        return opinion

    async def run(self, task: AgentTask, work: Callable[[], Result]) -> Result:
        """The result of some work with an agent, in a thread; the task says for whom, and when it must end."""
        loop = asyncio.get_running_loop()
        self.tasks.add(task)
        self._watch(loop)
        try:
            await self._turn(task, loop)
            return await loop.run_in_executor(self._pool, work)
        finally:
            self._done(task)

    async def _turn(self, task: AgentTask, loop: asyncio.AbstractEventLoop) -> None:
        """Wait for a thread."""
        granted = self._waiting[task] = loop.create_future()
        self._grant()
        try:
            await granted
        finally:
            self._waiting.pop(task, None)

    def _grant(self) -> None:
        """Give free threads to those that wait: first to agents that people play against, and to people who have had least."""
        at_work = Counter(task.person for task in self.tasks if task not in self._waiting)
        while self._waiting and at_work.total() < self.threads:
            task = min(self._waiting, key=lambda one: (one.background, at_work[one.person], self._served.get(one.person, 0)))
            self._grants += 1
            self._served[task.person] = self._grants
            at_work[task.person] += 1
            granted = self._waiting.pop(task)
            if not granted.done():
                granted.set_result(None)

    def _done(self, task: AgentTask) -> None:
        """Free the thread of a task."""
        task.stop.now()
        self.tasks.discard(task)
        if not any(other.person == task.person for other in self.tasks):
            self._served.pop(task.person, None)
        self._grant()

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is None:
            self._timer = loop.call_later(POLL, self._check_time, loop)

    def _check_time(self, loop: asyncio.AbstractEventLoop) -> None:
        """Stop agents that have used up their allowance."""
        self._timer = None
        now = time.monotonic()
        for task in self.tasks:
            if task.began is not None and now - task.began >= self.allowance(task):
                task.curtail()
        if self.tasks:
            self._watch(loop)

    def close(self) -> None:
        """Stop every agent and end the threads."""
        for task in self.tasks:
            task.stop.now()
        self._pool.shutdown(wait=False, cancel_futures=True)
