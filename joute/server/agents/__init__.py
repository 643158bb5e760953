"""Agents at the server's tables: the pool they think in, which of them may be asked for, and analysis of finished games."""
