"""Agents at the server's tables: the pool they think in, and which of them may be asked for."""
