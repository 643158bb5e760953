"""What a person asks of a table, checked against the rules of the table: each gives the entries that shall be written."""

from joute.core.state import Json
from joute.server.errors import Refused
from joute.server.messages import Pace, Play, React, Rematch
from joute.server.tables.projection import Chair, allowed, can_take_back
from joute.server.tables.reactions import REACTIONS
from joute.server.tables.seat import AGENT, OPEN, PERSON, Seat
from joute.server.tables.table import Table

Entries = list[tuple[str, Json]]


def seated(table: Table, chair: Chair) -> int:
    """The seat that this chair chooses for."""
    if not chair.holds:
        raise Refused("not_seated")
    return chair.seat


def playing(table: Table) -> None:
    """The game is on."""
    if table.status != "playing":
        raise Refused("not_begun" if table.status == "open" else "over")


def play(table: Table, chair: Chair, message: Play) -> Entries:
    """A choice; the same one again is harmless."""
    seat = seated(table, chair)
    answered, action = table.answered.get(seat, (0, ""))
    if answered == message.answers and answered:
        if _named(table, message.action) == action:
            return []
        raise Refused("already_chosen" if table.question and table.question.answers == answered else "too_late")
    playing(table)
    asked = table.question
    if asked is None or message.answers != asked.answers:
        raise Refused("too_late")
    if seat not in asked.movers:
        raise Refused("not_your_turn")
    if table.seats[seat].out:
        raise Refused("not_allowed")
    return [*_back(table, seat), ("choice", {"seat": seat, "action": legal_name(table, seat, message.action)})]


def legal_name(table: Table, seat: int, action: str) -> str:
    """The action as the game writes it, or what would have been legal."""
    if action in table.legal(seat):
        return action
    named = _named(table, action)
    if named is None or named not in table.legal(seat):
        raise Refused("illegal", list(table.legal(seat)))
    return named


def _named(table: Table, action: str) -> str | None:
    try:
        return table.game.action(action).name
    except ValueError:
        return None


def _back(table: Table, seat: int) -> Entries:
    """Who plays has come back."""
    return [("returned", {"seat": seat})] if table.seats[seat].away else []


def join(table: Table, person: int, wanted: int | None) -> Entries:
    """An open seat for somebody new."""
    if table.seat_of(person) is not None:
        return []
    if table.status != "open":
        raise Refused("already_begun" if table.status == "playing" else "over")
    free = table.open_seats
    if not free:
        raise Refused("full")
    if wanted is not None and wanted not in free:
        raise Refused("seat_taken")
    return [("joined", {"seat": free[0] if wanted is None else wanted, "kind": PERSON, "person": person})]


def begin(table: Table, chair: Chair) -> Entries:
    """The host waits for nobody else: a level takes the open seats."""
    if chair.person != table.terms.host or chair.person is None:
        raise Refused("not_host")
    if table.status != "open":
        raise Refused("already_begun" if table.status == "playing" else "over")
    level = table.terms.stand_in
    return [begun(table, [Seat(AGENT, agent=level) if seat.kind == OPEN else seat for seat in table.seats])]


def begun(table: Table, seats: list[Seat]) -> tuple[str, Json]:
    """The entry that begins the game with these seats."""
    return "begun", {"seats": [seat.to_json() for seat in seats], "pace": table.pace}


def take_back(table: Table, chair: Chair) -> Entries:
    """Back to one's last decision."""
    seat = seated(table, chair)
    playing(table)
    if not can_take_back(table, seat):
        raise Refused("not_allowed")
    return [("took_back", {"seat": seat})]


def resign(table: Table, chair: Chair) -> Entries:
    """Give up."""
    seat = seated(table, chair)
    playing(table)
    return [] if table.seats[seat].out else [("resigned", {"seat": seat})]


def leave(table: Table, chair: Chair) -> Entries:
    """A level takes over."""
    seat = seated(table, chair)
    playing(table)
    return [] if table.seats[seat].away else [("left", {"seat": seat})]


def come_back(table: Table, chair: Chair) -> Entries:
    """The seat is one's own again."""
    return _back(table, seated(table, chair))


def rematch(table: Table, chair: Chair, message: Rematch) -> Entries:
    """Another game with the same people."""
    if table.status != "over":
        raise Refused("not_over")
    if table.next is not None:
        return []
    if not allowed(table, chair)["rematch"]:
        raise Refused("not_seated")
    seat = chair.seat if chair.holds else 0
    return [("rematch_wanted", {"seat": seat, "same_deal": message.same_deal, "rotate": message.rotate})]


def react(table: Table, chair: Chair, message: React) -> Entries:
    """A ready-made reaction."""
    seat = seated(table, chair)
    if message.reaction not in REACTIONS:
        raise Refused("bad_message", sorted(REACTIONS))
    if not table.terms.reactions:
        raise Refused("not_allowed")
    return [("reaction", {"seat": seat, "reaction": message.reaction})]


def pace(table: Table, chair: Chair, message: Pace) -> Entries:
    """How fast agents play where nobody else does."""
    if chair.person != table.terms.host or chair.person is None:
        raise Refused("not_host")
    if table.people:
        raise Refused("not_allowed")
    return [("pace", {"seconds": message.seconds})]


def may_be_advised(table: Table, chair: Chair) -> int:
    """The seat that may ask an agent now."""
    seat = seated(table, chair)
    playing(table)
    if not (table.alone and table.terms.hints):
        raise Refused("not_allowed")
    asked = table.question
    if asked is None or seat not in asked.movers or seat in asked.chosen:
        raise Refused("not_your_turn")
    return seat
