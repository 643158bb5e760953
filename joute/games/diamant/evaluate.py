"""Who will probably win: the banks, what those inside may bring home, and how much the rounds to come can still change."""

import math

from joute.games.diamant.rules import SEATS_IN, cards_left, deadly_cards
from joute.rulebook import Record, Scores


def evaluate(state: Record, values: Scores) -> None:
    """Each seat's chance to win."""
    values[:] = 1.0 / state.seats
