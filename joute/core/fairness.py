"""Provably fair chance: a secret that is committed to before a game, mixed with a nonce of each player, and revealed after it.

Anybody can check it with common tools: the commitment is the SHA-256 of the secret's text, and the seed of the game is the first half of
the SHA-256 of the secret and the nonces of the seats, separated by spaces.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from joute.core.errors import BadRecord


def new_secret() -> str:
    """128 random bits as hexadecimal digits."""
    return secrets.token_hex(16)


def commitment_of(secret: str) -> str:
    """What is published before the game: it binds to the secret and does not reveal it."""
    return sha256(secret.encode()).hexdigest()


def fair_seed(secret: str, nonces: Sequence[str]) -> int:
    """The seed of the game: nobody who lacks the secret can foresee it, and nobody who lacks a nonce can choose it."""
    return int(sha256(" ".join((secret, *nonces)).encode()).hexdigest()[:32], 16)


@dataclass(frozen=True)
class Fairness:
    """How the seed of a game came about."""

    commitment: str  # published before the game
    secret: str  # revealed after it
    nonces: list[str]  # of the players, by seat; empty: none was given

    @property
    def seed(self) -> int:
        """The seed that follows from it."""
        return fair_seed(self.secret, self.nonces)

    def check(self, seed: int) -> None:
        """BadRecord unless the secret is the one committed to, and the seed follows from it and the nonces."""
        if commitment_of(self.secret) != self.commitment:
            raise BadRecord("the secret is not the one that was committed to before the game")
        if self.seed != seed:
            raise BadRecord("the seed of the game does not follow from the secret and the players' nonces")
