"""What people may do at a table: each command checks that it is allowed, and returns the changes to be logged."""

import secrets
from collections.abc import Sequence

from joute.i18n import Sentence
from joute.server.client_messages import AskOpinion, Hint, Hurry, Joining, Pace, Play, React, Rematch, TakeBack
from joute.server.errors import Refused
from joute.server.ratings.eligibility import LEAST_DECISIONS, unrated
from joute.server.tables.config import AGENT, OPEN, PERSON, TableSeat, Viewpoint, agent_name
from joute.server.tables.log import (
    Assisted,
    Begun,
    Change,
    Choice,
    Joined,
    Left,
    PaceChanged,
    Reacted,
    RematchWanted,
    Resigned,
    Returned,
    TookBack,
)
from joute.server.tables.projection import can_hurry, can_take_back, permissions
from joute.server.tables.table import Table

REACTIONS: dict[str, Sentence] = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
    "thanks": "Thank you!",
    "oops": "Oops!",
    "wow": "Wow!",
    "thinking": "Let me think…",
    "hurry": "Your turn!",
    "again": "Once more?",
    "goodbye": "Goodbye!",
}


def seated(table: Table, viewpoint: Viewpoint) -> int:
    """The seat of this viewpoint, if it is its own."""
    if not viewpoint.holds:
        raise Refused("not_seated")
    return viewpoint.seat


def host(table: Table, viewpoint: Viewpoint) -> None:
    """Refuse anybody but the host."""
    if viewpoint.person is None or viewpoint.person != table.config.host:
        raise Refused("not_host")


def playing(table: Table) -> None:
    """Refuse unless the game is being played."""
    if table.status != "playing":
        raise Refused("not_begun" if table.status == "open" else "over")


def not_rated(table: Table, message: Hint | AskOpinion | TakeBack | Hurry) -> None:
    """Refuse what would make a rated game unrated, unless the person accepts that."""
    if not message.unrated and unrated(table) is None:
        raise Refused("rated")


def play(table: Table, viewpoint: Viewpoint, message: Play) -> list[Change]:
    """Choose an action; the same one again is harmless."""
    seat = seated(table, viewpoint)
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
    return [*_back(table, seat), Choice(seat, legal_name(table, seat, message.action))]


def legal_name(table: Table, seat: int, action: str) -> str:
    """The action as the game spells it; refuse an illegal one."""
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


def _back(table: Table, seat: int) -> list[Change]:
    """A person who acts has come back."""
    return [Returned(seat)] if table.seats[seat].away else []


def join(table: Table, person: int, asked: Joining) -> list[Change]:
    """Take an open seat."""
    if table.seat_of(person) is not None:
        return []
    if table.status != "open":
        raise Refused("already_begun" if table.status == "playing" else "over")
    free = table.open_seats
    if not free:
        raise Refused("full")
    if asked.seat is not None and asked.seat not in free:
        raise Refused("seat_taken")
    return [Joined(free[0] if asked.seat is None else asked.seat, PERSON, person, nonce=asked.nonce)]


def begin(table: Table, viewpoint: Viewpoint) -> list[Change]:
    """Begin now: a level takes the open seats."""
    host(table, viewpoint)
    if table.status != "open":
        raise Refused("already_begun" if table.status == "playing" else "over")
    level = table.config.stand_in
    return [begun(table, [TableSeat(AGENT, agent=level) if seat.kind == OPEN else seat for seat in table.seats])]


def begun(table: Table, seats: Sequence[TableSeat]) -> Begun:
    """The change that begins the game with these players; who sits where is drawn now if it was not chosen.

    Agents get names now, and keep them when seats change, also in rematches.
    """
    players = [TableSeat(**vars(seat)) for seat in seats]
    for number, player in enumerate(players):
        if player.kind == AGENT and not player.name:
            player.name = agent_name(number, [other.name for other in players])
    if table.config.drawn:
        secrets.SystemRandom().shuffle(players)
    return Begun(players, table.pace)


def take_back(table: Table, viewpoint: Viewpoint, message: TakeBack) -> list[Change]:
    """Go back to one's last decision."""
    seat = seated(table, viewpoint)
    playing(table)
    if not can_take_back(table, seat):
        raise Refused("not_allowed")
    not_rated(table, message)
    return [TookBack(seat)]


def resign(table: Table, viewpoint: Viewpoint) -> list[Change]:
    """Resign."""
    seat = seated(table, viewpoint)
    playing(table)
    return [] if table.seats[seat].out else [Resigned(seat)]


def leave(table: Table, viewpoint: Viewpoint) -> list[Change]:
    """Leave: a level takes over."""
    seat = seated(table, viewpoint)
    playing(table)
    if not permissions(table, viewpoint)["leave"]:
        raise Refused("not_allowed")  # nobody waits for a person who plays alone
    return [] if table.seats[seat].away else [Left(seat)]


def abandoned(table: Table) -> list[Change]:
    """What ends a game that nobody came back to: a person who could have lost to agents has, other games are aborted."""
    if table.status != "playing" or not any(table.decided[seat] for seat in table.people):
        return []
    if table.alone and unrated(table) is None and table.decided[table.people[0]] >= LEAST_DECISIONS:
        return [Resigned(table.people[0])]
    return [Left(seat) for seat in table.people if not table.seats[seat].away]


def come_back(table: Table, viewpoint: Viewpoint) -> list[Change]:
    """Return to one's seat."""
    return _back(table, seated(table, viewpoint))


def rematch(table: Table, viewpoint: Viewpoint, message: Rematch) -> list[Change]:
    """Ask for another game."""
    if table.status != "over":
        raise Refused("not_over")
    if table.next is not None:
        return []
    if not permissions(table, viewpoint)["rematch"]:
        raise Refused("not_seated")
    seat = viewpoint.seat if viewpoint.holds else 0
    return [RematchWanted(seat, message.same_deal, message.rotate)]


def react(table: Table, viewpoint: Viewpoint, message: React) -> list[Change]:
    """Send a ready-made reaction."""
    seat = seated(table, viewpoint)
    if message.reaction not in REACTIONS:
        raise Refused("bad_message", sorted(REACTIONS))
    if not table.config.reactions:
        raise Refused("not_allowed")
    return [Reacted(seat, message.reaction)]


def pace(table: Table, viewpoint: Viewpoint, message: Pace) -> list[Change]:
    """Change the pace of a table of agents."""
    host(table, viewpoint)
    if table.people:
        raise Refused("not_allowed")
    return [PaceChanged(message.seconds)]


def wait(table: Table, viewpoint: Viewpoint) -> None:
    """Refuse unless this person plays alone, or is the host of agents."""
    if not table.people:
        host(table, viewpoint)
        return
    seated(table, viewpoint)
    if not table.alone:
        raise Refused("not_allowed")


def hurry(table: Table, viewpoint: Viewpoint, message: Hurry) -> None:
    """Refuse unless this person may hurry the agents."""
    if table.people:
        seated(table, viewpoint)
    else:
        host(table, viewpoint)
    if not can_hurry(table, viewpoint):
        raise Refused("not_allowed")
    not_rated(table, message)


def may_be_advised(table: Table, viewpoint: Viewpoint, message: Hint | AskOpinion) -> list[Change]:
    """The change that advice makes: none where there is nothing to choose, or if the game is assisted already."""
    seat = seated(table, viewpoint)
    playing(table)
    if not (table.alone and table.config.hints):
        raise Refused("not_allowed")
    asked = table.question
    if asked is None or seat not in asked.movers or seat in asked.chosen:
        raise Refused("not_your_turn")
    if len(table.legal(seat)) == 1:
        return []
    not_rated(table, message)
    return [] if table.assisted else [Assisted(seat)]
