"""Equilibria and exploitability of two-seat zero-sum games whose tree fits into memory."""
