"""The typed state of Diamant: the cave, the seats inside, and everybody's gems."""

from typing import Annotated

from joute.core.state import Fields
from joute.games.diamant.cards import KINDS, LONGEST_PATH
from joute.jit.struct import Int8, Int8s, Int16, Int16s

MOST_SEATS = 8


class DiamantState(Fields):
    """The cave, the seats inside, and everybody's gems."""

    bank: Annotated[Int16s, MOST_SEATS]  # gems, relics included
    relics: Annotated[Int8s, MOST_SEATS]  # taken by each seat
    deck: Annotated[Int8s, KINDS]  # cards of each kind that may still be turned
    path: Annotated[Int8s, LONGEST_PATH]  # kinds of the cards that lie there, in order; 0 beyond `steps`
    steps: Int8  # cards on the path
    turned: Int8  # cards turned in this round, including relics that were taken
    gems: Int16  # lying on the path
    carried: Int16  # by each seat inside
    inside: Int16  # a bit for each seat still in the cave
    warned: Int8  # a bit for each trap on the path
    turning: Int8  # whether a card is about to be turned
    round: Int8  # from 0; equal to `rounds` when the game is over
    rounds: Int8
    seats: Int8
    edition: Int16
