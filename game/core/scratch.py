"""Small arrays to work with, which compiled code has on its stack: they cost nothing and end with the call."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable
from numba.np.arrayobj import populate_array
from numpy.typing import NDArray


def scratch(size: int) -> NDArray[np.int32]:
    """An array of so many ``int32``, whatever they are, for this call alone: it must be neither returned nor kept.

    Compiled, ``size`` must be a constant, and where a loop asks again and again it is the same room each time.
    """
    return np.empty(size, np.int32)


@type_callable(scratch)  # type: ignore[untyped-decorator]
def _type_scratch(context: Any) -> Any:
    def typed(size: Any) -> Any:
        return types.Array(types.int32, 1, "C") if isinstance(size, types.IntegerLiteral) else None

    return typed


@lower_builtin(scratch, types.IntegerLiteral)  # type: ignore[untyped-decorator]
def _take_scratch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Room on the stack of the function that calls ``scratch``."""
    size = signature.args[0].literal_value
    array = context.make_array(signature.return_type)(context, builder)
    with builder.goto_entry_block():  # as ``cgutils.alloca_once``, which fills the room with zeros
        room = builder.alloca(ir.ArrayType(ir.IntType(32), size))
    whole = partial(context.get_constant, types.intp)
    data = builder.bitcast(room, array.data.type)
    populate_array(array, data=data, shape=[whole(size)], strides=[whole(4)], itemsize=whole(4), meminfo=None)
    return array._getvalue()
