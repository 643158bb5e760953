"""The duels that the players of Diamant must win: first agent, the three others, games, seed, the share wanted (a fair one is 0.25)."""

from strength_seeds import HELD_OUT

LINES = [
    ("master", ["exit_factor"] * 3, 200, 1, 0.45),
    ("master", ["random"] * 3, 400, 1, 0.95),
    ("master", ["exit_factor", "careful", "leaver:gems=12"], 848, HELD_OUT, 0.38),
    ("exit_factor_tuned", ["exit_factor"] * 3, 4000, 2, 0.32),
    ("exit_factor_tuned", ["exit_factor", "balanced", "leaver:gems=13"], 4000, HELD_OUT, 0.25),
    ("exit_factor_tuned", ["careful", "balanced", "leaver:gems=13"], 4000, HELD_OUT, 0.25),
    ("medium", ["easy"] * 3, 400, HELD_OUT, 0.30),
    ("hard", ["medium"] * 3, 200, HELD_OUT, 0.30),
    ("expert", ["hard"] * 3, 200, HELD_OUT, 0.30),
]

ANSWERS = [  # who is answered, by whom, games
    ("exit_factor", "best_response:to=exit_factor,iterations=200", 200),
    ("exit_factor", "master", 200),
    ("master", "best_response:to=master,horizon=1,iterations=40", 40),
    ("random", "best_response:to=random", 400),
]

PLAYERS = (  # agents, games of a table
    [
        "random",
        "careful",
        "exit_factor",
        "exit_factor_tuned",
        "leaver:gems=12",
        "ismcts:iterations=500",
        "smmcts:iterations=500",
        "hard",
        "master",
    ],
    80,
)

NOTE = """`exit_factor_tuned` is tuned at tables of different players, no longer against copies of `exit_factor`:
against those it is no better than another ([tuning](tuning.md)).
At its mixed table `master` played until the time for it was over; 4,000 games were planned."""
