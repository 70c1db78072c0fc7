"""Compiled code that does not count references, where it can do without.

Numba counts the references to each array that compiled code slices or hands on, two atomic operations a time, as if
it could outlive its owner. What a search works on belongs to Python, which keeps it until the search is over. So a
function that is called from Python is compiled without the count, and all that it calls with it; where that
cannot be, since something on the way makes an array or a position holds some, all of them are compiled with it.
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
        if counts() is None and not any(map(_holds_arrays, args)):
            with suppress(Exception):  # whatever is wrong beside the count is told by the second try
                return self._compiled(args, return_type, count=False)
        return self._compiled(args, return_type, count=counts() is not False)

    def _compiled(self, args: Any, return_type: Any, count: bool) -> Any:
        self.targetoptions["_nrt"] = count
        try:
            return super()._compile_core(args, return_type)
        finally:
            del self.targetoptions["_nrt"]


def _holds_arrays(kind: Any) -> bool:
    """Whether an argument of this type is a tuple with an array in it."""
    return isinstance(kind, BaseTuple) and any(isinstance(each, types.Array) or _holds_arrays(each) for each in kind)
