"""Agents think in a bounded pool: when it is full everybody gets less time, and nobody holds up the loop."""

import asyncio
import threading
import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from joute.core import registry
from joute.core.agent import Agent, Stop
from joute.core.errors import Unfit
from joute.core.opinion import Opinion
from joute.core.state import Json, State
from joute.review.judge import Deadline
from joute.server.agents import agent_pool, table_agents
from joute.server.agents.agent_pool import LEAST, TOO_LONG, AgentPool, AgentTask


class Endless(Agent):
    """Thinks until it is stopped."""

    name = "endless"

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        assert stop is not None
        pause = threading.Event()
        while not stop.flag[0]:
            pause.wait(0.002)
        return Opinion(self.legal(view, seat)[0])


def endless_task(longest: float, person: int | None = None, background: bool = False) -> AgentTask:
    game = registry.game("morpion", width=3, height=3, align=3)
    agent = Endless(game, None, "endless")
    return AgentTask(agent, game.view(game.new(), 0), 0, 0, longest, person=person, background=background)


def test_time_shrinks_as_the_crowd_grows() -> None:
    async def crowd() -> None:
        pool = AgentPool(2)
        tasks = [endless_task(8.0, person) for person in range(4)]
        assert pool.allowance(tasks[0]) == 8.0
        thinking = [asyncio.ensure_future(pool.consider(task)) for task in tasks[:2]]
        await until(lambda: tasks[1].began is not None)
        assert pool.allowance(tasks[0]) == 8.0
        thinking += [asyncio.ensure_future(pool.consider(task)) for task in tasks[2:]]
        await asyncio.sleep(0)
        assert pool.allowance(tasks[0]) == pytest.approx(8 / 3)
        assert pool.allowance(endless_task(0.01, 5)) == LEAST
        await give_up(pool, thinking)

    asyncio.run(crowd())


def test_a_stranger_with_sixty_tables_takes_nobody_s_time() -> None:
    async def crowd() -> None:
        pool = AgentPool(2)
        many = [endless_task(20.0, person=1) for _ in range(60)]
        thinking = [asyncio.ensure_future(pool.consider(task)) for task in many]
        await until(lambda: sum(task.began is not None for task in many) == 2)
        mine = endless_task(3.0, person=2)
        thinking.append(asyncio.ensure_future(pool.consider(mine)))
        await asyncio.sleep(0)
        at_work = next(task for task in many if task.began is not None)
        assert pool.allowance(at_work) == pytest.approx(20 / (1 + 2 * 59 / 2))  # they share among themselves
        at_work.curtail()
        await until(lambda: mine.began is not None)  # the next thread is mine
        assert sum(task.began is not None for task in many) == 2
        assert pool.allowance(mine) == pytest.approx(3.0 / 2)  # one other person waits, however many tables they have
        await give_up(pool, thinking)

    asyncio.run(crowd())


def test_on_one_thread_people_take_turns() -> None:
    async def crowd() -> list[int]:
        pool, order = AgentPool(1), list[int]()
        tasks = [endless_task(0.0, person) for person in (1, 1, 1, 1, 2, 2, 3)]
        thinking = [asyncio.ensure_future(pool.consider(task)) for task in tasks]
        for task, done in zip(tasks, thinking, strict=True):
            done.add_done_callback(partial(lambda person, _: order.append(person), task.person))
        await asyncio.gather(*thinking)
        pool.close()
        return order

    assert asyncio.run(crowd()) == [1, 2, 3, 1, 2, 1, 1]


def test_agents_that_nobody_plays_against_give_way() -> None:
    async def crowd() -> None:
        pool = AgentPool(1)
        watched, played = endless_task(3600.0, person=1, background=True), endless_task(3600.0, person=1)
        thinking = [asyncio.ensure_future(pool.consider(watched))]
        await until(lambda: watched.began is not None)
        others = [endless_task(3600.0, person, background=True) for person in range(2, 9)]
        thinking += [asyncio.ensure_future(pool.consider(task)) for task in (*others, played)]
        await asyncio.sleep(0)
        watched.longest = 0.1
        await until(lambda: played.began is not None)
        assert watched.curtailed
        assert all(task.began is None for task in others)
        assert pool.allowance(played) == 3600.0
        await give_up(pool, thinking)

    asyncio.run(crowd())


def test_a_judgement_in_the_background_ends_at_once_for_an_agent_that_somebody_plays_against() -> None:
    async def crowd() -> None:
        pool, deadline = AgentPool(1), Deadline(0)
        judging, played = endless_task(3600.0, person=1, background=True), endless_task(3600.0, person=2)
        judging.stop = deadline

        def work() -> str:
            judging.began, pause = time.monotonic(), threading.Event()
            while not deadline.passed:
                pause.wait(0.002)
            return "judged"

        judged = asyncio.ensure_future(pool.run(judging, work))
        await until(lambda: judging.began is not None)
        assert pool.allowance(judging) == 3600.0
        thinking = [asyncio.ensure_future(pool.consider(played))]
        await asyncio.sleep(0)
        assert pool.allowance(judging) == LEAST
        assert await judged == "judged"
        assert judging.curtailed
        await until(lambda: played.began is not None)
        assert pool.allowance(played) == 3600.0
        await give_up(pool, thinking)

    asyncio.run(crowd())


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that must come true."""
    while not true():
        await asyncio.sleep(0.001)


async def give_up(pool: AgentPool, thinking: list["asyncio.Task[Opinion]"]) -> None:
    """Let all agents go."""
    for task in thinking:
        task.cancel()
    await asyncio.gather(*thinking, return_exceptions=True)
    assert not pool.tasks
    assert not pool._waiting
    pool.close()


def test_an_agent_that_thinks_for_long_gives_way_to_one_that_comes() -> None:
    async def crowd() -> float:
        pool = AgentPool(1)
        loop = asyncio.get_running_loop()
        first = loop.create_task(pool.consider(endless_task(3600.0)))
        await asyncio.sleep(0)
        others = [loop.create_task(pool.consider(endless_task(0.05))) for _ in range(3)]
        first_stop = next(one.stop for one in pool.tasks if one.longest == 3600.0)
        assert not first_stop.flag[0]
        for one in list(pool.tasks):
            if one.longest == 3600.0:
                one.longest = 0.1  # an hour shared among four is still long: the test does not wait for it
        others.append(loop.create_task(pool.consider(endless_task(0.05))))
        ticks = 0
        while not first.done():
            ticks += 1  # the loop runs while agents think
            await asyncio.sleep(0.005)
        await asyncio.gather(*others)
        assert not pool.tasks
        pool.close()
        return ticks

    assert asyncio.run(crowd()) > 0


def test_who_waits_no_more_stops_the_thinking() -> None:
    async def give_up() -> AgentTask:
        pool = AgentPool(1)
        asked = endless_task(3600.0)
        task = asyncio.get_running_loop().create_task(pool.consider(asked))
        while asked.began is None:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        pool.close()
        return asked

    assert asyncio.run(give_up()).stop.flag[0]


class Quick(Agent):
    """Says that it is quick, and takes as long as it is told to, by a clock of its own."""

    name = "quick"
    quick = True
    takes = 0.0
    now = 0.0

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        self.now += self.takes
        return Opinion(self.legal(view, seat)[0], remark={"en": threading.current_thread().name})


def test_an_agent_needs_no_thread_while_it_is_quick_and_none_that_only_says_so_holds_messages_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("morpion", width=3, height=3, align=3)
    agent = Quick(game, None, "quick")
    monkeypatch.setattr(agent_pool, "time", SimpleNamespace(monotonic=time.monotonic, thread_time=lambda: agent.now))

    async def ask() -> list[str]:
        pool, places = AgentPool(1), []
        for takes in (slow, slow, 0.0, 0.0, slow, slow, 0.0, 0.0):
            agent.takes = takes
            opinion = await pool.consider(AgentTask(agent, game.view(game.new(), 0), 0, 0, 1.0))
            places.append(opinion.remark["en"].partition("_")[0])
        pool.close()
        return places

    here, slow = threading.current_thread().name, 2 * TOO_LONG
    assert asyncio.run(ask()) == ["agent", "agent", "agent", here, here, "agent", "agent", here]


class Timed(Agent):
    """Searches for 2.5 seconds of two clocks of its own: the wall's, and that of its thread, which gets a share of a processor."""

    name = "timed"
    share, to_the_end = 1.0, False
    wall = worked = 0.0

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        assert stop is not None
        self.wall += 2.5
        self.worked += 2.5 * self.share
        if not self.to_the_end:
            stop._time_is_up()
        return Opinion(self.legal(view, seat)[0])


@pytest.mark.parametrize(
    ("share", "to_the_end", "weakened"), [(1.0, False, False), (0.6, False, False), (0.4, False, True), (0.1, True, False)]
)
def test_a_search_by_time_on_a_busy_machine_is_not_at_full_strength(
    share: float, to_the_end: bool, weakened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that comes to its end has its full strength, however long it takes."""
    game = registry.game("morpion", width=3, height=3, align=3)
    agent = Timed(game, None, "timed")
    agent.share, agent.to_the_end = share, to_the_end
    monkeypatch.setattr(agent_pool, "time", SimpleNamespace(monotonic=lambda: agent.wall, thread_time=lambda: agent.worked))
    task = AgentTask(agent, game.view(game.new(), 0), 0, 0, 10.0)
    task.think()
    assert task.curtailed is weakened


def test_a_stop_knows_whether_time_has_ended_the_search() -> None:
    late, early = Stop(), Stop()
    with late.after(0.001) as flag:
        while not flag[0]:
            time.sleep(0.001)
    with early.after(3600.0):
        early.now()
    assert late.timed_out
    assert not early.timed_out


@pytest.mark.parametrize("quick", [True, False])
def test_people_are_told_who_thinks_but_not_of_quick_agents_that_wait_in_a_crowd(quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("morpion", width=3, height=3, align=3)
    asked = AgentTask(Quick(game, None, "quick") if quick else endless_task(1.0).agent, game.view(game.new(), 0), 0, 0, 1.0)
    monkeypatch.setattr(table_agents, "SHOWN_AFTER", 0.0)
    received: list[Json] = []

    async def crowd() -> None:
        pool = AgentPool(1)
        if quick:
            await pool.consider(asked)
        host = MagicMock(context=SimpleNamespace(pool=pool), broadcast=received.append)
        loop = asyncio.get_running_loop()
        if quick:
            pool._queue.append((asked, loop.create_future()))  # somebody is being asked, and takes long
        opinion = loop.create_task(table_agents.TableAgents(host)._thinking(asked))
        await asyncio.sleep(0.01)
        while not quick and not received:
            await asyncio.sleep(0.01)
        assert not opinion.done()
        asked.stop.now()
        pool._answer(loop)
        await opinion
        pool.close()

    asyncio.run(crowd())
    assert [message["type"] for message in received] == ([] if quick else ["thinking"])


def test_what_comes_over_the_lines_goes_before_the_next_agents() -> None:
    game = registry.game("morpion", width=3, height=3, align=3)
    agent = Quick(game, None, "quick")
    order: list[str] = []

    async def crowd() -> None:
        pool, loop = AgentPool(1), asyncio.get_running_loop()
        asked = AgentTask(agent, game.view(game.new(), 0), 0, 0, 1.0)
        await pool.consider(asked)
        assert pool.quick(asked)
        monotonic = iter(number * agent_pool.TURN for number in range(100))
        slow = SimpleNamespace(time=lambda: next(monotonic), call_soon=loop.call_soon)  # every look at the clock finds a turn gone
        answers = [pool._in_turn(asked) for _ in range(3)]
        for answer in answers:
            answer.add_done_callback(lambda _: order.append("agent"))
        pool._answer(slow)  # type: ignore[arg-type]  # as much of a loop as it needs
        loop.call_soon(order.append, "line")
        await asyncio.gather(*answers)
        pool.close()

    asyncio.run(crowd())
    assert order.index("line") == 1


def test_an_agent_that_fails_in_its_turn_fails_alone() -> None:
    game = registry.game("morpion", width=3, height=3, align=3)

    async def crowd() -> list[object]:
        pool = AgentPool(1)
        good, bad = (AgentTask(Quick(game, None, "quick"), game.view(game.new(), 0), seat, 0, 1.0) for seat in (0, 5))
        await pool.consider(good)
        answers = await asyncio.gather(*(pool.consider(one) for one in (bad, good)), return_exceptions=True)
        pool.close()
        return list(answers)

    first, second = asyncio.run(crowd())
    assert isinstance(first, Unfit)
    assert isinstance(second, Opinion)
