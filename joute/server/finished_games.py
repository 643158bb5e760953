"""Games that are over: lists, steps, and an agent's analysis of every decision."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from typing import Literal, cast

from joute.arena.statistics.estimates import shares as shared_out
from joute.core import registry
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.record import GameRecord
from joute.core.rng import seed_of
from joute.review.game_review import ReplayedGame
from joute.server.agents.agent_pool import AgentTask
from joute.server.agents.policy import permitted
from joute.server.client_messages import TryAgain
from joute.server.errors import Refused
from joute.server.people import guest_number
from joute.server.server_messages import (
    Bilingual,
    DecisionAnalysis,
    OpinionInfo,
    RecordAnalysis,
    RecordInfo,
    RecordList,
    RecordStep,
    RecordSummary,
    StepList,
    ValueUnit,
    View,
)
from joute.server.tables.actor import TableActor
from joute.server.tables.config import agent_name
from joute.server.tables.manager import TableManager
from joute.server.tables.projection import game_events, time_text, title
from joute.store.people import Person
from joute.store.records import StoredRecord

ALL = "all"  # the viewer that sees everything: the game is over
REPLAYS = 32  # that are cached
MOST_STEPS = 100
ANALYSES = 4  # at once

log = logging.getLogger("joute.server")


class CachedReplay(ReplayedGame):
    """A game that is over, position by position."""

    def __init__(self, record: GameRecord, game: Game) -> None:
        super().__init__(record, game)
        self.opinions: dict[str, dict[tuple[int, int], OpinionInfo]] = {}  # by agent: those on a tournament's game are not stored

    def step(self, ply: int, viewer: int | None) -> RecordStep:
        """One position, what led to it, and what was chosen there."""
        state, events = self.steps[ply]
        view = state if viewer is None else self.game.view(state, viewer)
        step: RecordStep = {
            "ply": ply,
            "view": View(self.game.to_json(view)),
            "events": [] if events is None else game_events(events, viewer),
            "movers": self.game.movers(state),
        }
        if ply < len(self.record.choices):
            step["choices"] = {str(seat): action for seat, action in self.record.choices[ply].items()}
            step["seconds"] = {str(seat): spent for seat, spent in self.record.seconds[ply].items()}
        return step


class FinishedGames:
    """The games that are over."""

    def __init__(self, tables: TableManager) -> None:
        self.tables, self.store = tables, tables.store.store
        self._replays: OrderedDict[str, CachedReplay] = OrderedDict()
        self._analyses: dict[tuple[str, str], asyncio.Task[None]] = {}

    async def listed(self, person: int, game: str | None, before: float | None, count: int) -> RecordList:
        """A person's games, the latest first."""
        found = await self.tables.store.run(self.store.records.latest, person, game, before, count)
        following = found[-1].ended if len(found) == count else None
        return {"records": [summary(stored, person) for stored in found], "next": following}

    async def one(self, id: str, person: int | None) -> RecordInfo:
        """One game, with its record."""
        replay = await self.replay(id)
        stored = await self.tables.store.run(self.store.records.find, id)
        record = replay.record
        found = of_tournament(id, replay) if stored is None else summary(stored, person)
        return {**found, "moves": len(record.choices), "agents": record.agents, "record": record.to_json()}

    async def steps(self, id: str, viewer: str, first: int, count: int) -> StepList:
        """Some of its positions."""
        replay = await self.replay(id)
        seat = _viewer(viewer, replay.game.spec.seats)
        total = len(replay.steps)
        wanted = range(min(first, total), min(total, first + count))
        steps = await self.tables.store.run(lambda: [replay.step(ply, seat) for ply in wanted])
        return {"from": first, "total": total, "steps": steps}

    async def play_on(self, id: str, asked: TryAgain, person: Person) -> TableActor:
        """A new table that plays on from a decision, on the seat asked for, else the person's own, else that of the first who decides."""
        record = (await self.replay(id)).record
        if not record.opening <= asked.ply < len(record.choices):
            raise Refused("not_found")
        seat = asked.seat
        if seat is None:
            stored = await self.tables.store.run(self.store.records.find, id)
            own = None if stored is None else summary(stored, person.id)["you"]
            seat = min(record.choices[asked.ply]) if own is None else own
        if seat >= len(record.agents):
            raise Refused("bad_seats", {"seats": len(record.agents)})
        return await self.tables.play_on(record, {"record": id, "ply": asked.ply}, seat, person)

    async def opinion(self, id: str, ply: int, seat: int, agent: str | None) -> DecisionAnalysis:
        """An agent's opinion of one decision, from what the seat could know."""
        replay = await self.replay(id)
        text = self._analyst(agent, replay.game)
        if not 0 <= ply < len(replay.record.choices) or seat not in replay.record.choices[ply]:
            raise Refused("not_found")
        opinions = await self._opinions(id, replay, text)
        opinion = opinions.get((ply, seat)) or await self._think(id, replay, ply, seat, text)
        return judged(replay.record, ply, seat, text, opinion)

    async def analysis(self, id: str, agent: str | None) -> RecordAnalysis:
        """The analysis of a game, as far as it is."""
        replay = await self.replay(id)
        text = self._analyst(agent, replay.game)
        opinions = await self._opinions(id, replay, text)
        wanted = decisions(replay.record)
        working = (id, text) in self._analyses
        status: Literal["none", "working", "done"] = "done" if len(opinions) >= len(wanted) else "working" if working else "none"
        found = [judged(replay.record, ply, seat, text, opinions[ply, seat]) for ply, seat in wanted if (ply, seat) in opinions]
        for one in found:
            one["opinion"].pop("matrix", None)  # large, and asked for one by one
        if status == "done":
            found = with_costs(found, replay.game, replay.record.scores)
        unit: ValueUnit = "win" if registry.agent(text, replay.game).unit is Unit.WIN else "score"
        return {"status": status, "done": len(found), "of": len(wanted), "agent": text, "unit": unit, "decisions": found}

    async def analyse(self, id: str, agent: str | None) -> RecordAnalysis:
        """Start to judge every decision of a game."""
        replay = await self.replay(id)
        text = self._analyst(agent, replay.game)
        if (id, text) not in self._analyses:
            if len(self._analyses) >= ANALYSES:
                raise Refused("busy")
            task = asyncio.get_running_loop().create_task(self._analyse(id, replay, text))
            self._analyses[id, text] = task
            task.add_done_callback(lambda _: self._analyses.pop((id, text), None))
        return await self.analysis(id, agent)

    async def _analyse(self, id: str, replay: CachedReplay, text: str) -> None:
        opinions = await self._opinions(id, replay, text)
        try:
            for ply, seat in decisions(replay.record):
                if (ply, seat) not in opinions:
                    await self._think(id, replay, ply, seat, text)
        except Exception:
            log.exception("the analysis of %s failed", id)

    async def _opinions(self, id: str, replay: CachedReplay, agent: str) -> dict[tuple[int, int], OpinionInfo]:
        """The agent's opinions of the game so far, by ply and seat."""
        stored = await self.tables.store.run(self.store.records.opinions, id, agent)
        stored = {decision: row for decision, row in stored.items() if "review" not in row}
        found = {**cast(dict[tuple[int, int], OpinionInfo], stored), **replay.opinions.get(agent, {})}
        return {decision: cast(OpinionInfo, dict(opinion)) for decision, opinion in found.items()}

    async def _think(self, id: str, replay: CachedReplay, ply: int, seat: int, text: str) -> OpinionInfo:
        agent = registry.agent(text, replay.game)
        agent = agent.unerring if text == self._analyst(None, replay.game) else agent
        view = replay.game.view(replay.steps[ply][0], seat)
        task = AgentTask(agent, view, seat, seed_of(id, ply, seat), self.tables.settings.analyst_seconds)
        opinion = (await self.tables.pool.consider(task)).to_json()
        if not await self.tables.store.run(self.store.records.add_opinion, id, ply, seat, text, opinion):
            replay.opinions.setdefault(text, {})[ply, seat] = cast(OpinionInfo, opinion)
        return cast(OpinionInfo, opinion)

    def _analyst(self, agent: str | None, game: Game) -> str:
        if agent is not None:
            return permitted(agent, game)
        level = self.tables.settings.analyst
        return level if level in game.definition.recipes else registry.advisor_name(game)

    async def replay(self, id: str) -> CachedReplay:
        """The positions of a game."""
        if len(id) > 200:
            raise Refused("not_found")
        if id not in self._replays:
            record = await self.tables.store.run(self.store.record, id)
            if record is None:
                actor = await self.tables.find(id)
                raise Refused("not_over" if actor.table.status != "over" else "not_found")
            game = self.tables.games.find(record.game, record.options)
            self._replays[id] = await self.tables.store.run(CachedReplay, record, game)
            if len(self._replays) > REPLAYS:
                self._replays.popitem(last=False)
        self._replays.move_to_end(id)
        return self._replays[id]


def _viewer(text: str, seats: int) -> int | None:
    """The seat whose view is wanted; None: everything."""
    if text == ALL:
        return None
    if not text.removeprefix("-").isdecimal() or not -1 <= int(text) < seats:
        raise Refused("bad_message", [{"field": "viewer", "problem": f"all, -1, or a seat from 0 to {seats - 1}"}])
    return int(text)


def decisions(record: GameRecord) -> list[tuple[int, int]]:
    """Every decision of a game: ply and seat."""
    return [(ply, seat) for ply, choices in enumerate(record.choices) for seat in sorted(choices)]


def of_tournament(id: str, replay: CachedReplay) -> RecordSummary:
    """A tournament's game in a list: without people and times."""
    record = replay.record
    shares = shared_out(record.scores) if record.scores else None
    winners = [seat for seat, share in enumerate(shares or []) if share > 0]
    return {
        "id": id,
        "game": record.game,
        "title": title(replay.game),
        "options": record.options,
        "made": None,
        "ended": None,
        "seats": [{"name": agent_name(seat), "guest": None, "agent": agent} for seat, agent in enumerate(record.agents)],
        "you": None,
        "result": None
        if shares is None
        else {"reason": "complete", "scores": record.scores, "winners": winners, "shares": shares, "loser": None},
        "moves": len(record.choices),
        "assisted": False,
        "rated": False,
        "ratings": [None] * len(record.agents),
    }


def summary(stored: StoredRecord, person: int | None) -> RecordSummary:
    """A game in a list."""
    facts = stored.summary
    you = next((seat for seat, player in enumerate(stored.players) if person is not None and player.person == person), None)
    return {
        "id": stored.id,
        "game": stored.game,
        "title": cast(Bilingual, dict(registry.define(stored.game).title)),
        "options": facts["options"],
        "made": time_text(facts["made"]),
        "ended": time_text(stored.ended),
        "seats": [
            {
                "name": player.name or (agent_name(seat) if player.agent else ""),
                "guest": guest_number(player.person, player.name),
                "agent": player.agent or None,
            }
            for seat, player in enumerate(stored.players)
        ],
        "you": you,
        "result": facts["result"],
        "moves": facts["moves"],
        "assisted": facts["assisted"],
        "rated": facts["rated"],
        "ratings": facts.get("ratings") or [None] * len(stored.players),
    }


def judged(record: GameRecord, ply: int, seat: int, agent: str, opinion: OpinionInfo) -> DecisionAnalysis:
    """An opinion beside what was played, and what that cost."""
    played = record.choices[ply][seat]
    values = {one["action"]: one["value"] for one in opinion["judgements"]}
    best = max((value for value in values.values() if value is not None), default=None)
    own = values.get(played)
    cost = None if best is None or own is None else max(0.0, best - own)
    return {"ply": ply, "seat": seat, "agent": agent, "action": played, "cost": cost, "opinion": opinion}


def with_costs(decisions: Sequence[DecisionAnalysis], game: Game, scores: Sequence[float] | None) -> list[DecisionAnalysis]:
    """The decisions, with costs also for actions that the agent did not value, from the value of the next position.

    Only for two seats, zero sum, perfect information and decisions in turn, where the next value says all.
    """
    spec = game.spec
    if spec.seats != 2 or not spec.zero_sum or spec.hidden or spec.chance or spec.simultaneous:
        return list(decisions)
    values = {one["ply"]: (one["seat"], one["opinion"]["value"]) for one in decisions}
    last = max(values, default=0)
    if scores is not None:
        values[last + 1] = 0, scores[0]
    found: list[DecisionAnalysis] = []
    for one in decisions:
        mover, after = values.get(one["ply"] + 1, (0, None))
        before = one["opinion"]["value"]
        if one["cost"] is None and before is not None and after is not None:
            own = after if mover == one["seat"] else spec.lowest + spec.highest - after
            one = {**one, "cost": max(0.0, before - own)}
        found.append(one)
    return found
