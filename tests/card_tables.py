"""The tables of cards in the rules of Love Letter and Pokémon, and in Pokémon's README, from what the games declare."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from joute.games import love_letter, pokemon
from joute.games.love_letter.cards import COPIES, KINDS
from joute.games.love_letter.options import TOKENS_TO_WIN
from joute.games.love_letter.strings import EFFECTS as EFFECT_TEXTS
from joute.games.love_letter.strings import NAMES
from joute.games.pokemon.cards import STATUSES, Attack, Creature
from joute.games.pokemon.creatures import (
    ATTACK_NAMES,
    ATTACKS,
    CREATURES,
    EFFECTS,
    TYPES,
)
from joute.games.pokemon.strings import card_name, effect_of, number
from joute.i18n import Language, say, use_language

HEADINGS = {
    "cards": {"en": ["number", "card", "what it does"], "fr": ["valeur", "carte", "effet"]},
    "tokens": {"en": ["players"], "fr": ["joueurs"]},
    "creatures": {
        "en": ["creature", "type", "attack", "defence", "HP", "speed", "attacks"],
        "fr": ["créature", "type", "attaque", "défense", "PV", "vitesse", "attaques"],
    },
    "attacks": {"en": ["attack", "type", "power", "PP", "and"], "fr": ["attaque", "type", "puissance", "PP", "et"]},
    "effects": {"en": ["on ↓ of →"], "fr": ["sur ↓ de →"]},
    "statuses": {"en": ["effect", "turns", "never on"], "fr": ["effet", "tours", "jamais sur"]},
}


def cards(language: Language) -> str:
    """Every card of Love Letter with its copies and what it does."""
    rows = [[kind, f"**{say(NAMES[kind])}** ×{COPIES[kind]}", say(EFFECT_TEXTS[kind])] for kind in range(KINDS)]
    return _table(HEADINGS["cards"][language], rows)


def tokens(language: Language) -> str:
    """The tokens that win, by the number of players."""
    wanted = {"en": "tokens to win", "fr": "jetons pour gagner"}[language]
    return _table([*HEADINGS["tokens"][language], *TOKENS_TO_WIN], [[wanted, *TOKENS_TO_WIN.values()]])


def creatures(language: Language, *, canonical: bool = False) -> str:
    """A row for every creature."""
    rows = [[_name(c, canonical), say(c.type), c.attack, c.defence, c.hp, c.speed, _known(c)] for c in CREATURES]
    return _table(HEADINGS["creatures"][language], rows)


def attacks(language: Language, *, canonical: bool = False) -> str:
    """A row for every attack; one without power does no damage."""
    rows = [[_name(attack, canonical), say(attack.type), attack.power or "–", attack.pp, effect_of(attack)] for attack in ATTACKS]
    return _table(HEADINGS["attacks"][language], rows)


def effects(language: Language) -> str:
    """Attack types across, creature types down."""
    return _table([*HEADINGS["effects"][language], *map(say, TYPES)], [[say(name), *map(number, row)] for name, row in EFFECTS.items()])


def statuses(language: Language) -> str:
    """Turns and immunities."""
    return _table(HEADINGS["statuses"][language], [[say(one.name), one.turns, say(one.immune)] for one in STATUSES])


def _name(card: Attack | Creature, canonical: bool) -> str:
    """The name that people read, and for developers the one in records if it differs."""
    return f"{card_name(card)} (`{card.name}`)" if canonical and card_name(card) != card.name else card_name(card)


def _known(creature: Creature) -> str:
    return " · ".join(card_name(ATTACKS[ATTACK_NAMES.index(name)]) for name in creature.attacks)


def _table(heading: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def _in(language: Language, make: Callable[..., str], **options: bool) -> str:
    with use_language(language):
        return make(language, **options)


def _tables(language: Language, *makers: Callable[..., str]) -> dict[str, Callable[[], str]]:
    return {make.__name__: partial(_in, language, make) for make in makers}


CARD_TABLES: dict[Path, dict[str, Callable[[], str]]] = {
    **{love_letter.DEFINITION.folder / f"rules.{one}.md": _tables(one, cards, tokens) for one in Language},
    **{pokemon.DEFINITION.folder / f"rules.{one}.md": _tables(one, creatures, attacks, effects, statuses) for one in Language},
    pokemon.DEFINITION.folder / "README.md": {
        "creatures": partial(_in, Language.en, creatures, canonical=True),
        "attacks": partial(_in, Language.en, attacks, canonical=True),
        **_tables(Language.en, effects, statuses),
    },
}
