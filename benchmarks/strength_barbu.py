"""The duels that the players of Barbu must win: first agent, the others, matches, seed, the share wanted.

Levels meet two against two, where half of the matches is a fair share.
"""

from strength_seeds import HELD_OUT

LINES = [
    ("master", ["ismcts:iterations=500"] * 3, 100, 5, 0.35),
    ("declarer:of=careful", ["declarer:of=careful,naming=fixed"] * 3, 400, 101, None),
    ("medium", ["easy"], 120, HELD_OUT, 0.5),
    ("hard", ["medium"], 120, HELD_OUT, 0.5),
    ("expert", ["hard"], 120, HELD_OUT, 0.5),
    ("master", ["expert"], 60, HELD_OUT, 0.5),
]

ANSWERS = [  # who is answered, by whom, games
    ("random", "best_response:to=random,iterations=500", 20),
]

PLAYERS = (  # agents, games of a table
    ["random", "careful", "ismcts:iterations=500", "easy", "medium", "hard", "expert", "master"],
    8,
)
NOTE = """A match has 24 deals. A duel of two agents here is two seats against two, in all six ways to sit, and a half is a fair share. The
second line has no share to reach: it says by its lead what choosing contracts by simulation is worth over a fixed order, when everybody
plays the cards alike; 10 points a match are asked."""
