"""The chance of a real game: SipHash-2-4 of each chance event under a 128-bit key (Aumasson and Bernstein, 2012).

The outcomes seen so far say nothing about those to come, unlike those of a generator whose state can be solved for. Searches imagine
chance with the faster generator of `joute.core.rng`: nobody bets on that.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import digest_of
from joute.jit.dispatch import inline, rule, wrap64

COUNTER = 2  # its place behind the two words of the key
CHANCE_WORDS = 3  # of a state, before its other fields
SEQUENTIAL = 1 << 63  # the number of the first event without an occasion of its own: above every occasion
LENGTH = 8 << 56  # the length of every message, as SipHash states it
WORD = 0xFFFFFFFFFFFFFFFF
_START = SEQUENTIAL.to_bytes(8, "little")

Chance = NDArray[np.uint64]


def chance_of(*purpose: object) -> Chance:
    """The chance that follows from everything named: the key, then the number of the next event without an occasion."""
    return np.frombuffer(digest_of(16, *purpose) + _START, "<u8").astype(np.uint64)


@inline
def place_of(chance: Chance, occasion: int) -> float:
    """A number in [0, 1) for the event: the same for the same occasion; events without one (below 0) are counted."""
    number = wrap64(occasion)
    if occasion < 0:
        number = chance[COUNTER]
        chance[COUNTER] = number + wrap64(1)
    return (siphash(chance[0], chance[1], number) >> 11) / 9007199254740992.0


@rule
def siphash(first: int, second: int, word: int) -> int:
    """SipHash-2-4 of one 64-bit word under the key of two."""
    v0, v1 = first ^ wrap64(0x736F6D6570736575), second ^ wrap64(0x646F72616E646F6D)
    v2, v3 = first ^ wrap64(0x6C7967656E657261), second ^ wrap64(0x7465646279746573) ^ word
    for number in range(8):
        if number == 2:
            v0, v3 = v0 ^ word, v3 ^ wrap64(LENGTH)
        elif number == 4:
            v0, v2 = v0 ^ wrap64(LENGTH), v2 ^ wrap64(0xFF)
        v0, v2 = v0 + v1 & WORD, v2 + v3 & WORD
        v1, v3 = (v1 << 13 | v1 >> 51) & WORD ^ v0, (v3 << 16 | v3 >> 48) & WORD ^ v2
        v0 = (v0 << 32 | v0 >> 32) & WORD
        v0, v2 = v0 + v3 & WORD, v2 + v1 & WORD
        v3, v1 = (v3 << 21 | v3 >> 43) & WORD ^ v0, (v1 << 17 | v1 >> 47) & WORD ^ v2
        v2 = (v2 << 32 | v2 >> 32) & WORD
    return v0 ^ v1 ^ v2 ^ v3
