"""Reads and writes 64-bit words of an array whose address is all that a compiled function is given.

Numba hands an array to a function as seven arguments, which a recursion that runs ten million times a second feels. One
address takes one register. Whoever makes the address keeps its array alive, and nothing checks bounds.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

_WORD = ir.IntType(64)


def _place(builder: Any, address: Any, index: Any) -> Any:
    return builder.gep(builder.inttoptr(address, _WORD.as_pointer()), [index])


@intrinsic  # type: ignore[untyped-decorator]
def peek(typing_context: Any, address: Any, index: Any) -> Any:
    """The word at ``index`` (an integer of 64 bits) behind ``address``, as ``uint64``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(builder, *arguments))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def poke(typing_context: Any, address: Any, index: Any, word: Any) -> Any:
    """Write ``word`` at ``index`` behind ``address``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _place(builder, *arguments[:2]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(typing_context: Any, address: Any) -> Any:
    """Begin to fetch the cache line at ``address``, which will be read soon."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        place = builder.inttoptr(arguments[0], cgutils.voidptr_t)
        builder.call(fetch, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def peek_byte(typing_context: Any, address: Any, index: Any) -> Any:
    """The byte at ``index`` behind ``address``, as ``uint64``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        base = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        return builder.zext(builder.load(builder.gep(base, [arguments[1]])), _WORD)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def shorts(typing_context: Any, address: Any, count: Any) -> Any:
    """So many ``int16`` behind ``address``, as an array, without a count of references."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.return_type)(context, builder)
        data = builder.inttoptr(arguments[0], array.data.type)
        whole = context.get_constant(types.intp, 2)
        populate_array(array, data=data, shape=[arguments[1]], strides=[whole], itemsize=whole, meminfo=None)
        return array._getvalue()

    return types.Array(types.int16, 1, "C")(types.uint64, types.intp), generate
