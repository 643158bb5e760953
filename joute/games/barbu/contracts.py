"""The six contracts, what they count and what it is worth: the one table of points.

Plis, Cœurs, Dames and the king of hearts have the points of the French rules with thirty-two cards; other tables use others.
"""

from enum import IntEnum

import numpy as np

from joute.games.trick_taking.cards import CARDS, HEARTS, JACK, KING, QUEEN, RANKS, SUITS, card_of


class Contract(IntEnum):
    """The six contracts, each named once by every declarer."""

    PLIS = 0
    COEURS = 1
    DAMES = 2
    BARBU = 3
    TOTAL = 4
    REUSSITE = 5


PLIS, COEURS, DAMES, BARBU, TOTAL, REUSSITE = (int(contract) for contract in Contract)
CONTRACTS = len(Contract)
ALL_CONTRACTS = (1 << CONTRACTS) - 1
NO_CONTRACT = -1  # not named yet

# Points for each trick, heart, queen and king of hearts taken, and for the seat that takes all that the contract counts.
POINTS = np.array(  # [contract, what]
    [
        [-5, 0, 0, 0, 40],  # Plis
        [0, -5, 0, 0, 40],  # Cœurs
        [0, 0, -15, 0, 60],  # Dames
        [0, 0, 0, -70, 0],  # Barbu
        [-5, -5, -15, -70, 210],  # Total: all four at once
        [0, 0, 0, 0, 0],  # Réussite: see FIRST_OUT and SECOND_OUT
    ]
)
PER_TRICK, PER_HEART, PER_QUEEN, PER_KING, ALL = range(5)  # the columns of POINTS
FIRST_OUT, SECOND_OUT = 100, 50  # Réussite: points of the first and of the second seat without cards

LOSSES = np.array([40, 40, 60, 70, 210, 0])  # [contract] the points that are lost in a deal in which nobody takes everything
HIGHEST = np.array([*POINTS[:REUSSITE, ALL], FIRST_OUT])  # [contract]
UNIT = 5  # every score is a multiple of it

QUEENS = sum(1 << card_of(suit, QUEEN) for suit in range(SUITS))  # sets of cards
JACKS = sum(1 << card_of(suit, JACK) for suit in range(SUITS))
SEVENS = sum(1 << RANKS * suit for suit in range(SUITS))
ACES = SEVENS << RANKS - 1
KING_OF_HEARTS = card_of(HEARTS, KING)

PASS = CARDS  # the action of a seat that cannot lay a card
NAME = CARDS + 1  # the action that names the first contract; the others follow
