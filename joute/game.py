"""The contract: what a game is, and what everybody who plays one may ask of it. Read this first.

A state is one NumPy record; the rules are plain functions on it (`joute.rulebook` lists them). This module is the host's side:
names instead of numbers, checks instead of trust, chance settled from the state's own dice.
"""

import difflib
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute import host, settings
from joute.compiled import bind
from joute.dice import dice
from joute.errors import BadPosition, IllegalMove, UnknownName, known
from joute.plain import PlainRecord, Sight
from joute.rulebook import HEADER, Record, collect

Json = dict[str, Any]


@dataclass(frozen=True)
class Spec:
    """What a game is, as data: searches read it to know whether they can play."""

    seats: int
    lowest: float  # the worst score at the end
    highest: float  # the best
    longest: int  # the most times that seats can be asked to choose in one game
    widest: int  # the most legal actions at once
    outcomes: int = 0  # the most outcomes of one chance event; 0: no chance
    simultaneous: bool = False  # several seats may choose in the same instant
    hidden: bool = False  # seats know different things
    zero_sum: bool = True  # the scores always add up to the same
    swing: float = 0.0  # the most that a score can change within one chapter (a deal, a round); 0: from lowest to highest

    @property
    def scale(self) -> float:
        """What a search divides scores by, so that its constants mean the same in every game."""
        return self.swing or self.highest - self.lowest

    @property
    def chance(self) -> bool:
        """Whether luck has a part."""
        return self.outcomes > 0

    @property
    def nature(self) -> dict[str, str]:
        """The game's nature in a line, in English and French."""
        english = ["hidden information" if self.hidden else "perfect information"]
        french = ["information cachée" if self.hidden else "information parfaite"]
        if self.simultaneous:
            english.append("simultaneous choices")
            french.append("choix simultanés")
        if self.chance:
            english.append("chance")
            french.append("hasard")
        return {"en": ", ".join(english), "fr": ", ".join(french)}


@dataclass(frozen=True, eq=False)
class Definition:
    """A game before its options are chosen: the record, the rules, and how a person sees it."""

    name: str
    title: Mapping[str, str]  # by language
    options: type[Any]  # a settings dataclass
    spec: Callable[[Any], Spec]
    fields: list[Any]  # of the record
    rules: tuple[ModuleType, ...]  # modules that state the rules of the contract, `setup` among them
    view: ModuleType  # names, show, tell; to_json, from_json, from_text where the fields alone will not do
    agents: Mapping[str, str] = field(default_factory=dict)  # this game's own players: name -> "module:Class"
    recipes: Mapping[str, str] = field(default_factory=dict)  # levels and the like: name -> the agent's text
    defaults: Mapping[str, str] = field(default_factory=dict)  # agents' settings that won in this game: name -> "key=value,..."
    feature_names: Callable[[Any], list[str]] | None = None
    symmetries: Callable[[Any], list[tuple[list[int], list[int]]]] | None = None  # orders of features and actions that change nothing
    weights: Path | None = None  # of the features: a fitted evaluation that comes with the game (see `joute.weights`)
    network: Path | None = None  # that comes with the game (see `joute.search.network`)
    solver: str | None = None  # "module:function" that proves positions: (game, state, stop) -> Solution
    openings: str | None = None  # "module:function" that gives balanced beginnings: (game, count, seed) -> lists of choices

    @cached_property
    def stated(self) -> dict[str, Callable[..., Any]]:
        """Every rule of the contract, stated or by default."""
        return collect(self.name, self.rules)

    @cached_property
    def record(self) -> np.dtype[Any]:
        """The record type, marked with the rules' fingerprint."""
        return bind(HEADER + self.fields, self.stated)

    def states_itself(self, rule: str) -> bool:
        """Whether the game has that optional rule rather than its default."""
        return any(vars(module).get(rule) is self.stated[rule] for module in self.rules)

    def setup(self, record: Record, options: Any) -> None:
        """Lay the pieces out."""
        module = next(module for module in self.rules if hasattr(module, "setup"))
        module.setup(record, options)


class Action(int):
    """A number to the rules, a name to people."""

    name: str

    def __new__(cls, number: int, name: str) -> "Action":
        """The action of that number and name."""
        action = super().__new__(cls, number)
        action.name = name
        return action

    def __str__(self) -> str:
        """The name."""
        return self.name

    def __repr__(self) -> str:
        """Name and number."""
        return f"<{self.name} ({int(self)})>"


class State:
    """A position, or what one seat knows of it."""

    __slots__ = ("array", "viewer")

    def __init__(self, array: Any, viewer: int | None = None) -> None:
        self.array = array  # of records, of length one
        self.viewer = viewer  # the seat whose view this is (-1: a spectator); None: the truth

    @property
    def record(self) -> Record:
        """The record itself: fields by name, changed in place."""
        return PlainRecord(self.array[0])

    @property
    def sight(self) -> Record:
        """The record to look at, quickly: it cannot be changed."""
        return Sight(self.array[0])

    def copy(self) -> "State":
        """An independent copy."""
        return State(copied(self.array), self.viewer)

    def __eq__(self, other: object) -> bool:
        """Whether everything in the record is the same."""
        return isinstance(other, State) and self.array.tobytes() == other.array.tobytes()

    __hash__ = None  # type: ignore[assignment]  # states change in place


@dataclass(frozen=True)
class Event:
    """Something that happened, as a person would tell it: a kind, and the words that fill its sentence."""

    kind: str
    words: Mapping[str, Any]
    sentences: Mapping[str, str]  # by language

    def text(self, language: str = "en") -> str:
        """The sentence."""
        return self.sentences.get(language, self.sentences["en"])

    def __str__(self) -> str:
        """The English sentence."""
        return self.text()

    def to_json(self) -> Json:
        """For a client: kind, words and sentences."""
        return {"kind": self.kind, **self.words, "text": dict(self.sentences)}


@dataclass(frozen=True, eq=False)
class Step:
    """One change of a state: choices that were played, or a chance outcome."""

    before: State
    after: State
    choices: Mapping[int, Action] = field(default_factory=dict)
    outcome: int | None = None


class Happenings(Sequence[Event]):
    """The events of one play, told when asked for; `seen_by` tells only what a seat could see."""

    def __init__(self, game: "Game", steps: list[Step]) -> None:
        self.game, self.steps = game, steps

    def seen_by(self, seat: int | None) -> list[Event]:
        """The events from a seat's chair (-1: a spectator's; None: the whole truth)."""
        events: list[Event] = []
        shown: tuple[State, Record] | None = None  # a step begins where the one before it ended
        for step in self.steps:
            before = shown[1] if shown and shown[0] is step.before else self._sight(step.before, seat)
            after = self._sight(step.after, seat)
            events += self.game.definition.view.tell(before, after, step, seat)
            shown = step.after, after
        return events

    def _sight(self, state: State, seat: int | None) -> Record:
        return (state if seat is None else self.game.view(state, seat)).sight

    @cached_property
    def _all(self) -> list[Event]:
        return self.seen_by(None)

    def __getitem__(self, index: Any) -> Any:
        """One of the events."""
        return self._all[index]

    def __len__(self) -> int:
        """How many events."""
        return len(self._all)

    def __iter__(self) -> Iterator[Event]:
        """The events in order."""
        return iter(self._all)


class Game:
    """A game with its options chosen: makes states, says what is legal, plays, and shows."""

    def __init__(self, definition: Definition, options: Any, compiled: bool = False) -> None:
        self.definition, self.options = definition, options
        self.name = definition.name
        self.spec = definition.spec(options)
        self.record = definition.record
        self.compiled = compiled
        self._call = host.COMPILED if compiled else host.PLAIN

    def fast(self) -> "Game":
        """The same game with its rules compiled, for those who play thousands."""
        return self if self.compiled else Game(self.definition, self.options, compiled=True)

    def __repr__(self) -> str:
        """The game and the options that are not the default."""
        chosen = "".join(f", {name}={value!r}" for name, value in settings.changed(self.options).items())
        return f'joute.game("{self.name}"{chosen})'

    # --- playing ------------------------------------------------------------------------------------------------------------

    def new(self, seed: int = 0) -> State:
        """A new game; all its chance comes from the seed."""
        state = self.laid_out()
        state.array["dice"] = dice(seed, "chance")
        self._call["settle"](state.array, self._odds)
        return state

    @property
    def _odds(self) -> NDArray[np.float64]:
        """Room for the odds of one chance event; threads may share a game, and must not share this."""
        return np.zeros(max(1, self.spec.outcomes))

    def laid_out(self) -> State:
        """The game before its first chance event: scripted chance starts here."""
        return State(copied(self._layout))

    @cached_property
    def _layout(self) -> Any:
        array = np.zeros(1, self.record)
        self.definition.setup(PlainRecord(array[0]), self.options)
        return array

    def movers(self, state: State) -> list[int]:
        """The seats that must choose now."""
        bits = self._call["movers"](state.array)
        return [seat for seat in range(self.spec.seats) if bits >> seat & 1]

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        return bool(self._call["over"](state.array))

    def legal_numbers(self, state: State, seat: int) -> list[int]:
        """The seat's legal actions as the rules number them; none when it is not its turn."""
        if not 0 <= seat < self.spec.seats or not self._call["movers"](state.array) >> seat & 1:
            return []
        actions = np.empty(self.spec.widest, np.int64)
        count = self._call["legal"](state.array, seat, actions)
        numbers: list[int] = actions[:count].tolist()
        return numbers

    def legal(self, state: State, seat: int) -> list[Action]:
        """The seat's legal actions, each with its name; none when it is not its turn."""
        return [self.actions[number] for number in self.legal_numbers(state, seat)]

    def play(self, state: State, choices: Mapping[int, int | str]) -> Happenings:
        """Check and play what the movers chose, settle chance, and say what happened. A wrong choice changes nothing."""
        numbers = self.check(state, choices)
        before = state.copy()
        self._advance(state, numbers)
        chosen = {seat: self.actions[number] for seat, number in numbers.items()}
        steps = [Step(before, state.copy(), chosen)]
        while not self._call["movers"](state.array) and not self.over(state):
            outcome = self._call["fallen"](state.array, self._odds)
            self._call["resolve"](state.array, outcome)
            steps.append(Step(steps[-1].after, state.copy(), outcome=outcome))
        return Happenings(self, steps)

    def step(self, state: State, numbers: Mapping[int, int]) -> None:
        """Play checked choices and settle chance, without telling."""
        self._advance(state, numbers)
        self._call["settle"](state.array, self._odds)

    def _advance(self, state: State, numbers: Mapping[int, int]) -> None:
        played = np.full(self.spec.seats, -1, np.int64)
        for seat, number in numbers.items():
            played[seat] = number
        self._call["advance"](state.array, played)

    def check(self, state: State, choices: Mapping[int, int | str]) -> dict[int, int]:
        """The choices as numbers, or IllegalMove: exactly one legal action for each mover."""
        movers = self.movers(state)
        if set(choices) != set(movers):
            expected = f"seats {movers} choose now" if movers else "the game is over"
            raise IllegalMove(f"choices came from seats {sorted(choices)}; {expected}")
        return {seat: self._checked(state, seat, choices[seat]) for seat in movers}

    def _checked(self, state: State, seat: int, choice: int | str) -> int:
        legal = self.legal_numbers(state, seat)
        number = self._number_of.get(plain_name(choice)) if isinstance(choice, str) else int(choice)
        if number not in legal:
            name = choice if isinstance(choice, str) or choice not in self.actions else self.actions[choice]
            names = known(self.actions[legal_number] for legal_number in legal)
            raise IllegalMove(f"seat {seat} played {name}; legal here: {names}")
        return number

    def chances(self, state: State) -> list[float]:
        """The odds of the pending chance event; empty when no chance is pending."""
        if self.movers(state) or self.over(state):
            return []
        odds = self._odds
        return odds[: self._call["chances"](state.array, odds)].tolist()

    def resolve(self, state: State, outcome: int) -> None:
        """Let one outcome of the pending chance event happen: tests and analyses script chance with it."""
        odds = self.chances(state)
        if not 0 <= outcome < len(odds) or odds[outcome] <= 0:
            raise IllegalMove(f"chance outcome {outcome} cannot happen here; possible: {known(possible(odds))}")
        self._call["resolve"](state.array, outcome)

    def advance(self, state: State, choices: Mapping[int, int | str]) -> None:
        """Check and play the choices, and leave chance pending."""
        self._advance(state, self.check(state, choices))

    def returns(self, state: State) -> list[float]:
        """What each seat gets; the scores so far when the game is not over."""
        scores = np.zeros(self.spec.seats)
        self._call["returns"](state.array, scores)
        return scores.tolist()

    # --- what a seat knows --------------------------------------------------------------------------------------------------

    def view(self, state: State, seat: int) -> State:
        """What the seat knows (-1: a spectator). The truth is not in it, nor the chance to come."""
        if state.viewer is not None and state.viewer != seat:
            raise BadPosition(f"this is the view of seat {state.viewer}; the view of seat {seat} is not in it")
        view = State(copied(state.array), seat)
        view.array["dice"] = 0
        if self.spec.hidden:
            self._call["hide"](view.array, seat)
        return view

    def imagine(self, view: State, seed: int) -> State:
        """A world that fits the view, drawn at random."""
        world = State(copied(view.array))
        world.array["dice"] = dice(seed, "imagined chance")
        if self.spec.hidden:
            self._call["imagine"](world.array, view.viewer, dice(seed, "imagined world"))
        return world

    # --- for people -----------------------------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> dict[int, Action]:
        """Every action there is, by number."""
        return {number: Action(number, name) for number, name in self.definition.view.names(self.options).items()}

    @cached_property
    def _number_of(self) -> dict[str, int]:
        return {plain_name(action.name): number for number, action in self.actions.items()}

    def action(self, name: str) -> Action:
        """The action of that name, whatever the position."""
        number = self._number_of.get(plain_name(name))
        if number is None:
            near = difflib.get_close_matches(plain_name(name), self._number_of, n=5, cutoff=0.5) or list(self._number_of)[:5]
            raise UnknownName(f"{self.name} has no action {name!r}; for instance: {known(near)}")
        return self.actions[number]

    def show(self, view: State, language: str = "en") -> str:
        """The position as text."""
        text: str = self.definition.view.show(view.record, view.viewer, language)
        return text

    def to_json(self, view: State) -> Json:
        """The position as JSON: a view holds nothing that its seat does not know."""
        described = getattr(self.definition.view, "to_json", fields_to_json)(view.sight)
        return {"game": self.name, "options": dict(self._chosen), "viewer": view.viewer, **described}

    @cached_property
    def _chosen(self) -> Json:
        """The options that are not the default."""
        return settings.changed(self.options)

    def position(self, source: Json | str) -> State:
        """The position that `to_json` or a text describes."""
        state = self.laid_out()
        try:
            if isinstance(source, str):
                self.definition.view.from_text(source, state.record)
            else:
                self._check_json(source)
                getattr(self.definition.view, "from_json", fields_from_json)(source, state.record)
                state.viewer = source.get("viewer")
        except AttributeError as error:
            raise BadPosition(f"{self.name} reads no positions from such a text: {error}") from error
        except (KeyError, TypeError, IndexError, OverflowError, ValueError) as error:
            if isinstance(error, BadPosition):
                raise
            raise BadPosition(f"not a position of {self.name}: {type(error).__name__} {error}") from error
        return state

    def _check_json(self, source: Json) -> None:
        if not isinstance(source, dict) or source.get("game", self.name) != self.name:
            raise BadPosition(f"not a position of {self.name}: {str(source)[:80]}")
        if source.get("options", self._chosen) != self._chosen:
            raise BadPosition(f"a position with options {source['options']}, but this game has {self._chosen}")


def copied(array: Any) -> Any:
    """An independent copy of an array of records; NumPy's own goes field by field, which takes a hundred times longer."""
    return np.ndarray(array.shape, array.dtype, bytearray(array.tobytes()))


def plain_name(name: str) -> str:
    """A name as people type it: small letters, no accents."""
    letters = unicodedata.normalize("NFD", name.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def possible(odds: Sequence[float]) -> list[int]:
    """The outcomes that can happen."""
    return [outcome for outcome, chance in enumerate(odds) if chance > 0]


def fields_to_json(record: Record) -> Json:
    """A record as JSON, field by field."""
    names = [name for name in record.dtype.names if not name.startswith("rules_")]
    return {"state": {name: as_list(getattr(record, name)) for name in names}}


def fields_from_json(source: Json, record: Record) -> None:
    """The record that `fields_to_json` described."""
    stated = source["state"]
    known_names = {name for name in record.dtype.names if not name.startswith("rules_")}
    if set(stated) != known_names:
        raise BadPosition(f"fields {known(sorted(known_names ^ set(stated)))} are missing or unknown")
    for name, value in stated.items():
        setattr(record, name, value)


def as_list(value: Any) -> Any:
    """A field as JSON has it: a number or nested lists."""
    return value.tolist() if isinstance(value, np.ndarray) else value
