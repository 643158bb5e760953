"""Faults of bots: a closed list of kinds, so that results can be grouped by them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from joute.core.errors import JouteError
from joute.core.state import Json


class Code(StrEnum):
    """The kinds of faults."""

    start = "start"  # it did not get ready
    silence = "silence"  # it never answered, or closed its pipes
    time = "time"  # it answered before, and then used up its bank
    crash = "crash"  # it ended, or said that it failed
    memory = "memory"  # it wanted more memory than it may have
    illegal = "illegal"  # it named an action that is not legal
    garbage = "garbage"  # what it said is not a message
    flood = "flood"  # it said more than a message may hold


WAITING = {Code.silence, Code.time}  # faults that make everybody wait


class Broken(JouteError):
    """A bot did something wrong."""

    def __init__(self, sentence: str, code: Code, stderr: str = "", /, **values: object) -> None:
        super().__init__(sentence, **values)
        self.code, self.stderr = code, stderr


@dataclass(frozen=True)
class Fault:
    """One fault in a game: who, when, what, and what it cost."""

    seat: int
    choice: int  # the number of decisions before it
    code: Code
    sentence: str
    costs: str  # "move": a random one was played instead; "game"
    stderr: str = ""  # the end of what the bot wrote there

    def to_json(self) -> Json:
        """For a record."""
        return {**vars(self), "code": str(self.code)}

    @classmethod
    def from_json(cls, source: Json) -> "Fault":
        """The fault that JSON describes."""
        return cls(**{**source, "code": Code(source["code"])})


def guilty(faults: Iterable[Fault]) -> set[int]:
    """The seats whose faults cost the game."""
    return {fault.seat for fault in faults if fault.costs == "game"}
