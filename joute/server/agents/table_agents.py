"""The agents of a table: each is asked when its seat must choose, hurried when people ask, and stopped when its answer is not wanted."""

import asyncio
import logging
import weakref
from typing import TYPE_CHECKING

from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.opinion import Opinion
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.server.agents.agent_pool import Thought

if TYPE_CHECKING:
    from joute.server.tables.actor import Live

SHOWN_AFTER = 0.15  # seconds of thinking before anybody is told of it
LAST_RESORT = "random"  # plays when an agent fails

log = logging.getLogger("joute.server")


class Advisers:
    """Whoever thinks for the seats of one table."""

    def __init__(self, live: "Live") -> None:
        self._live = weakref.ref(live)  # a table that is dropped is gone at once: no circle waits to be found
        self._agents: dict[str, Agent] = {}
        self._tasks: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat: the question, the work
        self._thoughts: dict[int, Thought] = {}
        self._shown: list[int] = []
        self._step = asyncio.Event()

    @property
    def live(self) -> "Live":
        """The table whose agents they are."""
        live = self._live()
        assert live is not None, "a table outlives its advisers"
        return live

    @property
    def busy(self) -> bool:
        """Whether somebody is thinking."""
        return bool(self._tasks)

    def attend(self) -> None:
        """Ask every agent that must choose, once; stop those whose question is gone."""
        table, asked = self.live.table, self.live.table.question
        wanted = (
            {} if asked is None else {seat: asked.answers for seat in asked.movers if seat not in asked.chosen and table.agent_at(seat)}
        )
        for seat, (answers, task) in list(self._tasks.items()):
            if wanted.get(seat) != answers:
                del self._tasks[seat]
                if thought := self._thoughts.pop(seat, None):
                    thought.stop.now()
                if task is not asyncio.current_task():
                    task.cancel()
        for seat, answers in wanted.items():
            if seat not in self._tasks:
                self._tasks[seat] = answers, asyncio.get_running_loop().create_task(self._choose(seat, answers))
        if self.live.table.pace is not None:
            self._step.set()
        else:
            self._step.clear()

    async def _choose(self, seat: int, answers: int) -> None:
        live, table = self.live, self.live.table
        loop = asyncio.get_running_loop()
        began = loop.time()
        text = table.agent_at(seat)
        if text is None:
            return
        opinion = await self.consider(text, seat, seed_of(table.terms.seed, len(table.record.choices), seat), live.hall.settings.think)
        if table.pace:
            await asyncio.sleep(max(0.0, table.pace - (loop.time() - began)))
        if not live.table.people:
            await self._step.wait()
        asked = table.question
        if asked is None or asked.answers != answers or seat in asked.chosen or table.agent_at(seat) != text:
            return
        facts: Json = {"seat": seat, "action": opinion.action.name}
        if table.terms.thoughts:
            facts["opinion"] = opinion.to_json()
        self._thoughts.pop(seat, None)
        self._tasks.pop(seat, None)
        live.write("choice", facts)
        if self._shown:
            self._show()

    async def consider(self, text: str, seat: int, seed: int, longest: float, hint: bool = False, errs: bool = True) -> Opinion:
        """What an agent thinks of the seat's position now; it is given the view, never the state.

        With `errs` false, one that errs on purpose lets the agent speak that it asks.
        """
        table = self.live.table
        assert table.state is not None
        view = table.game.view(table.state, seat)
        for name in (text, LAST_RESORT):
            try:
                why = hint or table.terms.thoughts
                agent = self._agent(name)
                thought = Thought(agent if errs else agent.unerring, view, seat, seed, longest, why=why)
                if hint:
                    return await self.live.hall.thinkers.consider(thought)
                self._thoughts[seat] = thought
                return await self._thinking(thought)
            except Exception:  # whatever an agent does wrong, the table goes on with another
                log.exception("agent %s failed at %s", name, table.game.name)
        raise JouteError(f"no agent could play {table.game.name}")

    async def _thinking(self, thought: Thought) -> Opinion:
        """The opinion; people are told that somebody thinks, unless it answers as soon as its turn comes; a crowd would be told in vain."""
        thinkers = self.live.hall.thinkers
        if thinkers.quick(thought):
            return await thinkers.consider(thought)
        shown = asyncio.get_running_loop().call_later(SHOWN_AFTER, self._show)
        try:
            return await thinkers.consider(thought)
        finally:
            shown.cancel()

    def _agent(self, text: str) -> Agent:
        if text not in self._agents:
            self._agents[text] = registry.agent(text, self.live.table.game)
        return self._agents[text]

    def renew(self) -> None:
        """The game runs otherwise from now on: agents asked later are made for it."""
        self._agents.clear()

    def _show(self) -> None:
        """Tell who is thinking."""
        self._shown = sorted(self._thoughts)
        self.live.tell({"type": "thinking", "seats": self._shown})

    def hurry(self) -> None:
        """Everybody answers with what they have."""
        for thought in self._thoughts.values():
            thought.stop.now()

    def step(self) -> None:
        """One move while the table is paused, by whoever is ready or will be; the move itself ends the leave."""
        self._step.set()

    def dismiss(self) -> None:
        """Nobody is asked any more."""
        for _, task in self._tasks.values():
            task.cancel()
        for thought in self._thoughts.values():
            thought.stop.now()
        self._tasks.clear()
        self._thoughts.clear()
