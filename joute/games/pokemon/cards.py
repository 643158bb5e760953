"""The cards: creatures, attacks, statuses and types. A creature added here can be played.

A file can add more of them (`card_file`), for which the other modules are loaded once more (`variant`): `cards_of` says which cards a
package of these modules is made for. `readme_tables.py` prints the cards in the READMEs.
"""

from collections.abc import Mapping
from dataclasses import dataclass

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
    text_en: str = ""  # printed on the card instead of what the fields above say
    text_fr: str = ""


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


@dataclass(frozen=True)
class Cards:
    """The material of a battle."""

    types: tuple[str, ...]  # in the order of the columns of `effects`
    effects: Mapping[str, tuple[float, ...]]  # as EFFECTS
    attacks: tuple[Attack, ...]
    creatures: tuple[Creature, ...]


STANDARD = Cards(TYPES, EFFECTS, ATTACKS, CREATURES)
MADE_FOR: dict[str, Cards] = {}  # by package: the cards of a variant


def cards_of(package: str) -> Cards:
    """The cards that the modules of a package are made for."""
    return MADE_FOR.get(package, STANDARD)
