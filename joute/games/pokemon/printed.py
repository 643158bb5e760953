"""What is printed on creatures and attacks, in both languages, for those who draw them."""

from joute.game import Json
from joute.games.pokemon.data import ATTACKS, CREATURES, EFFECTS, STATUSES, TYPES, Attack

FRENCH_STATUS = {status.name: status.french_name for status in STATUSES}


def printed() -> Json:
    """Creatures, attacks, types with their effects, and statuses."""
    return {
        "creatures": {
            one.name: {
                "type": one.type,
                "attack": one.attack,
                "defence": one.defence,
                "hp": one.hp,
                "speed": one.speed,
                "attacks": list(one.attacks),
            }
            for one in CREATURES
        },
        "attacks": {
            one.name: {"type": one.type, "power": one.power, "pp": one.pp, "text": {"en": english(one), "fr": french(one)}}
            for one in ATTACKS
        },
        "types": {name: {"en": name, "fr": translated} for name, translated in TYPES.items()},
        "effect": {creature: dict(zip(TYPES, row, strict=True)) for creature, row in EFFECTS.items()},
        "statuses": {status.name: {"en": status.name, "fr": status.french_name} for status in STATUSES},
    }


def english(attack: Attack) -> str:
    """What an attack does besides damage."""
    return _told(attack, ("own attack", "own defence", "foe's attack", "foe's defence"), attack.status, "{status}, {times} time in 3", {
        "heals half of its user's full HP": attack.heals,
        "rocks on the foe's side": attack.lays_rocks,
        "removes the rocks on its own side": attack.clears_rocks,
        "then its user leaves": attack.leaves,
        "acts before other attacks": attack.priority > 0,
        "acts after other attacks": attack.priority < 0,
    })  # fmt: skip


def french(attack: Attack) -> str:
    """The same in French."""
    names = ("son attaque", "sa défense", "attaque adverse", "défense adverse")
    return _told(attack, names, FRENCH_STATUS.get(attack.status, ""), "{status}, {times} fois sur 3", {
        "rend la moitié des PV de sa créature": attack.heals,
        "rochers du côté adverse": attack.lays_rocks,
        "enlève les rochers de son côté": attack.clears_rocks,
        "puis sa créature se retire": attack.leaves,
        "agit avant les autres attaques": attack.priority > 0,
        "agit après les autres attaques": attack.priority < 0,
    })  # fmt: skip


def _told(attack: Attack, names: tuple[str, ...], status: str, sometimes: str, flags: dict[str, bool]) -> str:
    factors = (attack.own_attack, attack.own_defence, attack.foe_attack, attack.foe_defence)
    words = [f"{name} ×{factor:g}" for name, factor in zip(names, factors, strict=True) if factor != 1]
    if status:
        words.append(status if attack.in_three == 3 else sometimes.format(status=status, times=attack.in_three))
    return ", ".join([*words, *(what for what, true in flags.items() if true)])
