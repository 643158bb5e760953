"""Generic rules: one stub per rule, replaced by the rule of the game at hand.

Called from Python, a stub looks the game up by the dtype of the state. In compiled code, numba replaces the stub by that game's rule,
chosen by the record type, so that a search and the rules it calls become one native function.

numba itself is imported at the first compilation, not before: listing games must not wait for a compiler.
"""

import inspect
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from joute.jit.fingerprint import GENERIC, fingerprint

Function = TypeVar("Function", bound=Callable[..., Any])
Value = TypeVar("Value")

INLINED = {"legal", "advance", "hide", "imagine", "pick", "key", "view_key"}
"""Rules that searches call at every step, and that are inlined like the helpers marked `inline`."""

CONTRACT: dict[str, tuple[str, ...]] = {}  # every generic rule and its parameters
DEFAULTS: dict[str, Callable[..., Any]] = {}  # of the optional ones

_stubs: dict[str, Callable[..., Any]] = {}
_helpers: list[tuple[Callable[..., Any], bool]] = []  # not yet registered with numba
_registered: list[tuple[Callable[..., Any], bool]] = []  # already
_implementations: dict[tuple[str, np.dtype[np.void]], Callable[..., Any]] = {}
_by_type: dict[tuple[str, object], Callable[..., Any]] = {}  # the same by numba type
_lock = threading.RLock()
_loaded = False


def required(function: Function) -> Function:
    """Declares a rule that every game must state; the body is not used."""
    return _generic(function)


def optional(function: Function) -> Function:
    """Declares a rule that a game may state; the body is the default."""
    DEFAULTS[function.__name__] = function
    return _generic(function)


def _generic(function: Function) -> Function:
    """The stub of a rule, with the parameters of the declaration."""
    name = function.__name__
    CONTRACT[name] = tuple(inspect.signature(function).parameters)
    parameters = ", ".join(CONTRACT[name])
    source = f"def {name}({parameters}):\n    return implementations['{name}', state.dtype]({parameters})\n"
    space: dict[str, Any] = {"implementations": _implementations, "__name__": function.__module__}
    exec(source, space)
    stub: Function = space[name]
    stub.__doc__ = function.__doc__
    _stubs[name] = stub
    GENERIC.add(stub)
    return stub


def rule(function: Function) -> Function:
    """Marks a helper that rules or searches call: plain Python when called from Python, compiled when called from compiled code.

    >>> import joute
    >>> @joute.rule
    ... def other(seat):
    ...     return 1 - seat
    >>> other(0)
    1
    """
    return _helper(function, False)


def inline(function: Function) -> Function:
    """Marks a helper that is inlined into its callers: numba counts a reference for each array argument of a call."""
    return _helper(function, True)


def borrowed(value: Value) -> Value:
    """The same arrays, or tuples of arrays, without reference counts in compiled code.

    A kernel whose caller holds its arguments takes them so: otherwise each call of a helper counts every array that it gets.
    """
    return value


def prefetch(array: Any, index: int) -> None:
    """Ask the processor for an element that compiled code will read soon: memory is slower than computing."""


def lowest_bit(bits: int) -> int:
    """The index of the lowest bit that is set; one instruction in compiled code."""
    return (bits & -bits).bit_length() - 1


def wrap64(number: int) -> int:
    """The number modulo 2**64, as an unsigned word; compiled code wraps around by itself."""
    return number & 0xFFFFFFFFFFFFFFFF


def _helper(function: Function, inlined: bool) -> Function:
    with _lock:
        _helpers.append((function, inlined))
        if _loaded:
            _register_helpers()
    return function


def _register_helpers() -> None:
    from numba.extending import register_jitable

    while _helpers:
        function, inlined = _helpers.pop()
        _registered.append((function, inlined))
        register_jitable(forceinline=inlined, boundscheck=is_foreign(function))(function)


def is_foreign(function: Callable[..., Any]) -> bool:
    """Whether a rule comes from outside the package: then what it reads and writes is checked, so that a search never writes outside."""
    return (function.__module__ or "").partition(".")[0] != "joute"


def any_is_foreign() -> bool:
    """Whether this process has rules from outside the package."""
    return any(map(is_foreign, _implementations.values()))


GUARDED = {"legal": "actions", "candidates": "actions", "chances": "odds"}  # rules that say how much of a buffer they have written


def _guarded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule from outside for compiled code: an index outside of an array raises IndexError there, and so does a wrong count."""
    from numba.extending import register_jitable

    if all(function is not helper for helper, _ in _registered):
        register_jitable(boundscheck=True)(function)
    parameters = ", ".join(CONTRACT[name])
    source = f"def {name}({parameters}):\n    return stated({parameters})\n"
    if name in GUARDED:
        source = (
            f"def {name}({parameters}):\n"
            f"    count = stated({parameters})\n"
            f"    if count < 0 or count > len({GUARDED[name]}):\n"
            f"        raise IndexError('{name} returns more than fits')\n"
            f"    return count\n"
        )
    space: dict[str, Any] = {"stated": function, "__name__": function.__module__}
    exec(source, space)
    guarded: Callable[..., Any] = space[name]
    return guarded


def load() -> None:
    """Import numba and register the stubs and the helpers with it."""
    global _loaded
    with _lock:
        if _loaded:
            return
        from numba.extending import overload

        for name, function in _stubs.items():
            parameters = ", ".join(CONTRACT[name])
            space: dict[str, Any] = {"find": _finder(name)}
            exec(f"def choose({parameters}):\n    return find(state)\n", space)
            overload(function, jit_options={"forceinline": name in INLINED}, strict=False)(space["choose"])
        from joute.jit import _intrinsics

        overload(borrowed, jit_options={"forceinline": True}, strict=False)(_intrinsics.choose_borrowed)
        overload(prefetch, jit_options={"forceinline": True}, strict=False)(_intrinsics.choose_prefetch)
        overload(lowest_bit, jit_options={"forceinline": True}, strict=False)(_intrinsics.choose_lowest_bit)
        overload(wrap64, jit_options={"forceinline": True}, strict=False)(_intrinsics.choose_wrap64)
        _loaded = True
        _register_helpers()


def _finder(name: str) -> Callable[[object], Callable[..., Any] | None]:
    def find(record_type: object) -> Callable[..., Any] | None:
        if (name, record_type) not in _by_type:
            _type_all()
        return _by_type.get((name, record_type))

    return find


def _type_all() -> None:
    from numba.np.numpy_support import from_dtype

    for (name, dtype), function in list(_implementations.items()):
        key = name, from_dtype(dtype)
        if key not in _by_type:
            _by_type[key] = _guarded(name, function) if is_foreign(function) else function


def bind(fields: list[tuple[Any, ...]], rules: dict[str, Callable[..., Any]]) -> np.dtype[np.void]:
    """A record type that belongs to exactly these rules: its last field is named by their fingerprint.

    Wide fields come first and the last one fills up to whole 64-bit words, so that a record has no bytes outside its fields.
    """
    mark = fingerprint(*(rules[name] for name in sorted(rules))) + "_checked" * any(map(is_foreign, rules.values()))
    widest_first = sorted(fields, key=lambda item: -np.dtype(item[1]).itemsize)
    filling = 8 - np.dtype(widest_first).itemsize % 8
    dtype: np.dtype[np.void] = np.dtype([*widest_first, (f"rules_{mark}", "i1", (filling,))], align=True)
    for name, function in rules.items():
        _implementations[name, dtype] = function
    return dtype
