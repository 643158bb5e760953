"""The numbers that a learner sees, from one trainer's side: the battle, then every own creature, then every foe."""

import math

import numpy as np
from numpy.typing import NDArray

from joute.compiled import rule
from joute.games.pokemon.data import ATTACKS, CREATURES, ROCKS_TURNS, STATUSES
from joute.games.pokemon.field import NOBODY, REPLACEMENT, seat_of, speed
from joute.games.pokemon.options import PokemonOptions
from joute.games.pokemon.tables import ALL_STATUSES, FULL_HP, FULL_PP, KNOWN, MOVES, NO_ATTACK, SPEED, TEAM, TURNS
from joute.games.pokemon.turn import hp_of
from joute.rulebook import Record

BATTLE = ["HP difference", "turns left", "own rocks", "foe rocks", "own replacement", "foe replacement"]
OF_A_CREATURE = ["HP", "active", "attack bonus", "defence bonus", "speed", *(status.name for status in STATUSES)]
BATTLE_WIDTH, CREATURE_WIDTH = len(BATTLE), len(OF_A_CREATURE)
HIGHEST_SPEED = 4 * int(SPEED.max())


def feature_names(options: PokemonOptions) -> list[str]:
    """HP, bonuses and the like of every place in the teams; a place has its creature's name where both teams agree."""
    first, second = options.kinds
    names = list(BATTLE)
    for side in ("own", "foe"):
        for place in range(TEAM):
            names += [f"{side} {_title(first, second, place)} {what}" for what in OF_A_CREATURE]
            names += [f"{side} {_title(first, second, place)} {move}" for move in _moves(first, second, place)]
    return names


def _title(first: list[int], second: list[int], place: int) -> str:
    """The creature's name with its number among equals, or the number of the place."""
    if first != second or place >= len(first):
        return f"place {place + 1}"
    copies = first[:place].count(first[place])
    return CREATURES[first[place]].name + (f" {copies + 1}" if copies else "")


def _moves(first: list[int], second: list[int], place: int) -> list[str]:
    if first != second or place >= len(first):
        return [f"PP {move + 1}" for move in range(MOVES)]
    known = [int(attack) for attack in KNOWN[first[place]]]
    return [f"PP of {ATTACKS[attack].name}" if attack != NO_ATTACK else f"PP {move + 1}" for move, attack in enumerate(known)]


def features(state: Record, seat: int, out: NDArray[np.float64]) -> None:
    """Shares between 0 and 1, differences between -1 and 1; bonuses as half their binary logarithm."""
    foe = 1 - seat
    out[0] = (hp_of(state, seat) - hp_of(state, foe)) / max(state.full[0], state.full[1])
    out[1] = 1 - state.turn / state.limit
    out[2] = state.rocks[seat] / ROCKS_TURNS
    out[3] = state.rocks[foe] / ROCKS_TURNS
    out[4] = 1.0 if state.phase == REPLACEMENT + seat else 0.0
    out[5] = 1.0 if state.phase == REPLACEMENT + foe else 0.0
    place = BATTLE_WIDTH
    for side in (seat, foe):
        for creature in range(TEAM * side, TEAM * side + TEAM):
            describe(state, creature, out[place:])
            place += CREATURE_WIDTH + MOVES


@rule
def describe(state: Record, creature: int, out: NDArray[np.float64]) -> None:
    """One creature; nothing but zeros for an empty place."""
    kind = state.kind[creature]
    if kind == NOBODY:
        out[: CREATURE_WIDTH + MOVES] = 0.0
        return
    out[0] = state.hp[creature] / FULL_HP[kind]
    out[1] = 1.0 if state.active[seat_of(creature)] == creature else 0.0
    out[2] = math.log2(state.bonus[creature, 0]) / 2
    out[3] = math.log2(state.bonus[creature, 1]) / 2
    out[4] = speed(state, creature) / HIGHEST_SPEED
    for status in range(ALL_STATUSES):
        out[5 + status] = state.status[creature, status] / TURNS[status]
    for move in range(MOVES):
        attack = KNOWN[kind, move]
        out[CREATURE_WIDTH + move] = state.pp[creature, move] / FULL_PP[attack] if attack != NO_ATTACK else 0.0
