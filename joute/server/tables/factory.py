"""From what a host asks for, or those who want a rematch, to the terms and seats of a table."""

import secrets
from collections.abc import Sequence
from typing import Any

from joute.core import registry, settings
from joute.core.errors import BadSetting
from joute.core.game import Game
from joute.server.agents.policy import permitted
from joute.server.errors import Refused
from joute.server.messages import AskedSeat, NewTable
from joute.server.settings import ServerSettings
from joute.server.tables.config import Terms
from joute.server.tables.seat import AGENT, BOT, OPEN, PERSON, Seat
from joute.server.tables.table import Table
from joute.store.people import Person

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # without what looks alike
CODE = 8  # letters of a table's id: 39 bits
MOST_SEED = 2**53


def new_code() -> str:
    """An id that nobody guesses, short enough to be typed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE))


def new_seed() -> int:
    """Chance that nobody can foresee."""
    return secrets.randbelow(MOST_SEED)


def opened(name: str, options: dict[str, Any], seats: int | None) -> Game:
    """The game with these options; the number of seats sets its option."""
    if name not in registry.GAMES:
        raise Refused("not_found", list(registry.GAMES))
    definition = registry.define(name)
    if seats is not None and definition.seats_option:
        options = {"seats": seats, **options}
    try:
        return registry.game(name, **options)
    except BadSetting:
        rows = settings.table(definition.options)
        raise Refused("bad_option", [{"name": row.name, "kind": row.kind, "allowed": row.allowed} for row in rows]) from None


def made(asked: NewTable, person: Person, server: ServerSettings, now: float) -> tuple[Terms, list[Seat], Game]:
    """The terms, the seats and the game of a new table."""
    game = opened(asked.game, dict(asked.options), None if asked.seats is None else len(asked.seats))
    wanted = asked.seats if asked.seats is not None else [AskedSeat(who="me")] + [AskedSeat(who="agent")] * (game.spec.seats - 1)
    if len(wanted) != game.spec.seats:
        raise Refused("bad_seats", {"seats": game.spec.seats})
    if sum(seat.who == "me" for seat in wanted) > 1:
        raise Refused("bad_seats", {"me": "at most once"})
    seats = [sat(seat, person, game) for seat in wanted]
    kinds = [seat.kind for seat in seats]
    if asked.seed is not None and (OPEN in kinds or BOT in kinds):
        raise Refused("not_allowed")  # who knows the seed knows every card
    if asked.begins == "lot":
        secrets.SystemRandom().shuffle(seats)
    terms = Terms(
        game=game.name,
        options=settings.changed(game.options),
        seed=new_seed() if asked.seed is None else asked.seed,
        host=person.id,
        made=now,
        hints=asked.hints and server.hints,
        take_back=asked.take_back and server.take_back,
        spectators=asked.spectators,
        public=asked.public,
        reactions=asked.reactions,
        clock=asked.clock.model_dump() if asked.clock else None,
        thoughts=asked.thoughts and all(kind == AGENT for kind in kinds),
        rated=asked.seed is None,
        stand_in=stand_in(game, server.stand_in),
    )
    return terms, seats, game


def rematch(table: Table, now: float) -> tuple[Terms, list[Seat]]:
    """The terms and seats of a table that follows another with the same people, as their wishes say."""
    same = any(wish["same_deal"] for wish in table.wishes.values())
    rotate = all(wish["rotate"] for wish in table.wishes.values()) and not same
    seats = [Seat(**(seat.to_json() | {"out": False})) for seat in table.seats]
    seats = seats[1:] + seats[:1] if rotate else seats
    terms = Terms(**(table.terms.to_json() | {"seed": table.terms.seed if same else new_seed(), "made": now}))
    return Terms(**(terms.to_json() | {"rated": terms.rated and not same})), seats


def pace_of(asked: float | None, seats: Sequence[Seat]) -> float:
    """The pace asked for; where only agents play, one that people can follow."""
    if asked is not None:
        return asked
    return 1.0 if all(seat.kind == AGENT for seat in seats) else 0.0


def sat(asked: AskedSeat, person: Person, game: Game) -> Seat:
    """Who sits there."""
    if asked.who == "me":
        return Seat(PERSON, person.id)
    if asked.who == "open":
        return Seat(OPEN)
    if asked.who == "bot":
        return Seat(BOT, name=asked.bot)
    return Seat(AGENT, agent=permitted(asked.agent, game))


def stand_in(game: Game, level: str) -> str:
    """The level that plays for people who left, or else whatever plays this game."""
    return level if level in game.definition.recipes else "random"
