"""What is printed on the cards, for a client that draws them."""

from joute.core.state import Json
from joute.games.love_letter.cards import COPIES, EFFECTS, KINDS, NAMES


def cards() -> Json:
    """Every card by its key: value, copies, name and effect."""
    return {
        "cards": {
            NAMES["en"][kind].lower(): {
                "value": kind,
                "count": int(COPIES[kind]),
                "title": {language: names[kind] for language, names in NAMES.items()},
                "text": {language: effects[kind] for language, effects in EFFECTS.items()},
            }
            for kind in range(KINDS)
        }
    }
