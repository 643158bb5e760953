"""What lasts: tournaments with every game, and the people, tables and ladder of the server, in SQLite or PostgreSQL."""

from joute.store.store import Store

__all__ = ["Store"]
