"""The configuration and seats of a new table, from what its host or the people of a rematch ask for."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

from joute.core import registry, settings
from joute.core.errors import BadSetting
from joute.core.fairness import new_secret
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.i18n import in_every_language
from joute.server.agents.policy import permitted
from joute.server.client_messages import AskedSeat, NewTable
from joute.server.errors import Refused
from joute.server.server_messages import Bilingual, OriginInfo
from joute.server.settings import ALPHABET, ServerSettings
from joute.server.tables.config import AGENT, BOT, OPEN, PERSON, TableConfig, TableSeat
from joute.server.tables.table import Table
from joute.store.people import Person

CODE = 8  # letters of a table's id: 39 bits
NewGame: TypeAlias = tuple[TableConfig, list[TableSeat], Game]


def new_code(first: str = ALPHABET) -> str:
    """An id that nobody can guess, short enough to be typed; its first letter is one of those given."""
    return secrets.choice(first) + "".join(secrets.choice(ALPHABET) for _ in range(CODE - 1))


def opened(name: str, options: dict[str, Any], seats: int | None, server: ServerSettings) -> Game:
    """The game with these options; the number of seats sets its option."""
    if name not in server.game_names:
        raise Refused("not_found", server.game_names)
    definition = registry.define(name)
    if seats is not None and definition.seats_option:
        options = {"seats": seats, **options}
    if settings.private(definition.options) & set(options) or any(map(names_file, options.values())):
        raise Refused("not_allowed")
    try:
        return registry.game(name, **options)
    except BadSetting:
        rows = settings.table(definition.options)
        allowed = [{"name": row.name, "kind": row.kind, "allowed": row.allowed} for row in rows]
        said = cast(Bilingual, in_every_language(lambda: wrong_option(name, options)))
        raise Refused("bad_option", allowed, text=said) from None


def names_file(value: object) -> bool:
    """Whether an option names a file, as a deck may: a client must not have the server read one."""
    return isinstance(value, str) and value.endswith(".toml")


def wrong_option(name: str, options: dict[str, Any]) -> str:
    """Which option has which wrong value, and what is allowed, in the current language."""
    try:
        registry.game(name, **options)
    except BadSetting as error:
        return str(error)
    return ""


def made(asked: NewTable, person: Person, server: ServerSettings, now: float, secret: str) -> NewGame:
    """The configuration, the seats and the game of a new table."""
    game = opened(asked.game, dict(asked.options), None if asked.seats is None else len(asked.seats), server)
    wanted = asked.seats if asked.seats is not None else [AskedSeat(who="me")] + [AskedSeat(who="agent")] * (game.spec.seats - 1)
    if len(wanted) != game.spec.seats:
        raise Refused("bad_seats", {"seats": game.spec.seats})
    if sum(seat.who == "me" for seat in wanted) > 1:
        raise Refused("bad_seats", {"me": "at most once"})
    seats = [sat(seat, person, game, asked.nonce) for seat in wanted]
    kinds = [seat.kind for seat in seats]
    if asked.seed is not None and (OPEN in kinds or BOT in kinds):
        raise Refused("not_allowed")  # the seed gives away every card
    config = TableConfig(
        game=game.name,
        options=settings.changed(game.options),
        seed=asked.seed,
        secret=secret,
        host=person.id,
        made=now,
        hints=asked.hints and server.hints,
        take_back=asked.take_back and server.take_back,
        spectators=asked.spectators,
        public=asked.public,
        reactions=asked.reactions,
        clock={"bank": asked.clock.bank, "increment": asked.clock.increment} if asked.clock else None,
        thoughts=asked.thoughts and all(kind == AGENT for kind in kinds),
        rated=asked.seed is None,
        drawn=asked.begins == "random",
        stand_in=stand_in(game, server.stand_in),
    )
    return config, seats, game


def rematch(table: Table, willing: Collection[int], now: float) -> tuple[TableConfig, list[TableSeat]]:
    """The configuration and seats of a rematch: the people of the willing seats have theirs, the other people's are open."""
    seats = [
        TableSeat(OPEN) if seat.kind == PERSON and number not in willing else replace(seat, out=False, away=False, nonce="")
        for number, seat in enumerate(table.seats)
    ]
    joinable = any(seat.kind == OPEN for seat in seats)  # by somebody who does not know the cards
    same = table.same_deal(willing) and not joinable
    rotate = all(table.wishes[seat].rotate for seat in willing) and not same
    people = [seat.person for seat in seats if seat.kind == PERSON and seat.person is not None]
    seats = seats[1:] + seats[:1] if rotate else seats
    config = table.config
    config = replace(
        config,
        seed=table.record.seed if same else None,
        secret=new_secret(),
        made=now,
        host=config.host if config.host in people or not people else people[0],
        rated=config.rated and not same,
        drawn=config.drawn and not same,
        opening=config.opening if same else [],
        origin=config.origin if same else None,
    )
    return config, seats


def played_on(record: GameRecord, origin: OriginInfo, seat: int, person: Person, server: ServerSettings, now: float) -> NewGame:
    """A table that plays on from a decision of a record: the person on that seat, against the agents of the record.

    For other people, bots and programs a level plays: one that the record has, else the server's stand-in.
    """
    game = opened(record.game, record.options, None, server)
    known = [agent_of(text, game) for text in record.agents]
    level = next((text for text in known if text in game.definition.levels), None) or stand_in(game, server.stand_in)
    seats = [TableSeat(AGENT, agent=text or level) for text in known]
    seats[seat] = TableSeat(PERSON, person.id)
    config = TableConfig(
        game=game.name,
        options=settings.changed(game.options),
        seed=record.seed,
        secret=new_secret(),
        host=person.id,
        made=now,
        hints=server.hints,
        take_back=server.take_back,
        rated=False,
        stand_in=stand_in(game, server.stand_in),
        opening=[{str(mover): action for mover, action in choices.items()} for choices in record.choices[: origin["ply"]]],
        origin=origin,
    )
    return config, seats, game


def agent_of(text: str, game: Game) -> str | None:
    """An agent of a record, if a client may ask for it."""
    try:
        return permitted(text, game)
    except Refused:
        return None


def pace_of(asked: float | None, seats: Sequence[TableSeat]) -> float:
    """The pace asked for; by default 1 second if only agents play."""
    if asked is not None:
        return asked
    return 1.0 if all(seat.kind == AGENT for seat in seats) else 0.0


def sat(asked: AskedSeat, person: Person, game: Game, nonce: str) -> TableSeat:
    """A seat as the host asked for it."""
    if asked.who == "me":
        return TableSeat(PERSON, person.id, nonce=nonce)
    if asked.who == "open":
        return TableSeat(OPEN)
    if asked.who == "bot":
        return TableSeat(BOT, name=asked.bot)
    return TableSeat(AGENT, agent=permitted(asked.agent, game))


def stand_in(game: Game, level: str) -> str:
    """The level that plays for people who left; the random agent if the game lacks it."""
    return level if level in game.definition.levels else "random"
