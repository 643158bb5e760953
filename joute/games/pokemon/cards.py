"""Creatures, attacks, statuses and types: everything that could be printed on cards. Add a creature here and it can be played.

The rules read these cards through the number tables of `tables.py`, the README prints them through `handbook.py`.
"""

from dataclasses import dataclass

TYPES = {  # name: French name; the order is that of the columns of EFFECTS
    "flying": "vol",
    "ground": "sol",
    "fire": "feu",
    "plant": "plante",
    "water": "eau",
    "normal": "normal",
    "electric": "électrique",
}

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
    """Something that stays with a creature for so many turns on the field."""

    name: str
    turns: int
    english: str  # what a creature is that has it
    french: str
    french_name: str
    immune: str = ""  # creatures of this type never get it


STATUSES = (  # in the order in which they bite
    Status("burn", 6, "burnt", "brûlé", "brûlure"),
    Status("poison", 4, "poisoned", "empoisonné", "poison"),
    Status("leech", 5, "leeched", "vampirisé", "vampigraine", immune="plant"),
    Status("paralysis", 10, "paralysed", "paralysé", "paralysie", immune="electric"),
    Status("trap", 6, "trapped", "emprisonné", "emprisonnement"),
)

ROCKS_TURNS = 30
ROCKS_TYPE = "ground"
ROCKS_PERCENT = {2: 18, 1: 12, 0.5: 6, 0: 0}  # of the newcomer's full HP, by the effect of ROCKS_TYPE on it
EXHAUSTION_COST = 50  # HP


@dataclass(frozen=True)
class Attack:
    """What a creature can do; a multiplier of 1 changes nothing."""

    name: str
    type: str
    power: int
    pp: int  # how often it can be used
    priority: int = 0  # higher acts earlier, whatever the speeds
    own_attack: float = 1
    own_defence: float = 1
    foe_attack: float = 1
    foe_defence: float = 1
    heals: bool = False  # half of the user's full HP
    status: str = ""  # of STATUSES, put on the foe
    in_three: int = 3  # the status comes so many times in three
    lays_rocks: bool = False
    clears_rocks: bool = False
    leaves: bool = False  # its user then makes room for another creature


ATTACKS = (
    Attack("Fouet-Liane", "plant", 90, 25),
    Attack("Charge", "normal", 60, 35),
    Attack("Croissance", "normal", 0, 10, own_attack=1.25),
    Attack("Vampigraine", "plant", 0, 20, status="leech"),
    Attack("Exuviation", "water", 0, 15, own_attack=1.5, own_defence=0.75),
    Attack("Ébullition", "water", 80, 15, status="burn", in_three=1),
    Attack("Toxic", "normal", 0, 15, status="poison"),
    Attack("Coud'Boule", "normal", 75, 15),
    Attack("Vive-Attaque", "normal", 70, 30, priority=1),
    Attack("Atterrissage", "flying", 0, 5, heals=True),
    Attack("Rapace", "flying", 100, 10),
    Attack("Antibrume", "flying", 0, 10, priority=-1, clears_rocks=True),
    Attack("Tonnerre", "electric", 95, 15),
    Attack("Cage-Éclair", "electric", 0, 20, status="paralysis"),
    Attack("Rugissement", "normal", 0, 40, foe_attack=0.75),
    Attack("Change-Éclair", "electric", 70, 20, leaves=True),
    Attack("Mimi-Queue", "normal", 0, 15, foe_defence=0.75),
    Attack("Séisme", "ground", 100, 10),
    Attack("Piège de Roc", "ground", 0, 10, lays_rocks=True),
    Attack("Crocs Feu", "fire", 65, 15, status="burn", in_three=1),
    Attack("Danse Flammes", "fire", 35, 30, status="trap"),
    Attack("Tranche", "normal", 70, 15),
    Attack("Groz'Yeux", "normal", 0, 20, foe_attack=1.25, foe_defence=0.75),
)


@dataclass(frozen=True)
class Creature:
    """A fighter: its strengths, and up to four attacks."""

    name: str
    type: str
    attack: int
    defence: int
    hp: int
    speed: int
    attacks: tuple[str, ...]


CREATURES = (
    Creature("Bulbizarre", "plant", 120, 120, 230, 110, ("Fouet-Liane", "Charge", "Croissance", "Vampigraine")),
    Creature("Carapuce", "water", 120, 150, 230, 110, ("Exuviation", "Ébullition", "Toxic", "Coud'Boule")),
    Creature("Étourmi", "flying", 130, 90, 220, 110, ("Vive-Attaque", "Atterrissage", "Rapace", "Antibrume")),
    Creature("Pikachu", "electric", 130, 110, 210, 200, ("Tonnerre", "Cage-Éclair", "Rugissement", "Change-Éclair")),
    Creature("Osselait", "ground", 120, 200, 240, 95, ("Mimi-Queue", "Séisme", "Piège de Roc", "Coud'Boule")),
    Creature("Salamèche", "fire", 130, 110, 220, 150, ("Crocs Feu", "Danse Flammes", "Tranche", "Groz'Yeux")),
)
