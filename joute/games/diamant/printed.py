"""What is printed on the cards, for a client that draws them."""

from joute.games.diamant.phrases import TRAP_NAMES
from joute.state import Json


def cards() -> Json:
    """The traps by their code."""
    kinds = range(len(TRAP_NAMES["en"]))
    return {"traps": {f"P{kind + 1}": {language: names[kind] for language, names in TRAP_NAMES.items()} for kind in kinds}}
