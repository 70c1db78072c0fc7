"""Compiled code that does not count references, where it can do without.

Numba counts the references to each array that compiled code slices or hands on, two atomic operations a time, as if
it could outlive its owner. What a search works on belongs to Python, which keeps it until the search is over. So a
function that Python calls is compiled without the count, and all that it calls with it; where that cannot be, since
something on the way makes an array or gives one back, all of them count. A compiled function that another calls with a
position that holds arrays counts, since more of these are made on the way; but what came in through a function that
does not count has no counter, which costs little.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from numba.core import types
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.errors import TypingError
from numba.core.targetconfig import ConfigStack
from numba.core.types.containers import BaseTuple


def counts() -> bool | None:
    """Whether the function being compiled, which asks for what it calls, counts references; None outside of any."""
    flags = ConfigStack.top_or_none()
    return None if flags is None else bool(flags.nrt)


class Uncounted(_FunctionCompiler):  # type: ignore[misc]
    """Numba's compiler of one function that tries it without the count first."""

    @classmethod
    def within(cls, dispatcher: Any) -> Any:
        """Let this function of Numba's be compiled so; gives the function back."""
        if hasattr(dispatcher, "py_func"):  # not where NUMBA_DISABLE_JIT leaves plain functions
            dispatcher._compiler.__class__ = cls
        return dispatcher

    def _compile_cached(self, args: Any, return_type: Any) -> tuple[bool, Any]:
        """As Numba's, but that a failure is not remembered: with the count it may go."""
        try:
            return True, self._compile_core(args, return_type)
        except TypingError as error:
            return False, error

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        if counts() is None:
            with suppress(Exception):  # whatever is wrong beside the count is told by the second try
                return self._compiled(args, return_type, False)
        held = any(isinstance(each, BaseTuple) and _has_arrays(each) for each in args)
        return self._compiled(args, return_type, held or counts() is not False)

    def _customize_flags(self, flags: Any) -> Any:
        flags.nrt = self._count
        return super()._customize_flags(flags)

    def _compiled(self, args: Any, return_type: Any, count: bool) -> Any:
        self._count = count
        made = super()._compile_core(args, return_type)
        caller_counts = counts() is not False  # as Python does
        if count != caller_counts and _has_arrays(made.signature.return_type):
            raise TypingError("of a function and its caller both must count what is given back, or neither")
        return made


def _has_arrays(kind: Any) -> bool:
    """Whether values of this type are arrays, or tuples with an array in them."""
    return isinstance(kind, types.Array) or (isinstance(kind, BaseTuple) and any(map(_has_arrays, kind)))
