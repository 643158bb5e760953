"""Two teams of creatures and the course of the turn."""

from typing import Annotated

from joute.core.state import Fields
from joute.games.pokemon.card_tables import ALL_STATUSES, MOVES, TEAM
from joute.jit.struct import Float64s, Int8, Int8s, Int16, Int16s

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


class PokemonState(Fields):
    """Two teams of creatures and the course of the turn."""

    bonus: Annotated[Float64s, CREATURES_IN_PLAY, 2]  # factors of attack and defence
    hp: Annotated[Int16s, CREATURES_IN_PLAY]
    sends: Annotated[Int16s, CREATURES_IN_PLAY]  # the action that sends it in, NOTHING for an empty place
    pending: Annotated[Int16s, 2]
    full: Annotated[Int16s, 2]  # HP of the whole team at the start
    turn: Int16  # how many have ended
    limit: Int16  # how many there are at most
    kind: Annotated[Int8s, CREATURES_IN_PLAY]  # NOBODY for an empty place
    pp: Annotated[Int8s, CREATURES_IN_PLAY, MOVES]
    status: Annotated[Int8s, CREATURES_IN_PLAY, ALL_STATUSES]  # turns that it has still to go
    feeds: Annotated[Int8s, CREATURES_IN_PLAY]  # the creature that its leech feeds, or NOBODY
    rocks: Annotated[Int8s, 2]  # turns that they still lie on the seat's side
    active: Annotated[Int8s, 2]  # the creature out there, or NOBODY before the leads are chosen
    standing: Annotated[Int8s, 2]  # how many of the team are not knocked out
    phase: Int8
    actor: Int8  # the seat whose action or statuses are being played out
    ending: Int8  # whether the turn's actions are done
    winner: Int8
