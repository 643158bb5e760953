"""The lab: explanations of decisions, trees that imitate agents, tables of decisions, and games of agents against themselves.

As on the analysis board, only finished games and what a client itself sends are looked at. The work goes in steps of a fraction of a
second; each is a task of the agents' pool that gives way to agents at tables, so that no player waits for a researcher. A client asks
again with the same question until the result is there; work that nobody asks for any more ends.
"""

import asyncio
import contextlib
import json
import logging
import shlex
import sys
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, cast

from joute.core import registry
from joute.core.agent import Agent
from joute.core.analysis import Analysis
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.session import Session
from joute.core.state import Json, State
from joute.explain.choice import ChoiceQuestion, explanation_steps
from joute.explain.choice_model import ChoiceModel, read_model
from joute.explain.choice_picture import picture
from joute.explain.dataset import record_csv
from joute.explain.explanation_info import ExplanationInfo
from joute.explain.steps import Steps, considered
from joute.explain.surrogate_path import SurrogatePath, shipped_model, surrogate_path, tree
from joute.explain.warmup import explained_file
from joute.i18n import Sentence, in_every_language
from joute.server.agents.agent_pool import AgentTask
from joute.server.agents.policy import analyst, permitted
from joute.server.analysis import AnalysisBoard, AnalysisSource, analysed, analysis_of_record, decided, said, sentence
from joute.server.client_messages import AnalysisRequest, LabDecision, LabDecisions, LabGame, LabQuestion, LabTree
from joute.server.errors import Refused
from joute.server.server_messages import Bilingual, LabExplanation, LabPath, LabPlayed, LabTable, RecordSeat
from joute.server.tables.config import agent_name

WORKING = 4  # questions that are worked on at once
EACH = 2  # of them for one person: another question ends the oldest of these
CACHED = 32  # results
OPEN = 15.0  # seconds after which work that nobody asks for ends
PATIENCE = 0.7  # seconds that an answer waits for the result
LONGEST = 10.0  # seconds of an agent for one decision
ALMOST = 0.99  # share of the work that is done at most before the result is there
MOST_PLAYED, TYPICAL = 400, 40  # rows of a game that an agent plays: at most, and for the progress
MOST_WORLDS, MOST_NODES = 2_000, 1_000  # of a tree that a client sends
FORCED: Sentence = "There is only one legal action here: there is nothing to explain."
NO_TREE: Sentence = "No tree comes with this game: make one with joute explain agent, and open its file."
LARGE_TREE: Sentence = "This tree is too large: at most {nodes} nodes, and {worlds} sampled worlds."

log = logging.getLogger("joute.server")


class ExaminedDecision(NamedTuple):
    """A decision of an analysis."""

    game: Game
    view: State
    seat: int
    analysis: Analysis
    players: list[RecordSeat] | None

    @property
    def names(self) -> list[str] | None:
        """Of the players, by seat; None: not all are known."""
        named = [player["name"] for player in self.players or []]
        return named if named and all(named) else None


class LabWork(NamedTuple):
    """What a question needs: an agent in whose name it runs, and the work."""

    agent: Agent
    view: State
    steps: Steps[Any]


@dataclass(eq=False)
class LabJob:
    """A question, as far as it is answered."""

    person: int
    task: "asyncio.Task[None]"
    done: float = 0.0
    preparing: bool = False
    result: Any = None
    asked: float = field(default_factory=time.monotonic)  # when somebody last asked for it


class Laboratory:
    """Explanations and their data for clients."""

    def __init__(self, analysis: AnalysisBoard) -> None:
        self.analysis, self.tables = analysis, analysis.tables
        self._jobs: OrderedDict[str, LabJob] = OrderedDict()
        self._compiled: dict[str, asyncio.Task[None]] = {}  # by game

    async def explanation(self, asked: LabQuestion, person: int) -> LabExplanation:
        """Why one action rather than another."""
        source = await self._source(asked, person)

        async def work() -> LabWork:
            at = await self._decision(asked, source)
            agent = registry.agent(analyst(asked.agent, at.game, self.tables.settings), at.game)
            explained = agent if asked.agent is not None or asked.action is None else None
            action, other = (None if one is None else decided(at.analysis, at.seat, one) for one in (asked.action, asked.other))
            question = ChoiceQuestion(at.game, at.view, at.seat, action, other, explained, None, asked.sampling)
            return LabWork(agent, at.view, described(question, at, command_of(asked, question, at.analysis.ply)))

        job = await self._job("explanation", asked, person, work)
        found, pictures = job.result or (None, None)
        return {"done": job.done, "preparing": job.preparing, "explanation": found, "pictures": pictures}

    async def path(self, asked: LabTree, person: int) -> LabPath:
        """The way of a decision through a tree."""
        source = await self._source(asked, person)

        async def work() -> LabWork:
            at = await self._decision(asked, source)
            agent = registry.agent(analyst(None, at.game, self.tables.settings), at.game)
            return LabWork(agent, at.view, path_steps(checked_tree(asked.surrogate, at.game), at))

        job = await self._job("path", asked, person, work)
        return {"done": job.done, "preparing": job.preparing, "path": job.result}

    async def table(self, asked: LabDecisions, person: int) -> LabTable:
        """All decisions of a game as comma-separated values."""
        source = await self._source(asked, person)

        async def work() -> LabWork:
            analysis = await self.analysis.in_thread(lambda: analysed(asked, source))
            record = source.replay.record if source.replay is not None and not asked.actions else analysis.record()
            if record is None:
                raise Refused("bad_record")
            judge = registry.agent(permitted(asked.agent, source.game), source.game) if asked.agent is not None else None
            agent = judge or registry.agent(analyst(None, source.game, self.tables.settings), source.game)
            return LabWork(agent, analysis.state, record_csv(source.game, record, judge))

        job = await self._job("decisions", asked, person, work)
        return {"done": job.done, "preparing": job.preparing, "csv": job.result}

    async def played(self, asked: LabGame, person: int) -> LabPlayed:
        """A game of an agent against itself."""
        source = await self._source(AnalysisRequest(game=asked.game, options=asked.options), person)

        async def work() -> LabWork:
            agent = registry.agent(permitted(asked.agent, source.game), source.game)
            return LabWork(agent, source.game.new(asked.seed), game_steps(source.game, agent, asked.seed))

        job = await self._job("game", asked, person, work)
        return {"done": job.done, "preparing": job.preparing, "analysis": job.result}

    async def close(self) -> None:
        """End all work."""
        for task in (*(job.task for job in self._jobs.values()), *self._compiled.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task

    # --- jobs ---------------------------------------------------------------------------------------------------------------

    async def _job(self, kind: str, asked: AnalysisRequest | LabGame, person: int, work: Callable[[], Awaitable[LabWork]]) -> LabJob:
        """The job of a question, begun if it is new; waits a moment for its result, and raises what went wrong."""
        key = json.dumps([kind, asked.model_dump(exclude={"viewer"})], sort_keys=True)
        job = self._jobs.get(key)
        if job is None or job.task.cancelled():
            self._make_room(person)
            job = self._jobs[key] = LabJob(person, asyncio.get_running_loop().create_task(self._answer(key, work)))
        self._jobs.move_to_end(key)
        job.asked = time.monotonic()
        await asyncio.wait({job.task}, timeout=PATIENCE)
        if job.task.cancelled():
            raise Refused("busy", wait=1.0)
        if job.task.done() and (failed := job.task.exception()) is not None:
            self._jobs.pop(key, None)
            raise refusal(failed)
        return job

    def _make_room(self, person: int) -> None:
        """End the oldest work of the same person, and forget old results; refuse if too much is at work."""
        at_work = [job for job in self._jobs.values() if not job.task.done()]
        own = [job for job in at_work if job.person == person]
        ended = own[: max(0, len(own) - EACH + 1)]
        if len(at_work) - len(ended) >= WORKING:
            raise Refused("busy", wait=1.0)
        for job in ended:
            job.task.cancel()
        old = [key for key, job in self._jobs.items() if job.task.done()]
        for key in old[: max(0, len(old) - CACHED)]:
            del self._jobs[key]

    async def _answer(self, key: str, begin: Callable[[], Awaitable[LabWork]]) -> None:
        """Work on a question, step by step; each step is a task of its own that gives way to agents at tables."""
        await asyncio.sleep(0)  # the job is listed now
        job, work = self._jobs[key], await begin()
        job.preparing = True
        await self._prepared(work.agent.game.name)
        job.preparing = False
        begun = False
        while job.done < 1 and time.monotonic() - job.asked < OPEN:
            task = AgentTask(work.agent, work.view, 0, 0, LONGEST, person=job.person, background=True)
            done, job.result = await self.tables.pool.run(task, partial(step, work.steps, task, begun))
            begun, job.done = True, 1.0 if done is None else max(job.done, min(done, ALMOST))
        if job.done < 1:
            raise asyncio.CancelledError  # nobody asks any more

    async def _prepared(self, game: str) -> None:
        """Wait until the game and what explanations of it need are compiled, in another process."""
        self.tables.preparation.hurry(game)
        await self.tables.preparation.ready(game)
        self.tables.preparation.require(game)
        if game not in self._compiled and not explained_file(game).exists():
            self._compiled[game] = asyncio.get_running_loop().create_task(compiled(game))
        if game in self._compiled:
            await asyncio.shield(self._compiled[game])

    async def _source(self, asked: AnalysisRequest, person: int) -> AnalysisSource:
        """Where the analysis starts; refuse somebody whom the answer would help in a rated game."""
        source = await self.analysis.source(asked)
        self.analysis.refuse_help(person, source.game.name)
        return source

    async def _decision(self, asked: LabDecision, source: AnalysisSource) -> ExaminedDecision:
        """The decision that a request describes."""
        analysis = await self.analysis.in_thread(lambda: analysed(asked, source))
        decided(analysis, asked.seat, None)
        view = source.game.view(analysis.state, asked.seat)
        if len(source.game.legal_numbers(view, asked.seat)) < 2:
            raise Refused("illegal", text=said(FORCED))
        return ExaminedDecision(source.game, view, asked.seat, analysis, source.players)


# --- the work ---------------------------------------------------------------------------------------------------------------


def step(steps: Steps[Any], task: AgentTask, begun: bool) -> tuple[float | None, Any]:
    """One step, in a thread of the pool: the share that is done, or None and the result."""
    task.began = time.monotonic()
    try:
        return steps.send(task.stop if begun else None), None
    except StopIteration as end:
        return None, end.value


def described(question: ChoiceQuestion, at: ExaminedDecision, command: str) -> Steps[tuple[ExplanationInfo, Bilingual]]:
    """An explanation and its pictures."""
    found = replace((yield from explanation_steps(question)), ply=at.analysis.ply)
    return found.info(command), cast(Bilingual, in_every_language(lambda: picture(found, at.names)))


def command_of(asked: LabQuestion, question: ChoiceQuestion, ply: int) -> str:
    """What repeats an explanation at a terminal, with the record in a file; empty: nothing does."""
    if asked.record is None or asked.actions or asked.seed is not None or (question.agent is None and question.action is None):
        return ""
    words = ["joute", "explain", "choice", f"joute-{asked.record}.json", "--ply", str(ply), "--seat", str(question.seat)]
    words += ["--not", str(question.other)] if question.other is not None else []
    words += ["--agent", question.agent.text] if question.agent is not None else []
    words += ["--seed", str(question.seed)] if question.seed else []
    return shlex.join(words)


def checked_tree(stored: Json | None, game: Game) -> ChoiceModel:
    """The tree of a client, if it is small enough, or the one that comes with the game."""
    if stored is None:
        if (shipped := shipped_model(game)) is None:
            raise Refused("not_found", text=said(NO_TREE))
        return shipped
    model = tree(read_model(stored), game)
    if model.worlds > MOST_WORLDS or len(model.nodes) + sum(len(node.preferences) for node in model.nodes) > MOST_NODES:
        raise Refused("too_large", text=said(LARGE_TREE, nodes=MOST_NODES, worlds=MOST_WORLDS))
    return model


def path_steps(model: ChoiceModel, at: ExaminedDecision) -> Steps[SurrogatePath]:
    """The path, in one step."""
    yield 0.0
    return surrogate_path(model, at.game, at.view, at.seat)


def game_steps(game: Game, agent: Agent, seed: int) -> Steps[dict[str, Any]]:
    """A game of an agent against itself, as far as an analysis can hold it."""
    session = Session.begin(game, [agent.text] * game.spec.seats, seed)
    rows = session.record.choices
    while not session.over and len(rows) < MOST_PLAYED:
        choices: dict[int, int] = {}
        for seat in game.movers(session.state):
            numbers = game.legal_numbers(session.state, seat)
            if len(numbers) == 1:
                choices[seat] = numbers[0]
                continue
            view, own = game.view(session.state, seat), session.decision_seed(seat)
            opinion = yield from considered(agent, view, seat, own, len(rows) / (len(rows) + TYPICAL))
            choices[seat] = int(opinion.action)
        session.step(game.check(session.state, choices))
    session.record.names = [agent_name(seat) for seat in range(game.spec.seats)]
    return analysis_of_record(game, session.record)


async def compiled(game: str) -> None:
    """Fill the cache of compiled code with what explanations of a game need, in a process of its own."""
    words = [sys.executable, "-m", "joute.explain.warmup", registry.address(game)]
    process = await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        if await process.wait() != 0:
            log.warning("what explanations of %s need could not be compiled in advance", game)
    except asyncio.CancelledError:
        process.terminate()
        await process.wait()
        raise


def refusal(error: BaseException) -> Refused:
    """What a client learns of a failure."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, JouteError):
        return Refused("bad_message", text=sentence(error))
    log.error("work in the lab failed", exc_info=error)
    return Refused("failed")
