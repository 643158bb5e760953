"""What is printed on the cards, for a client that draws them."""

from joute.core.state import Json
from joute.games.pokemon.cards import ATTACKS, CREATURES, EFFECTS, ROCKS_TURNS, STATUSES, TYPES
from joute.games.pokemon.readme_tables import effect_of
from joute.games.pokemon.strings import LANGUAGES


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
                "text": {language: effect_of(attack, language) for language in LANGUAGES},
            }
            for attack in ATTACKS
        },
        "types": {name: {"en": name, "fr": french} for name, french in TYPES.items()},
        "effect": {name: dict(zip(TYPES, map(float, row), strict=True)) for name, row in EFFECTS.items()},
        "statuses": {status.name: {"en": status.name, "fr": status.french_name, "turns": status.turns} for status in STATUSES},
        "rocks": {"turns": ROCKS_TURNS},
    }
