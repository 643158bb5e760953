"""The twenty-one cards of the 2019 edition: ten kinds and their copies."""

import numpy as np

SPY, GUARD, PRIEST, BARON, HANDMAID, PRINCE, CHANCELLOR, KING, COUNTESS, PRINCESS = range(10)
KINDS = 10
NONE, HIDDEN = -1, 10  # of a place, beside the kinds: no card there, or one that the viewer does not know

COPIES = np.array([2, 6, 2, 2, 2, 2, 2, 1, 1, 1])  # [kind]
CARDS = 21
SEATS = 6  # at most
GUESSES = np.array([0, 9, 1, 1, 0, 1, 0, 1, 0, 0])  # [kind]: the ways to play it on one target; 0: it has no target
AIMED = (GUARD, PRIEST, BARON, KING)  # cards that need another seat
EVERY_KIND = (1 << KINDS) - 1  # as bits


def kinds_in(bits: int) -> list[int]:
    """The kinds that a set of bits names."""
    return [kind for kind in range(KINDS) if bits >> kind & 1]
