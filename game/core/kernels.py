"""The functions that each game gives twice over: plain Python, and compiled, from one source.

Each generic function below is implemented once for each class of position (a ``typing.NamedTuple``) with
``implements``. Called from Python it looks the implementation up by the position's class and runs it interpreted;
called inside a function that Numba compiles it is resolved, at compile time, by the position's type. So a search
that is written once over these names becomes a specialised search for each game.

Rules for implementations: only the subset of Python that Numba compiles; helpers marked ``jitable``; no wrap-around
(values stay inside 64 bits, so that both ways agree); bitboards are ``numpy.uint64`` throughout (mixing them with
signed integers turns into floats). A compiled function gives back plain integers, so positions that leave compiled
code pass through ``box``. A position may hold NumPy arrays (C-contiguous, writable, of one type and shape for the whole
game) that are never changed once it is made; such a class compares and hashes by methods of its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast, get_origin, get_type_hints
from typing import overload as overload_typing

import numpy as np
from numba import jit, njit, typeof, types
from numba.core.typing.templates import builtin_registry
from numba.extending import overload, register_jitable

from plyground.core import cache, fingerprint, recursion, uncounted

F = TypeVar("F", bound=Callable[..., Any])
P = TypeVar("P", bound=tuple[Any, ...])

ONGOING, LOSS, DRAW, WIN = -2, -1, 0, 1
"""What ``outcome`` says of a position."""

recursion.ask_once()
_implementations: dict[Callable[..., Any], dict[type | None, Callable[..., Any]]] = {}
"""For each generic function its implementations; the one for all other classes stands under None."""


def jitable(function: F) -> F:
    """Mark a helper that may be called from compiled code; called from Python it stays plain Python."""
    return cast(F, register_jitable(function))


def compiled(function: F) -> F:
    """Compile on first call for each type of position, with the interpreter's lock released.

    The compiled code is kept on disk until the function, or anything that it uses, changes (see ``cache``).
    """
    return _kept(function, nogil=True)


def compiled_short(function: F) -> F:
    """As ``compiled``, for what takes less than a millisecond and is called thousands of times in a row: the lock is
    kept. A thread that lets go of it for an instant each time has it back before another has woken up, and as it never
    has it for long, Python does not make it wait (``sys.setswitchinterval``): others stood still for a fifth of a
    second while a game of 10,000 moves was read."""
    return _kept(function, nogil=False)


def _kept(function: F, nogil: bool) -> F:
    return cast(F, cache.kept(uncounted.Uncounted.within(njit(nogil=nogil)(function)), _implementations))


def made_of(kernel: Any, *arguments: Any) -> str:
    """A digest of a compiled function for such arguments and of all that it calls: what it computes hangs on nothing
    else."""
    return fingerprint.digest(kernel, tuple(typeof(each) for each in arguments), _implementations)


@overload_typing
def generic(function: F) -> F: ...
@overload_typing
def generic(*, default: Callable[..., Any]) -> Callable[[F], F]: ...
def generic(function: Any = None, *, default: Callable[..., Any] | None = None) -> Any:
    """Make a function that is dispatched on the class of its first argument, a position.

    Position classes without an implementation of their own take ``default``, if there is one; its argument names are
    those of the generic function.
    """
    if function is None:
        return lambda decorated: _generic(decorated, default)
    return _generic(function, default)


def _generic(function: F, default: Callable[..., Any] | None) -> F:
    table = _implementations[function] = {} if default is None else {None: default}

    def dispatch(*arguments: Any) -> Any:
        implementation = table.get(type(arguments[0]), default)  # as ``fingerprint`` chooses
        if implementation is None:
            raise TypeError(f"{function.__name__} has no implementation for {type(arguments[0]).__name__}")
        return implementation(*arguments)

    dispatch.__name__ = function.__name__
    dispatch.__qualname__ = function.__qualname__
    dispatch.__module__ = function.__module__
    dispatch.__doc__ = function.__doc__
    dispatch.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    _implementations[dispatch] = table
    if default is not None:
        _offer(dispatch, default, lambda kind: is_position(kind) and kind not in table)
    return cast(F, dispatch)


def _offer(function: Callable[..., Any], implementation: F, fits: Callable[[type | None], bool]) -> None:
    """Let compiled code take ``implementation`` for ``function`` where the first argument's class fits."""

    def choose(*arguments: Any) -> Any:
        return implementation if fits(position_class_of(arguments[0])) else None

    choose.__signature__ = inspect.signature(implementation)  # type: ignore[attr-defined]
    choose.__name__ = f"choose_{implementation.__name__}"
    overload(function)(choose)
    # What is compiled for it is kept as well, so that after an edit only what leads to the edited code is compiled.
    builtin_registry.functions[-1]._get_jit_decorator = lambda template: _kept_jit


def _kept_jit(**options: Any) -> Callable[[Any], Any]:
    return lambda function: cache.kept(jit(**options)(function), _implementations)


def implements(function: Callable[..., Any], *position_classes: type) -> Callable[[F], F]:
    """Register the decorated function as ``function``'s implementation for the given classes of position.

    The argument names must be those of the generic function (Numba insists). ``function`` may also be one of Python's
    operators, for classes whose own methods do the same.
    """

    def register(implementation: F) -> F:
        _offer(function, implementation, lambda kind: kind in position_classes)
        for position_class in position_classes:
            _implementations.setdefault(function, {})[position_class] = implementation
        return implementation

    return register


def has(function: Callable[..., Any], position_class: type) -> bool:
    """Whether the generic function has an implementation for this class of position."""
    return position_class in _implementations[function]


def is_position(kind: type | None) -> bool:
    """Whether some function is implemented for this class, so that defaults hold for it as well."""
    return kind is not None and any(kind in table for table in _implementations.values())


def position_class_of(numba_type: Any) -> type | None:
    """The class of a Numba named-tuple type (homogeneous or not), None for any other type."""
    if isinstance(numba_type, types.NamedTuple | types.NamedUniTuple):
        return cast(type, numba_type.instance_class)
    return None


def box(position_class: type[P], values: tuple[Any, ...]) -> P:
    """Turn what compiled code gave back into a position whose words are ``numpy.uint64`` again.

    Nested named tuples are boxed in the same way; arrays pass unchanged.
    """
    pairs = zip(_boxers(position_class), values, strict=True)
    return position_class(*(boxer(value) for boxer, value in pairs))


def _boxer(kind: Any) -> Callable[[Any], Any]:
    if kind is np.uint64:
        return np.uint64
    if kind is np.ndarray or get_origin(kind) is np.ndarray:
        return _unchanged
    if isinstance(kind, type) and issubclass(kind, tuple):
        return lambda value: box(kind, value)
    return float if kind is float else int


def _unchanged(value: Any) -> Any:
    return value


_boxer_cache: dict[type, tuple[Callable[[Any], Any], ...]] = {}


def _boxers(position_class: type) -> tuple[Callable[[Any], Any], ...]:
    if position_class not in _boxer_cache:
        kinds = get_type_hints(position_class).values()
        _boxer_cache[position_class] = tuple(_boxer(kind) for kind in kinds)
    return _boxer_cache[position_class]


@generic
def to_move(position: Any) -> int:
    """The seat whose turn it is."""
    raise NotImplementedError


@generic
def legal_moves(position: Any, moves: Any) -> int:
    """Write the legal moves, as integers in the game's fixed order, into ``moves``; return how many.

    ``moves`` is a one-dimensional ``int32`` array of at least ``spec.most_moves`` places. 0 exactly if the game is
    over: a forced pass is a move.
    """
    raise NotImplementedError


@generic
def count_moves(position: Any) -> int:
    """How many legal moves there are, without listing them."""
    raise NotImplementedError


@generic
def play(position: Any, move: int) -> Any:
    """The position after a legal move; the given one is unchanged."""
    raise NotImplementedError


@generic
def outcome(position: Any, seat: int) -> int:
    """``ONGOING``, or how the finished game ended for ``seat``: ``WIN``, ``DRAW`` or ``LOSS``."""
    raise NotImplementedError


@generic
def margin(position: Any, seat: int) -> int:
    """A finished game's value for ``seat`` in the game's own unit (Othello: discs; Camel: 1, 0 or -1)."""
    raise NotImplementedError


@generic
def evaluate(position: Any, seat: int, unit: int) -> float:
    """A static score of an unfinished position for ``seat``, in the unit with this number (see ``knowledge``)."""
    raise NotImplementedError


def _no_rank(position: Any, move: int) -> float:
    return 0.0


@generic(default=_no_rank)
def rank(position: Any, move: int) -> float:
    """How good a legal move looks at first sight: higher is tried first. By default all moves look the same."""
    raise NotImplementedError
