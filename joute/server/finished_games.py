"""Games that are over: lists, steps, and tables that play on from one of their decisions."""

from collections import OrderedDict

from joute.arena.statistics.estimates import shares as shared_out
from joute.review.replayed_game import ReplayedGame
from joute.server.client_messages import TryAgain
from joute.server.errors import Refused
from joute.server.people import guest_number
from joute.server.server_messages import (
    RecordInfo,
    RecordList,
    RecordStep,
    RecordSummary,
    StepList,
)
from joute.server.tables.actor import TableActor
from joute.server.tables.config import agent_name
from joute.server.tables.game_view import game_view
from joute.server.tables.manager import TableManager
from joute.server.tables.projection import game_events, time_text, title, title_of
from joute.store.people import Person
from joute.store.records import StoredRecord

ALL = "all"  # the viewer that sees everything: the game is over
REPLAYS = 32  # that are cached
MOST_STEPS = 100


class CachedReplay(ReplayedGame):
    """A game that is over, position by position."""

    def step(self, ply: int, viewer: int | None) -> RecordStep:
        """One position, what led to it, and what was chosen there."""
        state, events = self.steps[ply]
        view = state if viewer is None else self.game.view(state, viewer)
        step: RecordStep = {
            "ply": ply,
            "view": game_view(self.game, view),
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
        "title": title_of(stored.game),
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
