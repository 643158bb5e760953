"""The tables of the READMEs, generated from the cards: `python -m joute.games.pokemon.readme_tables` writes them."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from joute.games.pokemon.creatures import ATTACK_NAMES, ATTACKS, CREATURES, EFFECTS, STATUSES, TYPES, Attack, Creature
from joute.games.pokemon.strings import card_name, effect_of, number, translated

READMES = {"en": Path(__file__).parent / "README.md", "fr": Path(__file__).parent / "README.fr.md"}


def creatures(language: str) -> str:
    """A row for every creature."""
    rows = [[_name(c, language), translated(c.type, language), c.attack, c.defence, c.hp, c.speed, _known(c, language)] for c in CREATURES]
    return _table(["creature", "type", "attack", "defence", "HP", "speed", "attacks"], rows, language)


def attacks(language: str) -> str:
    """A row for every attack."""
    rows = [
        [_name(attack, language), translated(attack.type, language), attack.power, attack.pp, effect_of(attack, language)]
        for attack in ATTACKS
    ]
    return _table(["attack", "type", "power", "PP", "and"], rows, language)


def _name(card: Attack | Creature, language: str) -> str:
    """The name that people read, and the one in records if it differs."""
    return card.name if language == "fr" or card.english == card.name else f"{card.english} (`{card.name}`)"


def _known(creature: Creature, language: str) -> str:
    return " · ".join(card_name(ATTACKS[ATTACK_NAMES.index(name)], language) for name in creature.attacks)


def effects(language: str) -> str:
    """Attack types across, creature types down."""
    rows: list[list[object]] = [[translated(name, language), *(number(value, language) for value in row)] for name, row in EFFECTS.items()]
    return _table(["on ↓ of →", *TYPES], rows, language)


def statuses(language: str) -> str:
    """Turns and immunities."""
    rows: list[list[object]] = [[translated(one.name, language), one.turns, translated(one.immune, language)] for one in STATUSES]
    return _table(["status", "turns", "immune"], rows, language)


TABLES: dict[str, Callable[[str], str]] = {"creatures": creatures, "attacks": attacks, "effects": effects, "statuses": statuses}


def _table(header: list[str], rows: list[list[object]], language: str) -> str:
    lines: list[Sequence[object]] = [[translated(word, language) for word in header], ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def rewritten(text: str, language: str) -> str:
    """A README with every table between its marks regenerated."""
    for title, table in TABLES.items():
        marks = f"<!-- {title} -->", f"<!-- end of {title} -->"
        text = re.sub(f"{marks[0]}.*?{marks[1]}", f"{marks[0]}\n{table(language)}\n{marks[1]}", text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    for language, file in READMES.items():
        file.write_text(rewritten(file.read_text(encoding="utf-8"), language), encoding="utf-8")
