"""The duels that the players of Love Letter must win: first agent, the others, matches, seed, the share wanted."""

LINES = [
    ("master", ["random"], 200, 1, 0.97),
    ("master", ["negamax"], 200, 1, 0.80),
    ("master", ["random"] * 3, 120, 1, 0.85),
    ("medium", ["easy"], 200, 1, 0.65),
    ("hard", ["medium"], 200, 1, 0.65),
    ("expert", ["hard"], 200, 1, 0.65),
]
