"""A game record: the seed and every action, from which the game replays exactly."""

import json
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from joute.core import registry, settings
from joute.core.errors import BadRecord, JouteError
from joute.core.events import Events
from joute.core.fairness import Fairness
from joute.core.faults import Fault, guilty
from joute.core.game import Game
from joute.core.rng import plain_seed, read_seed
from joute.core.state import Json, State

FORMAT = 3
FORMATS = (1, 2, 3)  # that are read; 1 had no versions, opinions, faults and ending; before 3 chance was drawn otherwise
COMPLETE, FAULT = "complete", "fault"  # how a game ends: by its rules, or cut short
ROWS = ("choices", "seconds", "opinions")  # one for each choice, by seat


@dataclass(repr=False)
class GameRecord:
    """One game as it was played: who, from which seed, every choice by name, and how it ended.

    >>> import joute
    >>> game = joute.game("morpion", width=3, height=3, align=3)
    >>> record = joute.match(game, [joute.agent("random", game)] * 2, seed=1)
    >>> record
    <GameRecord of morpion, seed 1: random ..., random ...; ... decisions>
    >>> joute.GameRecord.from_json(record.to_json()) == record, len(list(record.replay())) == len(record.choices) + 1
    (True, True)
    """

    game: str
    options: dict[str, Any]
    agents: list[str]  # by seat
    seed: int
    choices: list[dict[int, str]] = field(default_factory=list)
    seconds: list[dict[int, float]] = field(default_factory=list)  # thinking time of each choice
    opinions: list[dict[int, Json]] = field(default_factory=list)  # of those who chose, if recorded
    opening: int = 0  # how many of the first choices were given, not chosen
    scores: list[float] | None = None  # None: not finished
    versions: list[str] = field(default_factory=list)  # of the agents, by seat
    faults: list[Fault] = field(default_factory=list)  # of bots
    names: list[str] = field(default_factory=list)  # of the players, by seat, if they have names
    ended: str | None = None  # how: COMPLETE or FAULT; None: not finished, or not known
    format: int = FORMAT
    fairness: Fairness | None = None  # how the seed came about; None: it was chosen, or nobody committed to it

    def __repr__(self) -> str:
        """The game, who played, and the scores so far."""
        scores: Sequence[float | None] = self.scores if self.scores else [None] * len(self.agents)
        players = ", ".join(text if score is None else f"{text} {score:g}" for text, score in zip(self.agents, scores, strict=True))
        ending = "" if self.scores else ", not finished"
        return f"<GameRecord of {self.game}, seed {plain_seed(self.seed)}: {players}; {len(self.choices)} decisions{ending}>"

    @classmethod
    def begin(cls, game: Game, agents: Sequence[str], seed: int) -> "GameRecord":
        """The record of a game that has just begun."""
        return cls(game.name, settings.changed(game.options), list(agents), seed)

    def replay(self, game: Game | None = None) -> Iterator[tuple[State, Events | None]]:
        """Every position in order with what led to it; a record that does not replay says where it differs."""
        game = game or registry.game(self.game, **self.options)
        if self.format < FORMAT and game.spec.outcomes:
            raise BadRecord("this record is from an earlier version of Joute, which drew chance in another way: it cannot be replayed")
        state = game.new(self.seed)
        yield state.copy(), None
        for number, choices in enumerate(self.choices, 1):
            try:
                happened = game.play(state, choices)
            except JouteError as error:
                raise BadRecord("choice {number} of the record cannot be played: {error}", number=number, error=error) from error
            yield state.copy(), happened
        self._check_end(game, state)

    def verify(self, commitment: str | None = None) -> None:
        """Check that the deal follows from what was committed to, by default as the record states it; BadRecord says what is wrong."""
        if self.fairness is None:
            raise BadRecord("this record has no commitment: nobody can tell how its seed was chosen")
        if commitment is not None and commitment.strip().lower() != self.fairness.commitment:
            raise BadRecord("this record states another commitment: {commitment}", commitment=self.fairness.commitment)
        self.fairness.check(self.seed)
        deque(self.replay(), maxlen=0)

    def _check_end(self, game: Game, state: State) -> None:
        if self.scores is None:
            return
        if self.ended == FAULT and game.over(state):
            raise BadRecord("the record says that a fault cut the game short; its replay ends by the rules")
        if not game.over(state) and self.ended != FAULT:
            raise BadRecord("the record ends with scores {scores}, its replay with unfinished", scores=self.scores)
        if (scores := judged(game, state, self.faults)) != self.scores:
            raise BadRecord("the record ends with scores {scores}, its replay with {replayed}", scores=self.scores, replayed=scores)

    def to_json(self) -> Json:
        """The record as JSON; opinions and names only where there are any."""
        fields = {
            "joute record": self.format,
            **vars(self),
            "seed": plain_seed(self.seed),
            "faults": [fault.to_json() for fault in self.faults],
        }
        if not any(self.opinions):
            fields["opinions"] = []
        del fields["format"]
        fields["fairness"] = self.fairness and vars(self.fairness)
        if not self.names:
            del fields["names"]
        return fields | {name: [{str(seat): word for seat, word in row.items()} for row in fields[name]] for name in ROWS}

    @classmethod
    def from_json(cls, source: Json | str) -> "GameRecord":
        """The record that JSON describes."""
        try:
            fields = json.loads(source) if isinstance(source, str) else dict(source)
            fields["format"] = fields.pop("joute record", None)
            if fields["format"] not in FORMATS:
                raise BadRecord("this is not a record of Joute: it has no 'joute record' of a known format")
            fields["seed"] = read_seed(fields["seed"])
            fields["fairness"] = Fairness(**fields["fairness"]) if fields.get("fairness") else None
            for name in ROWS:
                fields[name] = [{int(seat): word for seat, word in row.items()} for row in fields.get(name) or []]
            fields["opinions"] = fields["opinions"] or [{} for _ in fields["choices"]]
            fields["faults"] = [Fault.from_json(fault) for fault in fields.get("faults", [])]
            return cls(**fields)
        except BadRecord:
            raise
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise BadRecord("this is not a record of Joute: {error}", error=error) from error


def judged(game: Game, state: State, faults: Sequence[Fault]) -> list[float]:
    """The scores: those of the rules, except that a seat which lost by a fault comes last, below every other.

    A game that was cut short has no scores of its own: the innocent get the best that there is.
    """
    lost = guilty(faults)
    scores = game.returns(state) if game.over(state) else [game.spec.highest] * game.spec.seats
    innocent = [score for seat, score in enumerate(scores) if seat not in lost]
    last = game.spec.lowest if not innocent or game.spec.lowest < min(innocent) else min(innocent) - 1
    return [float(last) if seat in lost else float(score) for seat, score in enumerate(scores)]
