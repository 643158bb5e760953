"""Exact values of Diamant for two seats: a round by backward induction, and the rounds to come from a table."""
