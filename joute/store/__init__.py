"""What lasts: tournaments with every game, and the people, tables and ladder of the server, in SQLite or PostgreSQL."""

from joute.store.behind import Behind
from joute.store.store import Store

__all__ = ["Behind", "Store"]
