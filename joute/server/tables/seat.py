"""Who sits on a seat of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from joute.core.game import Game
from joute.core.state import Json

PERSON, OPEN, AGENT, BOT = "person", "open", "agent", "bot"


class Face(NamedTuple):
    """How a person is shown."""

    name: str
    colour: str


NOBODY = Face("", "")


@dataclass
class Seat:
    """One seat: a person, an agent, a bot that is connected, or nobody yet."""

    kind: str
    person: int | None = None  # the id of the person, or of the owner of a bot
    name: str = ""  # of a bot; names of people are not in the log, so that they can be forgotten
    agent: str = ""  # the agent's text
    away: bool = False  # the person left: a level plays for it
    out: bool = False  # the person gave up: a level plays on for good

    def to_json(self) -> Json:
        """For the log."""
        return dict(vars(self))

    def shown(self, number: int, game: Game, present: bool, stand_in: str, known: Mapping[int, Face]) -> Json:
        """For clients: no ids of people."""
        face = known.get(self.person, NOBODY) if self.kind == PERSON and self.person is not None else Face(self.name, "")
        return {
            "seat": number,
            "kind": self.kind,
            "name": face.name,
            "colour": face.colour,
            "agent": self.agent or None,
            "level": self.agent if self.agent in game.definition.recipes else None,
            "present": present or self.kind == AGENT,
            "stand_in": stand_in if self.kind == PERSON and (self.away or self.out) else None,
            "out": self.out,
        }
