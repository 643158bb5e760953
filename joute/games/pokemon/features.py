"""Features of a position for one seat: the battle, the two active creatures, every own creature, every foe, every pair."""

import math

import numpy as np
from numpy.typing import NDArray

from joute.games.pokemon.battlefield import seat_of, speed
from joute.games.pokemon.cards import ROCKS_TURNS, STATUSES
from joute.games.pokemon.creatures import (
    ALL_STATUSES,
    ATTACKS,
    CREATURES,
    FULL_HP,
    FULL_PP,
    KNOWN,
    MOVES,
    NO_ATTACK,
    SPEED,
    TEAM,
    TURNS,
)
from joute.games.pokemon.heuristic import acts_first, hit, strongest
from joute.games.pokemon.options import PokemonOptions
from joute.games.pokemon.state import NOBODY, REPLACEMENT, PokemonState
from joute.games.pokemon.turn import hp_of
from joute.jit.dispatch import rule

BATTLE = [
    "HP difference",
    "turns left",
    "own rocks",
    "foe rocks",
    "own rocks for the bench",
    "foe rocks for the bench",
    "own replacement",
    "foe replacement",
    "own threat",
    "foe threat",
    "own knock-out",
    "foe knock-out",
    "own knock-out first",
    "foe knock-out first",
]
OF_A_CREATURE = ["HP", "standing", "active", "attack bonus", "defence bonus", "speed", *(status.name for status in STATUSES)]
OF_A_PAIR = ["HP by HP of", "facing"]
BATTLE_WIDTH, CREATURE_WIDTH = len(BATTLE), len(OF_A_CREATURE)
DUEL = BATTLE.index("own threat")
HIGHEST_SPEED = 4 * int(SPEED.max())
PAIRS = BATTLE_WIDTH + 2 * TEAM * (CREATURE_WIDTH + MOVES)
FACING = PAIRS + TEAM * TEAM

# Shares as tables, since division is slow and a search needs them at every position.
HP_SHARE = np.arange(FULL_HP.max() + 1) / FULL_HP[:, None]  # [kind, HP]
PP_SHARE = np.array(  # [kind, move, PP]
    [[[pp / FULL_PP[attack] if attack != NO_ATTACK else 0.0 for pp in range(FULL_PP.max() + 1)] for attack in known] for known in KNOWN]
)


def feature_names(options: PokemonOptions) -> list[str]:
    """The names of the features; a place in the teams has its creature's name if both teams are the same."""
    first, second = options.kinds
    names = list(BATTLE)
    for side in ("own", "foe"):
        for place in range(TEAM):
            names += [f"{side} {_title(first, second, place)} {what}" for what in OF_A_CREATURE]
            names += [f"{side} {_title(first, second, place)} {move}" for move in _moves(first, second, place)]
    titles = [_title(first, second, place) for place in range(TEAM)]
    return names + [f"own {own} {what} foe {foe}" for what in OF_A_PAIR for own in titles for foe in titles]


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


def features(state: PokemonState, seat: int, out: NDArray[np.float64]) -> None:
    """Shares between 0 and 1, differences between -1 and 1; bonuses as half their binary logarithm."""
    foe = 1 - seat
    out[:] = 0.0
    out[0] = (hp_of(state, seat) - hp_of(state, foe)) / max(state.full[0], state.full[1])
    out[1] = 1 - state.turn / state.limit
    out[2] = state.rocks[seat] / ROCKS_TURNS
    out[3] = state.rocks[foe] / ROCKS_TURNS
    out[4] = out[2] * (state.standing[seat] - 1) / (TEAM - 1)
    out[5] = out[3] * (state.standing[foe] - 1) / (TEAM - 1)
    out[6] = 1.0 if state.phase == REPLACEMENT + seat else 0.0
    out[7] = 1.0 if state.phase == REPLACEMENT + foe else 0.0
    describe_duel(state, seat, out)
    for place in range(TEAM):
        describe(state, TEAM * seat + place, out, BATTLE_WIDTH + place * (CREATURE_WIDTH + MOVES))
        describe(state, TEAM * foe + place, out, BATTLE_WIDTH + (TEAM + place) * (CREATURE_WIDTH + MOVES))
        describe_pairs(state, TEAM * seat + place, TEAM * foe, out, PAIRS + place * TEAM)
    if state.active[0] != NOBODY:
        out[FACING + TEAM * (state.active[seat] - TEAM * seat) + state.active[foe] - TEAM * foe] = 1.0


@rule
def describe_duel(state: PokemonState, seat: int, out: NDArray[np.float64]) -> None:
    """The strongest hits of the active creatures: the share of HP they take, whether they knock out, and whether they do so first."""
    if state.active[0] == NOBODY or state.hp[state.active[0]] == 0 or state.hp[state.active[1]] == 0:
        return
    for side in range(2):
        user, target = state.active[side], state.active[1 - side]
        attack = strongest(state, user, target)
        lost = hit(state, user, target, attack)
        place = DUEL if side == seat else DUEL + 1
        if lost < state.hp[target]:
            out[place] = lost / state.hp[target]
            continue
        out[place] = 1.0
        out[place + 2] = 1.0
        if acts_first(state, user, target, attack):
            out[place + 4] = 1.0


@rule
def describe(state: PokemonState, creature: int, out: NDArray[np.float64], first: int) -> None:
    """One creature, written from index `first` on; zeros for an empty place or a creature that is knocked out."""
    hp, kind = state.hp[creature], state.kind[creature]
    if hp == 0:
        return
    out[first] = HP_SHARE[kind, hp]
    out[first + 1] = 1.0
    if state.active[seat_of(creature)] == creature:
        out[first + 2] = 1.0
    for which in range(2):
        bonus = state.bonus[creature, which]
        if bonus != 1.0:
            out[first + 3 + which] = math.log2(bonus) / 2
    out[first + 5] = speed(state, creature) / HIGHEST_SPEED
    for status in range(ALL_STATUSES):
        turns = state.status[creature, status]
        if turns > 0:
            out[first + 6 + status] = turns / TURNS[status]
    for move in range(MOVES):
        out[first + CREATURE_WIDTH + move] = PP_SHARE[kind, move, state.pp[creature, move]]


@rule
def describe_pairs(state: PokemonState, own: int, foes: int, out: NDArray[np.float64], first: int) -> None:
    """The HP share of an own creature times that of every foe."""
    if state.hp[own] == 0:
        return
    share = HP_SHARE[state.kind[own], state.hp[own]]
    for place in range(TEAM):
        foe = foes + place
        if state.hp[foe] > 0:
            out[first + place] = share * HP_SHARE[state.kind[foe], state.hp[foe]]
