"""The deal of thirty-two cards as a chance event for each card, so that every deal is equally likely."""

import numpy as np

from joute.games.trick_taking.cards import CARDS, HAND

# The odds that the next card goes to a seat: its places that are left, of the cards that are left.
SHARES = np.array([[places / max(1, left) for places in range(HAND + 1)] for left in range(CARDS + 1)])  # [cards left, places left]
