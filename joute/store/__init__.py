"""Storage in SQLite or PostgreSQL: tournaments with every game; people, tables, records and ladder of the server."""

from joute.store.store import Store

__all__ = ["Store"]
