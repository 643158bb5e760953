"""What leaves a table: each viewpoint gets the view of its seat, and everything once the game is over. There is no other way out."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import cast

from joute.core import registry
from joute.core.errors import UnknownName
from joute.core.events import Events
from joute.core.game import Game
from joute.core.state import Fields, State
from joute.i18n import Sentence, say_in_every_language
from joute.server.people import guest_number
from joute.server.ratings.eligibility import unrated
from joute.server.server_messages import (
    Bilingual,
    ClockInfo,
    EventPage,
    GameEvent,
    OpinionInfo,
    Permissions,
    SeatInfo,
    StateMessage,
    StepInfo,
    TableInfo,
    Turn,
    UpdateMessage,
    View,
)
from joute.server.tables.config import AGENT, PERSON, SPECTATOR, Profile, TableSeat, Viewpoint, agent_name
from joute.server.tables.game_view import game_view, same_for_all
from joute.server.tables.log import AppliedEntry, Snapshot
from joute.server.tables.table import Table

STORY = 40  # events that a client which comes back gets at once, and those of the entry before
TAKEN_BACK: Sentence = "The last move is taken back"
NOBODY = Profile("", "")


def shared_viewpoint(table: Table, viewpoint: Viewpoint) -> Viewpoint:
    """The viewpoint without the person, unless that is the host: everybody who shares it gets the same messages."""
    return Viewpoint(viewpoint.seat, viewpoint.person if viewpoint.person == table.config.host else None, viewpoint.holds)


@lru_cache(maxsize=4096)
def time_text(at: float) -> str:
    """A moment in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def title(game: Game) -> Bilingual:
    """The title of a game."""
    return cast(Bilingual, dict(game.definition.title))


def title_of(name: str) -> Bilingual:
    """The title of a game of the store; its name if it is not offered here."""
    try:
        return cast(Bilingual, dict(registry.define(name).title))
    except UnknownName:
        return {"en": name, "fr": name}


def update(table: Table, applied: AppliedEntry, viewpoint: Viewpoint, present: Sequence[int] = (), spectators: int = 0) -> UpdateMessage:
    """A log entry from one viewpoint: what happened, and the parts that changed."""
    message: UpdateMessage = {"type": "update", "seq": applied.number, "what": applied.what, "by": list(applied.by)}
    parts, after = applied.parts, applied.after
    if applied.reaction is not None:
        message["reaction"] = applied.reaction
    if "view" in parts:
        seen = _seen(after, viewpoint)
        message["events"], steps = _events(applied, viewpoint)
        if steps:
            message["steps"] = steps
        message["view"] = None if seen is None else _view(table, applied, *seen)
    if "view" in parts or "turn" in parts:
        message["turn"] = _turn(after, viewpoint)
    if "clock" in parts and after.clock is not None:
        message["clock"] = after.clock
    if "result" in parts:
        message["result"] = after.result
    if "table" in parts:
        message["table"] = table_info(table, viewpoint, present, spectators)
    if thoughts := _thoughts(table, applied, viewpoint):
        message["thoughts"] = thoughts
    return message


def state(table: Table, viewpoint: Viewpoint, clock: ClockInfo | None, present: Sequence[int] = (), spectators: int = 0) -> StateMessage:
    """Everything that a viewpoint may see: what a client gets when it connects."""
    now = table.snapshot
    seen = _seen(now, viewpoint)
    story = _story(table, viewpoint)
    return {
        "type": "state",
        "seq": table.number,
        "table": table_info(table, viewpoint, present, spectators),
        "view": None if seen is None else game_view(table.game, *seen),
        "turn": _turn(now, viewpoint),
        "clock": clock,
        "result": now.result,
        "story": story["events"],
        "earlier": story["earlier"],
    }


def table_info(table: Table, viewpoint: Viewpoint, present: Sequence[int] = (), spectators: int = 0) -> TableInfo:
    """The table without its game: who sits there, what is agreed, what this viewpoint may do."""
    config, reason = table.config, unrated(table)
    return {
        "id": table.id,
        "game": table.game.name,
        "title": title(table.game),
        "options": config.options,
        "status": table.status,
        "host": viewpoint.person is not None and viewpoint.person == config.host,
        "you": viewpoint.seat if viewpoint.holds else None,
        "people": len(table.people),
        "next": table.next,
        "made": time_text(config.made),
        "commitment": config.commitment,
        "rated": reason is None,
        "unrated": reason,
        "assisted": table.assisted,
        "origin": table.config.origin,
        "seats": [_seat(table, number, seat, number in present) for number, seat in enumerate(table.seats)],
        "settings": {
            "hints": config.hints,
            "take_back": config.take_back,
            "spectators": config.spectators,
            "public": config.public,
            "reactions": config.reactions,
            "clock": config.clock,
            "thoughts": config.thoughts,
            "pace": table.pace,
        },
        "may": permissions(table, viewpoint),
        "rematch": {"wanted_by": sorted(table.wishes), "same_deal": table.same_deal(table.wishes)},
        "ratings": table.ratings,
        "spectators": spectators,
    }


def permissions(table: Table, viewpoint: Viewpoint) -> Permissions:
    """Which commands would be accepted from this viewpoint now."""
    host = viewpoint.person is not None and viewpoint.person == table.config.host
    playing = table.status == "playing" and viewpoint.holds and not table.seats[viewpoint.seat].out
    return {
        "begin": host and table.status == "open",
        "hint": playing and table.alone and table.config.hints,
        "take_back": playing and can_take_back(table, viewpoint.seat),
        "resign": playing,
        "leave": playing and len(table.people) > 1,
        "rematch": table.status == "over" and table.next is None and (viewpoint.holds or (host and not table.people)),
        "hurry": can_hurry(table, viewpoint),
        "pace": host and not table.people,
        "react": viewpoint.holds and table.config.reactions,
    }


def event_page(table: Table, viewpoint: Viewpoint) -> EventPage:
    """What happened in the entries that a table still has, as this viewpoint saw it."""
    found = [event for applied in table.log for event in _events(applied, viewpoint)[0]]
    return {"events": found, "earlier": _earlier(table)}


def can_hurry(table: Table, viewpoint: Viewpoint) -> bool:
    """Whether agents may be hurried: nobody makes a game unrated for other people."""
    if not table.people:
        return viewpoint.person is not None and viewpoint.person == table.config.host
    return viewpoint.holds and table.status == "playing" and (table.alone or unrated(table) is not None)


def can_take_back(table: Table, seat: int) -> bool:
    """Whether the seat has a decision to go back to, and plays agents alone."""
    return table.alone and table.config.take_back and any(seat in choices for choices in table.record.choices[table.record.opening :])


def must_choose(table: Table, viewpoint: Viewpoint) -> bool:
    """Whether the table waits for the person of this viewpoint."""
    asked = table.snapshot.question
    if asked is None or not viewpoint.holds or table.seats[viewpoint.seat].away or table.seats[viewpoint.seat].out:
        return False
    return viewpoint.seat in asked.movers and viewpoint.seat not in asked.chosen


def game_events(events: Events, seat: int | None) -> list[GameEvent]:
    """What a seat saw happen (None: everything)."""
    return [GameEvent(event.to_json()) for event in events.seen_by(seat)]


def _seat(table: Table, number: int, seat: TableSeat, present: bool) -> SeatInfo:
    """A seat for clients: without ids of people."""
    person = seat.person if seat.kind == PERSON and seat.person in table.profiles else None
    name = seat.name or (agent_name(number) if seat.kind == AGENT else "")
    profile = table.profiles[person] if person is not None else NOBODY if seat.kind == PERSON else Profile(name, "")
    return {
        "seat": number,
        "kind": seat.kind,
        "name": profile.name,
        "guest": guest_number(person, profile.name),
        "host": person is not None and person == table.config.host,
        "colour": profile.colour,
        "agent": seat.agent or None,
        "level": seat.agent if seat.agent in table.game.definition.levels else None,
        "present": present or seat.kind == AGENT,
        "stand_in": table.config.stand_in if seat.kind == PERSON and (seat.away or seat.out) else None,
        "out": seat.out,
    }


def _seen(now: Snapshot, viewpoint: Viewpoint) -> tuple[State, Fields] | None:
    """The view of this viewpoint, and its fields."""
    return None if now.scene is None else now.scene.seen_by(None if now.result is not None else viewpoint.seat)


def _turn(now: Snapshot, viewpoint: Viewpoint) -> Turn | None:
    """The open question, and this viewpoint's own actions."""
    asked = now.question
    if asked is None:
        return None
    mine = viewpoint.holds and viewpoint.seat in asked.movers and viewpoint.seat not in asked.chosen
    return {
        "answers": asked.answers,
        "movers": list(asked.movers),
        "chosen": sorted(asked.chosen),
        "mine": mine,
        "chose": asked.chosen.get(viewpoint.seat) if viewpoint.holds else None,
        "legal": list(now.scene.legal(viewpoint.seat)) if mine and now.scene else [],
    }


def _events(applied: AppliedEntry, viewpoint: Viewpoint) -> tuple[list[GameEvent], list[StepInfo]]:
    """What happened, as this viewpoint saw it, and the steps before the last; computed once for all if nothing is hidden."""
    events, shared = applied.events, applied.shared
    if applied.what == "took_back":
        return [GameEvent({"kind": "taken back", "text": say_in_every_language(TAKEN_BACK)})], []
    if events is None:
        return [], []
    if not same_for_all(events.game):
        over = applied.after.result is not None
        return _events_and_steps(events, None if over else viewpoint.seat, viewpoint.seat)
    if shared.events is None or shared.steps is None:
        shared.events, shared.steps = _events_and_steps(events, SPECTATOR, SPECTATOR)
    if shared.steps and viewpoint.seat != SPECTATOR:
        return shared.events, [{"events": step["events"], "view": View(step["view"] | {"viewer": viewpoint.seat})} for step in shared.steps]
    return shared.events, shared.steps


def _events_and_steps(events: Events, seat: int | None, viewer: int) -> tuple[list[GameEvent], list[StepInfo]]:
    """What a seat saw happen (None: everything), and how the game looked to a viewer after each step before the last."""
    by_step = events.by_step(seat)
    steps: list[StepInfo] = []
    count = 0
    for found, scene in zip(by_step[:-1], events.scenes[1:-1], strict=True):
        count += len(found)
        if found:
            steps.append({"events": count, "view": game_view(events.game, *scene.seen_by(viewer))})
            count = 0
    return [GameEvent(event.to_json()) for found in by_step for event in found], steps


def _view(table: Table, applied: AppliedEntry, view: State, fields: Fields) -> View:
    """The view for a client; computed once for all viewpoints if nothing is hidden."""
    shared = applied.shared
    if not same_for_all(table.game) or view.viewer is None:
        return game_view(table.game, view, fields)
    if shared.view is None:
        shared.view = game_view(table.game, view, fields)
    return View(shared.view | {"viewer": view.viewer})


def _thoughts(table: Table, applied: AppliedEntry, viewpoint: Viewpoint) -> dict[str, OpinionInfo]:
    """Agents' opinions, if no person plays and nothing in them is hidden from this viewpoint."""
    if not table.config.thoughts or any(seat.kind == PERSON for seat in table.seats):
        return {}
    return {str(seat): thought for seat, thought in applied.thoughts.items() if not table.game.spec.hidden or seat == viewpoint.seat}


def _story(table: Table, viewpoint: Viewpoint) -> EventPage:
    """What happened since this viewpoint's last action, as far as the log goes."""
    found: list[GameEvent] = []
    for applied in reversed(table.log):
        found = _events(applied, viewpoint)[0] + found
        if (viewpoint.holds and applied.what == "played" and viewpoint.seat in applied.by) or len(found) >= STORY:
            return {"events": found, "earlier": applied.number}
    return {"events": found, "earlier": _earlier(table)}


def _earlier(table: Table) -> int | None:
    """The number of the first entry that a table still has, if something happened in the game before it."""
    if not table.log or table.status == "open" or any(applied.what == "begun" for applied in table.log):
        return None
    return table.log[0].number
