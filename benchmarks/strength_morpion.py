"""The duels that the players of Morpion must win: first agent, the others, games, seed, the share wanted."""

from strength_seeds import HELD_OUT

LINES = [
    ("solver", ["classes"], 20, 1, None),
    ("medium", ["easy"], 100, HELD_OUT, 0.65),
    ("hard", ["medium"], 100, HELD_OUT, 0.65),
    ("expert", ["hard"], 40, HELD_OUT, 0.65),
]

BEGINNING = [("random", 10), ("classes", 10), ("hard", 10), ("expert", 4)]  # against whom `solver` begins on the empty board, games
ANSWERING = [("classes", 20)]  # who may slip while `solver` plays second from a balanced opening, games

ANSWERS = [  # who is answered, by whom, games
    ("classes", "solver", 20),
    ("solver", "alpha_beta:depth=6", 20),
]

PLAYERS = (  # agents, games of a meeting
    [
        "random",
        "careful",
        "classes",
        "alpha_beta:depth=4",
        "mcts:iterations=5000",
        "ismcts:iterations=2000",
        "determinized:iterations=2000",
        "smmcts:iterations=2000",
        "simultaneous:depth=1",
        "easy",
        "hard",
        "expert",
    ],
    10,
)
