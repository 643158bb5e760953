"""The rule `careful`: knock the foe out if possible, leave a lost fight, otherwise choose the action worth the most HP.

All values are in HP: those that the foe loses minus those that one loses oneself.
"""

import numpy as np

from joute.core.contract import Actions
from joute.core.rng import Rng, below, uniform
from joute.games.pokemon.attack_effects import FOE, OWN, can_get, damage
from joute.games.pokemon.battlefield import may_leave, speed
from joute.games.pokemon.creatures import (
    CHANGES_BONUS,
    CLEARS_ROCKS,
    EXHAUSTION,
    FULL_HP,
    GIVES,
    HEALS,
    IN_THREE,
    KNOWN,
    LAYS_ROCKS,
    MOVES,
    MULTIPLIERS,
    NO_STATUS,
    POWER_HALVES,
    PRIORITY,
    ROCKS_COST,
    SAME_TYPE_TENTHS,
    STATUS_NAMES,
    TEAM,
    TYPE,
)
from joute.games.pokemon.state import ATTACK_BONUS, CHOICES, DEFENCE_BONUS, LEADS, PokemonState
from joute.jit.dispatch import rule

# The worth of a status, as a share of the HP that its victim has left.
WORTH = {"burn": 0.5, "poison": 0.4, "leech": 0.9, "paralysis": 0.35, "trap": 0.1}
STATUS_WORTH = np.array([WORTH[name] for name in STATUS_NAMES])
BONUS_TURNS = 1.0  # number of later hits that a bonus is assumed to improve
ROCKS_SHARE = 0.12  # of the full HP that rocks cost a creature of average type
FICKLE = 0.25  # values are raised at random by up to this share, so that choices are not predictable
STAYS_ONCE_IN = 8  # a lost fight is not always left, so that a foe cannot rely on it


@rule
def strongest(state: PokemonState, user: int, target: int) -> int:
    """The attack with PP that does the most damage to the target; exhaustion if there is none."""
    best, most = EXHAUSTION, -1
    kind, target_type = state.kind[user], TYPE[state.kind[target]]
    for move in range(MOVES):
        if state.pp[user, move] > 0:
            attack = KNOWN[kind, move]
            strength = POWER_HALVES[attack, target_type] * SAME_TYPE_TENTHS[kind, attack]
            if strength > most:
                best, most = attack, strength
    return best


@rule
def hit(state: PokemonState, user: int, target: int, attack: int) -> int:
    """The damage of an attack to the target; 0 for exhaustion."""
    return 0 if attack == EXHAUSTION else damage(state, user, target, attack)


@rule
def race(state: PokemonState, creature: int, hp: int, foe: int) -> int:
    """The HP that a creature takes from a foe minus those it loses, if both use their strongest attacks until one is knocked out."""
    mine = hit(state, creature, foe, strongest(state, creature, foe))
    theirs = hit(state, foe, creature, strongest(state, foe, creature))
    if mine + theirs == 0:
        return 0
    foe_hp = state.hp[foe]
    hits = (foe_hp + mine - 1) // mine if mine > 0 else foe_hp + hp  # until the foe is knocked out
    foe_hits = (hp + theirs - 1) // theirs if theirs > 0 else foe_hp + hp
    late = 0 if speed(state, creature) > speed(state, foe) else 1
    if hits + late <= foe_hits:
        return foe_hp - theirs * (hits - 1 + late)
    return mine * (foe_hits - late) - hp


@rule
def entry_cost(state: PokemonState, seat: int, creature: int, attack: int) -> int:
    """The HP that entering costs a creature: the rocks, and the foe's attack in the same turn."""
    cost = hit(state, state.active[1 - seat], creature, attack)
    if state.rocks[seat] > 0:
        cost += ROCKS_COST[state.kind[creature]]
    return cost


@rule
def prospect(state: PokemonState, seat: int, creature: int, foe: int, attack: int) -> int:
    """The expected gain of sending a creature against a foe that attacks it as it enters."""
    hp = state.hp[creature]
    cost = entry_cost(state, seat, creature, attack)
    return -hp if cost >= hp else race(state, creature, hp - cost, foe) - cost


@rule
def newcomer(state: PokemonState, seat: int, foe: int, attack: int, rng: Rng) -> int:
    """The creature of the bench with the best prospect."""
    best, most = -1, 0.0
    for creature in range(TEAM * seat, TEAM * seat + TEAM):
        if state.hp[creature] > 0 and creature != state.active[seat]:
            promise = prospect(state, seat, creature, foe, attack) + FICKLE * 100.0 * uniform(rng)
            if best < 0 or promise > most:
                best, most = creature, promise
    return best


@rule
def guessed_lead(state: PokemonState, seat: int, rng: Rng) -> int:
    """Any creature of the other team."""
    return TEAM * (1 - seat) + below(rng, state.standing[1 - seat])


@rule
def extra(state: PokemonState, seat: int, attack: int, mine: int, theirs: int) -> float:
    """The worth of an attack beside its damage; `mine` and `theirs` are the strongest hits of both creatures."""
    user, foe = state.active[seat], state.active[1 - seat]
    full, hp = FULL_HP[state.kind[user]], state.hp[user]
    worth = 0.0
    if GIVES[attack] != NO_STATUS and can_get(state, foe, GIVES[attack]):
        worth += STATUS_WORTH[GIVES[attack]] * IN_THREE[attack] / 3.0 * state.hp[foe]
    if CHANGES_BONUS[attack] and hp > 2 * theirs:
        sharper = MULTIPLIERS[attack, OWN, ATTACK_BONUS] / MULTIPLIERS[attack, FOE, DEFENCE_BONUS]
        safer = MULTIPLIERS[attack, OWN, DEFENCE_BONUS] / MULTIPLIERS[attack, FOE, ATTACK_BONUS]
        worth += BONUS_TURNS * ((sharper - 1.0) * mine + (1.0 - 1.0 / safer) * theirs)
    if HEALS[attack] and hp > theirs:
        worth += min(full // 2, full - hp + theirs)
    if LAYS_ROCKS[attack] and state.rocks[1 - seat] == 0:
        worth += ROCKS_SHARE * full * (state.standing[1 - seat] - 1)
    if CLEARS_ROCKS[attack] and state.rocks[seat] > 0:
        worth += ROCKS_SHARE * full * (state.standing[seat] - 1)
    return worth


@rule
def best_attack(state: PokemonState, seat: int, mine: int, theirs: int, rng: Rng) -> int:
    """The attack that is worth the most HP."""
    user, foe = state.active[seat], state.active[1 - seat]
    best, most = EXHAUSTION, -1.0
    for move in range(MOVES):
        if state.pp[user, move] == 0:
            continue
        attack = KNOWN[state.kind[user], move]
        dealt = damage(state, user, foe, attack)
        if dealt >= state.hp[foe]:
            worth = 1.0 * state.hp[foe]
            if acts_first(state, user, foe, attack):
                worth += theirs
        else:
            worth = (dealt + extra(state, seat, attack, mine, theirs)) * (1.0 + FICKLE * uniform(rng))
        if worth > most:
            best, most = attack, worth
    return best


@rule
def acts_first(state: PokemonState, user: int, foe: int, attack: int) -> bool:
    """Whether an attack comes before an ordinary attack of the foe."""
    return PRIORITY[attack] > 0 or (PRIORITY[attack] == 0 and speed(state, user) > speed(state, foe))


def careful(state: PokemonState, seat: int, actions: Actions, rng: Rng) -> int:
    """Knock out, leave a lost fight, or attack; a newcomer is the creature with the best prospect against the foe."""
    if state.phase == LEADS:
        return state.sends[newcomer(state, seat, guessed_lead(state, seat, rng), EXHAUSTION, rng)]
    user, foe = state.active[seat], state.active[1 - seat]
    if state.phase != CHOICES:
        announced = state.pending[1 - seat]
        return state.sends[newcomer(state, seat, foe, announced if 0 <= announced < EXHAUSTION else EXHAUSTION, rng)]
    threat, answer = strongest(state, foe, user), strongest(state, user, foe)
    mine, theirs = hit(state, user, foe, answer), hit(state, foe, user, threat)
    attack = best_attack(state, seat, mine, theirs, rng)
    if not may_leave(state, seat) or (mine >= state.hp[foe] and acts_first(state, user, foe, attack)):
        return attack
    stay = race(state, user, state.hp[user], foe)
    if attack == EXHAUSTION or (stay < 0 and below(rng, STAYS_ONCE_IN) > 0):
        creature = newcomer(state, seat, foe, threat, rng)
        if attack == EXHAUSTION or prospect(state, seat, creature, foe, threat) > stay:
            return state.sends[creature]
    return attack
