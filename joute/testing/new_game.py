"""A small game to begin with, in one file: `joute game new`. The flags decide which parts of the template it has."""

import keyword
import re
from pathlib import Path

from joute.core.errors import BadSetting

TEMPLATE = Path(__file__).with_name("new_game.txt")


def new_game(name: str, hidden: bool, simultaneous: bool, chance: bool) -> str:
    """The source of a small game of that name and nature.

    >>> print(new_game("duel_of_cards", hidden=False, simultaneous=False, chance=False).splitlines()[0])
    \"\"\"Duel of cards: a small game of cards for two, made by `joute game new`. Change it into your own, a rule at a time.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadSetting("{name!r} cannot be the name of a game: it takes small letters, digits and _, and begins with a letter", name=name)
    flags = {"hidden": hidden, "simultaneous": simultaneous, "chance": chance}
    agent = ("smmcts" if simultaneous else "ismcts" if hidden else "mcts") + ":iterations=500"
    words = {
        "{name}": name,
        "{Name}": "".join(part.capitalize() for part in name.split("_")),
        "{title}": name.replace("_", " ").capitalize(),
        "{file}": f"{name}.py",
        "{agent}": agent,
    }
    text = chosen(TEMPLATE.read_text(encoding="utf-8"), flags)
    for placeholder, word in words.items():
        text = text.replace(placeholder, word)
    return text


def chosen(template: str, flags: dict[str, bool]) -> str:
    """The lines whose conditions hold: `#: flag`, `#: not flag`, `#: else` and `#: end` stand around them."""
    lines: list[str] = []
    conditions: list[bool] = []
    for line in template.splitlines():
        if not line.startswith("#: "):
            if all(conditions):
                lines.append(line)
        elif line == "#: end":
            conditions.pop()
        elif line == "#: else":
            conditions[-1] = not conditions[-1]
        else:
            *negated, flag = line.removeprefix("#: ").split()
            conditions.append(flags[flag] is not bool(negated))
    return "\n".join(lines) + "\n"
