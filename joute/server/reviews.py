"""Reviews of finished games: every decision is judged in the background, quickly at first, then with more samples while somebody looks.

Judging gives way to the agents at tables: a judgement that is interrupted is begun again later, and one thread is left to them.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from typing import Literal, cast

from typing_extensions import TypedDict

from joute.core import registry
from joute.core.state import Json
from joute.review.game_review import FULL, QUICK, review_decision, summarised
from joute.review.judge import Deadline
from joute.review.replayed_game import ReplayedGame
from joute.review.review_info import DecisionReview, GameReview
from joute.review.value_range import unit_of
from joute.server.agents.agent_pool import AgentTask
from joute.server.agents.policy import analyst
from joute.server.errors import Refused
from joute.server.finished_games import FinishedGames
from joute.server.server_messages import RecordReview

ANALYSES = 4  # at once
CACHED = 32  # reviews
OPEN = 15.0  # seconds after which a review that nobody asked for is not refined any more
LONGEST = 10.0  # seconds of a thread, if nobody else waits for one; the analyst's own limit is shorter
PAUSE = 1.0  # seconds between two summaries of a review that is being made
TRIES = 3  # times that a judgement is begun again after it was interrupted

log = logging.getLogger("joute.server")


class JudgedDecision(TypedDict):
    """A review of a decision in the store."""

    samples: int  # asked for
    review: DecisionReview


class ReviewedGame:
    """The review of one game by one agent, as far as it is."""

    def __init__(self, id: str, replay: ReplayedGame, text: str, stored: dict[tuple[int, int], Json]) -> None:
        self.id, self.replay, self.text = id, replay, text
        self.wanted = replay.decisions()
        self.judged = {decision: cast(JudgedDecision, row) for decision, row in stored.items() if "review" in row}
        self.work: asyncio.Task[None] | None = None  # None: nobody works on it
        self.asked = float("-inf")  # when somebody last asked for it
        self._summary: tuple[int, float, GameReview] | None = None  # the number of changes that it includes, when it was made
        self._changes = 0

    def add(self, ply: int, seat: int, judged: JudgedDecision) -> None:
        """Add the review of a decision, or replace it."""
        self.judged[ply, seat] = judged
        self._changes += 1

    @property
    def complete(self) -> bool:
        """Whether every decision is judged."""
        return all(decision in self.judged for decision in self.wanted)

    @property
    def unrefined(self) -> list[tuple[int, int]]:
        """The decisions that more samples could change: mistakes first, then those that cost most."""
        coarse = [decision for decision in self.wanted if decision in self.judged and not refined(self.judged[decision])]

        def order(decision: tuple[int, int]) -> tuple[bool, float]:
            found = self.judged[decision]["review"]
            return not found["mistake"], -(found["cost"] or 0.0)

        return sorted(coarse, key=order)

    def summary(self) -> GameReview:
        """The review so far, or a moment ago while it changes: it takes a tenth of a second, and clients may ask often."""
        known, now = self._summary, time.monotonic()
        if known is None or (known[0] != self._changes and (self.work is None or now - known[1] > PAUSE)):
            changes, found = self._changes, [self.judged[decision]["review"] for decision in self.wanted if decision in self.judged]
            known = self._summary = changes, now, summarised(self.replay, found, self.text, len(found) == len(self.wanted))
        return known[2]


def refined(judged: JudgedDecision) -> bool:
    """Whether more samples would change nothing, or were drawn already."""
    return judged["samples"] >= FULL or judged["review"]["exact"]


class GameReviews:
    """The reviews of finished games."""

    def __init__(self, records: FinishedGames) -> None:
        self.records, self.tables = records, records.tables
        self._games: OrderedDict[tuple[str, str], ReviewedGame] = OrderedDict()
        self._room = asyncio.Semaphore(max(1, self.tables.pool.threads - 1))

    async def found(self, id: str, agent: str | None) -> RecordReview:
        """The review of a game, as far as it is; it is refined as long as somebody asks."""
        reviewed = await self._reviewed(id, agent)
        reviewed.asked = time.monotonic()
        at_work = reviewed.work is not None  # before the summary: work that ends meanwhile is not in it
        game = await self.tables.store.run(reviewed.summary) if reviewed.judged else empty(reviewed)
        status: Literal["none", "working", "refining", "done"] = "working" if at_work else "none"
        if len(game["decisions"]) == len(reviewed.wanted):
            status = "refining" if at_work else "done"
        done, of = len(game["decisions"]), len(reviewed.wanted)
        return {**game, "status": status, "done": done, "refined": sum(map(refined, reviewed.judged.values())), "of": of}

    async def start(self, id: str, agent: str | None, person: int) -> RecordReview:
        """Review a game, or refine its review."""
        reviewed = await self._reviewed(id, agent)
        if reviewed.work is None and (not reviewed.complete or reviewed.unrefined):
            self._make_room()
            reviewed.asked = time.monotonic()
            reviewed.work = asyncio.get_running_loop().create_task(self._review(reviewed, person))
            reviewed.work.add_done_callback(lambda _: setattr(reviewed, "work", None))
        return await self.found(id, agent)

    async def decision(self, id: str, ply: int, seat: int, action: str | None, agent: str | None, person: int) -> DecisionReview:
        """One decision, or another action in its place."""
        reviewed = await self._reviewed(id, agent)
        replay, record = reviewed.replay, reviewed.replay.record
        if not 0 <= ply < len(record.choices) or seat not in record.choices[ply]:
            raise Refused("not_found")
        played = record.choices[ply][seat]
        wanted = played if action is None else legal_name(replay, ply, seat, action)
        if wanted == played and (ply, seat) in reviewed.judged:
            return reviewed.judged[ply, seat]["review"]
        judged, _ = await self._judge(reviewed, ply, seat, QUICK, wanted, person)
        return judged

    def close(self) -> None:
        """Stop the work on all reviews."""
        for reviewed in self._games.values():
            if reviewed.work is not None:
                reviewed.work.cancel()

    def _make_room(self) -> None:
        """Refuse another review if too many are being made; one that is only being refined ends for it."""
        at_work = [reviewed for reviewed in self._games.values() if reviewed.work is not None]
        if len(at_work) < ANALYSES:
            return
        refining = [reviewed for reviewed in at_work if reviewed.complete]
        if not refining:
            raise Refused("busy")
        oldest = min(refining, key=lambda reviewed: reviewed.asked)
        if oldest.work is not None:
            oldest.work.cancel()

    async def _reviewed(self, id: str, agent: str | None) -> ReviewedGame:
        replay = await self.records.replay(id)
        self.tables.preparation.require(replay.game.name)
        text = analyst(agent, replay.game, self.tables.settings)
        if (id, text) not in self._games:
            stored = await self.tables.store.run(self.records.store.records.opinions, id, text)
            self._games.setdefault((id, text), ReviewedGame(id, replay, text, stored))
            for key in [key for key, other in self._games.items() if other.work is None][: max(0, len(self._games) - CACHED)]:
                if key != (id, text):
                    del self._games[key]
        self._games.move_to_end((id, text))
        return self._games[id, text]

    async def _review(self, reviewed: ReviewedGame, person: int) -> None:
        """Judge every decision, then judge again with more samples as long as somebody looks."""
        try:
            game = reviewed.replay.game.name
            self.tables.preparation.hurry(game)
            await self.tables.preparation.ready(game)
            if self.tables.preparation.failed(game):
                return  # who asks again is refused
            for ply, seat in reviewed.wanted:
                if (ply, seat) not in reviewed.judged:
                    await self._judge_in_background(reviewed, ply, seat, QUICK, person)
            while (coarse := reviewed.unrefined) and time.monotonic() - reviewed.asked < OPEN:
                await self._judge_in_background(reviewed, *coarse[0], FULL, person)
        except Exception:
            log.exception("the review of %s failed", reviewed.id)

    async def _judge_in_background(self, reviewed: ReviewedGame, ply: int, seat: int, samples: int, person: int) -> None:
        """Judge a decision and store that; a judgement that others interrupt is begun again, and in the end taken as a coarse one."""
        for _ in range(TRIES):
            async with self._room:
                review, interrupted = await self._judge(reviewed, ply, seat, samples, None, person, background=True)
            if not interrupted:
                await self._store(reviewed, ply, seat, {"samples": samples, "review": review})
                return
        if (ply, seat) not in reviewed.judged:
            await self._store(reviewed, ply, seat, {"samples": 0, "review": review})

    async def _judge(
        self, reviewed: ReviewedGame, ply: int, seat: int, samples: int, action: str | None, person: int, background: bool = False
    ) -> tuple[DecisionReview, bool]:
        """Judge a decision in a thread of the pool, and whether it was interrupted since others needed the thread."""
        replay = reviewed.replay
        agent = registry.agent(reviewed.text, replay.game)
        view = replay.game.view(replay.steps[ply][0], seat)
        deadline = Deadline(self.tables.settings.analyst_seconds)
        task = AgentTask(agent, view, seat, 0, LONGEST, deadline, person=person, background=background)

        def work() -> DecisionReview:
            task.began = time.monotonic()
            return review_decision(replay, ply, seat, agent, samples, action, deadline)

        return await self.tables.pool.run(task, work), task.curtailed

    async def _store(self, reviewed: ReviewedGame, ply: int, seat: int, judged: JudgedDecision) -> None:
        reviewed.add(ply, seat, judged)
        await self.tables.store.run(self.records.store.records.add_opinion, reviewed.id, ply, seat, reviewed.text, cast(Json, judged))


def legal_name(replay: ReplayedGame, ply: int, seat: int, action: str) -> str:
    """An action of a decision as the game spells it; refuse one that was not legal there."""
    game = replay.game
    legal = [one.name for one in game.legal(game.view(replay.steps[ply][0], seat), seat)]
    try:
        named = action if action in legal else game.action(action).name
    except ValueError:
        named = ""
    if named not in legal:
        raise Refused("illegal", legal)
    return named


def empty(reviewed: ReviewedGame) -> GameReview:
    """A review that has not begun."""
    game, points = reviewed.replay.game, reviewed.replay.values.points
    return {
        "game": game.name,
        "agent": reviewed.text,
        "unit": unit_of(game),
        "points": points,
        "seats": [],
        "moments": [],
        "decisions": [],
    }
