"""A game before its options are chosen: what it is, the rules that it states, and what comes with it."""

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np

from joute.core import state_json
from joute.core.contract import collect
from joute.core.events import Event, Step
from joute.core.facts import Fact
from joute.core.layout import Layout
from joute.core.levels import levels_by_nature
from joute.core.state import DEFINITIONS, Fields, Json
from joute.i18n import Sentence, in_every_language, say
from joute.jit.dispatch import bind

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)  # marks around generated tables
PICTURE = re.compile(r"!\[([^\]]*)\]\((pictures/\w+\.svg)\)")  # in a game's rules

StateT = TypeVar("StateT", bound=Fields)
OptionsT = TypeVar("OptionsT", bound="DataclassInstance")
StateIn = TypeVar("StateIn", bound=Fields, contravariant=True)
OptionsIn = TypeVar("OptionsIn", contravariant=True)


@dataclass(frozen=True)
class Spec:
    """What a game is, as data: searches read it to know whether they can play.

    >>> import joute
    >>> spec = joute.game("coeurs").spec
    >>> spec.seats, spec.hidden, spec.simultaneous, spec.nature["en"]
    (4, True, False, 'hidden information, chance')
    """

    seats: int
    lowest: float  # the worst score at the end
    highest: float  # the best
    longest: int  # the most times that seats can be asked to choose in one game
    widest: int  # the most legal actions at once
    outcomes: int = 0  # the most outcomes of one chance event; 0: no chance
    simultaneous: bool = False  # several seats may choose in the same instant
    hidden: bool = False  # seats know different things
    zero_sum: bool = True  # the scores always add up to the same
    utility: Literal["score", "win"] = "score"  # what seats play for: a high score, or to have the highest
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
        """The game's nature in a line, by language."""
        return in_every_language(self._nature)

    def _nature(self) -> str:
        words = [say("hidden information" if self.hidden else "perfect information")]
        words += [say("simultaneous choices")] if self.simultaneous else []
        words += [say("chance")] if self.chance else []
        return ", ".join(words)


# --- what a game's modules offer; mypy accepts a module where it has these functions -------------------------------------------------


class Renderer(Protocol[StateIn, OptionsIn]):
    """The module `render`: actions and states as text."""

    def names(self, options: OptionsIn, /) -> dict[int, str]:
        """The name of every action, by number."""

    def show(self, state: StateIn, viewer: int | None, language: str, /) -> str:
        """The state as text for a viewer (-1: a spectator; None: nothing is hidden)."""


@runtime_checkable
class LocalRenderer(Protocol[OptionsIn]):
    """A module `render` whose actions have other names than the canonical ones for people."""

    def local_names(self, options: OptionsIn, language: str, /) -> Mapping[int, tuple[str, ...]]:
        """By number: the name of an action in a language, then others that can be typed. Actions left out have the canonical name."""


@runtime_checkable
class SecretRenderer(Protocol[StateIn]):
    """A module `render` that also names what is hidden from a seat."""

    def secrets(self, state: StateIn, viewer: int, /) -> dict[str, str]:
        """The value of each thing that the viewer does not see, by name."""


@runtime_checkable
class SpokenRenderer(Protocol):
    """A module `render` that also says what an action is called within a sentence."""

    def spoken_action(self, action: int, /) -> str:
        """In the current language: "the queen of hearts"; a seat is a placeholder (see `joute.core.seat_names`)."""


class Narrator(Protocol[StateIn]):
    """The module `narration`: what happened, as sentences."""

    def describe(self, before: StateIn, after: StateIn, step: Step, viewer: int | None, /) -> list[Event]:
        """The events of one step, as the viewer sees them."""


class Codec(Protocol[StateIn]):
    """The module `state_json`: states as JSON."""

    def to_json(self, state: StateIn, /) -> Mapping[str, object]:
        """The state as JSON."""

    def from_json(self, source: Json, state: StateIn, /) -> None:
        """Write what `to_json` returned into a state."""


@runtime_checkable
class TextCodec(Protocol[StateIn]):
    """A module `codec` that also reads a state from text."""

    def from_text(self, text: str, state: StateIn, /) -> None:
        """Write what a text describes into a state."""


@dataclass(frozen=True, eq=False)
class Definition(Generic[StateT, OptionsT]):
    """A game before its options are chosen: the fields of its state, its rules, and how people see it.

    >>> import joute
    >>> definition = joute.game("examples/nim/nim.py").definition
    >>> definition.name, definition.title["en"], definition.states_itself("legal"), definition.states_itself("chances")
    ('nim', 'Nim', True, False)
    """

    name: str
    title: Mapping[str, str]  # by language
    options: type[OptionsT]  # a settings dataclass
    spec: Callable[[OptionsT], Spec]
    state: type[StateT]  # its fields
    rules: tuple[ModuleType, ...]  # modules that state the rules of the contract, `setup` among them
    render: Renderer[StateT, OptionsT]
    narration: Narrator[StateT]
    codec: Codec[StateT] = state_json  # default: field by field
    layout: Callable[[StateT, int | None, str], Layout] | None = None  # (view, viewer, language): how it lies on a table in the browser
    agents: Mapping[str, str] = field(default_factory=dict)  # this game's own players: name -> "module:Class"
    recipes: Mapping[str, str] = field(default_factory=dict)  # its levels: name -> the agent's text; see `levels`
    references: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # levels as they were: version -> level -> the agent's text
    defaults: Mapping[str, str] = field(default_factory=dict)  # agents' settings that won in this game: name -> "key=value,..."
    feature_names: Callable[[OptionsT], list[str]] | None = None
    facts: tuple[Fact, ...] = ()  # what the rule `facts` writes of an action, in its order
    consequences: tuple[Fact, ...] = ()  # what the rule `consequences` writes, in its order
    final_consequences: tuple[Fact, ...] = ()  # what the rule `final_consequences` writes, in its order
    often: Sentence = "{n} times out of 10"  # how often a consequence comes in sampled continuations
    symmetries: Callable[[OptionsT], list[tuple[list[int], list[int]]]] | None = None  # orders of features and actions that change nothing
    weights: Path | None = (
        None  # of the features: a fitted evaluation that comes with the game (see `joute.search.common.linear_evaluation`)
    )
    network: Path | None = None  # that comes with the game (see `joute.search.network.agent`)
    solver: str | None = None  # "module:function" that proves positions: (game, state, stop) -> Solution
    equilibrium: str | None = None  # "module:function" that solves positions of two seats: (game, state) -> opinions of those that choose
    variant: str | None = None  # "module:function" for options that change rules or tables: (options) -> definition and options, or None
    openings: str | None = None  # "module:function" that gives balanced beginnings: (game, count, seed) -> lists of choices
    explanation: str | None = None  # module that tells what a seat knows, and what it would be without (see `joute.core.explanation`)

    @cached_property
    def stated(self) -> dict[str, Callable[..., Any]]:
        """Every rule of the contract, stated or by default."""
        return collect(self.name, self.rules)

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The record type, marked with the rules' fingerprint."""
        dtype = bind(self.state.layout(), self.stated)
        DEFINITIONS[dtype] = self
        return dtype

    @cached_property
    def levels(self) -> Mapping[str, str]:
        """The texts of the levels: the game's own, else those that its nature asks for.

        >>> import joute
        >>> list(joute.game("examples/nim/nim.py").definition.levels)
        ['easy', 'medium', 'hard', 'expert']
        """
        if self.recipes:
            return self.recipes
        spec = self.spec(self.options())
        return levels_by_nature(spec.hidden, spec.simultaneous)

    @property
    def named_agents(self) -> dict[str, str]:
        """The texts of the levels, and of those of older versions, as `master@0.1`.

        >>> import joute
        >>> joute.game("morpion").definition.named_agents["hard@0.1"]
        'alpha_beta:seconds=0,nodes=0,depth=2,...'
        """
        frozen = {f"{level}@{version}": text for version, levels in self.references.items() for level, text in levels.items()}
        return {**self.levels, **frozen}

    @property
    def seats_option(self) -> dataclasses.Field[int] | None:
        """The option that says how many sit down; None where their number is fixed."""
        return next((option for option in dataclasses.fields(self.options) if option.name == "seats"), None)

    def states_itself(self, rule: str) -> bool:
        """Whether the game has that optional rule rather than its default."""
        return any(vars(module).get(rule) is self.stated[rule] for module in self.rules)

    @property
    def folder(self) -> Path:
        """Where the game's files are."""
        return Path(str(self.rules[0].__file__)).parent

    def rules_text(self, language: str) -> str:
        """The rules for players as Markdown: `rules.en.md` beside the game, or its translation; else what its module says of itself."""
        pages = [self.folder / f"rules.{name}.md" for name in (language, "en")]
        page = next((page for page in pages if page.is_file()), None)
        return COMMENT.sub("", page.read_text(encoding="utf-8")) if page else self.rules[0].__doc__ or ""

    def setup(self, state: Fields, options: OptionsT) -> None:
        """Lay the pieces out."""
        module = next(module for module in self.rules if hasattr(module, "setup"))
        module.setup(state, options)


AnyDefinition: TypeAlias = Definition[Any, Any]
