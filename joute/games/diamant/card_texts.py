"""What is printed on the cards, for a client that draws them."""

from joute.core.state import Json
from joute.games.diamant.strings import TRAP_NAMES


def cards() -> Json:
    """The traps by their code."""
    kinds = range(len(TRAP_NAMES["en"]))
    return {"traps": {f"P{kind + 1}": {language: names[kind] for language, names in TRAP_NAMES.items()} for kind in kinds}}
