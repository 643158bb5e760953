"""The tables of the README, made from the cards. Run it to write them anew: `python -m joute.games.pokemon.handbook`."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from joute.games.pokemon.data import ATTACKS, CREATURES, EFFECTS, STATUSES, TYPES
from joute.games.pokemon.printed import english

README = Path(__file__).parent / "README.md"


def creatures() -> str:
    """A row for every creature."""
    rows = [[c.name, c.type, c.attack, c.defence, c.hp, c.speed, " · ".join(c.attacks)] for c in CREATURES]
    return _table(["creature", "type", "attack", "defence", "HP", "speed", "attacks"], rows)


def attacks() -> str:
    """A row for every attack."""
    rows = [[attack.name, attack.type, attack.power, attack.pp, english(attack)] for attack in ATTACKS]
    return _table(["attack", "type", "power", "PP", "and"], rows)


def effects() -> str:
    """Attack types across, creature types down."""
    return _table(["on ↓ of →", *TYPES], [[name, *(f"{value:g}" for value in row)] for name, row in EFFECTS.items()])


def statuses() -> str:
    """Turns and immunities."""
    return _table(["status", "turns", "immune"], [[status.name, status.turns, status.immune] for status in STATUSES])


TABLES: dict[str, Callable[[], str]] = {"creatures": creatures, "attacks": attacks, "effects": effects, "statuses": statuses}


def _table(header: list[str], rows: list[list[object]]) -> str:
    lines: list[Sequence[object]] = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def rewritten(text: str) -> str:
    """The README with every table between its marks made anew."""
    for title, table in TABLES.items():
        marks = f"<!-- {title} -->", f"<!-- end of {title} -->"
        text = re.sub(f"{marks[0]}.*?{marks[1]}", f"{marks[0]}\n{table()}\n{marks[1]}", text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    README.write_text(rewritten(README.read_text(encoding="utf-8")), encoding="utf-8")
