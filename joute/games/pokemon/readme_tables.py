"""The tables of the READMEs, made from the cards. Run it to write them anew: `python -m joute.games.pokemon.readme_tables`."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from joute.games.pokemon.cards import ATTACKS, CREATURES, EFFECTS, STATUSES, TYPES, Attack
from joute.games.pokemon.strings import number

READMES = {"en": Path(__file__).parent / "README.md", "fr": Path(__file__).parent / "README.fr.md"}

WORDS = {  # in French; numbers get a comma
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


def said(word: str, language: str) -> str:
    """The word in that language."""
    return WORDS.get(word, word) if language == "fr" else word


def creatures(language: str) -> str:
    """A row for every creature."""
    rows = [[c.name, said(c.type, language), c.attack, c.defence, c.hp, c.speed, " · ".join(c.attacks)] for c in CREATURES]
    return _table(["creature", "type", "attack", "defence", "HP", "speed", "attacks"], rows, language)


def attacks(language: str) -> str:
    """A row for every attack."""
    rows = [[attack.name, said(attack.type, language), attack.power, attack.pp, effect_of(attack, language)] for attack in ATTACKS]
    return _table(["attack", "type", "power", "PP", "and"], rows, language)


def effect_of(attack: Attack, language: str) -> str:
    """What an attack does besides damage, in words."""
    factors = {
        "own attack": attack.own_attack,
        "own defence": attack.own_defence,
        "foe's attack": attack.foe_attack,
        "foe's defence": attack.foe_defence,
    }
    words = [f"{said(what, language)} ×{number(factor, language)}" for what, factor in factors.items() if factor != 1]
    if attack.status:
        status = said(attack.status, language)
        words.append(status if attack.in_three == 3 else f"{status}, {attack.in_three} {said('time in 3', language)}")
    flags = {
        "heals half of its user's full HP": attack.heals,
        "rocks on the foe's side": attack.lays_rocks,
        "removes the rocks on its own side": attack.clears_rocks,
        "then its user leaves": attack.leaves,
        "acts before other attacks": attack.priority > 0,
        "acts after other attacks": attack.priority < 0,
    }
    return ", ".join([*words, *(said(what, language) for what, true in flags.items() if true)])


def effects(language: str) -> str:
    """Attack types across, creature types down."""
    rows: list[list[object]] = [[said(name, language), *(number(value, language) for value in row)] for name, row in EFFECTS.items()]
    return _table(["on ↓ of →", *TYPES], rows, language)


def statuses(language: str) -> str:
    """Turns and immunities."""
    rows: list[list[object]] = [[said(one.name, language), one.turns, said(one.immune, language)] for one in STATUSES]
    return _table(["status", "turns", "immune"], rows, language)


TABLES: dict[str, Callable[[str], str]] = {"creatures": creatures, "attacks": attacks, "effects": effects, "statuses": statuses}


def _table(header: list[str], rows: list[list[object]], language: str) -> str:
    lines: list[Sequence[object]] = [[said(word, language) for word in header], ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def rewritten(text: str, language: str) -> str:
    """A README with every table between its marks made anew."""
    for title, table in TABLES.items():
        marks = f"<!-- {title} -->", f"<!-- end of {title} -->"
        text = re.sub(f"{marks[0]}.*?{marks[1]}", f"{marks[0]}\n{table(language)}\n{marks[1]}", text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    for language, file in READMES.items():
        file.write_text(rewritten(file.read_text(encoding="utf-8"), language), encoding="utf-8")
