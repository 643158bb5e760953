"""A position as one NumPy record, or what one seat knows of it; and an action, a number with a name."""

from typing import Any

import numpy as np

from joute.core.contract import Record
from joute.jit.proxy import PlainRecord, Sight

Json = dict[str, Any]


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
        return Sight(self.array)

    def copy(self) -> "State":
        """An independent copy."""
        return State(copied(self.array), self.viewer)

    def __eq__(self, other: object) -> bool:
        """Whether everything in the record is the same."""
        return isinstance(other, State) and self.array.tobytes() == other.array.tobytes()

    __hash__ = None  # type: ignore[assignment]  # states change in place


def copied(array: Any) -> Any:
    """An independent copy of an array of records; NumPy's own goes field by field, which takes a hundred times longer."""
    return np.ndarray(array.shape, array.dtype, bytearray(array.tobytes()))
