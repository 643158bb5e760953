"""Names of players instead of seat numbers, in sentences and on boards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from joute.core.errors import JouteError
from joute.core.events import Event
from joute.core.game import plain_name
from joute.i18n import Language, current_language, say

HUMAN = "human"  # the player of a seat, where others have the text of an agent
MAX_LETTERS = 20  # of a name
SEATS = {
    Language.en: re.compile(
        r"\b(?P<article>)(?:(?:seat|trainer|player) (?P<one>\d+)|(?:seats|trainers|players) (?P<all>\d+(?:(?:, | and )\d+)*))\b",
        re.IGNORECASE,
    ),
    Language.fr: re.compile(
        r"\b(?:(?P<article>les?|la|aux?|du|des) )?"
        r"(?:(?:siège|joueur|dresseur) (?P<one>\d+)|(?:sièges|joueurs|dresseurs) (?P<all>\d+(?:(?:, | et )\d+)*))\b",
        re.IGNORECASE,
    ),
}
YOU = re.compile(r" \((?:you|vous)\)")
MARK = re.compile(r"(?<!\S)(?P<of>de )?(?P<mark>[XO])(?= [a-zé]{2}|$)", re.MULTILINE)  # a player of a game with two marks, not a cell
TARGET = re.compile(r">(\d+)\b")  # the seat that an action is aimed at


@dataclass(frozen=True)
class PlayerNames:
    """The name of every seat; empty: seats have numbers only."""

    by_seat: tuple[str, ...] = ()

    @classmethod
    def given(cls, text: str, players: Sequence[str]) -> "PlayerNames":
        """The names of `Ana,Bob`: one for each seat, or one for each person; agents without a name get that of their method."""
        names = [_checked(part.strip()) for part in text.split(",")]
        people = players.count(HUMAN)
        if len(names) not in (people, len(players)):
            words = {"count": len(names), "seats": len(players), "people": people}
            raise JouteError("--names gives {count} names; expected one for each of {seats} seats or of {people} people", **words)
        rest = iter(names)
        everybody = names if len(names) == len(players) else [next(rest) if text == HUMAN else "" for text in players]
        methods = [Path(text.partition(":")[0]).stem for text in players]
        for seat, method in enumerate(methods):
            if not everybody[seat]:
                everybody[seat] = f"{method} {seat}" if methods.count(method) > 1 or method in names else method
        folded = [plain_name(name) for name in everybody]
        if twice := next((name for name, plain in zip(everybody, folded, strict=True) if folded.count(plain) > 1), None):
            raise JouteError("--names gives the name {name} twice; names must differ", name=twice)
        return cls(tuple(everybody))

    @classmethod
    def recorded(cls, names: object, seats: int) -> "PlayerNames":
        """The names in a record, if it has one for each seat that a terminal can show."""
        valid = isinstance(names, list) and len(names) == seats and all(isinstance(name, str) and name.isprintable() for name in names)
        return cls(tuple(names)) if isinstance(names, list) and valid else cls()

    def __bool__(self) -> bool:
        """Whether there are names."""
        return bool(self.by_seat)

    def seat(self, seat: int) -> str:
        """The name of a seat, or its number."""
        return self.by_seat[seat] if self.by_seat else say("seat {seat}", seat=seat)

    def player(self, seat: int, text: str) -> str:
        """A seat with its player in brackets: `Ana`, `mcts (mcts:iterations=500)`, `seat 0 (human)`."""
        if self.by_seat and (text == HUMAN or self.by_seat[seat].startswith(text)):
            return self.by_seat[seat]
        return f"{self.seat(seat)} ({player_name(text)})"

    def sentence(self, text: str) -> str:
        """A sentence with names."""
        if not self.by_seat:
            return text
        named = SEATS[current_language()].sub(self._named, self.action(text))
        return MARK.sub(self._marked, named) if len(self.by_seat) == 2 else named

    def event(self, event: Event) -> str:
        """What happened, with names."""
        return event.text(current_language(), self.by_seat)

    def board(self, text: str) -> str:
        """A drawing with names; its columns stay where they are, and a name that is too long for its place is cut."""
        return "\n".join(self.sentence(self._fitted(line)) for line in text.split("\n")) if self.by_seat else text

    def action(self, name: str) -> str:
        """Actions with the names of the seats that they are aimed at."""
        return TARGET.sub(lambda found: f">{self.by_seat[int(found[1])]}" if self.by_seat else found[0], name)

    def typed(self, line: str) -> str:
        """What a person typed, with the number of a seat that it names."""
        plain = plain_name(line)
        for seat, name in enumerate(self.by_seat):
            if f">{plain_name(name)}" in plain:
                return plain.replace(f">{plain_name(name)}", f">{seat}")
        return line

    def _named(self, found: re.Match[str]) -> str:
        """Names instead of numbers, and the preposition that French contracts with an article."""
        names = re.sub(r"\d+", lambda number: self.by_seat[int(number[0])], found["one"] or found["all"])
        article = found["article"] or ""
        before = {"a": "à ", "d": _of(names)}.get(article[:1].lower(), "")
        return (before.capitalize() if article[:1].isupper() else before) + names

    def _marked(self, found: re.Match[str]) -> str:
        name = self.by_seat["XO".index(found["mark"])]
        return f"{_of(name) if found['of'] else ''}{name} ({found['mark']})"

    def _fitted(self, line: str) -> str:
        """A line of a table: each name takes the place of its seat and of spaces around it; a sentence stays as it is."""
        found = list(SEATS[current_language()].finditer(line))
        cells = [_Cell.of(line, match) for match in found if match["one"]]
        for cell in reversed([cell for cell in cells if cell.in_table]):
            line = cell.filled(line, self.by_seat[cell.seat], several=len(found) > 1)
        return line.rstrip()


@dataclass(frozen=True)
class _Cell:
    """The place of a seat in a line of a table."""

    seat: int
    start: int
    end: int
    suffix: str  # that it is the reader's seat
    left: int  # spaces on both sides
    right: int
    last: bool  # nothing follows

    @classmethod
    def of(cls, line: str, match: re.Match[str]) -> "_Cell":
        you = YOU.match(line, match.end())
        end = you.end() if you else match.end()
        before, after = line[: match.start()], line[end:]
        last = not after.strip()
        right = MAX_LETTERS + 2 if last else len(after) - len(after.lstrip(" "))
        return cls(int(match["one"]), match.start(), end, you[0] if you else "", len(before) - len(before.rstrip(" ")), right, last)

    @property
    def in_table(self) -> bool:
        """Whether spaces separate it from what stands beside it."""
        return self.left >= 2 if self.last else self.right >= 2

    def filled(self, line: str, name: str, several: bool) -> str:
        """The line with a name: centred between wide margins, right-aligned among other seats, else left-aligned."""
        centred = self.left >= 4 and self.right >= 4
        size = self.end - self.start
        free = self.left + self.right - 4 if centred else self.left - 1 if several else self.right - 2
        room = size - len(self.suffix) + free
        text = (name if len(name) <= room else f"{name[: room - 1]}…") + self.suffix
        extra = max(0, len(text) - size)
        before = min(self.left - 2, extra // 2) if centred else extra if several else 0
        text = text.center(size) if centred else text.rjust(size) if several else text.ljust(size)
        return line[: self.start - before] + text + line[self.end + extra - before :]


def player_name(text: str) -> str:
    """Who plays, as the record says it."""
    return say("human") if text == HUMAN else text


def _of(name: str) -> str:
    """French `de` before a name."""
    return "d'" if plain_name(name)[:1] in "aeiou" else "de "


def _checked(name: str) -> str:
    if not any(letter.isalpha() for letter in name):
        raise JouteError("--names gives {name!r}; a name has at least one letter", name=name[:MAX_LETTERS])
    if len(name) > MAX_LETTERS:
        raise JouteError("--names gives {name!r}; a name has at most {most} characters", name=f"{name[:MAX_LETTERS]}…", most=MAX_LETTERS)
    if not name.isprintable():
        raise JouteError("--names gives {name!r}; a name has no control characters", name=name)
    return name
