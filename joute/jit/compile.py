"""Plain Python rules, compiled into the searches that call them. The one module that knows numba's extension interface.

Two things happen here. (1) Every rule of the contract has a generic stub (`legal`, `advance`, ...). Called from Python, a
stub looks up the game by the record's dtype; compiled, it is replaced by that game's rule, chosen by the record's numba type.
(2) `@compiled` makes a search machine code at its first call and keeps it on disk. A fingerprint names both the record type of
a game and the file of a search (`joute/jit/fingerprint.py`, `joute/jit/cache.py`).

numba itself is imported at the first compilation, not before: listing games must not wait for a compiler.
"""

import pickle
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from joute.jit.cache import Shelf, cache_directory
from joute.jit.fingerprint import GENERIC, Wrapped, fingerprint

Function = TypeVar("Function", bound=Callable[..., Any])

CONTRACT: dict[str, tuple[str, ...]] = {
    "movers": ("state",),
    "over": ("state",),
    "legal": ("state", "seat", "actions"),
    "advance": ("state", "choices"),
    "chances": ("state", "odds"),
    "resolve": ("state", "outcome"),
    "occasion": ("state",),
    "hide": ("state", "seat"),
    "imagine": ("state", "seat", "dice"),
    "returns": ("state", "scores"),
    "evaluate": ("state", "values"),
    "features": ("state", "seat", "out"),
    "candidates": ("state", "seat", "actions"),
    "quiet": ("state",),
    "chapter": ("state",),
    "pick": ("state", "seat", "actions", "dice"),
    "careful": ("state", "seat", "actions", "dice"),
    "forget": ("state",),
    "prospects": ("state", "chances"),
    "likelihood": ("state", "seat", "actions", "choices", "dice"),
    "key": ("state", "words"),
}
"""Every rule a game may have, and its parameters; what each says stands in `joute.core.contract`."""

WOVEN = {"legal", "advance", "hide", "imagine", "pick", "key"}
"""Rules that searches ask at every step, and that are therefore written into them like the helpers marked `woven`."""

_helpers: list[tuple[Callable[..., Any], bool]] = []
_implementations: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}
_by_type: dict[tuple[str, Any], Callable[..., Any]] = {}
_lock = threading.RLock()
_loaded = False


def rule(function: Function) -> Function:
    """Marks a helper that rules or searches call: plain Python when called from Python, part of the machine code when compiled."""
    return _helper(function, False)


def woven(function: Function) -> Function:
    """Marks a helper that is written into its callers: a call counts every array in and out of it, which a hot loop feels."""
    return _helper(function, True)


def _helper(function: Function, inline: bool) -> Function:
    with _lock:
        _helpers.append((function, inline))
        if _loaded:
            _register_helpers()
    return function


def _register_helpers() -> None:
    from numba.extending import register_jitable

    while _helpers:
        function, inline = _helpers.pop()
        register_jitable(forceinline=inline)(function)


def _stub(name: str) -> Callable[..., Any]:
    """The generic form of a rule, with the parameters of the contract."""
    parameters = ", ".join(CONTRACT[name])
    source = f"def {name}({parameters}):\n    return implementations['{name}', state.dtype]({parameters})\n"
    space: dict[str, Any] = {"implementations": _implementations, "__name__": __name__}
    exec(source, space)
    function: Callable[..., Any] = space[name]
    return function


_stubs = {name: _stub(name) for name in CONTRACT}
GENERIC.update(_stubs.values())
movers, over, legal, advance = _stubs["movers"], _stubs["over"], _stubs["legal"], _stubs["advance"]
chances, resolve, occasion = _stubs["chances"], _stubs["resolve"], _stubs["occasion"]
hide, imagine, returns = _stubs["hide"], _stubs["imagine"], _stubs["returns"]
evaluate, features, candidates = _stubs["evaluate"], _stubs["features"], _stubs["candidates"]
quiet, chapter = _stubs["quiet"], _stubs["chapter"]
pick, careful, forget, key = _stubs["pick"], _stubs["careful"], _stubs["forget"], _stubs["key"]
prospects, likelihood = _stubs["prospects"], _stubs["likelihood"]


def _load() -> None:
    """Bring numba in and give it the stubs and the helpers."""
    global _loaded
    with _lock:
        if _loaded:
            return
        from numba.extending import overload

        for name, function in _stubs.items():
            parameters = ", ".join(CONTRACT[name])
            space: dict[str, Any] = {"find": _finder(name)}
            exec(f"def choose({parameters}):\n    return find(state)\n", space)
            overload(function, jit_options={"forceinline": name in WOVEN}, strict=False)(space["choose"])
        _loaded = True
        _register_helpers()


def _finder(name: str) -> Callable[[Any], Callable[..., Any] | None]:
    def find(record_type: Any) -> Callable[..., Any] | None:
        if not _by_type.keys() >= {(name, record_type)}:
            _type_all()
        return _by_type.get((name, record_type))

    return find


def _type_all() -> None:
    from numba.np.numpy_support import from_dtype

    for (name, dtype), function in list(_implementations.items()):
        _by_type[name, from_dtype(dtype)] = function


def bind(fields: list[Any], rules: dict[str, Callable[..., Any]]) -> np.dtype[Any]:
    """A record type that belongs to exactly these rules: its last field is named by their fingerprint.

    Wide fields come first and the last one fills up to whole 64-bit words, so that a record has no bytes outside its fields.
    """
    mark = fingerprint(*(rules[name] for name in sorted(rules)))
    widest_first = sorted(fields, key=lambda item: -np.dtype(item[1]).itemsize)
    filling = 8 - np.dtype(widest_first).itemsize % 8
    dtype = np.dtype([*widest_first, (f"rules_{mark}", "i1", (filling,))], align=True)
    for name, function in rules.items():
        _implementations[name, dtype] = function
    return dtype


announce: Callable[[str, float | None], None] = lambda name, seconds: None  # noqa: E731  # a hook that the command line sets
"""Told when a search starts compiling (seconds is None) and when it is done."""


class Compiled(Wrapped):
    """A function of searches: plain Python at hand, machine code from its first call on."""

    def __init__(self, plain: Callable[..., Any]) -> None:
        self.plain = plain
        self.__name__ = plain.__name__
        self.__doc__ = plain.__doc__
        self.__module__ = plain.__module__
        self._machine: Any = None  # numba's dispatcher
        self._prepared: set[tuple[Any, ...]] = set()  # kinds of arguments whose machine code is here

    def __call__(self, *arguments: Any) -> Any:
        """Run the machine code; the first call with new types compiles it or finds it on disk."""
        return (self._machine or self._prepare())(*arguments)

    def prepare(self, *arguments: Any) -> None:
        """Have the machine code for such arguments ready without running it: a clock that starts now measures thinking alone."""
        kinds = tuple(_kind(argument) for argument in arguments)
        if kinds in self._prepared:  # numba takes a millisecond to say what a record is
            return
        machine = self._machine or self._prepare()
        from numba import typeof

        machine.compile(tuple(typeof(argument) for argument in arguments))
        self._prepared.add(kinds)

    def _prepare(self) -> Any:
        with _lock:
            if self._machine is None:
                _load()
                from numba import njit

                dispatcher = njit(nogil=True)(self.plain)
                dispatcher._cache = _cache_for(self.plain)
                self._machine = dispatcher
            return self._machine


def _kind(argument: Any) -> Any:
    """What decides an argument's type in machine code."""
    if isinstance(argument, np.ndarray):
        flags = argument.flags
        return argument.dtype, argument.ndim, flags.c_contiguous, flags.f_contiguous, flags.aligned, flags.writeable
    if isinstance(argument, tuple):
        return type(argument), *(_kind(item) for item in argument)
    return type(argument)


def compiled(function: Callable[..., Any]) -> Compiled:
    """Marks a search: one function without closures, compiled once per game and kept on disk."""
    return Compiled(function)


def _cache_for(plain: Callable[..., Any]) -> Any:
    """numba's cache interface over files named by content: one file for a function, its ingredients and the types it was called with.

    numba's own cache numbers its files and trusts the time stamp of one source file: two processes can swap each other's code,
    and a changed helper in another file goes unnoticed.
    """
    import numba
    from numba.core import config
    from numba.core.caching import _Cache
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps

    stamp = f"{fingerprint(plain)} {numba.__version__} {np.__version__} {sys.version_info[:2]} {config.BOUNDSCHECK} {sorted(WOVEN)}"
    label = f"{plain.__module__.rpartition('.')[2]}.{plain.__name__}"
    shelf = Shelf(label, stamp)

    class Cache(_Cache):  # type: ignore[misc]  # numba is not typed
        """Machine code of one function."""

        began = 0.0

        @property
        def cache_path(self) -> str:
            return str(cache_directory())

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            target_context.refresh()
            try:
                payload = shelf.file(_kind_of_code(sig, target_context.codegen())).read_bytes()
                return CompileResult._rebuild(target_context, *pickle.loads(payload))
            except (OSError, EOFError, ImportError, pickle.UnpicklingError):
                self.began = time.perf_counter()
                announce(label, None)
                return None

        def save_overload(self, sig: Any, cres: Any) -> None:
            announce(label, time.perf_counter() - self.began)
            if cres.library.has_dynamic_globals or cres.lifted:
                raise TypeError(f"{label} cannot be cached: it uses objects that live only in this process")
            shelf.keep(_kind_of_code(sig, cres.codegen), dumps(cres._reduce()))

        def enable(self) -> None: ...
        def disable(self) -> None: ...
        def flush(self) -> None: ...

    return Cache()


def _kind_of_code(signature: Any, codegen: Any) -> str:
    """What else decides machine code: the types it was called with, and the processor."""
    return f"{signature} {codegen.magic_tuple()}"
