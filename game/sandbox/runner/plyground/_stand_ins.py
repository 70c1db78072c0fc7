"""What rules name of Numba, though nothing is compiled here, and data classes for their own use.

(Python's own data classes bring a fifth of what every bot's start would take.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_NONE = object()


class _Made:
    def __init__(self, factory: Callable[[], Any]) -> None:
        self.factory = factory


def field(*, default: Any = _NONE, default_factory: Any = None, **settings: Any) -> Any:
    return default if default_factory is None else _Made(default_factory)


def dataclass(kind: Any = None, **settings: Any) -> Any:
    if kind is None:
        return lambda decorated: dataclass(decorated, **settings)
    fields: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        for name, annotation in vars(each).get("__annotations__", {}).items():
            if "ClassVar" not in str(annotation):
                fields[name] = getattr(kind, name, _NONE)

    def fill(self: Any, *values: Any, **named: Any) -> None:
        given = dict(zip(fields, values, strict=False)) | named
        for name, default in fields.items():
            value = given.pop(name, default)
            if value is _NONE:
                raise TypeError(f"{kind.__name__} needs {name}")
            self.__dict__[name] = value.factory() if isinstance(value, _Made) else value
        if given or len(values) > len(fields):
            raise TypeError(f"{kind.__name__} has no {', '.join(given) or 'more values'}")
        if hasattr(kind, "__post_init__"):
            self.__post_init__()

    def content(self: Any) -> tuple[Any, ...]:
        return tuple(self.__dict__[name] for name in fields)

    kind.__init__ = fill
    if settings.get("eq", True) and "__eq__" not in kind.__dict__:
        kind.__eq__ = lambda self, other: content(self) == content(other) if type(other) is kind else NotImplemented
        kind.__hash__ = (lambda self: hash(content(self))) if settings.get("frozen") else None
    return kind


def overload(function: Any) -> Any:
    """No function is offered to compiled code."""
    return lambda implementation: implementation


def intrinsic(function: Any) -> Any:
    return function


def njit(*functions: Any, **settings: Any) -> Any:
    return functions[0] if functions else lambda function: function


def replace(made: Any, **changes: Any) -> Any:
    return type(made)(**{**vars(made), **changes})
