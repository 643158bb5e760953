"""The field: who stands, who is out there, and what befalls a creature.

A creature is a number: the first trainer's are 0 to 5, the second's 6 to 11. What no longer matters is erased, so that equal
positions are equal records: a creature that is knocked out keeps nothing, a leech whose caster fell feeds nobody.
"""

from joute.games.pokemon.card_tables import ALL_STATUSES, FULL_HP, LEECH, MOVES, PARALYSIS, ROCKS_COST, SPEED, TEAM, TRAP
from joute.games.pokemon.cards import ROCKS_TURNS
from joute.games.pokemon.state import ATTACK_BONUS, CREATURES_IN_PLAY, DEFENCE_BONUS, NOBODY, NOTHING, OVER, PokemonState
from joute.jit.dispatch import rule


@rule
def seat_of(creature: int) -> int:
    """The trainer of a creature."""
    return 1 if creature >= TEAM else 0


@rule
def speed(state: PokemonState, creature: int) -> int:
    """Effective speed, in quarters: paralysis halves it, a leech halves it."""
    quarters = 4 * SPEED[state.kind[creature]]
    if state.status[creature, PARALYSIS] > 0:
        quarters //= 2
    if state.status[creature, LEECH] > 0:
        quarters //= 2
    return quarters


@rule
def may_leave(state: PokemonState, seat: int) -> bool:
    """Whether the creature out there may make room by choice: it is not trapped, and another one stands."""
    return state.status[state.active[seat], TRAP] == 0 and state.standing[seat] > 1


@rule
def end(state: PokemonState, winner: int) -> None:
    """The battle is over."""
    state.phase = OVER
    state.winner = winner
    state.pending[0] = NOTHING
    state.pending[1] = NOTHING
    state.actor = 0
    state.ending = 0


@rule
def lose(state: PokemonState, creature: int, amount: int) -> int:
    """Take HP away, as many as there are; at none left the creature is knocked out. Returns how many were lost."""
    lost = min(amount, state.hp[creature])
    state.hp[creature] -= lost
    if state.hp[creature] == 0:
        fall(state, creature)
    return lost


@rule
def gain(state: PokemonState, creature: int, amount: int) -> None:
    """Give HP, never above the full number."""
    state.hp[creature] = min(state.hp[creature] + amount, FULL_HP[state.kind[creature]])


@rule
def fall(state: PokemonState, creature: int) -> None:
    """A creature is knocked out: it does not act any more, and a trainer whose last one it was has lost at that moment."""
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
    """A creature comes in; rocks on its side hurt it and may knock it out."""
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
    """Rocks on the seat's side; those that lie there already are not renewed."""
    if state.rocks[seat] == 0:
        state.rocks[seat] = ROCKS_TURNS
