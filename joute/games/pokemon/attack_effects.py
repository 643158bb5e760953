"""Attacks: damage, bonuses, statuses, and their other effects."""

from joute.games.pokemon.battlefield import enter, gain, lay_rocks, lose, sent
from joute.games.pokemon.cards import EXHAUSTION_COST
from joute.games.pokemon.creatures import (
    ATTACK,
    BURN,
    CHANGES_BONUS,
    CLEARS_ROCKS,
    DEFENCE,
    EXHAUSTION,
    FULL_HP,
    GIVES,
    HEALS,
    IMMUNE,
    IN_THREE,
    LAYS_ROCKS,
    LEAVES,
    LEECH,
    MOVE_OF,
    MULTIPLIERS,
    NO_STATUS,
    PARALYSIS,
    POWER_HALVES,
    SAME_TYPE_TENTHS,
    SEND,
    TURNS,
    TYPE,
)
from joute.games.pokemon.state import (
    ATTACK_BONUS,
    DEFENCE_BONUS,
    HIGHEST_BONUS,
    LEAVE,
    LOWEST_BONUS,
    NOTHING,
    PARALYSIS_DIE,
    RUNNING,
    STATUS_DIE,
    PokemonState,
)
from joute.jit.dispatch import rule

OWN, FOE = 0, 1  # of MULTIPLIERS


@rule
def damage(state: PokemonState, user: int, target: int, attack: int) -> int:
    """floor(power x attack / defence x effect x 1.1 if the attack has its user's type), with bonuses, and attack x 2/3 while burnt."""
    return damage_with(state, user, target, attack, state.bonus[user, ATTACK_BONUS], state.bonus[target, DEFENCE_BONUS])


@rule
def damage_with(state: PokemonState, user: int, target: int, attack: int, attack_bonus: float, defence_bonus: float) -> int:
    """The damage if these were the bonuses.

    Numerator and denominator are whole numbers of about twenty bits times bonuses, which are binary fractions. Up to a dozen changes of a
    bonus since it last was 1 or at a limit both are exact, and so is the floor of their quotient. After more changes the quotient is
    accurate to fifteen digits and has too many binary places to be a whole number, so rounding cannot change the floor.
    """
    kind, target_kind = state.kind[user], state.kind[target]
    thirds = 2 if state.status[user, BURN] > 0 else 3
    strength = POWER_HALVES[attack, TYPE[target_kind]] * SAME_TYPE_TENTHS[kind, attack] * ATTACK[kind] * thirds
    resistance = 2 * 10 * 3 * DEFENCE[target_kind]
    return int(strength * attack_bonus / (resistance * defence_bonus))


@rule
def changed_bonus(bonus: float, factor: float) -> float:
    """A bonus multiplied, within 1/4 and 4."""
    return min(max(bonus * factor, LOWEST_BONUS), HIGHEST_BONUS)


@rule
def can_get(state: PokemonState, creature: int, status: int) -> bool:
    """Whether a creature can get a status: it stands, is not immune and does not have it already."""
    return state.hp[creature] > 0 and state.status[creature, status] == 0 and not IMMUNE[state.kind[creature], status]


@rule
def inflict(state: PokemonState, user: int, target: int, status: int) -> None:
    """Put a status on the target for its number of turns."""
    state.status[target, status] = TURNS[status]
    if status == LEECH:
        state.feeds[target] = user


@rule
def act(state: PokemonState, seat: int) -> None:
    """Carry out the seat's action: send a creature in, or attack; a paralysed creature waits for a die first."""
    action = state.pending[seat]
    user = state.active[seat]
    if action >= SEND:
        state.pending[seat] = NOTHING
        enter(state, seat, sent(state, seat, action))
    elif action == EXHAUSTION:
        state.pending[seat] = NOTHING
        lose(state, user, EXHAUSTION_COST)
    else:
        state.pp[user, MOVE_OF[state.kind[user], action]] -= 1
        if state.status[user, PARALYSIS] > 0:
            state.phase = PARALYSIS_DIE
        else:
            strike(state, seat)


@rule
def strike(state: PokemonState, seat: int) -> None:
    """Apply the attack, up to the die for its status."""
    attack = state.pending[seat]
    user, target = state.active[seat], state.active[1 - seat]
    # 1. Damage, which may knock the target out and end the battle.
    lost = damage(state, user, target, attack)
    if lost > 0:
        lose(state, target, lost)
        if state.phase != RUNNING:
            return
    # 2. Bonuses, its user's and the target's.
    if CHANGES_BONUS[attack]:
        for which in (ATTACK_BONUS, DEFENCE_BONUS):
            state.bonus[user, which] = changed_bonus(state.bonus[user, which], MULTIPLIERS[attack, OWN, which])
            if state.hp[target] > 0:
                state.bonus[target, which] = changed_bonus(state.bonus[target, which], MULTIPLIERS[attack, FOE, which])
    # 3. Healing and rocks.
    if HEALS[attack]:
        gain(state, user, FULL_HP[state.kind[user]] // 2)
    if LAYS_ROCKS[attack]:
        lay_rocks(state, 1 - seat)
    if CLEARS_ROCKS[attack]:
        state.rocks[seat] = 0
    # 4. The status, certain or by a die.
    status = GIVES[attack]
    if status != NO_STATUS and can_get(state, target, status):
        if IN_THREE[attack] < 3:
            state.phase = STATUS_DIE
            return
        inflict(state, user, target, status)
    finish(state, seat, attack)


@rule
def finish(state: PokemonState, seat: int, attack: int) -> None:
    """End the attack; after some attacks the user must leave."""
    state.pending[seat] = LEAVE if LEAVES[attack] else NOTHING
