"""The course of a turn, one step at a time: `tick` makes the next step and stops if a trainer must choose or a chance event is pending."""

from joute.games.pokemon.attack_effects import act
from joute.games.pokemon.battlefield import end, gain, lose, may_leave, sent, speed
from joute.games.pokemon.creatures import (
    ALL_STATUSES,
    BURN,
    FULL_HP,
    LEECH,
    POISON,
    PRIORITY,
    ROCKS_COST,
    SEND,
    SPEED,
    SWITCH_PRIORITY,
    TEAM,
    TURNS,
)
from joute.games.pokemon.state import BITE, BITE_COIN, CHOICES, DRAW, LEAVE, NOBODY, NOTHING, ORDER_COIN, REPLACEMENT, RUNNING, PokemonState
from joute.jit.dispatch import rule

FASTEST = 1 + 4 * int(SPEED.max())  # above every effective speed


@rule
def run(state: PokemonState) -> None:
    """Continue the turn until a trainer must choose or a chance event is pending."""
    while state.phase == RUNNING:
        tick(state)


@rule
def tick(state: PokemonState) -> None:
    """Make the next step of the turn."""
    seat = state.actor
    task = state.pending[seat]
    if state.hp[state.active[0]] == 0:
        state.phase = REPLACEMENT
    elif state.hp[state.active[1]] == 0:
        state.phase = REPLACEMENT + 1
    elif task >= 0:
        act(state, seat)
    elif task == LEAVE:
        state.pending[seat] = NOTHING
        if may_leave(state, seat):
            state.phase = REPLACEMENT + seat
    elif task <= BITE:
        bite(state, seat, BITE - task)
    elif state.pending[1 - seat] != NOTHING:
        state.actor = 1 - seat
    elif state.ending == 0:
        begin_end(state)
    else:
        close(state)


# --- order of actions ----------------------------------------------------------------------------------------------------


@rule
def urgency(state: PokemonState, seat: int) -> int:
    """The action with the higher number comes first: switches, then attacks by priority, then by effective speed."""
    action = state.pending[seat]
    priority = SWITCH_PRIORITY if action >= SEND else PRIORITY[action]
    return priority * FASTEST + speed(state, state.active[seat])


@rule
def knocked_out_by_rocks(state: PokemonState, seat: int) -> bool:
    """Whether the rocks will knock out the creature that the seat sends in."""
    creature = sent(state, seat, state.pending[seat])
    return state.rocks[seat] > 0 and state.hp[creature] <= ROCKS_COST[state.kind[creature]]


@rule
def order_matters(state: PokemonState) -> bool:
    """Whether the order changes the result: not for two switches, unless the rocks knock both newcomers out."""
    if state.pending[0] < SEND or state.pending[1] < SEND:
        return True
    return knocked_out_by_rocks(state, 0) and knocked_out_by_rocks(state, 1)


@rule
def begin_actions(state: PokemonState) -> None:
    """Set the seat that acts first, or wait for a coin if both are equal."""
    first, second = urgency(state, 0), urgency(state, 1)
    state.actor = 1 if second > first else 0
    state.phase = ORDER_COIN if first == second and order_matters(state) else RUNNING


# --- the end of the turn ----------------------------------------------------------------------------------------------------


@rule
def next_bite(state: PokemonState, creature: int, status: int) -> int:
    """The pending task for the creature's next status from that one on, or NOTHING."""
    while status < ALL_STATUSES:
        if state.status[creature, status] > 0:
            return BITE - status
        status += 1
    return NOTHING


@rule
def afflicted(state: PokemonState, creature: int) -> bool:
    """Whether a status will cost the creature HP."""
    return state.status[creature, BURN] > 0 or state.status[creature, POISON] > 0 or state.status[creature, LEECH] > 0


@rule
def begin_end(state: PokemonState) -> None:
    """Begin the end of the turn: the statuses of the slower creature take effect first; by a coin if both are equal and lose HP."""
    first, second = state.active[0], state.active[1]
    state.ending = 1
    state.pending[0] = next_bite(state, first, 0)
    state.pending[1] = next_bite(state, second, 0)
    if state.pending[0] == NOTHING and state.pending[1] == NOTHING:
        return
    slowness = speed(state, second) - speed(state, first)
    state.actor = 1 if slowness < 0 else 0
    if slowness == 0 and afflicted(state, first) and afflicted(state, second):
        state.phase = BITE_COIN


@rule
def bite_cost(state: PokemonState, creature: int, status: int) -> int:
    """The HP that one status of a creature takes at the end of the turn."""
    full, left = FULL_HP[state.kind[creature]], state.status[creature, status]
    if left == 0:
        return 0
    if status == POISON:
        return full * (1 + TURNS[POISON] - left) // 16
    return full // 8 if status in (BURN, LEECH) else 0


@rule
def bite(state: PokemonState, seat: int, status: int) -> None:
    """Apply one status of the active creature, and count one of its turns."""
    creature = state.active[seat]
    state.pending[seat] = next_bite(state, creature, status + 1)
    cost = bite_cost(state, creature, status)
    state.status[creature, status] -= 1
    if status == LEECH:
        drain(state, creature, cost, state.status[creature, status] == 0)
    elif cost > 0:
        lose(state, creature, cost)


@rule
def drain(state: PokemonState, creature: int, amount: int, last: bool) -> None:
    """Move HP to the creature that cast the leech, if it still stands."""
    fed = state.feeds[creature]
    if last:
        state.feeds[creature] = NOBODY
    lost = lose(state, creature, amount)
    if fed != NOBODY:
        gain(state, fed, lost)


@rule
def close(state: PokemonState) -> None:
    """End the turn: count a turn of the rocks; after the last turn the larger sum of HP wins."""
    for seat in range(2):
        if state.rocks[seat] > 0:
            state.rocks[seat] -= 1
    state.turn += 1
    state.ending = 0
    state.actor = 0
    state.phase = CHOICES
    if state.turn == state.limit:
        first, second = hp_of(state, 0), hp_of(state, 1)
        end(state, DRAW if first == second else 0 if first > second else 1)


@rule
def hp_of(state: PokemonState, seat: int) -> int:
    """The sum of HP of a trainer's creatures."""
    total = 0
    for creature in range(TEAM * seat, TEAM * seat + TEAM):
        total += state.hp[creature]
    return total
