"""Explanations of agents: their decisions as tables, and small models that imitate them and can play."""
