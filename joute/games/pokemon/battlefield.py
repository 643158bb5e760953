"""The battlefield: creatures that enter, lose and regain HP and are knocked out, and rocks.

A creature is a number: the first trainer's are 0 to 5, the second's 6 to 11. What no longer matters is erased, so that equal positions are
equal records: the statuses, bonuses and PP of a creature that is knocked out, the target of a leech whose caster is knocked out.
"""

from joute.games.pokemon.cards import ROCKS_TURNS
from joute.games.pokemon.creatures import (
    ALL_STATUSES,
    FULL_HP,
    LEECH,
    MOVES,
    PARALYSIS,
    ROCKS_COST,
    SPEED,
    TEAM,
    TRAP,
)
from joute.games.pokemon.state import ATTACK_BONUS, CREATURES_IN_PLAY, DEFENCE_BONUS, NOBODY, NOTHING, OVER, PokemonState
from joute.jit.dispatch import rule


@rule
def seat_of(creature: int) -> int:
    """The trainer of a creature."""
    return 1 if creature >= TEAM else 0


@rule
def speed(state: PokemonState, creature: int) -> int:
    """Effective speed in quarters: paralysis and leech each halve it."""
    quarters = 4 * SPEED[state.kind[creature]]
    if state.status[creature, PARALYSIS] > 0:
        quarters //= 2
    if state.status[creature, LEECH] > 0:
        quarters //= 2
    return quarters


@rule
def may_leave(state: PokemonState, seat: int) -> bool:
    """Whether the active creature may be switched: it is not trapped, and another one stands."""
    return state.status[state.active[seat], TRAP] == 0 and state.standing[seat] > 1


@rule
def end(state: PokemonState, winner: int) -> None:
    """End the battle."""
    state.phase = OVER
    state.winner = winner
    state.pending[0] = NOTHING
    state.pending[1] = NOTHING
    state.actor = 0
    state.ending = 0


@rule
def lose(state: PokemonState, creature: int, amount: int) -> int:
    """Take HP from a creature, which is knocked out at 0; return the number lost."""
    lost = min(amount, state.hp[creature])
    state.hp[creature] -= lost
    if state.hp[creature] == 0:
        knock_out(state, creature)
    return lost


@rule
def gain(state: PokemonState, creature: int, amount: int) -> None:
    """Give HP to a creature, up to its full HP."""
    state.hp[creature] = min(state.hp[creature] + amount, FULL_HP[state.kind[creature]])


@rule
def knock_out(state: PokemonState, creature: int) -> None:
    """Knock a creature out: it does not act any more, and a trainer without another one loses at once."""
    seat = seat_of(creature)
    for move in range(MOVES):
        state.pp[creature, move] = 0
    for status in range(ALL_STATUSES):
        state.status[creature, status] = 0
    state.feeds[creature] = NOBODY
    state.bonus[creature, ATTACK_BONUS] = 1.0
    state.bonus[creature, DEFENCE_BONUS] = 1.0
    for other in range(CREATURES_IN_PLAY):
        if state.feeds[other] == creature:
            state.feeds[other] = NOBODY
    state.pending[seat] = NOTHING
    state.standing[seat] -= 1
    if state.standing[seat] == 0:
        end(state, 1 - seat)


@rule
def enter(state: PokemonState, seat: int, creature: int) -> None:
    """Make a creature the active one; rocks on its side hurt it and may knock it out."""
    state.active[seat] = creature
    if state.rocks[seat] > 0:
        lose(state, creature, ROCKS_COST[state.kind[creature]])


@rule
def sent(state: PokemonState, seat: int, action: int) -> int:
    """The creature that an action of the seat sends in."""
    creature = TEAM * seat
    while state.sends[creature] != action:
        creature += 1
    return creature


@rule
def lay_rocks(state: PokemonState, seat: int) -> None:
    """Lay rocks on the seat's side, unless they are there already."""
    if state.rocks[seat] == 0:
        state.rocks[seat] = ROCKS_TURNS
