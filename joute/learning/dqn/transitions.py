"""What is written down while games are played for a learner: the tables, the last choices of every seat, and what choices led to."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Tables = NDArray[Any]  # [table] of `table_type`
Traces = NDArray[Any]  # [table, seat, slot] of `trace_type`: the last choices of a seat, round and round
Transitions = NDArray[Any]  # of `transition_type`, round and round
Values = NDArray[np.float32]  # [table, action]
Rows = NDArray[np.float32]  # [table, feature]


def table_type(seats: int) -> np.dtype[Any]:
    """What is kept of a table beside its game."""
    return np.dtype(
        [
            ("whims", "u8", (1,)),  # dice of players and of the games to come
            ("choices", "i8", (seats,)),
            ("made", "i8", (seats,)),  # choices that a seat has made in this episode
            ("players", "i8", (seats,)),
            ("asked", "i8"),  # seats that have not chosen yet
            ("waiting", "i8"),  # the seat that a network or a search chooses for
            ("left", "i8"),  # games still to play
            ("gained", "f8"),  # shares of won games of the learner's first seat
            ("points", "f8"),  # its scores
        ]
    )


def trace_type(features: int) -> np.dtype[Any]:
    """A choice that was made, and what the seat saw."""
    return np.dtype([("seen", "f4", (features,)), ("action", "i8"), ("guess", "f8")], align=True)


def transition_type(features: int, actions: int) -> np.dtype[Any]:
    """A choice and what it led to."""
    return np.dtype(
        [
            ("seen", "f4", (features,)),
            ("then", "f4", (features,)),  # what the seat saw some choices later, if `ended` is 0
            ("legal", "u1", (actions,)),  # what it could do then: 1 or 0
            ("action", "i8"),
            ("following", "i8"),  # what the network that played thought best then
            ("ended", "f4"),  # 1: the episode ended before
            ("worth", "f4"),  # what its end was worth; with guesses, how much more than the guess that was, or how much the guess has grown
        ],
        align=True,
    )
