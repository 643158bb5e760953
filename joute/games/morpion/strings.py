"""The signs of Morpion: stones, names of cells, and the sentence below a board."""

from joute.games.morpion.state import STRIDE

SIGNS = ".XO"  # of an empty cell, the first seat and the second
COLUMNS = "abcdefghijklmnopqrs"
SENTENCES = {
    "en": {"turn": "{} to move", "win": "{} wins", "draw": "A draw"},
    "fr": {"turn": "Au tour de {}", "win": "{} gagne", "draw": "Partie nulle"},
}


def cell_name(cell: int) -> str:
    """A letter for the column, a number for the row: the top left cell is a1."""
    row, column = divmod(cell, STRIDE)
    return f"{COLUMNS[column - 1]}{row}"
