"""Games that are over: lists, step by step, and what a strong agent thinks of each decision, when somebody asks."""

import asyncio
import logging
from collections import OrderedDict

from joute.arena.statistics.intervals import shares as shared_out
from joute.core import registry
from joute.core.events import Events
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.rng import seed_of
from joute.core.state import Json, State
from joute.server.agents.agent_pool import Thought
from joute.server.agents.analysis import judged, with_costs
from joute.server.agents.policy import permitted
from joute.server.errors import Refused
from joute.server.tables.manager import Hall
from joute.server.tables.projection import time_text
from joute.store.records import KeptRecord

ALL = "all"  # a chair that sees everything: the game is over
REPLAYS = 32  # that are kept at hand
MOST_STEPS = 100
ANALYSES = 4  # at once

log = logging.getLogger("joute.server")

Step = tuple[State, Events | None]


class Replay:
    """A game that is over, position by position."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.game: Game = registry.game(record.game, **record.options)
        self.steps: list[Step] = list(record.replay(self.game))

    def shown(self, ply: int, chair: int | None) -> Json:
        """One position, what led to it, and what was chosen there."""
        state, happened = self.steps[ply]
        view = state if chair is None else self.game.view(state, chair)
        told: Json = {
            "ply": ply,
            "view": self.game.to_json(view),
            "events": [] if happened is None else [event.to_json() for event in happened.seen_by(chair)],
            "movers": self.game.movers(state),
        }
        if ply < len(self.record.choices):
            told["choices"] = {str(seat): action for seat, action in self.record.choices[ply].items()}
            told["seconds"] = {str(seat): spent for seat, spent in self.record.seconds[ply].items()}
        return told


class Records:
    """Everything that is asked about games that are over."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.store = hall, hall.keeping.store
        self._replays: OrderedDict[str, Replay] = OrderedDict()
        self._analyses: dict[tuple[str, str], asyncio.Task[None]] = {}

    async def listed(self, person: int, game: str | None, before: float | None, count: int) -> Json:
        """A person's games, the latest first."""
        found = await self.hall.keeping.ask(self.store.records.latest, person, game, before, count)
        following = found[-1].ended if len(found) == count else None
        return {"records": [summary(kept, person) for kept in found], "next": following}

    async def one(self, id: str, person: int | None) -> Json:
        """One game, with its record."""
        replay = await self._replay(id)
        kept = await self.hall.keeping.ask(self.store.records.find, id)
        told = of_tournament(id, replay) if kept is None else summary(kept, person)
        return told | {"moves": len(replay.record.choices), "agents": replay.record.agents, "record": replay.record.to_json()}

    async def steps(self, id: str, chair: str, first: int, count: int) -> Json:
        """Some of its positions."""
        replay = await self._replay(id)
        eyes = _eyes(chair, replay.game.spec.seats)
        total = len(replay.steps)
        wanted = range(min(first, total), min(total, first + count))
        steps = await self.hall.keeping.ask(lambda: [replay.shown(ply, eyes) for ply in wanted])
        return {"from": first, "total": total, "steps": steps}

    async def opinion(self, id: str, ply: int, seat: int, agent: str | None) -> Json:
        """What an agent thinks of one decision, from what the seat could know."""
        replay = await self._replay(id)
        text = self._analyst(agent, replay.game)
        if not 0 <= ply < len(replay.record.choices) or seat not in replay.record.choices[ply]:
            raise Refused("not_found")
        thoughts = await self.hall.keeping.ask(self.store.records.thoughts, id, text)
        opinion = thoughts.get((ply, seat)) or await self._think(id, replay, ply, seat, text)
        return judged(replay.record, ply, seat, text, opinion)

    async def analysis(self, id: str, agent: str | None) -> Json:
        """How far the analysis of a game is, and what it found."""
        replay = await self._replay(id)
        text = self._analyst(agent, replay.game)
        thoughts = await self.hall.keeping.ask(self.store.records.thoughts, id, text)
        wanted = decisions(replay.record)
        working = (id, text) in self._analyses
        status = "done" if len(thoughts) >= len(wanted) else "working" if working else "none"
        found = [judged(replay.record, ply, seat, text, thoughts[ply, seat]) for ply, seat in wanted if (ply, seat) in thoughts]
        for one in found:
            one["opinion"] = {name: value for name, value in one["opinion"].items() if name != "matrix"}
        if status == "done":
            found = with_costs(found, replay.game, replay.record.scores)
        unit = registry.agent(text, replay.game).unit
        return {"status": status, "done": len(found), "of": len(wanted), "agent": text, "unit": unit, "decisions": found}

    async def analyse(self, id: str, agent: str | None) -> Json:
        """Begin to judge every decision of a game."""
        replay = await self._replay(id)
        text = self._analyst(agent, replay.game)
        if (id, text) not in self._analyses:
            if len(self._analyses) >= ANALYSES:
                raise Refused("busy")
            task = asyncio.get_running_loop().create_task(self._analyse(id, replay, text))
            self._analyses[id, text] = task
            task.add_done_callback(lambda _: self._analyses.pop((id, text), None))
        return await self.analysis(id, agent)

    async def _analyse(self, id: str, replay: Replay, text: str) -> None:
        thoughts = await self.hall.keeping.ask(self.store.records.thoughts, id, text)
        try:
            for ply, seat in decisions(replay.record):
                if (ply, seat) not in thoughts:
                    await self._think(id, replay, ply, seat, text)
        except Exception:
            log.exception("the analysis of %s failed", id)

    async def _think(self, id: str, replay: Replay, ply: int, seat: int, text: str) -> Json:
        agent = registry.agent(text, replay.game)
        agent = agent.unerring if text == self._analyst(None, replay.game) else agent
        view = replay.game.view(replay.steps[ply][0], seat)
        thought = Thought(agent, view, seat, seed_of(id, ply, seat), self.hall.settings.analyst_seconds)
        opinion = (await self.hall.thinkers.consider(thought)).to_json()
        await self.hall.keeping.ask(self.store.records.think, id, ply, seat, text, opinion)
        return opinion

    def _analyst(self, agent: str | None, game: Game) -> str:
        if agent is not None:
            return permitted(agent, game)
        level = self.hall.settings.analyst
        return level if level in game.definition.recipes else registry.advisor_name(game)

    async def _replay(self, id: str) -> Replay:
        if len(id) > 200:
            raise Refused("not_found")
        if id not in self._replays:
            record = await self.hall.keeping.ask(self.store.record, id)
            if record is None:
                live = await self.hall.find(id)
                raise Refused("not_over" if live.table.status != "over" else "not_found")
            self._replays[id] = await self.hall.keeping.ask(Replay, record)
            if len(self._replays) > REPLAYS:
                self._replays.popitem(last=False)
        self._replays.move_to_end(id)
        return self._replays[id]


def _eyes(chair: str, seats: int) -> int | None:
    """Whose view is wanted; None: everything."""
    if chair == ALL:
        return None
    if not chair.removeprefix("-").isdecimal() or not -1 <= int(chair) < seats:
        raise Refused("bad_message", [{"field": "chair", "problem": f"all, -1, or a seat from 0 to {seats - 1}"}])
    return int(chair)


def decisions(record: GameRecord) -> list[tuple[int, int]]:
    """Every decision of a game: ply and seat."""
    return [(ply, seat) for ply, choices in enumerate(record.choices) for seat in sorted(choices)]


def of_tournament(id: str, replay: Replay) -> Json:
    """A tournament's game as if it stood in a list: nobody here played it, and nobody wrote down when."""
    record = replay.record
    shares = shared_out(record.scores) if record.scores else None
    winners = [seat for seat, share in enumerate(shares or []) if share > 0]
    return {
        "id": id,
        "game": record.game,
        "title": dict(replay.game.definition.title),
        "options": record.options,
        "made": None,
        "ended": None,
        "seats": [{"name": "", "agent": agent} for agent in record.agents],
        "you": None,
        "result": None if shares is None else {"reason": "complete", "scores": record.scores, "winners": winners, "shares": shares},
        "assisted": False,
        "rated": False,
    }


def summary(kept: KeptRecord, person: int | None) -> Json:
    """A game in a list."""
    facts = kept.summary
    you = next((seat for seat, player in enumerate(kept.players) if person is not None and player.person == person), None)
    return {
        "id": kept.id,
        "game": kept.game,
        "title": dict(registry.define(kept.game).title),
        "options": facts["options"],
        "made": time_text(facts["made"]),
        "ended": time_text(kept.ended),
        "seats": [{"name": player.name, "agent": player.agent or None} for player in kept.players],
        "you": you,
        "result": facts["result"],
        "moves": facts["moves"],
        "assisted": facts["assisted"],
        "rated": facts["rated"],
    }
