"""Words of Morpion in English and French: signs of stones, and the sentence below a board."""

from joute.games.morpion.state import DRAW, NOBODY, MorpionState

SIGNS = ".XO"  # of an empty cell, the first seat and the second
SENTENCES = {
    "en": {"turn": "{} to move", "win": "{} wins", "draw": "A draw"},
    "fr": {"turn": "Au tour de {}", "win": "{} gagne", "draw": "Partie nulle"},
}


def status(state: MorpionState, language: str) -> str:
    """Whose turn it is, or the result, as a sentence."""
    sentences = SENTENCES.get(language, SENTENCES["en"])
    if state.winner == DRAW:
        return sentences["draw"]
    if state.winner == NOBODY:
        return sentences["turn"].format(SIGNS[1 + state.mover])
    return sentences["win"].format(SIGNS[1 + state.winner])
