"""The cards: creatures, attacks, statuses and types, and the same as number tables for the rules. A creature added here can be played.

The tables are indexed by the place of a creature, an attack, a type or a status here. `readme_tables.py` prints the cards in the READMEs.
"""

from dataclasses import dataclass

import numpy as np

from joute.i18n import Sentence

TYPES: tuple[Sentence, ...] = ("flying", "ground", "fire", "plant", "water", "normal", "electric")  # in the order of EFFECTS' columns

EFFECTS = {  # of an attack's type (column, in the order of TYPES) on a creature's type (row)
    "flying": (1, 0, 1, 0.5, 1, 1, 2),
    "ground": (1, 1, 1, 2, 2, 1, 0),
    "fire": (1, 2, 0.5, 0.5, 2, 1, 1),
    "plant": (2, 0.5, 2, 1, 0.5, 1, 0.5),
    "water": (1, 1, 0.5, 2, 0.5, 1, 2),
    "normal": (1, 1, 1, 1, 1, 1, 1),
    "electric": (0.5, 2, 1, 1, 1, 1, 0.5),
}


@dataclass(frozen=True)
class Status:
    """A condition that stays with a creature for a number of turns on the field."""

    name: Sentence
    turns: int
    adjective: Sentence  # of a creature that has it
    immune: str = ""  # a type that never gets it


STATUSES = (  # in the order in which they take effect
    Status("burn", 6, "burnt"),
    Status("poison", 4, "poisoned"),
    Status("leech", 5, "leeched", immune="plant"),
    Status("paralysis", 10, "paralysed", immune="electric"),
    Status("trap", 6, "trapped"),
)

ROCKS_TURNS = 30
ROCKS_TYPE = "ground"
ROCKS_PERCENT = {2: 18, 1: 12, 0.5: 6, 0: 0}  # of the newcomer's full HP, by the effect of ROCKS_TYPE on it
EXHAUSTION_COST = 50  # HP


@dataclass(frozen=True)
class Attack:
    """An attack; a multiplier of 1 changes nothing."""

    name: str  # canonical, and French
    english: str
    type: str
    power: int
    pp: int  # number of uses
    priority: int = 0  # higher acts earlier, whatever the speeds
    own_attack: float = 1
    own_defence: float = 1
    foe_attack: float = 1
    foe_defence: float = 1
    heals: bool = False  # half of the user's full HP
    status: str = ""  # of STATUSES, put on the foe
    in_three: int = 3  # probability of the status, in thirds
    lays_rocks: bool = False
    clears_rocks: bool = False
    leaves: bool = False  # its user is then replaced by another creature


ATTACKS = (
    Attack("Fouet-Liane", "Vine Whip", "plant", 90, 25),
    Attack("Charge", "Tackle", "normal", 60, 35),
    Attack("Croissance", "Growth", "normal", 0, 10, own_attack=1.25),
    Attack("Vampigraine", "Leech Seed", "plant", 0, 20, status="leech"),
    Attack("Exuviation", "Shell Smash", "water", 0, 15, own_attack=1.5, own_defence=0.75),
    Attack("Ébullition", "Scald", "water", 80, 15, status="burn", in_three=1),
    Attack("Toxic", "Toxic", "normal", 0, 15, status="poison"),
    Attack("Coud'Boule", "Headbutt", "normal", 75, 15),
    Attack("Vive-Attaque", "Quick Attack", "normal", 70, 30, priority=1),
    Attack("Atterrissage", "Roost", "flying", 0, 5, heals=True),
    Attack("Rapace", "Brave Bird", "flying", 100, 10),
    Attack("Antibrume", "Defog", "flying", 0, 10, priority=-1, clears_rocks=True),
    Attack("Tonnerre", "Thunderbolt", "electric", 95, 15),
    Attack("Cage-Éclair", "Thunder Wave", "electric", 0, 20, status="paralysis"),
    Attack("Rugissement", "Growl", "normal", 0, 40, foe_attack=0.75),
    Attack("Change-Éclair", "Volt Switch", "electric", 70, 20, leaves=True),
    Attack("Mimi-Queue", "Tail Whip", "normal", 0, 15, foe_defence=0.75),
    Attack("Séisme", "Earthquake", "ground", 100, 10),
    Attack("Piège de Roc", "Stealth Rock", "ground", 0, 10, lays_rocks=True),
    Attack("Crocs Feu", "Fire Fang", "fire", 65, 15, status="burn", in_three=1),
    Attack("Danse Flammes", "Fire Spin", "fire", 35, 30, status="trap"),
    Attack("Tranche", "Slash", "normal", 70, 15),
    Attack("Groz'Yeux", "Leer", "normal", 0, 20, own_attack=1.25, foe_defence=0.75),
)


@dataclass(frozen=True)
class Creature:
    """A fighter: its strengths, and up to four attacks."""

    name: str  # canonical, and French
    english: str
    type: str
    attack: int
    defence: int
    hp: int
    speed: int
    attacks: tuple[str, ...]


CREATURES = (
    Creature("Bulbizarre", "Bulbasaur", "plant", 120, 120, 230, 110, ("Fouet-Liane", "Charge", "Croissance", "Vampigraine")),
    Creature("Carapuce", "Squirtle", "water", 120, 150, 230, 110, ("Exuviation", "Ébullition", "Toxic", "Coud'Boule")),
    Creature("Étourmi", "Starly", "flying", 130, 90, 220, 110, ("Vive-Attaque", "Atterrissage", "Rapace", "Antibrume")),
    Creature("Pikachu", "Pikachu", "electric", 130, 110, 210, 200, ("Tonnerre", "Cage-Éclair", "Rugissement", "Change-Éclair")),
    Creature("Osselait", "Cubone", "ground", 120, 200, 240, 95, ("Mimi-Queue", "Séisme", "Piège de Roc", "Coud'Boule")),
    Creature("Salamèche", "Charmander", "fire", 130, 110, 220, 150, ("Crocs Feu", "Danse Flammes", "Tranche", "Groz'Yeux")),
)

# --- number tables ---------------------------------------------------------------------------------------------------------

TEAM = 6  # the most creatures of one trainer
MOVES = 4  # the most attacks of one creature
NO_ATTACK = -1

STATUS_NAMES = [status.name for status in STATUSES]
ATTACK_NAMES = [attack.name for attack in ATTACKS]
BURN, POISON, LEECH, PARALYSIS, TRAP = (STATUS_NAMES.index(name) for name in ("burn", "poison", "leech", "paralysis", "trap"))
NO_STATUS = -1
ALL_STATUSES = len(STATUSES)

# Actions: the attacks come first.
EXHAUSTION = len(ATTACKS)
SEND = EXHAUSTION + 1  # + kind * TEAM + copy: send that creature in; a team may hold several copies of a kind

# Tables by [kind].
TYPE = np.array([TYPES.index(creature.type) for creature in CREATURES])
ATTACK = np.array([creature.attack for creature in CREATURES])
DEFENCE = np.array([creature.defence for creature in CREATURES])
FULL_HP = np.array([creature.hp for creature in CREATURES])
SPEED = np.array([creature.speed for creature in CREATURES])


def effect(attack_type: str, creature_type: str) -> float:
    """The multiplier of a type of attack on a type of creature."""
    return EFFECTS[creature_type][TYPES.index(attack_type)]


ROCKS_COST = np.array([creature.hp * ROCKS_PERCENT[effect(ROCKS_TYPE, creature.type)] // 100 for creature in CREATURES])
KNOWN = np.array(  # [kind, move]: the attack, or NO_ATTACK
    [[*map(ATTACK_NAMES.index, creature.attacks), *[NO_ATTACK] * (MOVES - len(creature.attacks))] for creature in CREATURES]
)
MOVE_OF = np.array(  # [kind, attack]: the move of the kind that is that attack
    [[creature.attacks.index(name) if name in creature.attacks else NO_ATTACK for name in ATTACK_NAMES] for creature in CREATURES]
)
IMMUNE = np.array([[creature.type == status.immune for status in STATUSES] for creature in CREATURES])  # [kind, status]
SAME_TYPE_TENTHS = np.array(  # [kind, attack]: 11 tenths if the attack has its user's type
    [[11 if attack.type == creature.type else 10 for attack in ATTACKS] for creature in CREATURES]
)

# Tables by [attack].
POWER_HALVES = np.array(  # [attack, type]: power times the effect on that type, in halves
    [[round(2 * attack.power * effect(attack.type, name)) for name in TYPES] for attack in ATTACKS]
)
FULL_PP = np.array([attack.pp for attack in ATTACKS])
PRIORITY = np.array([*(attack.priority for attack in ATTACKS), 0])  # [attack or EXHAUSTION]
SWITCH_PRIORITY = 1 + int(PRIORITY.max())
MULTIPLIERS = np.array(  # [attack, OWN or FOE, attack or defence]
    [[[attack.own_attack, attack.own_defence], [attack.foe_attack, attack.foe_defence]] for attack in ATTACKS], np.float64
)
CHANGES_BONUS = np.any(MULTIPLIERS != 1, axis=(1, 2))
HEALS = np.array([attack.heals for attack in ATTACKS])
GIVES = np.array([STATUS_NAMES.index(attack.status) if attack.status else NO_STATUS for attack in ATTACKS])
IN_THREE = np.array([attack.in_three for attack in ATTACKS])
LAYS_ROCKS = np.array([attack.lays_rocks for attack in ATTACKS])
CLEARS_ROCKS = np.array([attack.clears_rocks for attack in ATTACKS])
LEAVES = np.array([attack.leaves for attack in ATTACKS])

# Tables by [status].
TURNS = np.array([status.turns for status in STATUSES])
