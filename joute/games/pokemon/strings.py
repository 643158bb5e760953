"""Words of Pokémon: phrases, names of creatures and actions, and texts of the cards."""

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import NamedTuple, TypedDict, Unpack

from joute.core.seat_names import placeholder
from joute.games.pokemon.battlefield import seat_of
from joute.games.pokemon.cards import ROCKS_TURNS, STATUSES, Attack, Creature
from joute.games.pokemon.creatures import (
    ATTACKS,
    CREATURES,
    EFFECTS,
    EXHAUSTION,
    SEND,
    TEAM,
    TYPES,
)
from joute.games.pokemon.state import PokemonState
from joute.i18n import (
    Language,
    Sentence,
    current_language,
    decimal,
    in_every_language,
    names_are_canonical,
    say,
    say_in_every_language,
)

PHRASES: dict[str, Sentence] = {
    # events
    "sends": "{player} sends {name}",
    "rocks hurt": "the rocks cost it {lost} HP",
    "rocks fell": "the rocks cost it {lost} HP and it is knocked out",
    "uses": "{name} uses {attack}",
    "loses": "{name} loses {lost} HP",
    "falls": "{name} loses {lost} HP and is knocked out",
    "gains": "{name} regains {gained} HP",
    "attack bonus": "{name}'s attack is now ×{bonus}",
    "defence bonus": "{name}'s defence is now ×{bonus}",
    "gets": "{name} is {status}",
    "rocks": "rocks lie on {player}'s side",
    "rocks gone": "the rocks on {player}'s side are gone",
    "nothing": "no effect",
    "very effective": "very effective",
    "not very effective": "not very effective",
    "bites": "{harm}",
    "held back": "{name} is paralysed and cannot act",
    "exhausted": "{name} is exhausted",
    "over": "{name} is no longer {status}",
    "acts first": "By a coin, {name} acts first",
    "bitten first": "By a coin, {name} suffers first",
    "turn": "Turn {turn} begins",
    # what is awaited
    "leads awaited": "Both trainers choose a lead",
    "choices awaited": "Both trainers choose an attack or a switch",
    "replacement awaited": "{player} chooses who comes in",
    "coin awaited": "A coin decides who is first",
    "die awaited": "A die decides",
    "wins": "{player} wins",
    "draw": "A draw",
}
ELIDED = re.compile(r"\bde (?=[AEIOUÉÈ])")


class Name(NamedTuple):
    """A creature's name; with its trainer if the foe has the same name."""

    kind: int
    copy: int
    trainer: int | None = None

    @property
    def canonical(self) -> str:
        """The name in records."""
        return creature_name(self.kind, self.copy)

    def __str__(self) -> str:
        """The name that people read."""
        text = local_creature_name(self.kind, self.copy)
        return text if self.trainer is None else say("{player}'s {name}", player=placeholder(self.trainer), name=text)


class PhraseValues(TypedDict, total=False):
    """The placeholders of phrases."""

    name: Name
    seat: int
    attack: int
    lost: int
    gained: int
    bonus: float
    status: int
    turn: int


def phrase(key: str, **values: Unpack[PhraseValues]) -> str:
    """A phrase with its placeholders filled by names, statuses and numbers."""
    return _filled(current_language(), names_are_canonical(), key, **values)


@lru_cache(maxsize=8192)  # every viewer reads the same
def _filled(language: Language, canonical: bool, key: str, **values: Unpack[PhraseValues]) -> str:
    filled: dict[str, object] = dict(values)
    if "seat" in values:
        filled["player"] = placeholder(values["seat"])
    if "attack" in values:
        filled["attack"] = card_name(ATTACKS[values["attack"]])
    if "bonus" in values:
        filled["bonus"] = number(values["bonus"])
    if "status" in values:
        status = STATUSES[values["status"]]
        filled |= {"status": say(status.adjective), "harm": say(status.name).capitalize()}
    text = say(PHRASES[key], **filled)
    return ELIDED.sub("d'", text) if "bonus" in values and language is Language.fr else text


def number(value: float) -> str:
    """A factor with at most two decimals."""
    return decimal(f"{value:.2f}".rstrip("0").rstrip("."))


def card_name(card: Attack | Creature) -> str:
    """The name on a card that people read."""
    return card.english if current_language() is Language.en and not names_are_canonical() else card.name


def creature_name(kind: int, copy: int) -> str:
    """The canonical name of a creature; the second of its kind has the number 2."""
    return _numbered(CREATURES[kind].name, copy)


def local_creature_name(kind: int, copy: int) -> str:
    """The name of a creature that people read."""
    return _numbered(card_name(CREATURES[kind]), copy)


def _numbered(name: str, copy: int) -> str:
    return f"{name} {copy + 1}" if copy else name


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


def local_action_name(action: int) -> str:
    """The name of an action that people read."""
    if action < EXHAUSTION:
        return card_name(ATTACKS[action])
    return say("exhaustion") if action == EXHAUSTION else say("send {name}", name=local_creature_name(*divmod(action - SEND, TEAM)))


# --- cards ------------------------------------------------------------------------------------------------------------------


def effect_of(attack: Attack) -> str:
    """What an attack does besides damage, as text."""
    printed = attack.text_fr if current_language() is Language.fr else attack.text_en
    if printed:
        return printed
    factors = {
        say("own attack"): attack.own_attack,
        say("own defence"): attack.own_defence,
        say("foe's attack"): attack.foe_attack,
        say("foe's defence"): attack.foe_defence,
    }
    words = [f"{what} ×{number(factor)}" for what, factor in factors.items() if factor != 1]
    if attack.status:
        status = say(attack.status)
        words.append(status if attack.in_three == 3 else say("{status}, {n} time in 3", status=status, n=attack.in_three))
    flags = {
        say("heals half of its user's full HP"): attack.heals,
        say("rocks on the foe's side"): attack.lays_rocks,
        say("removes the rocks on its own side"): attack.clears_rocks,
        say("then its user leaves"): attack.leaves,
        say("acts before other attacks"): attack.priority > 0,
        say("acts after other attacks"): attack.priority < 0,
    }
    return ", ".join([*words, *(what for what, true in flags.items() if true)])


def cards() -> dict[str, Mapping[str, object]]:
    """What is printed on the cards, for a client that draws them: creatures, attacks, types, their effects, and statuses."""
    return {
        "creatures": {
            creature.name: {
                "title": in_every_language(partial(card_name, creature)),
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
                "title": in_every_language(partial(card_name, attack)),
                "type": attack.type,
                "power": attack.power,
                "pp": attack.pp,
                "text": in_every_language(partial(effect_of, attack)),
            }
            for attack in ATTACKS
        },
        "types": {name: say_in_every_language(name) for name in TYPES},
        "effect": {name: dict(zip(TYPES, map(float, row), strict=True)) for name, row in EFFECTS.items()},
        "statuses": {status.name: {**say_in_every_language(status.name), "turns": status.turns} for status in STATUSES},
        "rocks": {"turns": ROCKS_TURNS},
    }
