"""Agents that do not search: random, the game's heuristic, and one that errs on purpose."""
