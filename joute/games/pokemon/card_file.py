"""More cards from a TOML file: creatures, attacks and types beside those of the game."""

import dataclasses
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from joute.core.errors import BadSetting, known, system_reason
from joute.core.game import plain_name
from joute.games.pokemon.cards import STANDARD, STATUSES, Attack, Cards, Creature

LARGEST = 64_000  # characters of a file
SECTIONS = ("attacks", "creatures", "types")
MULTIPLIERS = (0.0, 0.5, 1.0, 2.0)  # of a type's attacks on another type
LIMITS: Mapping[str, tuple[float, float]] = {  # of the numbers on a card
    "power": (0, 300),
    "pp": (1, 60),
    "priority": (-3, 3),
    "in_three": (1, 3),
    "own_attack": (0.25, 4),
    "own_defence": (0.25, 4),
    "foe_attack": (0.25, 4),
    "foe_defence": (0.25, 4),
    "attack": (10, 500),
    "defence": (10, 500),
    "hp": (10, 999),
    "speed": (1, 500),
}
MOST_ATTACKS = 4  # of a creature


def text_of(given: str) -> str:
    """The cards as text, from a file or as an option of a record has them."""
    if "\n" in given:
        return given
    if not given.endswith(".toml"):
        raise BadSetting("{file}: cards are read from a file whose name ends in .toml", file=given)
    try:
        text = Path(given).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadSetting("{file}: not a text in UTF-8", file=given) from None
    except OSError as error:
        raise BadSetting("{file}: {reason}", file=given, reason=system_reason(error)) from None
    return text if text.endswith("\n") else text + "\n"


def read_cards(text: str, file: str) -> Cards:
    """The standard cards and those of a text; a sentence with the line if something in it is wrong."""
    if len(text) > LARGEST:
        raise BadSetting("{file}: longer than {most} characters", file=file, most=LARGEST)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetting("{file}: not TOML: {error}", file=file, error=error) from None
    source = CardSource(text, file)
    for section in found:
        if section not in SECTIONS:
            raise source.located(
                section, 0, "", BadSetting("there is no section {name!r}; there are: {names}", name=section, names=known(SECTIONS))
            )
    tables = {section: source.tables(section, found.get(section, [])) for section in SECTIONS}
    types, effects = source.types(tables["types"])
    attacks = source.attacks(tables["attacks"], types)
    return Cards(types, effects, attacks, source.creatures(tables["creatures"], types, attacks))


class CardSource:
    """The text of a file, to name the line of what is wrong in it."""

    def __init__(self, text: str, file: str) -> None:
        self.lines, self.file = text.splitlines(), file

    def located(self, section: str, index: int, key: str, error: BadSetting) -> BadSetting:
        """The error with the file and the line."""
        return BadSetting("{file}, line {line}: {error}", file=self.file, line=self.line(section, index, key), error=error)

    def line(self, section: str, index: int, key: str) -> int:
        """The line of a key in the table of that number within a section; that of the table without the key."""
        name = re.escape(section)
        heads = [number for number, line in enumerate(self.lines) if re.match(rf"\s*\[+\s*{name}\b|{name}\s*=", line)]
        head = heads[min(index, len(heads) - 1)] if heads else 0
        for number in range(head + 1, len(self.lines)):
            if self.lines[number].lstrip().startswith("["):
                break
            if key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", self.lines[number]):
                return number + 1
        return head + 1

    def tables(self, section: str, found: object) -> list[dict[str, Any]]:
        """The tables of a section."""
        if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
            raise self.located(section, 0, "", BadSetting("write each of the {section} as a table [[{section}]]", section=section))
        assert isinstance(found, list)
        return found

    # --- sections --------------------------------------------------------------------------------------------------------------

    def types(self, tables: list[dict[str, Any]]) -> tuple[tuple[str, ...], dict[str, tuple[float, ...]]]:
        """All types, and the effects of the attacks of each on every other."""
        types = list(STANDARD.types)
        for index, table in enumerate(tables):
            self.check_keys("types", index, table, {"name", "takes", "deals"}, {"name"})
            self.check_new("types", index, table["name"], types)
            types.append(table["name"])
        effects = {name: dict.fromkeys(types, 1.0) for name in types}  # [on a creature of that type][of an attack of that type]
        for name, row in STANDARD.effects.items():
            effects[name].update(zip(STANDARD.types, row, strict=True))
        for index, table in enumerate(tables):
            for key in ("takes", "deals"):
                for other, multiplier in self.multipliers(index, table, key, types).items():
                    on, of = (table["name"], other) if key == "takes" else (other, table["name"])
                    effects[on][of] = multiplier
        return tuple(types), {name: tuple(row[of] for of in types) for name, row in effects.items()}

    def multipliers(self, index: int, table: dict[str, Any], key: str, types: list[str]) -> dict[str, float]:
        """What a new type takes from others, or deals to them."""
        found = table.get(key, {})
        if not isinstance(found, dict):
            raise self.located("types", index, key, BadSetting("{key} must say fire = 2, water = 0.5 and the like between braces", key=key))
        for other, multiplier in found.items():
            if other not in types:
                raise self.located(
                    "types", index, key, BadSetting("no type is called {name!r}; there are: {names}", name=other, names=known(types))
                )
            if isinstance(multiplier, bool) or multiplier not in MULTIPLIERS:
                raise self.located(
                    "types", index, key, BadSetting("{name} is {value}; it must be 0, 0.5, 1 or 2", name=other, value=multiplier)
                )
        return {other: float(multiplier) for other, multiplier in found.items()}

    def attacks(self, tables: list[dict[str, Any]], types: tuple[str, ...]) -> tuple[Attack, ...]:
        """All attacks."""
        attacks, statuses = list(STANDARD.attacks), [status.name for status in STATUSES]
        for index, table in enumerate(tables):
            values = self.card("attacks", index, table, Attack, {"name", "type", "power", "pp"})
            self.check_new("attacks", index, values["name"], [attack.name for attack in attacks] + [attack.english for attack in attacks])
            self.check_type("attacks", index, values["type"], types)
            if values.get("status") and values["status"] not in statuses:
                unknown = BadSetting("no status is called {name!r}; there are: {names}", name=values["status"], names=known(statuses))
                raise self.located("attacks", index, "status", unknown)
            attacks.append(Attack(**{"english": values["name"], **values}))
        return tuple(attacks)

    def creatures(self, tables: list[dict[str, Any]], types: tuple[str, ...], attacks: tuple[Attack, ...]) -> tuple[Creature, ...]:
        """All creatures."""
        creatures, names = list(STANDARD.creatures), [attack.name for attack in attacks]
        wanted = {"name", "type", "attack", "defence", "hp", "speed", "attacks"}
        for index, table in enumerate(tables):
            values = self.card("creatures", index, table, Creature, wanted)
            self.check_new("creatures", index, values["name"], [one.name for one in creatures] + [one.english for one in creatures])
            self.check_type("creatures", index, values["type"], types)
            if not 1 <= len(set(values["attacks"])) == len(values["attacks"]) <= MOST_ATTACKS:
                raise self.located(
                    "creatures", index, "attacks", BadSetting("a creature has one to {most} different attacks", most=MOST_ATTACKS)
                )
            for attack in values["attacks"]:
                if attack not in names:
                    unknown = BadSetting("no attack is called {name!r}; there are: {names}", name=attack, names=known(names))
                    raise self.located("creatures", index, "attacks", unknown)
            creatures.append(Creature(**{"english": values["name"], **values}))
        return tuple(creatures)

    # --- cards -----------------------------------------------------------------------------------------------------------------

    def card(self, section: str, index: int, table: dict[str, Any], kind: type[Attack | Creature], needed: set[str]) -> dict[str, Any]:
        """The values of a card, each of its field's type and within its limits."""
        fields = {field.name: field.type for field in dataclasses.fields(kind)}
        self.check_keys(section, index, table, set(fields), needed)
        return {key: self.value(section, index, key, given, fields[key]) for key, given in table.items()}

    def value(self, section: str, index: int, key: str, given: object, kind: object) -> object:
        """One value of a card."""
        if kind in (int, float):
            low, high = LIMITS[key]
            fits = isinstance(given, int if kind is int else (int, float)) and not isinstance(given, bool)
            if not fits or not low <= given <= high:  # type: ignore[operator]  # it is a number if it fits
                limits = {"key": key, "value": given, "low": low, "high": high}
                if kind is int:
                    whole = BadSetting("{key} is {value!r}; it must be a whole number from {low} to {high}", **limits)
                    raise self.located(section, index, key, whole)
                raise self.located(
                    section, index, key, BadSetting("{key} is {value!r}; it must be a number from {low} to {high}", **limits)
                )
        elif kind is bool and not isinstance(given, bool):
            raise self.located(section, index, key, BadSetting("{key} is {value!r}; it must be true or false", key=key, value=given))
        elif kind is str and not (isinstance(given, str) and "\n" not in given):
            raise self.located(section, index, key, BadSetting("{key} is {value!r}; it must be a text of one line", key=key, value=given))
        elif kind not in (bool, str):
            if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
                raise self.located(section, index, key, BadSetting("{key} is {value!r}; it must be a list of names", key=key, value=given))
            return tuple(given)
        return given

    def check_keys(self, section: str, index: int, table: dict[str, Any], allowed: set[str], needed: set[str]) -> None:
        """Refuse a table that says something unknown, or too little."""
        for key in table:
            if key not in allowed:
                raise self.located(
                    section,
                    index,
                    key,
                    BadSetting("{key!r} is nothing that such a card says; it may say: {names}", key=key, names=known(allowed)),
                )
        missing = sorted(needed - set(table))
        if missing:
            raise self.located(section, index, "", BadSetting("this card does not say: {names}", names=", ".join(missing)))
        self.check_name(section, index, table["name"])

    def check_name(self, section: str, index: int, name: object) -> None:
        """Refuse a name that cannot be typed in a list of names."""
        if not isinstance(name, str) or not plain_name(name) or re.search(r"[,+\n=]", name):
            raise self.located(
                section, index, "name", BadSetting("{name!r} is no name: it needs letters, and no comma, plus or equals sign", name=name)
            )

    def check_new(self, section: str, index: int, name: str, others: list[str]) -> None:
        """Refuse a name that exists."""
        if plain_name(name) in {plain_name(other) for other in others}:
            raise self.located(section, index, "name", BadSetting("{name!r} exists already", name=name))

    def check_type(self, section: str, index: int, name: str, types: tuple[str, ...]) -> None:
        """Refuse a type that does not exist."""
        if name not in types:
            unknown = BadSetting("no type is called {name!r}; there are: {names}", name=name, names=known(types))
            raise self.located(section, index, "type", unknown)
