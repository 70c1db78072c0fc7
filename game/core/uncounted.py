"""Compiled code that does not count references, where it can do without.

Numba counts the references to each array that compiled code slices or hands on, two atomic operations a time, as if
it could outlive its owner. What a search works on belongs to Python, which keeps it until the search is over. So a
function that Python calls with numbers and arrays is compiled without the count, and all that it calls with it; where
that cannot be, since something on the way makes an array, all of them count. What does not count gives back
numbers alone, and gets nothing else from compiled functions that it calls, so no array crosses from one kind to the
other but on its way in. (Neither may it print a part of an array, nor hand one to Python: it would be the whole.)

A compiled function that another calls with a position that holds arrays counts, since more of these are made on the
way; but what came in through a function that does not count has no counter, which costs little.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from numba.core import types
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.errors import TypingError
from numba.core.targetconfig import ConfigStack
from numba.core.types.containers import BaseTuple
from numba.core.types.misc import NoneType, Omitted

_BORROWED = "only numbers and arrays come into a function that does not count references"
_NUMBERS = "only numbers are given back to or by a function that does not count references"
_PLAIN = (types.Number, types.Boolean, NoneType, Omitted)


def counts() -> bool | None:
    """Whether the function being compiled, which asks for what it calls, counts references; None outside of any."""
    flags = ConfigStack.top_or_none()
    return None if flags is None else bool(flags.nrt)


class Uncounted(_FunctionCompiler):  # type: ignore[misc]
    """Numba's compiler of one function that tries it without the count first."""

    _helpers: ClassVar[dict[Any, Any]] = {}
    """What Numba compiles for its own use on the way, without the count; it keeps one form of each."""

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
                return self._without(args, return_type)
        elif counts() is False and not any(isinstance(each, BaseTuple) and not _is_plain(each) for each in args):
            return self._without(args, return_type)
        return self._compiled(args, return_type, True)

    def _without(self, args: Any, return_type: Any) -> Any:
        """The function compiled without the count; raises ``TypingError`` where it needs it."""
        if not all(map(_is_borrowed, args)):
            raise TypingError(_BORROWED)
        context = self.targetdescr.target_context
        helpers, context.cached_internal_func = context.cached_internal_func, self._helpers
        try:
            made = self._compiled(args, return_type, False)
        finally:
            context.cached_internal_func = helpers
        kinds, calls = made.type_annotation.typemap, made.type_annotation.calltypes
        got = [call.return_type for each, call in calls.items() if _is_of_dispatcher(each, kinds)]
        if not all(map(_is_plain, [made.signature.return_type, *got])):
            raise TypingError(_NUMBERS)
        return made

    def _customize_flags(self, flags: Any) -> Any:
        flags.nrt = self._count
        return super()._customize_flags(flags)

    def _compiled(self, args: Any, return_type: Any, count: bool) -> Any:
        self._count = count
        return super()._compile_core(args, return_type)


def _is_plain(kind: Any) -> bool:
    """Whether values of this type are numbers, or tuples of them."""
    return isinstance(kind, _PLAIN) or (isinstance(kind, BaseTuple) and all(map(_is_plain, kind)))


def _is_borrowed(kind: Any) -> bool:
    """Whether values of this type are numbers and arrays, or tuples of them."""
    return isinstance(kind, (*_PLAIN, types.Array)) or (isinstance(kind, BaseTuple) and all(map(_is_borrowed, kind)))


def _is_of_dispatcher(expression: Any, kinds: Any) -> bool:
    """Whether an expression of Numba's is the call of a compiled function."""
    function = getattr(expression, "func", None) if getattr(expression, "op", "") == "call" else None
    return function is not None and isinstance(kinds.get(function.name), types.Dispatcher)
