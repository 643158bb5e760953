"""Secrets that the server has committed to before it knows for which table, so that it cannot choose one after it has seen a nonce."""

from joute.core.fairness import commitment_of, new_secret
from joute.server.errors import Refused

MAX_WAITING = 10_000  # the oldest are dropped


class Commitments:
    """The secrets of tables that are not made yet; each is used once."""

    def __init__(self) -> None:
        self._secrets: dict[str, str] = {}  # by commitment, the oldest first

    def offer(self) -> str:
        """A new commitment."""
        if len(self._secrets) >= MAX_WAITING:
            del self._secrets[next(iter(self._secrets))]
        secret = new_secret()
        self._secrets[commitment_of(secret)] = secret
        return commitment_of(secret)

    def take(self, commitment: str | None) -> str:
        """The secret behind a commitment, which is then used up; a new one for a table without."""
        if commitment is None:
            return new_secret()
        secret = self._secrets.pop(commitment, None)
        if secret is None:
            raise Refused("expired")
        return secret
