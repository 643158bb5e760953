"""The cards of Diamant: treasures, traps and relics, numbered by kind so that a deck is a count of each."""

import numpy as np

from joute.jit.dispatch import rule

TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)  # the gems on the treasure cards
VALUES = tuple(sorted(set(TREASURES)))
TRAPS, COPIES_OF_A_TRAP = 5, 3
RELICS = 5

FIRST_TRAP = len(VALUES)  # kinds below are treasures, in the order of VALUES
FIRST_RELIC = FIRST_TRAP + TRAPS
KINDS = FIRST_RELIC + RELICS  # numbered relics are a kind each, others are all of the first kind
LONGEST_PATH = len(TREASURES) + TRAPS + RELICS  # the second trap of a kind is never laid down

GEMS = np.array(VALUES)  # [kind of treasure]
FULL_DECK = np.array([TREASURES.count(value) for value in VALUES] + [COPIES_OF_A_TRAP] * TRAPS + [0] * RELICS)  # [kind], without relics
WORTH_AS_TAKEN = np.array([5, 5, 5, 10, 10])  # [relics taken before]
WORTH_AS_NUMBERED = np.array([5, 7, 8, 10, 12])  # [number of the relic, from 0]

ALL_RELICS_AT_ONCE, NUMBERED_RELICS = 2016, 2020  # the editions that differ from 2006


@rule
def kinds_in(edition: int) -> int:
    """The number of kinds of cards in an edition."""
    return KINDS if edition == NUMBERED_RELICS else FIRST_RELIC + 1


@rule
def relic_of_round(edition: int, round: int) -> int:
    """The kind of relic that is shuffled in at the start of a round, counted from 0."""
    return FIRST_RELIC + round if edition == NUMBERED_RELICS else FIRST_RELIC


@rule
def relic_worth(edition: int, kind: int, taken: int) -> int:
    """The gems that a relic is worth, given the number of relics taken before it."""
    return WORTH_AS_NUMBERED[kind - FIRST_RELIC] if edition == NUMBERED_RELICS else WORTH_AS_TAKEN[taken]


def card_names(edition: int) -> list[str]:
    """The name of each kind: the gems of a treasure, P1 to P5, and R, or R1 to R5 if relics are numbered."""
    relics = [f"R{number + 1}" for number in range(RELICS)] if edition == NUMBERED_RELICS else ["R"]
    return [str(value) for value in VALUES] + [f"P{trap + 1}" for trap in range(TRAPS)] + relics
