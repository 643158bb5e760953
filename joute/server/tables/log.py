"""The log of a table: numbered entries that are kept, and what each of them changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from joute.core.events import Events, Scene
from joute.core.state import Json


@dataclass(frozen=True)
class Entry:
    """One thing that happened at a table: from the entries alone the table is rebuilt."""

    number: int
    what: str
    at: float  # seconds since 1970
    facts: Json = field(default_factory=dict)

    def to_json(self) -> Json:
        """To be kept."""
        return {"what": self.what, "at": self.at, **self.facts}

    @classmethod
    def from_json(cls, number: int, kept: Mapping[str, Any]) -> "Entry":
        """The entry that was kept."""
        facts = dict(kept)
        return cls(number, facts.pop("what"), facts.pop("at"), facts)


class Question(NamedTuple):
    """What is asked now, and of whom."""

    answers: int  # the number of the entry that opened it
    movers: tuple[int, ...]
    chosen: Mapping[int, str]  # what some have chosen while others still think


class Moment(NamedTuple):
    """Everything that a chair may ask about, right after an entry. Nothing in it changes later."""

    scene: Scene | None  # None: not begun
    question: Question | None
    clock: Json | None
    result: Json | None


@dataclass(frozen=True, eq=False)
class Told:
    """An entry as the table understood it."""

    number: int
    what: str
    by: tuple[int, ...]
    moment: Moment
    parts: frozenset[str]  # which parts changed: table, view, turn, clock, result
    happened: Events | None = None
    extra: Json = field(default_factory=dict)  # that all may see
    thoughts: Mapping[int, Json] = field(default_factory=dict)
    shared: Json = field(default_factory=dict)  # what was worked out once for all chairs, where the game hides nothing

    def forget(self) -> None:
        """All have heard it: the log is long and seldom read again. What it led to is looked at when the next thing happens."""
        self.shared.clear()
        for scene in () if self.happened is None else self.happened.scenes[:-1]:
            scene.forget()
