from random import Random
from typing import Any

ORDER = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def rank(card: str) -> int:
    """How high a card is; its last letter is the suit."""
    return ORDER.index(card[:-1])


def choose(view: Any, legal: list[str], clock: Any, random: Random) -> str:
    """Stay below the card that takes the trick; throw away what is dangerous when that costs nothing."""
    if view.led is None:
        return min(legal, key=rank)
    if legal[0][-1] != view.led:  # nothing to follow with: hearts first, then the highest
        return max(legal, key=lambda card: (card[-1] == "H", rank(card)))
    highest = max(rank(played.card) for played in view.table if played.card[-1] == view.led)
    below = [card for card in legal if rank(card) < highest]
    return max(below, key=rank) if below else min(legal, key=rank)
