"""Positions of Pokémon as JSON: two sides with their creatures by name."""

from typing import TypedDict, TypeVar, cast

from joute.core.errors import BadPosition
from joute.core.state import Json
from joute.games.pokemon.battlefield import seat_of
from joute.games.pokemon.cards import ROCKS_TURNS, STATUSES
from joute.games.pokemon.creatures import (
    ALL_STATUSES,
    ATTACKS,
    CREATURES,
    EXHAUSTION,
    FULL_HP,
    FULL_PP,
    GIVES,
    KNOWN,
    NO_ATTACK,
    NO_STATUS,
    SEND,
    TEAM,
    TURNS,
)
from joute.games.pokemon.state import (
    BITE,
    BITE_COIN,
    CHOICES,
    HIGHEST_BONUS,
    LEADS,
    LEAVE,
    LOWEST_BONUS,
    NOBODY,
    NOTHING,
    ORDER_COIN,
    OVER,
    PARALYSIS_DIE,
    REPLACEMENT,
    RUNNING,
    STATUS_DIE,
    PokemonState,
)
from joute.games.pokemon.strings import action_name, creature_name

Number = TypeVar("Number", int, float)

REPERTOIRES = [[ATTACKS[attack] for attack in known if attack != NO_ATTACK] for known in KNOWN.tolist()]  # [kind]

PHASES = [
    "over",
    "running",
    "leads",
    "choices",
    "replacement of 0",
    "replacement of 1",
    "order coin",
    "paralysis die",
    "status die",
    "bite coin",
]


class KnownAttackJson(TypedDict):
    """An attack that a creature knows."""

    name: str
    type: str
    pp: int
    full_pp: int


class CreatureJson(TypedDict):
    """A creature of a team."""

    name: str
    kind: str
    type: str
    hp: int
    full_hp: int
    attack_bonus: float
    defence_bonus: float
    statuses: dict[str, int]  # turns left
    feeds: int | None  # the place in the other team of the creature that its leech feeds
    attacks: list[KnownAttackJson]


class SideJson(TypedDict):
    """A trainer's side."""

    rocks: int
    active: int | None  # a place in the team
    pending: int
    announced: str | None
    creatures: list[CreatureJson]


class PokemonJson(TypedDict):
    """A state."""

    turn: int
    phase: str
    actor: int
    ending: bool
    winner: int | None
    sides: list[SideJson]


def to_json(state: PokemonState) -> PokemonJson:
    """The turn, what is awaited, and both sides."""
    return {
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "actor": state.actor,
        "ending": bool(state.ending),
        "winner": None if state.winner == NOBODY else state.winner,
        "sides": [_side(state, seat) for seat in range(2)],
    }


def _side(state: PokemonState, seat: int) -> SideJson:
    active, pending = state.active[seat], state.pending[seat]
    return {
        "rocks": state.rocks[seat],
        "active": None if active == NOBODY else active - TEAM * seat,
        "pending": pending,
        "announced": action_name(pending) if pending >= 0 else None,
        "creatures": _creatures(state, seat),
    }


def _creatures(state: PokemonState, seat: int) -> list[CreatureJson]:
    """The creatures of a side; fields are read by column, which is faster than one by one."""
    own = slice(TEAM * seat, TEAM * seat + TEAM)
    fields = (state.kind, state.sends, state.hp, state.bonus, state.status, state.feeds, state.pp)
    return [_creature(*row) for row in zip(*(field[own].tolist() for field in fields), strict=True) if row[0] != NOBODY]


def _team(state: PokemonState, seat: int) -> list[int]:
    return [creature for creature in range(TEAM * seat, TEAM * seat + TEAM) if state.kind[creature] != NOBODY]


def _creature(kind: int, sends: int, hp: int, bonus: list[float], status: list[int], feeds: int, pp: list[int]) -> CreatureJson:
    card = CREATURES[kind]
    return {
        "name": creature_name(*divmod(sends - SEND, TEAM)),
        "kind": card.name,
        "type": card.type,
        "hp": hp,
        "full_hp": card.hp,
        "attack_bonus": bonus[0],
        "defence_bonus": bonus[1],
        "statuses": {one.name: turns for one, turns in zip(STATUSES, status, strict=True) if turns},
        "feeds": None if feeds == NOBODY else feeds % TEAM,
        "attacks": [
            {"name": known.name, "type": known.type, "pp": left, "full_pp": known.pp}
            for known, left in zip(REPERTOIRES[kind], pp, strict=False)
        ],
    }


def from_json(source: Json, state: PokemonState) -> None:
    """Read a position that `to_json` wrote; numbers out of range are refused."""
    position = cast(PokemonJson, source)  # a wrong type raises KeyError, TypeError or ValueError below
    state.turn = _within(position["turn"], 0, state.limit, "turn")
    if position["phase"] not in PHASES:
        raise BadPosition("{phase!r} is no phase; there are: {phases}", phase=position["phase"], phases=", ".join(PHASES))
    state.phase = PHASES.index(position["phase"])
    state.actor, state.ending = _within(position["actor"], 0, 1, "actor"), bool(position["ending"])
    state.winner = NOBODY if position["winner"] is None else _within(position["winner"], 0, 2, "winner")
    if len(position["sides"]) != 2:
        raise BadPosition("{count} sides; a battle has 2", count=len(position["sides"]))
    for seat, side in enumerate(position["sides"]):
        _read_side(side, seat, state)
    _check_course(state)


def _read_side(side: SideJson, seat: int, state: PokemonState) -> None:
    team = _team(state, seat)
    names = [CREATURES[state.kind[creature]].name for creature in team]
    stated = [creature["kind"] for creature in side["creatures"]]
    if names != stated:
        raise BadPosition(
            "seat {seat} has {stated}; in this game it has {names}", seat=seat, stated=", ".join(stated), names=", ".join(names)
        )
    state.rocks[seat] = _within(side["rocks"], 0, ROCKS_TURNS, "rocks")
    state.active[seat] = NOBODY if side["active"] is None else TEAM * seat + _within(side["active"], 0, len(team) - 1, "active")
    state.pending[seat] = _within(side["pending"], BITE - ALL_STATUSES + 1, int(state.sends.max()), "pending")
    state.standing[seat] = 0
    for creature, described in zip(team, side["creatures"], strict=True):
        _read_creature(described, creature, state)
        state.standing[seat] += state.hp[creature] > 0


def _read_creature(source: CreatureJson, creature: int, state: PokemonState) -> None:
    kind = state.kind[creature]
    state.hp[creature] = _within(source["hp"], 0, int(FULL_HP[kind]), "hp")
    for which, (name, bonus) in enumerate((("attack_bonus", source["attack_bonus"]), ("defence_bonus", source["defence_bonus"]))):
        state.bonus[creature, which] = _within(bonus, LOWEST_BONUS, HIGHEST_BONUS, name)
    unknown = set(source["statuses"]) - {status.name for status in STATUSES}
    if unknown:
        raise BadPosition("no status is called {names}", names=", ".join(sorted(unknown)))
    for number, status in enumerate(STATUSES):
        state.status[creature, number] = _within(source["statuses"].get(status.name, 0), 0, int(TURNS[number]), status.name)
    other_side = TEAM if creature < TEAM else 0
    foes = len(_team(state, seat_of(other_side)))
    state.feeds[creature] = NOBODY if source["feeds"] is None else other_side + _within(source["feeds"], 0, foes - 1, "feeds")
    for move, attack in enumerate(source["attacks"]):
        state.pp[creature, move] = _within(attack["pp"], 0, int(FULL_PP[KNOWN[kind, move]]), attack["name"])


def _check_course(state: PokemonState) -> None:
    """Refuse a position that the turn cannot continue from: the rules do not check it."""
    phase = state.phase
    if phase == RUNNING or (phase == OVER) != (state.winner != NOBODY):
        raise BadPosition("phase {phase!r} with winner {winner}", phase=PHASES[phase], winner=state.winner)
    if phase == OVER:
        return
    for seat in range(2):
        active = state.active[seat]
        if state.standing[seat] == 0:
            raise BadPosition("seat {seat} has no creature that stands, but the battle is not over", seat=seat)
        if (phase == LEADS) != (active == NOBODY):
            raise BadPosition(
                "seat {seat} has an active creature in phase {phase!r}"
                if phase == LEADS
                else "seat {seat} has no active creature in phase {phase!r}",
                seat=seat,
                phase=PHASES[phase],
            )
        replaced = phase == REPLACEMENT + seat
        if replaced and state.hp[active] > 0 and state.standing[seat] == 1:
            raise BadPosition("seat {seat} must replace its creature, but no other one stands", seat=seat)
        if phase != LEADS and not replaced and state.hp[active] == 0:
            raise BadPosition("seat {seat} has an active creature that is knocked out, and is not asked to replace it", seat=seat)
        if state.pending[seat] not in _possible(state, seat):
            raise BadPosition(
                "seat {seat} cannot have chosen {action} in phase {phase!r}", seat=seat, action=state.pending[seat], phase=PHASES[phase]
            )


def _possible(state: PokemonState, seat: int) -> set[int]:
    """The tasks that may be pending for a seat."""
    phase, active = state.phase, state.active[seat]
    if phase in (LEADS, CHOICES):
        return {NOTHING}
    attacks = {int(attack) for attack in KNOWN[state.kind[active]] if attack != NO_ATTACK}
    if seat == state.actor and phase == STATUS_DIE:
        return {attack for attack in attacks if GIVES[attack] != NO_STATUS}
    if seat == state.actor and phase == PARALYSIS_DIE:
        return attacks
    sends = {state.sends[creature] for creature in _team(state, seat) if creature != active and state.hp[creature] > 0}
    actions = attacks | sends | {EXHAUSTION}
    if phase == ORDER_COIN:
        return actions
    bites = {BITE - status for status in range(ALL_STATUSES) if state.status[active, status] > 0}
    return actions | bites | {NOTHING, LEAVE} if phase != BITE_COIN else bites


def _within(value: Number, low: Number, high: Number, what: str) -> Number:
    """The value, if it lies between low and high and is a whole number if they are."""
    if isinstance(low, int) and not isinstance(value, int):
        raise BadPosition("{what} is {value}; it must be a whole number", what=what, value=value)
    if not low <= value <= high:
        raise BadPosition("{what} is {value}; it must be {low} to {high}", what=what, value=value, low=low, high=high)
    return value
