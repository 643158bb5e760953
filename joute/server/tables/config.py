"""The terms on which a table was made: they never change."""

from dataclasses import asdict, dataclass
from typing import Any

from joute.core.state import Json


@dataclass(frozen=True)
class Terms:
    """What the host asked for."""

    game: str
    options: dict[str, Any]
    seed: int  # where all chance comes from: never leaves the server while the game lasts
    host: int  # the id of the person
    made: float  # when
    hints: bool = True
    take_back: bool = True
    spectators: bool = True
    public: bool = False
    reactions: bool = True
    clock: dict[str, float] | None = None  # bank, increment
    thoughts: bool = False
    rated: bool = True
    stand_in: str = "medium"

    def to_json(self) -> Json:
        """For the log."""
        return asdict(self)

    def shown(self, pace: float | None) -> Json:
        """For clients."""
        names = ("hints", "take_back", "spectators", "public", "reactions", "clock", "thoughts")
        return {name: getattr(self, name) for name in names} | {"pace": pace}
