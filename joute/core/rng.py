"""Random numbers that come out the same in plain Python and in compiled rules.

A generator is an array of one 64-bit word, passed as an argument and stepped in place (xorshift64, Marsaglia 2003). It uses only shifts
and exclusive-ors, so that NumPy scalars and compiled integers agree without an overflow.
"""

from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.jit.dispatch import rule

Rng: TypeAlias = NDArray[np.uint64]

_13, _7, _17, _32 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)
_HALF = np.uint64(0xFFFFFFFF)
_FACTOR, _OFFSET = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)  # odd, with bits well spread (Collet's xxHash)
MIXING_ROUNDS = 6


def seed_of(*purpose: object) -> int:
    """A 64-bit seed that depends on everything named: seed_of(1, "chance") is unrelated to seed_of(1, "agent", 0)."""
    text = "\x1f".join(str(part) for part in purpose)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") or 1


def seeded(*purpose: object) -> Rng:
    """A new generator, seeded by everything named."""
    return np.array([seed_of(*purpose)], np.uint64)


@rule
def next_bits(rng: Rng) -> np.uint64:
    """The next 64 random bits."""
    word = rng[0]
    word ^= word << _13
    word ^= word >> _7
    word ^= word << _17
    rng[0] = word
    return word


@rule
def below(rng: Rng, count: int) -> int:
    """A whole number from 0 to count - 1, all equally likely."""
    return np.int64(((next_bits(rng) >> _32) * np.uint64(count)) >> _32)  # type: ignore[return-value]  # int64 is the compiled int


@rule
def uniform(rng: Rng) -> float:
    """A number in [0, 1)."""
    return np.float64(next_bits(rng) >> _32) / 4294967296.0


@rule
def draw(rng: Rng, odds: NDArray[np.float64], count: int) -> int:
    """One of the outcomes 0 to count - 1, each as likely as its odds say."""
    return outcome_at(uniform(rng), odds, count)


@rule
def draw_at(rng: Rng, occasion: int, odds: NDArray[np.float64], count: int) -> int:
    """One of the outcomes, without stepping the generator: the same occasion always gives the same outcome."""
    return outcome_at(mixed(rng[0], occasion), odds, count)


@rule
def outcome_at(place: float, odds: NDArray[np.float64], count: int) -> int:
    """The outcome at that place of [0, 1), where each has as much room as its odds say."""
    for outcome in range(count - 1):
        place -= odds[outcome]
        if place < 0.0:
            return outcome
    return count - 1


@rule
def mixed(word: np.uint64, occasion: int) -> float:
    """A number in [0, 1) for each word and occasion: a Feistel network, since exclusive-ors alone would tie occasions to each other."""
    number = np.uint64(occasion)
    key = ((number ^ (number >> _32)) & _HALF) ^ _OFFSET
    left, right = word >> _32, word & _HALF
    for stir in range(MIXING_ROUNDS):
        product = ((right ^ key) + np.uint64(stir)) * _FACTOR
        left, right = right, left ^ (product >> _32) ^ (product & _HALF)
    return np.float64(right) / 4294967296.0
