"""Words of Pokémon in English and French: phrases, names of creatures and actions, and texts of the cards."""

from collections.abc import Mapping
from typing import NamedTuple, TypedDict, Unpack

from joute.games.pokemon.battlefield import seat_of
from joute.games.pokemon.creatures import (
    ATTACKS,
    CREATURES,
    EFFECTS,
    EXHAUSTION,
    ROCKS_TURNS,
    SEND,
    STATUSES,
    TEAM,
    TYPES,
    Attack,
    Creature,
)
from joute.games.pokemon.state import PokemonState
from joute.i18n import names_are_canonical

LANGUAGES = ("en", "fr")

PHRASES: dict[str, tuple[str, str]] = {  # English, French
    # events
    "sends": ("Trainer {seat} sends {name}", "Le dresseur {seat} envoie {name}"),
    "rocks hurt": ("the rocks cost it {lost} HP", "les rochers lui coûtent {lost} PV"),
    "rocks fell": ("the rocks cost it {lost} HP and it is knocked out", "les rochers lui coûtent {lost} PV et le mettent K.O."),
    "uses": ("{name} uses {attack}", "{name} utilise {attack}"),
    "loses": ("{name} loses {lost} HP", "{name} perd {lost} PV"),
    "falls": ("{name} loses {lost} HP and is knocked out", "{name} perd {lost} PV et est K.O."),
    "gains": ("{name} regains {gained} HP", "{name} regagne {gained} PV"),
    "attack bonus": ("{whose} attack is now ×{bonus}", "attaque {of} ×{bonus}"),
    "defence bonus": ("{whose} defence is now ×{bonus}", "défense {of} ×{bonus}"),
    "gets": ("{name} is {status}", "{name} est {status}"),
    "rocks": ("rocks lie on trainer {seat}'s side", "des rochers jonchent le côté du dresseur {seat}"),
    "rocks gone": ("the rocks on trainer {seat}'s side are gone", "les rochers du côté du dresseur {seat} ont disparu"),
    "nothing": ("no effect", "sans effet"),
    "bites": ("{harm}", "{harm}"),
    "held back": ("{name} is paralysed and cannot act", "{name} est paralysé et ne peut agir"),
    "exhausted": ("{name} is exhausted", "{name} est épuisé"),
    "over": ("{name} is no longer {status}", "{name} n'est plus {status}"),
    "acts first": ("By a coin, {name} acts first", "À pile ou face, {name} agit en premier"),
    "bitten first": ("By a coin, {name} suffers first", "À pile ou face, {name} souffre en premier"),
    "turn": ("Turn {turn} begins", "Le tour {turn} commence"),
    # what is awaited
    "leads awaited": ("Both trainers choose a lead", "Les deux dresseurs choisissent leur premier combattant"),
    "choices awaited": ("Both trainers choose an attack or a switch", "Les deux dresseurs choisissent une attaque ou un changement"),
    "replacement awaited": ("Trainer {seat} chooses who comes in", "Le dresseur {seat} choisit qui entre"),
    "coin awaited": ("A coin decides who is first", "Une pièce décide qui passe en premier"),
    "die awaited": ("A die decides", "Un dé décide"),
    "wins": ("Trainer {seat} wins", "Le dresseur {seat} gagne"),
    "draw": ("A draw", "Match nul"),
    # the picture
    "turn of": ("Turn {turn} of {limit}", "Tour {turn} sur {limit}"),
    "trainer": ("Trainer {seat}", "Dresseur {seat}"),
    "you": ("you", "vous"),
    "rocks left": ("rocks for {turns} turns", "rochers pour {turns} tours"),
    "announced": ("chose {action}", "a choisi {action}"),
    "leaves": ("makes room next", "laissera sa place"),
    "knocked out": ("knocked out", "K.O."),
    "attack": ("attack ×{bonus}", "attaque ×{bonus}"),
    "defence": ("defence ×{bonus}", "défense ×{bonus}"),
}

CARD_WORDS = {  # English: French
    "creature": "créature",
    "attack": "attaque",
    "defence": "défense",
    "HP": "PV",
    "speed": "vitesse",
    "attacks": "attaques",
    "power": "puissance",
    "and": "et",
    "own attack": "sa propre attaque",
    "own defence": "sa propre défense",
    "foe's attack": "attaque adverse",
    "foe's defence": "défense adverse",
    "time in 3": "fois sur 3",
    "heals half of its user's full HP": "soigne la moitié de ses PV",
    "rocks on the foe's side": "rochers du côté adverse",
    "removes the rocks on its own side": "enlève les rochers de son côté",
    "then its user leaves": "puis laisse sa place",
    "acts before other attacks": "agit avant les autres attaques",
    "acts after other attacks": "agit après les autres attaques",
    "on ↓ of →": "sur ↓ de →",
    "status": "altération",
    "turns": "tours",
    "immune": "ne touche pas",
    **TYPES,
    **{status.name: status.french_name for status in STATUSES},
}


class Name(NamedTuple):
    """A creature's name; with its trainer if the foe has the same name."""

    kind: int
    copy: int
    trainer: int | None = None

    @property
    def canonical(self) -> str:
        """The name in records."""
        return creature_name(self.kind, self.copy)

    def text_in(self, language: str) -> str:
        """The name in a language."""
        text = creature_name(self.kind, self.copy, language)
        return text if self.trainer is None else f"{text} ({'dresseur' if language == 'fr' else 'trainer'} {self.trainer})"


class PhraseValues(TypedDict, total=False):
    """The placeholders of phrases."""

    name: Name
    seat: int
    action: int
    attack: int
    lost: int
    gained: int
    bonus: float
    status: int
    turn: int
    turns: int
    limit: int


def phrase(key: str, language: str, **values: Unpack[PhraseValues]) -> str:
    """A phrase with its placeholders filled by names, statuses and numbers in the language."""
    filled: dict[str, object] = dict(values)
    if "name" in values:
        text = values["name"].text_in(language)
        filled |= {"name": text, "whose": f"{text}'s", "of": f"d'{text}" if text[0] in "AEIOUÉÈ" else f"de {text}"}
    if "action" in values:
        filled["action"] = local_action_name(values["action"], language)
    if "attack" in values:
        filled["attack"] = card_name(ATTACKS[values["attack"]], language)
    if "bonus" in values:
        filled["bonus"] = number(values["bonus"], language)
    if "status" in values:
        status = STATUSES[values["status"]]
        filled["status"] = status.french if language == "fr" else status.english
        filled["harm"] = (status.french_name if language == "fr" else status.name).capitalize()
    return PHRASES[key][LANGUAGES.index(language) if language in LANGUAGES else 0].format(**filled)


def number(value: float, language: str) -> str:
    """A factor with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if language == "fr" else text


def card_name(card: Attack | Creature, language: str) -> str:
    """The name on a card, which is canonical in French."""
    return card.english if language == "en" and not names_are_canonical() else card.name


def creature_name(kind: int, copy: int, language: str = "fr") -> str:
    """The name on the card; the second of its kind has the number 2."""
    return card_name(CREATURES[kind], language) + (f" {copy + 1}" if copy else "")


def name_of(state: PokemonState, creature: int) -> Name:
    """The name of a creature in play."""
    return Name(*divmod(state.sends[creature] - SEND, TEAM))


def name_in_sentence(state: PokemonState, creature: int) -> Name:
    """The name of a creature in a sentence, distinguished from a foe of the same name."""
    seat, name = seat_of(creature), name_of(state, creature)
    opposite = state.active[1 - seat]
    return name._replace(trainer=seat if opposite >= 0 and name_of(state, opposite) == name else None)


def action_name(action: int) -> str:
    """The canonical name of an action."""
    if action < EXHAUSTION:
        return ATTACKS[action].name
    return "exhaustion" if action == EXHAUSTION else f"send {creature_name(*divmod(action - SEND, TEAM))}"


def local_action_name(action: int, language: str) -> str:
    """The name of an action that people read."""
    if action < EXHAUSTION:
        return card_name(ATTACKS[action], language)
    if action == EXHAUSTION:
        return "épuisement" if language == "fr" else "exhaustion"
    return f"{'envoyer' if language == 'fr' else 'send'} {creature_name(*divmod(action - SEND, TEAM), language)}"


# --- cards ------------------------------------------------------------------------------------------------------------------


def translated(word: str, language: str) -> str:
    """A word of the cards in a language."""
    return CARD_WORDS.get(word, word) if language == "fr" else word


def effect_of(attack: Attack, language: str) -> str:
    """What an attack does besides damage, as text."""
    factors = {
        "own attack": attack.own_attack,
        "own defence": attack.own_defence,
        "foe's attack": attack.foe_attack,
        "foe's defence": attack.foe_defence,
    }
    words = [f"{translated(what, language)} ×{number(factor, language)}" for what, factor in factors.items() if factor != 1]
    if attack.status:
        status = translated(attack.status, language)
        words.append(status if attack.in_three == 3 else f"{status}, {attack.in_three} {translated('time in 3', language)}")
    flags = {
        "heals half of its user's full HP": attack.heals,
        "rocks on the foe's side": attack.lays_rocks,
        "removes the rocks on its own side": attack.clears_rocks,
        "then its user leaves": attack.leaves,
        "acts before other attacks": attack.priority > 0,
        "acts after other attacks": attack.priority < 0,
    }
    return ", ".join([*words, *(translated(what, language) for what, true in flags.items() if true)])


def cards() -> dict[str, Mapping[str, object]]:
    """What is printed on the cards, for a client that draws them: creatures, attacks, types, their effects, and statuses."""
    return {
        "creatures": {
            creature.name: {
                "title": {language: card_name(creature, language) for language in LANGUAGES},
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
                "title": {language: card_name(attack, language) for language in LANGUAGES},
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
