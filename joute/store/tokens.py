"""Tokens: whoever holds one is who it stands for. Only their hashes are kept."""

import hashlib
import secrets


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token; 256 random bits need no salt and no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()
