"""Depth-limited search turn by turn, with chance nodes and simultaneous decisions."""
