"""What a search by alpha-beta keeps: a frame for every ply, its terms, and what it thinks of every root move."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

FRAME = np.dtype(
    [
        ("name", "u8"),
        ("seat", "i8"),  # that moves
        ("depth", "i8"),  # plies left; below 0 in an extension
        ("alpha", "i8"),
        ("beta", "i8"),
        ("floor", "i8"),  # alpha at the beginning
        ("best", "i8"),
        ("action", "i8"),  # the best so far; before that, the table's
        ("next", "i8"),  # the move being searched
        ("count", "i8"),
        ("sorted", "i8"),  # 1: the moves left are in the right order
        ("principal", "i8"),  # 1: searched with an open window
        ("doubted", "i8"),  # 1: the move is searched with a null window
        ("again", "i8"),  # 1: the doubted move held and is searched again with an open window
        ("whole", "i8"),  # 1: every game below was searched to its end
        ("length", "i8"),  # of the main line
        ("killer", "i8"),  # the move that cut last at this ply
        ("older_killer", "i8"),
    ],
    align=True,
)
TERMS = np.dtype(
    [
        ("nodes", "i8"),  # the limits
        ("depth", "i8"),
        ("extension", "i8"),
        ("width", "i8"),
        ("full", "i8"),
        ("evaluation", "i8"),
        ("span", "f8"),  # from the lowest score to the highest
        ("spent", "i8"),  # what came of it: nodes
        ("reached", "i8"),  # the last depth that was finished
        ("value", "i8"),
        ("action", "i8"),
        ("length", "i8"),
        ("whole", "i8"),
        ("finished", "i8"),  # root moves of the last iteration
    ],
    align=True,
)
ROOT = np.dtype([("action", "i8"), ("value", "i8"), ("nodes", "i8"), ("known", "i8")], align=True)
Frames = NDArray[Any]
Frame = Any
Terms = Any
Root = NDArray[Any]
Lines = NDArray[np.int64]  # [ply, step]: the main line below each ply
Ranks = NDArray[np.int64]  # [ply, move]: how early a move should be tried
History = NDArray[np.int64]  # [seat, action]: how much moves cut off anywhere
Flag = NDArray[np.int8]
