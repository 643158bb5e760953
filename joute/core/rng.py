"""Random numbers that come out the same in plain Python and in compiled rules.

A generator is an array of one 64-bit word, passed as an argument and stepped in place (xorshift64, Marsaglia 2003). It uses only shifts
and exclusive-ors, so that NumPy scalars and compiled integers agree without an overflow. From a few of its numbers the next ones can be
computed: it serves agents, searches and imagined chance; a real game's chance is `joute.core.chance`.
"""

import secrets
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.jit.dispatch import rule

Rng: TypeAlias = NDArray[np.uint64]

_13, _7, _17, _32 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)


def digest_of(size: int, *purpose: object) -> bytes:
    """That number of bytes, which depend on everything named."""
    return blake2b("\x1f".join(str(part) for part in purpose).encode(), digest_size=size).digest()


def seed_of(*purpose: object) -> int:
    """A 64-bit seed that depends on everything named: seed_of(1, "chance") is unrelated to seed_of(1, "agent", 0)."""
    return int.from_bytes(digest_of(8, *purpose), "little") or 1


def random_seed() -> int:
    """A seed of 128 bits that nobody can guess."""
    return secrets.randbits(128)


def plain_seed(seed: int) -> int | str:
    """The seed as JSON and people have it: a large one in hexadecimal, since JavaScript would round it."""
    return seed if abs(seed) < 2**53 else f"{seed:#x}"


def short_seed(seed: int) -> str:
    """For names of files and tournaments: the last digits of a large seed."""
    return str(seed) if abs(seed) < 2**53 else f"{seed:x}"[-8:]


def read_seed(written: int | str) -> int:
    """The seed that was written so; ValueError if it is no number of at most 128 bits."""
    seed = int(written, 0) if isinstance(written, str) else written
    if isinstance(seed, bool) or not isinstance(seed, int) or seed.bit_length() > 128:
        raise ValueError(written)
    return seed


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
def outcome_at(place: float, odds: NDArray[np.float64], count: int) -> int:
    """The outcome at that place of [0, 1), where each has as much room as its odds say."""
    for outcome in range(count - 1):
        place -= odds[outcome]
        if place < 0.0:
            return outcome
    return count - 1
