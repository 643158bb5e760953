"""The state of a game as one NumPy record, its fields as a typed class, what one seat knows of it, and actions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from joute.core.chance import CHANCE_WORDS
from joute.core.notebook import NotebookHtml
from joute.jit.record_proxy import FrozenProxy, RecordProxy
from joute.jit.struct import Struct, UInt64s

if TYPE_CHECKING:
    from joute.core.definition import AnyDefinition

Json: TypeAlias = dict[str, Any]
States: TypeAlias = NDArray[np.void]  # an array of records of one game


DEFINITIONS: "dict[np.dtype[np.void], AnyDefinition]" = {}  # by record type, so that a state need not carry its game


class Fields(Struct):
    """The fields of a game's state, declared as a typed class from which the record type is derived.

    A number is declared as `turn: Int8`, an array as `bank: Annotated[Int16s, 8]` (scalar type, then the shape). Rules take the class, so
    that mypy and editors know every field. It is never instantiated: rules get a proxy of the record, or the record itself when compiled.

    >>> import joute
    >>> from joute.jit.struct import Int8
    >>> class PilesState(joute.Fields):
    ...     mover: Int8
    ...     sticks: Int8
    >>> [field[0] for field in PilesState.layout()]
    ['chance', 'mover', 'sticks']
    """

    chance: Annotated[UInt64s, CHANCE_WORDS]  # the key of the chance to come (see `joute.core.chance`); erased from every view

    @classmethod
    def of(cls, state: "State") -> Self:
        """The fields of a state, to read and to change in place."""
        return cast(Self, RecordProxy(state.array[0]))

    @classmethod
    def snapshot(cls, state: "State") -> Self:
        """The fields of a state, read-only and faster."""
        return cast(Self, FrozenProxy(state.array))


class Action(int):
    """A number to the rules, a name to people.

    Records, bots and the wire write `name`, the same in every language; people read and type the names of their own.

    >>> import joute
    >>> joute.game("morpion").action("f6")
    <f6 (132)>
    >>> joute.game("diamant").action("return").text("fr")
    'rentrer'
    """

    name: str
    names: Mapping[str, tuple[str, ...]]  # by language: the name that is shown, then others that can be typed

    def __new__(cls, number: int, name: str, names: Mapping[str, tuple[str, ...]] | None = None) -> "Action":
        """The action of that number and name."""
        action = super().__new__(cls, number)
        action.name, action.names = name, names or {}
        return action

    def text(self, language: str = "en") -> str:
        """The name that people read."""
        return self.names.get(language, (self.name,))[0]

    def __str__(self) -> str:
        """The name."""
        return self.name

    def __repr__(self) -> str:
        """Name and number."""
        return f"<{self.name} ({int(self)})>"


class State(NotebookHtml):
    """A position, or what one seat knows of it.

    >>> import joute
    >>> game = joute.game("diamant")
    >>> state = game.new(seed=1)
    >>> state, game.view(state, 0)
    (<State of diamant>, <State of diamant, as seat 0 sees it>)
    """

    __slots__ = ("array", "viewer")

    def __init__(self, array: States, viewer: int | None = None) -> None:
        self.array = array  # of records, of length one
        self.viewer = viewer  # the seat whose view this is (-1: a spectator); None: the truth

    def copy(self) -> "State":
        """An independent copy."""
        return State(copied(self.array), self.viewer)

    def __eq__(self, other: object) -> bool:
        """Whether every field is equal."""
        return isinstance(other, State) and self.array.tobytes() == other.array.tobytes()

    @property
    def definition(self) -> "AnyDefinition":
        """The game that it belongs to, without its options."""
        return DEFINITIONS[self.array.dtype]

    def __repr__(self) -> str:
        """The game, and who sees it."""
        seen = "" if self.viewer is None else ", as a spectator sees it" if self.viewer < 0 else f", as seat {self.viewer} sees it"
        return f"<State of {self.definition.name}{seen}>"

    __hash__ = None  # type: ignore[assignment]  # states change in place


def copied(array: States) -> States:
    """An independent copy of an array of records; NumPy's own goes field by field, which takes a hundred times longer."""
    return np.ndarray(array.shape, array.dtype, bytearray(array.tobytes()))
