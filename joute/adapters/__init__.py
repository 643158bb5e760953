"""Joute's games as environments of other libraries, and their players as agents of Joute. Each module needs its library."""
