"""The field: who stands, who is out there, and what befalls a creature.

A creature is a number: the first trainer's are 0 to 5, the second's 6 to 11. What no longer matters is erased, so that equal
positions are equal records: a creature that is knocked out keeps nothing, a leech whose caster fell feeds nobody.
"""

from joute.core.contract import Record
from joute.games.pokemon.card_tables import ALL_STATUSES, FULL_HP, LEECH, MOVES, PARALYSIS, ROCKS_COST, SPEED, TEAM, TRAP
from joute.games.pokemon.cards import ROCKS_TURNS
from joute.jit.compile import rule

# What is awaited: `phase`.
OVER, RUNNING = 0, 1  # RUNNING only while a rule is at work
LEADS, CHOICES = 2, 3  # both trainers choose at once
REPLACEMENT = 4  # + seat: that trainer sends a creature in
ORDER_COIN = 6  # who acts first; the outcome is the seat
PARALYSIS_DIE, STATUS_DIE = 7, 8  # whether the actor is held back, whether its attack's status comes: outcome 1 says yes
BITE_COIN = 9  # whose statuses bite first; the outcome is the seat

# What a seat has still to do in this turn: `pending`, an action or one of these.
NOTHING = -1
LEAVE = -2  # make room after an attack that leaves
BITE = -3  # minus a status: that status bites next

NOBODY, DRAW = -1, 2  # of `winner`, beside the seats
ATTACK_BONUS, DEFENCE_BONUS = 0, 1
LOWEST_BONUS, HIGHEST_BONUS = 0.25, 4.0
CREATURES_IN_PLAY = 2 * TEAM

FIELDS = [
    ("bonus", "f8", (CREATURES_IN_PLAY, 2)),  # factors of attack and defence
    ("hp", "i2", (CREATURES_IN_PLAY,)),
    ("sends", "i2", (CREATURES_IN_PLAY,)),  # the action that sends it in, NOTHING for an empty place
    ("pending", "i2", (2,)),
    ("full", "i2", (2,)),  # HP of the whole team at the start
    ("turn", "i2"),  # how many have ended
    ("limit", "i2"),  # how many there are at most
    ("kind", "i1", (CREATURES_IN_PLAY,)),  # NOBODY for an empty place
    ("pp", "i1", (CREATURES_IN_PLAY, MOVES)),
    ("status", "i1", (CREATURES_IN_PLAY, ALL_STATUSES)),  # turns that it has still to go
    ("feeds", "i1", (CREATURES_IN_PLAY,)),  # the creature that its leech feeds, or NOBODY
    ("rocks", "i1", (2,)),  # turns that they still lie on the seat's side
    ("active", "i1", (2,)),  # the creature out there, or NOBODY before the leads are chosen
    ("standing", "i1", (2,)),  # how many of the team are not knocked out
    ("phase", "i1"),
    ("actor", "i1"),  # the seat whose action or statuses are being played out
    ("ending", "i1"),  # whether the turn's actions are done
    ("winner", "i1"),
]


@rule
def seat_of(creature: int) -> int:
    """The trainer of a creature."""
    return 1 if creature >= TEAM else 0


@rule
def speed(state: Record, creature: int) -> int:
    """Effective speed, in quarters: paralysis halves it, a leech halves it."""
    quarters = 4 * SPEED[state.kind[creature]]
    if state.status[creature, PARALYSIS] > 0:
        quarters //= 2
    if state.status[creature, LEECH] > 0:
        quarters //= 2
    return quarters


@rule
def may_leave(state: Record, seat: int) -> bool:
    """Whether the creature out there may make room by choice: it is not trapped, and another one stands."""
    return state.status[state.active[seat], TRAP] == 0 and state.standing[seat] > 1


@rule
def end(state: Record, winner: int) -> None:
    """The battle is over."""
    state.phase = OVER
    state.winner = winner
    state.pending[0] = NOTHING
    state.pending[1] = NOTHING
    state.actor = 0
    state.ending = 0


@rule
def lose(state: Record, creature: int, amount: int) -> int:
    """Take HP away, as many as there are; at none left the creature is knocked out. Returns how many were lost."""
    lost = min(amount, state.hp[creature])
    state.hp[creature] -= lost
    if state.hp[creature] == 0:
        fall(state, creature)
    return lost


@rule
def gain(state: Record, creature: int, amount: int) -> None:
    """Give HP, never above the full number."""
    state.hp[creature] = min(state.hp[creature] + amount, FULL_HP[state.kind[creature]])


@rule
def fall(state: Record, creature: int) -> None:
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
def enter(state: Record, seat: int, creature: int) -> None:
    """A creature comes in; rocks on its side hurt it and may knock it out."""
    state.active[seat] = creature
    if state.rocks[seat] > 0:
        lose(state, creature, ROCKS_COST[state.kind[creature]])


@rule
def sent(state: Record, seat: int, action: int) -> int:
    """The creature that an action of the seat sends in."""
    creature = TEAM * seat
    while state.sends[creature] != action:
        creature += 1
    return creature


@rule
def lay_rocks(state: Record, seat: int) -> None:
    """Rocks on the seat's side; those that lie there already are not renewed."""
    if state.rocks[seat] == 0:
        state.rocks[seat] = ROCKS_TURNS
