from random import Random
from typing import Any

STRONG = {  # types of attacks against types of creatures
    "water": ("fire", "ground"),
    "fire": ("plant",),
    "plant": ("water", "ground"),
    "electric": ("water", "flying"),
    "ground": ("fire", "electric"),
    "flying": ("plant",),
}


def choose(view: Any, legal: list[str], clock: Any, random: Random) -> str:
    """Attack with the type that suits, rather than flee; send the creature with the most life left."""
    me, other = view.sides[view.viewer], view.sides[1 - view.viewer]
    creatures = {creature.name: creature for creature in me.creatures}
    attacks = [action for action in legal if not action.startswith("send ")]
    if not attacks or me.active is None:
        return max(legal, key=lambda action: creatures[action.removeprefix("send ")].hp if action.startswith("send ") else 0)
    types = {attack.name: attack.type for attack in me.creatures[me.active].attacks}
    target = None if other.active is None else other.creatures[other.active].type

    def worth(action: str) -> int:
        kind = types.get(action, "normal")
        return 2 * (target in STRONG.get(kind, ())) + (kind != "normal")

    best = max(worth(action) for action in attacks)
    return random.choice([action for action in attacks if worth(action) == best])
