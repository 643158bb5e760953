"""The duels that the players of Pokémon must win: first agent, the others, games, seed, the share wanted."""

from strength_seeds import HELD_OUT

LINES = [
    ("master", ["random"], 60, 1, 0.99),
    ("master", ["basic"], 60, 1, 0.95),
    ("master", ["expectiminimax"], 200, 1, 0.75),
    ("master", ["master@0.1"], 1000, HELD_OUT, 0.53),
    ("medium", ["easy"], 200, HELD_OUT, 0.65),
    ("hard", ["medium"], 200, HELD_OUT, 0.65),
    ("expert", ["hard"], 100, HELD_OUT, 0.65),
]

ANSWERS = [  # who is answered, by whom, games
    ("basic", "best_response:to=basic", 40),
    ("expectiminimax", "best_response:to=expectiminimax,horizon=1,iterations=100,policy_samples=1", 40),
    ("expectiminimax", "master", 40),
    ("master", "best_response:to=master,horizon=1,iterations=100", 10),
]

PLAYERS = (  # agents, games of a meeting
    [
        "random",
        "careful",
        "basic",
        "minimax",
        "expectiminimax",
        "ismcts:iterations=1000",
        "smmcts:iterations=1000",
        "simultaneous:depth=1",
        "easy",
        "medium",
        "hard",
        "master",
    ],
    20,
)

NOTE = """These lines were played when Groz'Yeux still raised the attack of the foe, not that of its user, with weights fitted to that."""
