"""A record: seed and actions, from which the game replays exactly."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from joute import registry, settings
from joute.errors import BadRecord, JouteError
from joute.game import Game, Happenings, Json, State

FORMAT = 1


@dataclass
class Record:
    """One game as it was played: who, from which seed, every choice by name, and how it ended."""

    game: str
    options: dict[str, Any]
    agents: list[str]  # by seat
    seed: int
    choices: list[dict[int, str]] = field(default_factory=list)
    seconds: list[dict[int, float]] = field(default_factory=list)  # thinking time of each choice
    opening: int = 0  # how many of the first choices were given, not chosen
    scores: list[float] | None = None  # None: not finished

    @classmethod
    def begin(cls, game: Game, agents: Sequence[str], seed: int) -> "Record":
        """The record of a game that has just begun."""
        return cls(game.name, settings.changed(game.options), list(agents), seed)

    def note(self, choices: Mapping[int, str], seconds: Mapping[int, float]) -> None:
        """Write down what was chosen."""
        self.choices.append(dict(choices))
        self.seconds.append(dict(seconds))

    def replay(self, game: Game | None = None) -> Iterator[tuple[State, Happenings | None]]:
        """Every position in order with what led to it; a record that does not replay says where it differs."""
        game = game or registry.game(self.game, **self.options)
        state = game.new(self.seed)
        yield state.copy(), None
        for number, choices in enumerate(self.choices, 1):
            try:
                happened = game.play(state, choices)
            except JouteError as error:
                raise BadRecord(f"choice {number} of the record cannot be played: {error}") from error
            yield state.copy(), happened
        if self.scores is not None and (not game.over(state) or game.returns(state) != self.scores):
            ending = game.returns(state) if game.over(state) else "unfinished"
            raise BadRecord(f"the record ends with scores {self.scores}, its replay with {ending}")

    def to_json(self) -> Json:
        """The record as JSON."""
        return {"joute record": FORMAT} | {
            name: value if name not in {"choices", "seconds"} else [{str(seat): word for seat, word in row.items()} for row in value]
            for name, value in vars(self).items()
        }

    @classmethod
    def from_json(cls, source: Json | str) -> "Record":
        """The record that JSON describes."""
        try:
            fields = json.loads(source) if isinstance(source, str) else dict(source)
            if fields.pop("joute record", None) != FORMAT:
                raise BadRecord("this is not a record of Joute: it has no 'joute record' of a known format")
            for name in ("choices", "seconds"):
                fields[name] = [{int(seat): word for seat, word in row.items()} for row in fields[name]]
            return cls(**fields)
        except (AttributeError, KeyError, TypeError, json.JSONDecodeError) as error:
            raise BadRecord(f"this is not a record of Joute: {error}") from error
