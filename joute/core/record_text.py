"""A game record as text for people: a few lines about the game, then every action with its player. Written and read here.

Thinking times, opinions, faults and the proof of the deal are in the JSON form only.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from joute.core.errors import BadRecord
from joute.core.record import FORMATS, GameRecord
from joute.core.rng import plain_seed, read_seed

TITLE = "Joute record"
_TITLE = re.compile(rf"{TITLE} (\d+)")
_OPTION, _SEAT, _NAME = re.compile(r"option (\w+)"), re.compile(r"seat (\d{1,2})"), re.compile(r"name (\d{1,2})")
_NUMBERED = re.compile(r"(\d+)\. +(.*)")
MAX_SEATS = 64
COMMENT = "#"


def is_record_text(text: str) -> bool:
    """Whether a text says that it is a record."""
    return _TITLE.fullmatch(text.lstrip("\ufeff \t\r\n").partition("\n")[0].strip()) is not None


def record_to_text(record: GameRecord) -> str:
    """The record as text.

    >>> import joute
    >>> game = joute.game("morpion", width=3, height=3, align=3)
    >>> record = joute.match(game, [joute.agent("careful", game)] * 2, seed=1)
    >>> print(record_to_text(record))
    Joute record 3
    game: morpion
    option width: 3
    ...
    seat 0: careful
    seat 1: careful
    scores: 0 0
    ended: complete
    <BLANKLINE>
    1. seat 0: b2
    ...
    """
    return "\n".join([*_header(record), "", *_choices(record)]) + "\n"


def _header(record: GameRecord) -> Iterator[str]:
    yield f"{TITLE} {record.format}"
    yield f"game: {_quoted(record.game)}"
    for name, value in record.options.items():
        yield f"option {name}: {json.dumps(value, ensure_ascii=not str(value).isprintable())}"
    yield f"seed: {plain_seed(record.seed)}"
    for seat, agent in enumerate(record.agents):
        yield f"seat {seat}: {_quoted(agent)}"
        if record.names:
            yield f"name {seat}: {_quoted(record.names[seat])}"
    if record.opening:
        yield f"opening: {record.opening}"
    if record.faults:
        yield f"{COMMENT} a fault changed the result, which is in the JSON form of this record"
        return
    if record.scores is not None:
        yield "scores: " + " ".join(f"{score:g}" if float(f"{score:g}") == score else repr(score) for score in record.scores)
    if record.ended is not None:
        yield f"ended: {record.ended}"


def _choices(record: GameRecord) -> Iterator[str]:
    """One line for each action; those of one ply follow its number."""
    called = labels(record.names, len(record.agents))
    for ply, row in enumerate(record.choices, 1):
        number = f"{ply}. "
        for seat, action in row.items():
            yield f"{number}{called[seat]}: {action}"
            number = " " * len(number)


def labels(names: Sequence[str], seats: int) -> list[str]:
    """What the players are called in front of their actions: their names if these tell them apart, else their seats."""
    plain = [f"seat {seat}" for seat in range(seats)]
    clear = len(set(names)) == len(names) == seats and all(_quoted(name) == name and not set(name) & set(":#") for name in names)
    return list(names) if clear and not any(_SEAT.fullmatch(name) or _NUMBERED.match(f"{name} ") for name in names) else plain


def record_from_text(text: str) -> GameRecord:
    """The record that `record_to_text` wrote; empty lines and lines that begin with # are ignored. BadRecord names the wrong line."""
    return _Reader(text).record()


class _Reader:
    """A text on its way to a record."""

    def __init__(self, text: str) -> None:
        self.number, self.fields = 0, dict[str, str]()
        self.options: dict[str, Any] = {}
        self.agents, self.names = dict[int, str](), dict[int, str]()
        self.choices: list[dict[int, str]] = []
        self.called: dict[str, int] = {}
        self.format = 0
        for self.number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
            if line.strip() and not line.lstrip().startswith(COMMENT):
                self._read(line.strip())

    def record(self) -> GameRecord:
        """The record, once every line is read."""
        seats = range(len(self.agents))
        if not self.format or sorted(self.agents) != list(seats) or not seats:
            raise BadRecord("this is not a record of Joute: it has no line for each seat")
        if sorted(self.names) not in ([], list(seats)):
            raise BadRecord("this is not a record of Joute: some seats have a name, others have none")
        try:
            scores = self.fields.get("scores")
            return GameRecord(
                game=_plain(self.fields["game"]),
                options=self.options,
                agents=[self.agents[seat] for seat in seats],
                seed=read_seed(self.fields["seed"]),
                choices=self.choices,
                seconds=[dict.fromkeys(row, 0.0) for row in self.choices],
                opinions=[{} for _ in self.choices],
                opening=int(self.fields.get("opening", 0)),
                scores=None if scores is None else [float(score) for score in scores.split()],
                names=[self.names[seat] for seat in sorted(self.names)],
                ended=self.fields.get("ended"),
                format=self.format,
            )
        except (KeyError, ValueError) as error:
            raise BadRecord("this is not a record of Joute: {error}", error=error) from error

    def _read(self, line: str) -> None:
        if not self.format:
            title = _TITLE.fullmatch(line)
            if title is None or int(title[1]) not in FORMATS:
                raise BadRecord("this is not a record of Joute: its first line is not {title!r}", title=f"{TITLE} {max(FORMATS)}")
            self.format = int(title[1])
            return
        numbered = _NUMBERED.fullmatch(line)
        if numbered or self.choices:
            self._read_choice(numbered[1] if numbered else None, numbered[2] if numbered else line)
        else:
            self._read_field(line)

    def _read_field(self, line: str) -> None:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise self._wrong(line)
        try:
            if found := _OPTION.fullmatch(key):
                self.options[found[1]] = json.loads(value)
            elif found := _SEAT.fullmatch(key):
                self.agents[int(found[1])] = _plain(value)
            elif found := _NAME.fullmatch(key):
                self.names[int(found[1])] = _plain(value)
            elif key in ("game", "seed", "opening", "scores", "ended"):
                self.fields[key] = value
            else:
                raise self._wrong(line)
        except (json.JSONDecodeError, RecursionError):
            raise self._wrong(line) from None

    def _read_choice(self, number: str | None, words: str) -> None:
        if number is not None:
            if int(number) != len(self.choices) + 1:
                raise BadRecord("line {line}: action number {number}; expected {expected}", line=self.number, number=number,
                                expected=len(self.choices) + 1)  # fmt: skip
            if not self.choices:
                names = [self.names.get(seat, "") for seat in range(len(self.agents))]
                self.called = {label: seat for seat, label in enumerate(labels(names, len(self.agents)))}
                self.called |= {f"seat {seat}": seat for seat in self.agents}
            self.choices.append({})
        label, colon, action = (part.strip() for part in words.partition(": "))
        if not colon or label not in self.called or self.called[label] in self.choices[-1]:
            raise self._wrong(words)
        self.choices[-1][self.called[label]] = action

    def _wrong(self, line: str) -> BadRecord:
        return BadRecord("line {line} of the record cannot be read: {text!r}", line=self.number, text=line[:80])


def _quoted(text: str) -> str:
    """A text that a line can hold: as it is, or as a JSON string if it would be read back differently."""
    plain = text.isprintable() and text == text.strip() and not text.startswith('"') and text
    return text if plain else json.dumps(text)


def _plain(text: str) -> str:
    """The text that `_quoted` wrote."""
    if not text.startswith('"'):
        return text
    found = json.loads(text)
    if not isinstance(found, str):
        raise ValueError(text)
    return found
