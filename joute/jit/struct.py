"""Typed records: a class declares fields, the NumPy record type is derived from it, and mypy and editors know every field.

    class Node(Struct):
        visits: Int32                           # a number
        value: Annotated[Float64s, 2]           # an array: scalar type, then the shape
        actions: Annotated[Int64s, 2, "wide"]   # a dimension by name: its size is given when the record type is made

    nodes = Node.zeros(100, wide=8)             # an array of records: `nodes[3].visits` for type checkers and in compiled code

A struct is never instantiated: plain Python gets a proxy of the record (`joute/jit/record_proxy.py`), compiled code the record itself.
"""

from functools import cache
from typing import Annotated, Any, Protocol, Self, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints, overload

import numpy as np
from numpy.typing import NDArray

from joute.jit.record_proxy import RecordProxy

Int8: TypeAlias = Annotated[int, np.int8]
Int16: TypeAlias = Annotated[int, np.int16]
Int32: TypeAlias = Annotated[int, np.int32]
Int64: TypeAlias = Annotated[int, np.int64]
UInt64: TypeAlias = Annotated[np.uint64, np.uint64]  # 64 bits: NumPy mixes it with no other integer type
Float32: TypeAlias = Annotated[float, np.float32]
Float64: TypeAlias = Annotated[float, np.float64]
Int8s: TypeAlias = NDArray[np.int8]
Int16s: TypeAlias = NDArray[np.int16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]
UInt16s: TypeAlias = NDArray[np.uint16]
UInt64s: TypeAlias = NDArray[np.uint64]
Float32s: TypeAlias = NDArray[np.float32]
Float64s: TypeAlias = NDArray[np.float64]


Record = TypeVar("Record", covariant=True)


class Records(Protocol[Record]):
    """An array of records, as kernels and type checkers see it; to Python it is a NumPy array."""

    @overload
    def __getitem__(self, index: int, /) -> Record: ...
    @overload
    def __getitem__(self, index: str, /) -> NDArray[Any]: ...
    def __setitem__(self, index: int | str, value: object, /) -> None:
        """Copy a record over another, or give a field of all records a value."""

    def __len__(self) -> int:
        """The number of records."""


class Struct:
    """Base of typed records: subclasses only declare fields."""

    @classmethod
    def layout(cls, **sizes: int) -> list[tuple[Any, ...]]:
        """Name, scalar type and shape of every field, for NumPy."""
        fields: list[tuple[Any, ...]] = []
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if get_origin(hint) is not Annotated:
                raise TypeError(f"{cls.__name__}.{name}: declare a number (Int8, ...) or an array (Annotated[Int8s, 4])")
            kind, *rest = get_args(hint)
            if get_origin(kind) is None:
                fields.append((name, rest[0]))
            else:
                scalar = get_args(get_args(kind)[1])[0]
                fields.append((name, scalar, tuple(sizes[size] if isinstance(size, str) else size for size in rest)))
        return fields

    @classmethod
    def dtype(cls, **sizes: int) -> np.dtype[np.void]:
        """The record type."""
        return _dtype(cls, tuple(sizes.items()))  # type: ignore[arg-type]  # mypy takes the hash of a class for that of its instances

    @classmethod
    def zeros(cls, count: int, **sizes: int) -> Records[Self]:
        """An array of empty records."""
        return cast(Records[Self], np.zeros(count, cls.dtype(**sizes)))

    @classmethod
    def proxy(cls, records: Records[Self], index: int = 0) -> Self:
        """One record for plain Python, to read and to change in place."""
        return cast(Self, RecordProxy(np.asarray(records)[index]))


@cache
def _dtype(struct: type[Struct], sizes: tuple[tuple[str, int], ...]) -> np.dtype[np.void]:
    return np.dtype(struct.layout(**dict(sizes)), align=True)
