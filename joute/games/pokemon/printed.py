"""What is printed on the cards, for a client that draws them."""

from joute.game import Json
from joute.games.pokemon.data import ATTACKS, CREATURES, EFFECTS, ROCKS_TURNS, STATUSES, TYPES, Attack
from joute.games.pokemon.handbook import effect_of
from joute.games.pokemon.words import number

FACTORS = {
    "own_attack": "sa propre attaque",
    "own_defence": "sa propre défense",
    "foe_attack": "attaque adverse",
    "foe_defence": "défense adverse",
}


def cards() -> Json:
    """Creatures, attacks, types, their effects, and statuses."""
    return {
        "creatures": {
            creature.name: {
                "type": creature.type,
                "attack": creature.attack,
                "defence": creature.defence,
                "hp": creature.hp,
                "speed": creature.speed,
                "attacks": list(creature.attacks),
            }
            for creature in CREATURES
        },
        "attacks": {
            attack.name: {
                "type": attack.type,
                "power": attack.power,
                "pp": attack.pp,
                "text": {"en": effect_of(attack), "fr": french_effect(attack)},
            }
            for attack in ATTACKS
        },
        "types": {name: {"en": name, "fr": french} for name, french in TYPES.items()},
        "effect": {name: dict(zip(TYPES, map(float, row), strict=True)) for name, row in EFFECTS.items()},
        "statuses": {status.name: {"en": status.name, "fr": status.french_name, "turns": status.turns} for status in STATUSES},
        "rocks": {"turns": ROCKS_TURNS},
    }


def french_effect(attack: Attack) -> str:
    """What an attack does besides damage, in French."""
    words = [f"{french} ×{number(getattr(attack, name), 'fr')}" for name, french in FACTORS.items() if getattr(attack, name) != 1]
    if attack.status:
        french = next(status.french_name for status in STATUSES if status.name == attack.status)
        words.append(french if attack.in_three == 3 else f"{french}, {attack.in_three} fois sur 3")
    flags = {
        "soigne la moitié de ses PV": attack.heals,
        "rochers du côté adverse": attack.lays_rocks,
        "enlève les rochers de son côté": attack.clears_rocks,
        "puis laisse sa place": attack.leaves,
        "agit avant les autres attaques": attack.priority > 0,
        "agit après les autres attaques": attack.priority < 0,
    }
    return ", ".join([*words, *(what for what, true in flags.items() if true)])
