"""The ranks of one suit as the bits of a number, and questions that players ask of them."""

import numpy as np

from joute.games.trick_taking.cards import RANKS, SUIT
from joute.jit.dispatch import rule

HIGHEST = np.array([held.bit_length() - 1 for held in range(SUIT + 1)])  # [ranks held] -> rank
COUNT = np.array([held.bit_count() for held in range(SUIT + 1)])  # [ranks held]


@rule
def ranks_of(cards: int, suit: int) -> int:
    """The ranks of a suit in a set of cards."""
    return (cards >> RANKS * suit) & SUIT


@rule
def lowest_rank(held: int) -> int:
    """The lowest of some ranks."""
    return HIGHEST[held & -held]
