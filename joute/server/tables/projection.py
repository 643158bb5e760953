"""What a chair is shown: the only way out of a table. A chair sees the view of its seat, and the whole truth once the game is over."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

import orjson

from joute.core.state import Fields, Json, State
from joute.server.tables.log import Moment, Told
from joute.server.tables.seat import PERSON
from joute.server.tables.table import Table

SPECTATOR = -1
STORY = 40  # events that a chair which comes back is told


class Chair(NamedTuple):
    """From where somebody looks on: a seat or beside the table."""

    seat: int = SPECTATOR  # whose eyes
    person: int | None = None  # who looks
    holds: bool = False  # whether the seat is the looker's own, to choose for


def eyes(table: Table, chair: Chair) -> Chair:
    """The chair without who looks, unless that is the host: whoever looks on from such a chair is shown the same."""
    return Chair(chair.seat, chair.person if chair.person == table.terms.host else None, chair.holds)


def dumped(message: Json) -> bytes:
    """A message as it goes over the wire."""
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_SERIALIZE_NUMPY)


@lru_cache(maxsize=4096)  # tables say it whenever they are described
def time_text(at: float) -> str:
    """A moment in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def viewed(moment: Moment, chair: Chair) -> tuple[State, Fields] | None:
    """The position with this chair's eyes, and its record to look at."""
    return None if moment.scene is None else moment.scene.seen_by(None if moment.result is not None else chair.seat)


def turn(moment: Moment, chair: Chair) -> Json | None:
    """The open question, and this chair's own actions."""
    asked = moment.question
    if asked is None:
        return None
    mine = chair.holds and chair.seat in asked.movers and chair.seat not in asked.chosen
    return {
        "answers": asked.answers,
        "movers": list(asked.movers),
        "chosen": sorted(asked.chosen),
        "mine": mine,
        "chose": asked.chosen.get(chair.seat) if chair.holds else None,
        "legal": list(moment.scene.legal(chair.seat)) if mine and moment.scene else [],
    }


def described(table: Table, chair: Chair, present: Sequence[int] = (), spectators: int = 0) -> Json:
    """The table itself: who sits there, what is agreed, what this chair may do."""
    seats = [
        seat.shown(number, table.game, number in present, table.terms.stand_in, table.known) for number, seat in enumerate(table.seats)
    ]
    return {
        "id": table.id,
        "game": table.game.name,
        "title": dict(table.game.definition.title),
        "options": table.terms.options,
        "status": table.status,
        "host": chair.person is not None and chair.person == table.terms.host,
        "you": chair.seat if chair.holds else None,
        "people": len(table.people),
        "next": table.next,
        "made": time_text(table.terms.made),
        "rated": table.rated,
        "assisted": table.assisted,
        "seats": seats,
        "settings": table.terms.shown(table.pace),
        "may": allowed(table, chair),
        "rematch": {"wanted_by": sorted(table.wishes), "same_deal": any(wish["same_deal"] for wish in table.wishes.values())},
        "spectators": spectators,
    }


def allowed(table: Table, chair: Chair) -> dict[str, bool]:
    """Which wishes of this chair would be granted now."""
    host = chair.person is not None and chair.person == table.terms.host
    playing = table.status == "playing" and chair.holds and not table.seats[chair.seat].out
    return {
        "begin": host and table.status == "open",
        "hint": playing and table.alone and table.terms.hints,
        "take_back": playing and can_take_back(table, chair.seat),
        "resign": playing,
        "leave": chair.holds and table.status == "playing",
        "rematch": table.status == "over" and table.next is None and (chair.holds or (host and not table.people)),
        "pace": host and not table.people,
        "react": chair.holds and table.terms.reactions,
    }


def can_take_back(table: Table, seat: int) -> bool:
    """Whether the seat has a decision to go back to, with agents alone opposite."""
    return table.alone and table.terms.take_back and any(seat in choices for choices in table.record.choices)


def events(told: Told, chair: Chair) -> list[Json]:
    """What happened, as this chair saw it."""
    if told.happened is None:
        return []
    happened, eyes = told.happened, None if told.moment.result is not None else chair.seat
    if happened.game.spec.hidden:
        return [event.to_json() for event in happened.seen_by(eyes)]
    if "events" not in told.shared:  # nothing is hidden: all chairs are told the same
        told.shared["events"] = [event.to_json() for event in happened.seen_by(SPECTATOR)]
    found: list[Json] = told.shared["events"]
    return found


def view_json(table: Table, told: Told, view: State, snapshot: Fields) -> Json:
    """The view for a client; worked out once for all chairs where they see the same."""
    if table.game.spec.hidden or view.viewer is None:
        return table.game.to_json(view, snapshot)
    if "view" not in told.shared:
        told.shared["view"] = table.game.to_json(view, snapshot)
    return told.shared["view"] | {"viewer": view.viewer}


def update(table: Table, told: Told, chair: Chair, present: Sequence[int] = (), spectators: int = 0) -> Json:
    """An entry of the log for one chair: what happened, and the parts that are different now."""
    message: Json = {"type": "update", "seq": told.number, "what": told.what, "by": list(told.by), **told.extra}
    moment = told.moment
    if "view" in told.parts:
        seen = viewed(moment, chair)
        message["events"] = events(told, chair)
        message["view"] = None if seen is None else view_json(table, told, *seen)
    if told.parts & {"view", "turn"}:
        message["turn"] = turn(moment, chair)
    if "clock" in told.parts and moment.clock is not None:
        message["clock"] = moment.clock
    if "result" in told.parts:
        message["result"] = moment.result
    if "table" in told.parts:
        message["table"] = described(table, chair, present, spectators)
    if thoughts := seen_thoughts(table, told, chair):
        message["thoughts"] = thoughts
    return message


def seen_thoughts(table: Table, told: Told, chair: Chair) -> Json:
    """What agents thought, where nobody plays and nothing is hidden from this chair."""
    if not table.terms.thoughts or any(seat.kind == PERSON for seat in table.seats):
        return {}
    return {str(seat): thought for seat, thought in told.thoughts.items() if not table.game.spec.hidden or seat == chair.seat}


def state(table: Table, chair: Chair, clock: Json | None, present: Sequence[int] = (), spectators: int = 0) -> Json:
    """Everything at once: what a client gets when it comes."""
    moment = table.moment
    seen = viewed(moment, chair)
    return {
        "type": "state",
        "seq": table.number,
        "table": described(table, chair, present, spectators),
        "view": None if seen is None else table.game.to_json(*seen),
        "turn": turn(moment, chair),
        "clock": clock,
        "result": moment.result,
        "story": story(table, chair),
    }


def story(table: Table, chair: Chair) -> list[Json]:
    """What happened since this chair's last choice, as far as the table remembers."""
    found: list[Json] = []
    for told in reversed(table.log):
        if told.what in ("took_back", "begun"):
            break
        found = events(told, chair) + found
        if (chair.holds and told.what == "played" and chair.seat in told.by) or len(found) >= STORY:
            break
    return found[-STORY:]
