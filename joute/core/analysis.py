"""An analysis: a position of any game, the actions that were tried from it, and records and positions that people hand over as text."""

import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from joute.core import registry
from joute.core.chance import chance_of
from joute.core.definition import TextCodec
from joute.core.errors import BadPosition, BadRecord, JouteError
from joute.core.events import Events
from joute.core.game import Game
from joute.core.record import COMPLETE, GameRecord
from joute.core.record_text import is_record_text, record_from_text
from joute.core.state import Json, State

NOBODY = "human"  # who plays the seats of a record that an analysis begins
FindGame = Callable[[str, dict[str, Any]], Game]
_HEADER = re.compile(r"\s*(?:game: (?P<game>\S+)|option (?P<option>\w+): (?P<value>.+))\s*")


class TriedChoices(NamedTuple):
    """Actions that were tried, by seat, what happened, and the position after it."""

    choices: dict[int, str]
    events: Events
    state: State


class Analysis:
    """A position, and what was tried from it; chance after it follows from a seed or from the position itself.

    >>> import joute
    >>> analysis = Analysis.begun(joute.game("morpion", width=3, height=3, align=3))
    >>> analysis.play({0: "b2"})
    >>> analysis.game.movers(analysis.state), analysis.ply, analysis.record().choices
    ([1], 1, [{0: 'b2'}])
    """

    def __init__(self, game: Game, start: State, origin: GameRecord | None = None, sampled: bool = False) -> None:
        self.game, self.start = game, start
        self.origin = origin  # the record that leads to the start; None: not known
        self.sampled = sampled  # a sampled world fills what a view left open
        self.tried: list[TriedChoices] = []

    @classmethod
    def begun(cls, game: Game, seed: int = 0, names: Sequence[str] = ()) -> "Analysis":
        """From the first position of a game."""
        origin = GameRecord.begin(game, [NOBODY] * game.spec.seats, seed)
        origin.names = list(names) if len(names) == game.spec.seats else []
        return cls(game, game.new(seed), origin)

    @classmethod
    def of_record(cls, record: GameRecord, game: Game, states: Sequence[State], ply: int, seed: int | None = None) -> "Analysis":
        """From a position of a recorded game, whose states are given; with a seed, chance goes another way from there."""
        if not 0 <= ply < len(states):
            raise BadPosition("there is no position {ply}; this game has positions 0 to {last}", ply=ply, last=len(states) - 1)
        start = states[ply].copy()
        if seed is not None:
            start.array["chance"] = chance_of("analysis", seed)
        return cls(game, start, cut(record, ply) if seed is None else None)

    @classmethod
    def of_position(cls, game: Game, source: Json | str, seed: int | None = None) -> "Analysis":
        """From a position as `Game.to_json` writes it, or from a view, whose open parts a sampled world fills."""
        state = game.position(source)
        sampled = state.viewer is not None and game.spec.hidden
        if state.viewer is not None:
            state = game.imagine(state, seed or 0)
        elif seed is not None or not state.array["chance"].any():
            state.array["chance"] = chance_of("analysis", seed or 0)
        game.settle(state)
        return cls(game, state, sampled=sampled)

    @property
    def state(self) -> State:
        """The position now, with everything that is hidden from seats."""
        return self.tried[-1].state if self.tried else self.start

    @property
    def ply(self) -> int:
        """The number of decisions so far, as far as they are known."""
        return len(self.tried) + (len(self.origin.choices) if self.origin else 0)

    def play(self, choices: Mapping[int, str]) -> None:
        """Try the actions of all movers."""
        state = self.state.copy()
        numbers = self.game.check(state, choices)
        events = self.game.carry_out(state, numbers)
        self.tried.append(TriedChoices({seat: self.game.actions[number].name for seat, number in numbers.items()}, events, state))

    def record(self) -> GameRecord | None:
        """The whole game as a record; None if it is not known from its beginning."""
        if self.origin is None or not self.tried:
            return self.origin
        rows = [*self.origin.choices, *(tried.choices for tried in self.tried)]
        record = GameRecord(self.origin.game, self.origin.options, self.origin.agents, self.origin.seed, rows)
        record.seconds, record.opinions = [dict.fromkeys(row, 0.0) for row in rows], [{} for _ in rows]
        record.names, record.opening = self.origin.names, self.origin.opening
        if self.game.over(self.state):
            record.scores, record.ended = self.game.returns(self.state), COMPLETE
        return record


def cut(record: GameRecord, ply: int) -> GameRecord:
    """The record as far as a position of it."""
    if ply == len(record.choices):
        return record
    short = GameRecord(record.game, record.options, record.agents, record.seed, record.choices[:ply], format=record.format)
    short.seconds, short.opinions = record.seconds[:ply], record.opinions[:ply]
    short.opening, short.names = min(ply, record.opening), record.names
    return short


# --- texts that people hand over -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ImportedGame:
    """A record that replays, or a position that a game has read."""

    game: Game
    record: GameRecord | None = None
    position: Json | None = None  # as the game writes it


def imported(text: str, find: FindGame) -> ImportedGame:
    """Read a record or a position, as JSON or as text; `find` returns a game by its name and options. BadRecord says why not."""
    text = text.strip("\ufeff \t\r\n")
    if not text:
        raise BadRecord("there is nothing to read")
    if text.startswith("{"):
        return _imported_json(text, find)
    if is_record_text(text):
        return _checked(record_from_text(text), find)
    return _imported_drawing(text, find)


def _imported_json(text: str, find: FindGame) -> ImportedGame:
    try:
        source = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord("this is not JSON: {error}", error=error) from error
    if isinstance(source.get("record"), dict):  # of `joute replay --json`, or of a server
        source = source["record"]
    if "joute record" in source:
        return _checked(GameRecord.from_json(source), find)
    name, options = source.get("game"), source.get("options", {})
    if not isinstance(name, str) or not isinstance(options, dict):
        raise BadRecord("this is neither a record nor a position: it names no game")
    with reading(name):
        game = find(name, options)
        Analysis.of_position(game, source)
    return ImportedGame(game, position=source)


def _checked(record: GameRecord, find: FindGame) -> ImportedGame:
    """A record with its game, once it has replayed."""
    with reading(str(record.game)):
        game = find(str(record.game), dict(record.options))
        if len(record.agents) != game.spec.seats:
            words = {"count": len(record.agents), "game": game.name, "seats": game.spec.seats}
            raise BadRecord("the record names {count} agents; {game} has {seats} seats here", **words)
        deque(record.replay(game), maxlen=0)
    return ImportedGame(game, record)


def _imported_drawing(text: str, find: FindGame) -> ImportedGame:
    """A position of a game that reads drawings; lines above it may name the game and its options."""
    lines = text.splitlines()
    options: dict[str, Any] = {}
    name = None
    while lines and (found := _HEADER.fullmatch(lines[0])):
        name = found["game"] or name
        if found["option"]:
            options[found["option"]] = found["value"].strip()
        lines.pop(0)
    names = [name] if name else [one for one in registry.GAMES if isinstance(registry.define(one).codec, TextCodec)]
    problem: JouteError = BadRecord("this is neither a record nor a position")
    for one in names:
        try:
            with reading(one):
                game = find(one, options)
                return ImportedGame(game, position=game.to_json(Analysis.of_position(game, "\n".join(lines)).start))
        except JouteError as error:
            problem = error
    raise BadRecord("this is neither a record nor a position: {error}", error=problem)


@contextmanager
def reading(game: str) -> Iterator[None]:
    """While a record or a position of somebody else is read: what is wrong in it becomes BadRecord."""
    try:
        yield
    except JouteError:
        raise
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise BadRecord("this is not a record of {game}: {error}", game=game, error=error) from error
