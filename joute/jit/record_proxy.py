"""Records as plain Python rules see them.

Compiled code widens every small number to 64 bits before it computes; NumPy's scalars keep their size and overflow. These views
hand out Python numbers instead, so that a rule means the same in both worlds, and a value too large for its field is an error here.
"""

from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Arrays = TypeVar("Arrays", bound=NamedTuple)


class ArrayProxy(np.ndarray[Any, Any]):
    """An array field whose elements come out as Python numbers."""

    def __getitem__(self, index: Any) -> Any:
        """An element as a Python number, or a part as an array."""
        if type(index) is int and self.ndim == 1:
            return self.item(index)  # several times faster than the general way
        if type(index) is tuple and len(index) == self.ndim == 2 and type(index[0]) is int and type(index[1]) is int:
            return self.item(index)
        value = super().__getitem__(index)
        return value.item() if isinstance(value, np.generic) else value


class RecordProxy:
    """One state: fields are attributes, read as Python numbers and written in place."""

    _record: Any

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record type, which names the rules."""
        return self._record.dtype

    def __getattr__(self, name: str) -> Any:
        """A field; an array is looked up once, since it stays where it is while its elements change."""
        try:
            value = self._record[name]
        except ValueError:
            raise AttributeError(f"the state has no field {name!r}") from None
        if isinstance(value, np.ndarray):
            array = self.__dict__[name] = value.view(ArrayProxy)
            return array
        return value.item()

    def lists(self) -> dict[str, Any]:
        """Every field at once, as Python numbers and lists of them."""
        values = zip(self._record.dtype.names, self._record.item(), strict=True)
        return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}

    def __setattr__(self, name: str, value: Any) -> None:
        """Write a field; a number that does not fit raises OverflowError."""
        self._record[name] = value


class FrozenProxy(RecordProxy):
    """The first of some states, to be only looked at: its numbers are read all at once, which is faster than one by one."""

    def __init__(self, states: NDArray[Any]) -> None:
        super().__init__(states[0])
        numbers = _numbers(states.dtype)
        self.__dict__.update(zip(numbers.names or (), np.ndarray(1, numbers, states).item(), strict=True))

    def __setattr__(self, name: str, value: Any) -> None:
        """Nothing may be written."""
        raise AttributeError(f"{name} is only shown here; a copy of the state can be changed")


@lru_cache(maxsize=256)
def _numbers(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The record with nothing but its single numbers."""
    return dtype[[name for name in dtype.names or () if not dtype[name].shape]]


class StatesProxy:
    """An array of states, as a search in plain Python indexes and copies it."""

    __slots__ = ("array",)

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array

    def __getitem__(self, index: int) -> RecordProxy:
        """One state, not a copy."""
        return RecordProxy(self.array[index])

    def __setitem__(self, index: int, state: RecordProxy) -> None:
        """Copy a state over another."""
        self.array[index] = state._record

    def __len__(self) -> int:
        """How many states."""
        return len(self.array)

    def copy(self) -> "StatesProxy":
        """Independent copies."""
        return StatesProxy(self.array.copy())


def proxied(arrays: Arrays) -> Arrays:
    """A named tuple of arrays as a search in plain Python takes it."""
    return arrays._make(StatesProxy(array) if array.dtype.names else array for array in arrays)
