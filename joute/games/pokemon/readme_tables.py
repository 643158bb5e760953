"""The tables of the READMEs, generated from the cards: `python -m joute.games.pokemon.readme_tables` writes them."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from joute.games.pokemon.creatures import ATTACK_NAMES, ATTACKS, CREATURES, EFFECTS, STATUSES, TYPES, Attack, Creature
from joute.games.pokemon.strings import card_name, effect_of, number
from joute.i18n import Language, say, use_language

FOLDER = Path(__file__).parent
READMES = {Language.en: FOLDER / "README.md", Language.fr: FOLDER / "README.fr.md"}


def creatures() -> str:
    """A row for every creature."""
    rows = [[_name(c), say(c.type), c.attack, c.defence, c.hp, c.speed, _known(c)] for c in CREATURES]
    return _table([say("creature"), say("type"), say("attack"), say("defence"), say("HP"), say("speed"), say("attacks")], rows)


def attacks() -> str:
    """A row for every attack."""
    rows = [[_name(attack), say(attack.type), attack.power, attack.pp, effect_of(attack)] for attack in ATTACKS]
    return _table([say("attack"), say("type"), say("power"), "PP", say("and")], rows)


def _name(card: Attack | Creature) -> str:
    """The name that people read, and the one in records if it differs."""
    return card.name if card_name(card) == card.name else f"{card.english} (`{card.name}`)"


def _known(creature: Creature) -> str:
    return " · ".join(card_name(ATTACKS[ATTACK_NAMES.index(name)]) for name in creature.attacks)


def effects() -> str:
    """Attack types across, creature types down."""
    rows: list[list[object]] = [[say(name), *map(number, row)] for name, row in EFFECTS.items()]
    return _table([say("on ↓ of →"), *map(say, TYPES)], rows)


def statuses() -> str:
    """Turns and immunities."""
    rows: list[list[object]] = [[say(one.name), one.turns, say(one.immune)] for one in STATUSES]
    return _table([say("status"), say("turns"), say("immune")], rows)


TABLES: dict[str, Callable[[], str]] = {"creatures": creatures, "attacks": attacks, "effects": effects, "statuses": statuses}


def _table(header: list[str], rows: list[list[object]]) -> str:
    lines: list[Sequence[object]] = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def rewritten(text: str, language: Language) -> str:
    """A README with every table between its marks regenerated."""
    for title, table in TABLES.items():
        marks = f"<!-- {title} -->", f"<!-- end of {title} -->"
        with use_language(language):
            text = re.sub(f"{marks[0]}.*?{marks[1]}", f"{marks[0]}\n{table()}\n{marks[1]}", text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    for language, file in READMES.items():
        file.write_text(rewritten(file.read_text(encoding="utf-8"), language), encoding="utf-8")
