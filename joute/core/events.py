"""What happened, as events: sentences for any viewer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from joute.core.seat_names import with_names
from joute.core.state import Action, Fields, Json, State
from joute.i18n import Language, use_language

if TYPE_CHECKING:
    from joute.core.game import Game  # which makes `Events`


@dataclass(frozen=True)
class Event:
    """Something that happened: its kind, its details by name, and a sentence in each language, with `{0}` in the place of a seat.

    >>> import joute
    >>> game = joute.game("morpion")
    >>> [event] = game.play(game.new(), {0: "f6"})
    >>> event.kind, event.sentences["en"], event.text("fr"), event.text("fr", ["Ana", "Bob"])
    ('placed', '{0} plays f6', 'X joue f6', 'Ana (X) joue f6')
    """

    kind: str
    words: Mapping[str, Any]
    sentences: Mapping[str, str]  # by language
    marks: tuple[str, ...] = ()  # of the seats on the board, which a text without names shows: X and O

    def text(self, language: str = "en", names: Sequence[str] = ()) -> str:
        """The sentence, with the names of the players or the numbers of their seats."""
        spoken = language if language in self.sentences else "en"
        called = [f"{name} ({mark})" for name, mark in zip(names, self.marks, strict=True)] if names and self.marks else names or self.marks
        with use_language(Language(spoken)):
            return with_names(self.sentences[spoken], called or None)

    def __str__(self) -> str:
        """The English sentence."""
        return self.text()

    def to_json(self) -> Json:
        """For a client: kind, words, and sentences in which `{0}` is the first seat."""
        return {"kind": self.kind, **self.words, "text": dict(self.sentences)}


@dataclass(frozen=True, eq=False)
class Step:
    """One change of a state: choices that were played, or a chance outcome."""

    before: State
    after: State
    choices: Mapping[int, Action] = field(default_factory=dict)
    outcome: int | None = None


class Scene:
    """A state that no longer changes, with its views and legal actions, computed once."""

    __slots__ = ("_legal", "_seen", "game", "state")

    def __init__(self, game: "Game", state: State) -> None:
        self.game, self.state = game, state
        self._seen: dict[int | None, tuple[State, Fields]] = {}
        self._legal: dict[int, dict[str, int]] = {}

    def seen_by(self, seat: int | None) -> tuple[State, Fields]:
        """The view of a seat and a snapshot of its fields (-1: a spectator; None: nothing is hidden)."""
        found = self._seen.get(seat)
        if found is None:
            view = self.state if seat is None else self.game.view(self.state, seat)
            found = self._seen[seat] = view, Fields.snapshot(view)
        return found

    def legal(self, seat: int) -> dict[str, int]:
        """The numbers of the seat's legal actions, by name; a seat knows them, whatever else is hidden from it."""
        found = self._legal.get(seat)
        if found is None:
            found = self._legal[seat] = {action.name: int(action) for action in self.game.legal(self.state, seat)}
        return found

    def forget(self) -> None:
        """It will seldom be looked at again."""
        self._seen.clear()
        self._legal.clear()


class Events(Sequence[Event]):
    """The events of one or more steps, described on demand; `seen_by` returns only what a seat could see."""

    def __init__(self, game: "Game", steps: list[Step]) -> None:
        self.game, self.steps = game, steps
        self.scenes = [Scene(game, state) for state in (steps[0].before, *(step.after for step in steps))]  # each step leads to the next

    def seen_by(self, seat: int | None) -> list[Event]:
        """The events as a seat saw them (-1: a spectator; None: nothing is hidden)."""
        return [event for events in self.by_step(seat) for event in events]

    def by_step(self, seat: int | None) -> list[list[Event]]:
        """The events of each step, as a seat saw them."""
        events: list[list[Event]] = []
        _, before = self.scenes[0].seen_by(seat)
        for step, scene in zip(self.steps, self.scenes[1:], strict=True):
            _, after = scene.seen_by(seat)
            events.append(list(self.game.describe(before, after, step, seat)))
            before = after
        return events

    @cached_property
    def _all(self) -> list[Event]:
        return self.seen_by(None)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        """One of the events, or some of them."""
        return self._all[index]

    def __len__(self) -> int:
        """How many events."""
        return len(self._all)

    def __iter__(self) -> Iterator[Event]:
        """The events in order."""
        return iter(self._all)
