"""Bots: other programs, each in its own process, under limits, connected by one protocol."""
