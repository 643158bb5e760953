"""A hash of everything that goes into compiled code, so that cached code made from other rules, tables or helpers is never loaded."""

import hashlib
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

GENERIC: set[Callable[..., Any]] = set()
"""Functions that stand for the rule of whichever game it is: that rule has a fingerprint of its own."""


class Wrapped:
    """Something that stands for a plain function, and counts as that function."""

    plain: Callable[..., Any]


def fingerprint(*functions: Callable[..., Any]) -> str:
    """A hash of all that these functions compile to: their code, the helpers they call, the constants and tables they read."""
    digest = hashlib.sha256()
    seen: set[int] = set()
    for function in functions:
        for piece in _ingredients(function, seen):
            digest.update(piece)
    return digest.hexdigest()[:16]


def _ingredients(value: Any, seen: set[int]) -> Iterator[bytes]:
    if isinstance(value, Wrapped):
        value = value.plain
    if isinstance(value, FunctionType):
        if id(value) in seen or value in GENERIC:
            return
        seen.add(id(value))
        yield f"{value.__module__} {value.__qualname__}".encode()  # cached code looks its module up by name
        yield from _code(value.__code__)
        for cell in value.__closure__ or ():
            yield from _ingredients(cell.cell_contents, seen)
        yield from _named(sorted(_names(value.__code__)), value.__globals__, seen)
    elif isinstance(value, np.ndarray):
        yield str((value.dtype, value.shape)).encode() + np.ascontiguousarray(value).tobytes()
    elif isinstance(value, (int, float, str, bytes, bool, tuple, frozenset, np.generic, type(None))):
        yield repr(value).encode()


def _named(names: list[str], space: dict[str, Any], seen: set[int]) -> Iterator[bytes]:
    """What the names mean where the function stands; a module's attributes count when the code mentions them."""
    for name in names:
        value = space.get(name)
        if isinstance(value, ModuleType):
            if not _is_library(value):
                yield from _named([other for other in names if other != name], vars(value), seen)
        elif value is not None:
            yield name.encode()
            yield from _ingredients(value, seen)


def _is_library(module: ModuleType) -> bool:
    return module.__name__.partition(".")[0] in {"numpy", "numba", "math"}


def _names(code: CodeType) -> set[str]:
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*(_names(constant) for constant in inner))


def _code(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames)).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant)
        elif not isinstance(constant, str):  # a docstring does not compile
            yield repr(constant).encode()
