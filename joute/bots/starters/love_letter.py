from random import Random
from typing import Any

VALUES = ["spy", "guard", "priest", "baron", "handmaid", "prince", "chancellor", "king", "countess", "princess"]


def choose(view: Any, legal: list[str], clock: Any, random: Random) -> str:
    """Keep the higher card and play the lower one, on another player; at random among equal actions."""
    best = min(cost(action, view.viewer) for action in legal)
    return random.choice([action for action in legal if cost(action, view.viewer) == best])


def cost(action: str, me: int) -> int:
    """What it costs to give up the card: `guard>1:baron`, `prince>0`, `handmaid`, `chancellor keep princess, bottom guard, spy`."""
    if " keep " in action:
        retained = action.split(" keep ")[1].split(",")[0]
        return -VALUES.index(retained)
    card = action.split(">")[0]
    return VALUES.index(card) + (10 if action == f"prince>{me}" else 0)
