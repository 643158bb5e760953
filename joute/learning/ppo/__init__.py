"""Proximal policy optimisation with self-play."""
