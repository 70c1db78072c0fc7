"""The functions that each game gives, chosen by the class of position; here there is Python alone.

Stands in for the program's module of this name, which offers them to compiled code as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ONGOING, LOSS, DRAW, WIN = -2, -1, 0, 1

_implementations: dict[Callable[..., Any], dict[type, Callable[..., Any]]] = {}


def generic(function: Any = None, *, default: Callable[..., Any] | None = None) -> Any:
    """Make a function that is dispatched on the class of its first argument, a position."""
    if function is None:
        return lambda decorated: generic(decorated, default=default)
    table: dict[type, Callable[..., Any]] = {}

    def dispatch(position: Any, *rest: Any) -> Any:
        implementation = table.get(type(position), default)
        if implementation is None:
            raise TypeError(f"{function.__name__} has no implementation for {type(position).__name__}")
        return implementation(position, *rest)

    _implementations[dispatch] = table
    return dispatch


def implements(function: Callable[..., Any], *position_classes: type) -> Callable[[Any], Any]:
    """Register the decorated function as ``function``'s implementation for these classes of position."""

    def register(implementation: Any) -> Any:
        _implementations.setdefault(function, {}).update(dict.fromkeys(position_classes, implementation))
        return implementation

    return register


def jitable(function: Any) -> Any:
    """Nothing is compiled here."""
    return function


compiled = jitable


def position_class_of(kind: Any) -> type | None:
    """Nothing is compiled here, so no type of a position is asked for."""
    return None


def _declared(position: Any, *rest: Any) -> Any:
    raise NotImplementedError


to_move = generic(_declared)
legal_moves = generic(_declared)
count_moves = generic(_declared)
play = generic(_declared)
outcome = generic(_declared)
margin = generic(_declared)
evaluate = generic(_declared)
rank = generic(_declared)
