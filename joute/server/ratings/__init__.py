"""Ratings of people and levels: the ladder and Glicko-2."""
