"""The typed state of Pokémon: two teams of creatures and the course of the turn."""

from typing import Annotated

from joute.core.state import Fields
from joute.games.pokemon.creatures import ALL_STATUSES, MOVES, TEAM
from joute.jit.struct import Float64s, Int8, Int8s, Int16, Int16s

# Values of `phase`: what is awaited.
OVER, RUNNING = 0, 1  # RUNNING only inside a rule
LEADS, CHOICES = 2, 3  # both trainers choose at once
REPLACEMENT = 4  # + seat: that trainer sends a creature in
ORDER_COIN = 6  # the outcome is the seat that acts first
PARALYSIS_DIE, STATUS_DIE = 7, 8  # whether the actor cannot act, whether its attack's status takes effect: outcome 1 is yes
BITE_COIN = 9  # the outcome is the seat whose statuses take effect first

# Values of `pending`, beside actions: what a seat still has to do in this turn.
NOTHING = -1
LEAVE = -2  # be replaced after an attack that leaves
BITE = -3  # minus a status: that status takes effect next

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
    turn: Int16  # number of turns that have ended
    limit: Int16  # number of turns at most
    kind: Annotated[Int8s, CREATURES_IN_PLAY]  # NOBODY for an empty place
    pp: Annotated[Int8s, CREATURES_IN_PLAY, MOVES]
    status: Annotated[Int8s, CREATURES_IN_PLAY, ALL_STATUSES]  # turns left
    feeds: Annotated[Int8s, CREATURES_IN_PLAY]  # the creature that its leech feeds, or NOBODY
    rocks: Annotated[Int8s, 2]  # turns left of the rocks on the seat's side
    active: Annotated[Int8s, 2]  # the creature in battle, or NOBODY before the leads are chosen
    standing: Annotated[Int8s, 2]  # number of the team's creatures that are not knocked out
    phase: Int8
    actor: Int8  # the seat whose action or statuses are carried out
    ending: Int8  # whether the turn's actions are done
    winner: Int8
