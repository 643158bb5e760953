"""Words of Morpion: signs of stones, and the sentence below a board."""

from joute.games.morpion.state import DRAW, NOBODY, MorpionState
from joute.i18n import Sentence, say

SIGNS = ".XO"  # of an empty cell, the first seat and the second
TO_MOVE: Sentence = "{sign} to move"
WINS: Sentence = "{sign} wins"
A_DRAW: Sentence = "A draw"


def status(state: MorpionState) -> str:
    """Whose turn it is, or the result, as a sentence."""
    if state.winner == DRAW:
        return say(A_DRAW)
    if state.winner == NOBODY:
        return say(TO_MOVE, sign=SIGNS[1 + state.mover])
    return say(WINS, sign=SIGNS[1 + state.winner])
