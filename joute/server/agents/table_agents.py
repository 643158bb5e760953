"""The agents of one table: each is asked when its seat must choose, hurried when people ask, and stopped when its answer is not wanted."""

import asyncio
import logging
import time
import weakref
from typing import Protocol, cast

from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.opinion import Opinion
from joute.review.decision_review import decision_review, forced
from joute.review.game_review import QUICK
from joute.review.judge import Deadline, SamplingBudget, assess, prepare_sampler
from joute.review.review_info import DecisionReview
from joute.review.single_decision import preferred
from joute.server.agents.agent_pool import AgentPool, AgentTask
from joute.server.agents.preparation import SIMPLE, Preparation
from joute.server.server_messages import OpinionInfo, ServerMessage
from joute.server.settings import ServerSettings
from joute.server.tables.config import AGENT
from joute.server.tables.log import Change, Choice
from joute.server.tables.table import Table

SHOWN_AFTER = 0.15  # seconds of thinking after which people see that an agent thinks
FALLBACK = "random"  # plays when an agent fails

log = logging.getLogger("joute.server")


class AgentContext(Protocol):
    """What agents need of the server."""

    pool: AgentPool
    preparation: Preparation
    settings: ServerSettings


class AgentHost(Protocol):
    """The table in use whose agents they are."""

    table: Table

    @property
    def context(self) -> AgentContext:
        """The pool and the settings."""

    @property
    def watched(self) -> bool:
        """Whether somebody looks at the table."""

    def write(self, change: Change) -> None:
        """Apply a change."""

    def broadcast(self, message: ServerMessage) -> None:
        """Send a message to all."""


def opinion_info(opinion: Opinion) -> OpinionInfo:
    """An opinion for clients."""
    return cast(OpinionInfo, opinion.to_json())


class TableAgents:
    """The agents that choose for seats of one table."""

    def __init__(self, host: AgentHost) -> None:
        self._host = weakref.ref(host)  # no reference cycle: a table that is dropped is freed at once
        self._agents: dict[str, Agent] = {}
        self._choosing: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat: the question, the work
        self._tasks: dict[int, AgentTask] = {}  # by seat
        self._shown: list[int] = []
        self._step = asyncio.Event()
        self._patient = False  # agents wait until they are prepared

    @property
    def host(self) -> AgentHost:
        """The table in use whose agents they are."""
        host = self._host()
        assert host is not None, "a table outlives its agents"
        return host

    @property
    def busy(self) -> bool:
        """Whether an agent is thinking."""
        return bool(self._choosing)

    def attend(self) -> None:
        """Ask every agent that must choose, once; stop those whose question is gone."""
        table, asked = self.host.table, self.host.table.question
        if not self.host.watched and table.agents_only:
            asked = None  # it goes on when somebody looks
        movers = () if asked is None else [seat for seat in asked.movers if seat not in asked.chosen and table.agent_at(seat)]
        wanted = {} if asked is None else dict.fromkeys(movers, asked.answers)
        for seat, (answers, choosing) in list(self._choosing.items()):
            if wanted.get(seat) != answers:
                del self._choosing[seat]
                if task := self._tasks.pop(seat, None):
                    task.stop.now()
                if choosing is not asyncio.current_task():
                    choosing.cancel()
        for seat, answers in wanted.items():
            if seat not in self._choosing:
                self._choosing[seat] = answers, asyncio.get_running_loop().create_task(self._choose(seat, answers))
        if table.pace is not None:
            self._step.set()
        else:
            self._step.clear()

    async def _choose(self, seat: int, answers: int) -> None:
        host, table = self.host, self.host.table
        loop = asyncio.get_running_loop()
        began = loop.time()
        text = table.agent_at(seat)
        if text is None:
            return
        player = await self._prepared(text)
        opinion = await self.consider(player, seat, table.decision_seed(seat), host.context.settings.think)
        task = self._tasks.get(seat)
        curtailed = player != text or (task is not None and task.curtailed)
        weakened = True if curtailed and table.seats[seat].kind == AGENT else None
        if table.pace:
            await asyncio.sleep(max(0.0, table.pace - (loop.time() - began)))
        if not table.people:
            await self._step.wait()
        asked = table.question
        if asked is None or asked.answers != answers or seat in asked.chosen or table.agent_at(seat) != text:
            return
        self._tasks.pop(seat, None)
        self._choosing.pop(seat, None)
        host.write(Choice(seat, opinion.action.name, opinion_info(opinion) if table.config.thoughts else None, weakened))
        if self._shown:
            self._show()

    async def _prepared(self, text: str) -> str:
        """The agent, or a simple one that plays for it until it is prepared, unless somebody wants to wait."""
        game, preparation = self.host.table.game.name, self.host.context.preparation
        if preparation.failed(game):
            return FALLBACK
        if preparation.progress(game) is None or self._agent(text).quick:
            return text
        preparation.hurry(game)
        if not self._patient:
            return SIMPLE if self.host.table.game.definition.states_itself("careful") else FALLBACK
        await preparation.ready(game)
        return text

    def wait(self) -> None:
        """Let agents wait until they are prepared."""
        self._patient = True

    async def consider(self, text: str, seat: int, seed: int, longest: float, hint: bool = False, errs: bool = True) -> Opinion:
        """An agent's opinion of the seat's position now; it is given the view, never the state.

        With `errs` false, an agent that errs on purpose is replaced by the one that it asks.
        """
        table = self.host.table
        assert table.state is not None
        view = table.game.view(table.state, seat)
        for name in (text, FALLBACK):
            try:
                why = hint or table.config.thoughts
                agent = self._agent(name)
                person = table.seats[seat].person or table.config.host
                task = AgentTask(agent if errs else agent.unerring, view, seat, seed, longest, why=why, person=person)
                task.background, task.curtailed = table.agents_only, name != text
                if hint:
                    return await self.host.context.pool.consider(task)
                self._tasks[seat] = task
                return await self._thinking(task)
            except Exception:  # whatever an agent does wrong, the game goes on with another
                log.exception("agent %s failed at %s", name, table.game.name)
        raise JouteError("no agent could play {game}", game=table.game.name)

    async def reviewed(self, text: str, seat: int, opinion: Opinion, action: str | None, seed: int) -> DecisionReview | None:
        """The judgement of an action, else of the one that the opinion prefers, with its reasons; None until the game is prepared."""
        table, context = self.host.table, self.host.context
        if table.state is None or context.preparation.progress(table.game.name) is not None:
            return None
        game, ply = table.game, len(table.record.choices)
        chosen = preferred(opinion) if action is None else game.action(action)
        view, agent, person = game.view(table.state, seat), self._agent(text).unerring, table.seats[seat].person or table.config.host
        if len(table.legal(seat)) == 1:
            return forced(ply, seat, chosen.name)
        deadline = Deadline(context.settings.analyst_seconds)
        task = AgentTask(agent, view, seat, seed, context.settings.analyst_seconds, deadline, person=person)

        def work() -> DecisionReview:
            prepare_sampler(game, view, seat, agent)
            task.began = time.monotonic()
            deadline.start()
            judged = assess(game, view, seat, chosen, opinion, agent.belief, SamplingBudget(QUICK, seed, deadline))
            return decision_review(game, view, seat, judged, ply)

        try:
            return await context.pool.run(task, work)
        except Exception:  # the opinion is there, and can do without reasons
            log.exception("a decision at %s could not be judged", game.name)
            return None

    async def _thinking(self, task: AgentTask) -> Opinion:
        """The opinion; people see that an agent thinks, unless it is a quick one."""
        pool = self.host.context.pool
        if pool.quick(task):
            return await pool.consider(task)
        shown = asyncio.get_running_loop().call_later(SHOWN_AFTER, self._show)
        try:
            return await pool.consider(task)
        finally:
            shown.cancel()

    def _agent(self, text: str) -> Agent:
        if text not in self._agents:
            self._agents[text] = registry.agent(text, self.host.table.game)
        return self._agents[text]

    def renew(self) -> None:
        """Make agents again: the rules of the game are compiled now."""
        self._agents.clear()

    def _show(self) -> None:
        """Send which agents are thinking."""
        self._shown = sorted(self._tasks)
        self.host.broadcast({"type": "thinking", "seats": self._shown})

    def hurry(self) -> None:
        """Let every agent answer with what it has."""
        for task in self._tasks.values():
            task.curtail()

    def step(self) -> None:
        """Allow one move while the table is paused; the move itself ends the permission."""
        self._step.set()

    def dismiss(self) -> None:
        """Stop all agents."""
        for _, choosing in self._choosing.values():
            choosing.cancel()
        for task in self._tasks.values():
            task.stop.now()
        self._choosing.clear()
        self._tasks.clear()
