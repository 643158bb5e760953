"""`@compiled`: a function that becomes native code at its first call, and is cached on disk.

The name of the cached file is a fingerprint of the function and everything that it calls or reads (`joute/jit/fingerprint.py`), so that
stale code is never loaded.
"""

import contextlib
import pickle
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np

from joute.directories import cache_directory
from joute.jit import dispatch
from joute.jit.cache import CodeFiles
from joute.jit.compile_error import CannotCompile as CannotCompile
from joute.jit.compile_error import OutOfBounds as OutOfBounds
from joute.jit.compile_error import explained
from joute.jit.fingerprint import Wrapped, fingerprint

P = ParamSpec("P")
R = TypeVar("R")

_lock = threading.RLock()

announce: Callable[[str, float | None], None] = lambda name, seconds: None  # noqa: E731  # a hook that the command line sets
"""Called when a compilation starts (seconds is None) and when it is done."""


class Compiled(Wrapped, Generic[P, R]):
    """A function of searches: plain Python as `plain`, native code from its first call on."""

    def __init__(self, plain: Callable[P, R]) -> None:
        self.plain = plain
        self.__name__ = plain.__name__
        self.__doc__ = plain.__doc__
        self.__module__ = plain.__module__
        self._machine: Any = None  # numba's dispatcher
        self._prepared: set[tuple[Any, ...]] = set()  # argument types that are compiled already

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Run the compiled code; the first call with new types compiles it or loads it from disk."""
        try:
            result: R = (self._machine or self._prepare())(*arguments, **named)
        except Exception as error:
            if is_refused(error):
                raise explained(error, self.__name__) from error
            if type(error) is IndexError and dispatch.any_is_foreign():
                raise OutOfBounds from error
            raise
        return result

    def prepare(self, *arguments: P.args, **named: P.kwargs) -> None:
        """Compile for such arguments without running: a clock started afterwards measures the search alone."""
        kinds = tuple(_kind(argument) for argument in arguments)
        if kinds in self._prepared:  # numba takes a millisecond to say what a record is
            return
        machine = self._machine or self._prepare()
        from numba import typeof

        try:
            machine.compile(tuple(typeof(argument) for argument in arguments))
        except Exception as error:
            if is_refused(error):
                raise explained(error, self.__name__) from error
            raise
        self._prepared.add(kinds)

    def _prepare(self) -> Any:
        with _lock:
            if self._machine is None:
                dispatch.load()
                from numba import njit

                dispatcher = njit(nogil=True)(self.plain)
                dispatcher._cache = _cache_for(self.plain)
                self._machine = dispatcher
            return self._machine


def is_refused(error: Exception) -> bool:
    """Whether the error is the compiler's."""
    return type(error).__module__ == "numba.core.errors"


@contextlib.contextmanager
def checked_bounds() -> Iterator[None]:
    """In a block, what is compiled raises IndexError where it would read or write outside of an array."""
    from numba.core import config

    before, config.BOUNDSCHECK = config.BOUNDSCHECK, 1
    try:
        yield
    finally:
        config.BOUNDSCHECK = before


def _kind(argument: Any) -> Any:
    """What decides an argument's type in compiled code."""
    if isinstance(argument, np.ndarray):
        flags = argument.flags
        return argument.dtype, argument.ndim, flags.c_contiguous, flags.f_contiguous, flags.aligned, flags.writeable
    if isinstance(argument, tuple):
        return type(argument), *(_kind(item) for item in argument)
    return type(argument)


def compiled(function: Callable[P, R]) -> Compiled[P, R]:
    """Marks a search: one function without closures, compiled once per game and cached on disk."""
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

    versions = f"{numba.__version__} {np.__version__} {sys.version_info[:2]}"
    stamp = f"{fingerprint(plain)} {versions} {config.BOUNDSCHECK} {sorted(dispatch.INLINED)}"
    label = f"{plain.__module__.rpartition('.')[2]}.{plain.__name__}"
    files = CodeFiles(label, stamp)

    class Cache(_Cache):  # type: ignore[misc]  # numba is not typed
        """Compiled code of one function."""

        began = 0.0

        @property
        def cache_path(self) -> str:
            return str(cache_directory())

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            target_context.refresh()
            code = files.read(_kind_of_code(sig, target_context.codegen()))
            if code is not None:
                with contextlib.suppress(Exception):  # whatever is wrong with it: it is compiled again
                    return CompileResult._rebuild(target_context, *pickle.loads(code))
            self.began = time.perf_counter()
            announce(label, None)
            return None

        def save_overload(self, sig: Any, cres: Any) -> None:
            announce(label, time.perf_counter() - self.began)
            if cres.library.has_dynamic_globals or cres.lifted:
                raise TypeError(f"{label} cannot be cached: it uses objects that live only in this process")
            files.write(_kind_of_code(sig, cres.codegen), dumps(cres._reduce()))

        def enable(self) -> None: ...
        def disable(self) -> None: ...
        def flush(self) -> None: ...

    return Cache()


def _kind_of_code(signature: Any, codegen: Any) -> str:
    """What else decides compiled code: the argument types and the processor."""
    return " ".join([str(signature), *_named_tuples(signature), str(codegen.magic_tuple())])


def _named_tuples(kinds: Any) -> Iterator[str]:
    """The named tuples among argument types: numba's name of one leaves out its module and its fields."""
    for kind in kinds:
        if (named := getattr(kind, "instance_class", None)) is not None:
            yield f"{named.__module__}.{named.__qualname__}{named._fields}"
            yield from _named_tuples(kind.types)
