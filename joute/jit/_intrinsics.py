"""Functions of compiled code that Python cannot express, as LLVM instructions: imported with numba, at the first compilation."""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def choose_borrowed(value: object) -> Callable[..., Any]:
    """What numba compiles for `borrowed`."""
    return lambda value: _borrow(value)


def choose_prefetch(array: object, index: object) -> Callable[..., Any]:
    """What numba compiles for `prefetch`."""
    return lambda array, index: _prefetch(array, index)


def choose_lowest_bit(bits: object) -> Callable[..., Any]:
    """What numba compiles for `lowest_bit`."""
    return lambda bits: _lowest_bit(bits)


def choose_wrap64(number: object) -> Callable[..., Any]:
    """What numba compiles for `wrap64`."""
    return lambda number: np.uint64(number)


@intrinsic  # type: ignore[untyped-decorator]  # numba is not typed
def _lowest_bit(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(context.cast(builder, values[0], signature.args[0], types.int64), ir.IntType(1)(1))

    return types.int64(bits), generate


@intrinsic  # type: ignore[untyped-decorator]  # numba is not typed
def _borrow(typing_context: Any, value: Any) -> Any:
    return value(value), lambda context, builder, signature, values: _without_counts(context, builder, signature.args[0], values[0])


def _without_counts(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The value with null instead of the owners of its arrays: LLVM drops the counting of null."""
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value=value)
        array.meminfo, array.parent = array.meminfo.type(None), array.parent.type(None)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        for index, item in enumerate(kind):
            value = builder.insert_value(value, _without_counts(context, builder, item, builder.extract_value(value, index)), index)
    return value


@intrinsic  # type: ignore[untyped-decorator]  # numba is not typed
def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = signature.args[0]
        struct = context.make_array(kind)(context, builder, value=values[0])
        place = context.cast(builder, values[1], signature.args[1], types.intp)
        pointer = builder.bitcast(cgutils.get_item_pointer(context, builder, kind, struct, [place]), cgutils.voidptr_t)
        number = ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, function_type, "llvm.prefetch.p0")
        builder.call(function, [pointer, number(0), number(3), number(1)])  # to read, for long, data
        return context.get_dummy_value()

    return types.void(array, index), generate
