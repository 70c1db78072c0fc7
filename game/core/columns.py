"""Many positions of one class as columns: the class's own fields, each an array with a row for every position.

``gather`` and ``scatter`` read and write one position of them in compiled code, whatever its fields are: numbers,
arrays of one shape, or named tuples of those. Their implementations are written out for each class when it is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import FunctionType
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from plyground.core import kernels


def stack(positions: Sequence[Any]) -> Any:
    """The columns of positions of one class; raises ``ValueError`` if an array has not one shape in all of them."""
    kind = type(positions[0])
    if not all(type(position) is kind for position in positions):
        raise ValueError("the positions are of several classes")
    fields = zip(*positions, strict=True)
    return kind(*(stack(field) if isinstance(field[0], tuple) else np.stack(field) for field in fields))


def repeat(position: Any, count: int) -> Any:
    """The columns of ``count`` times the same position."""
    fields = (repeat(field, count) if isinstance(field, tuple) else _rows(field, count) for field in position)
    return type(position)(*fields)


def empty_like(columns: Any) -> Any:
    """Columns of the same shape to write into."""
    fields = (empty_like(field) if isinstance(field, tuple) else np.empty_like(field) for field in columns)
    return type(columns)(*fields)


def row(columns: Any, index: int) -> Any:
    """One position, as ordinary Python has it."""
    return kernels.box(type(columns), _row(columns, index))


def _rows(field: Any, count: int) -> Any:
    value = np.asarray(field)
    return np.ascontiguousarray(np.broadcast_to(value, (count, *value.shape)))


def _row(columns: Any, index: int) -> tuple[Any, ...]:
    return tuple(
        _row(field, index) if isinstance(field, tuple) else field[index].copy() for field in columns
    )  # fmt: skip


def gather(columns: Any, index: int) -> Any:
    """The position in a row of the columns; its arrays are the columns' own."""
    fields = (gather(field, index) if isinstance(field, tuple) else field[index] for field in columns)
    return type(columns)(*fields)


def scatter(columns: Any, index: int, position: Any) -> None:
    """Write a position into a row of the columns."""
    for field, value in zip(columns, position, strict=True):
        if isinstance(field, tuple):
            scatter(field, index, value)
        else:
            field[index] = value


@overload(gather, strict=False)  # type: ignore[untyped-decorator]
def _choose_gather(columns: Any, index: Any) -> Any:
    if kernels.position_class_of(columns) is None:
        return None
    made: dict[str, Any] = {}
    text = _construction(columns, "columns", made)
    return _written(f"def gather(columns, index):\n    return {text}", made)


@overload(scatter, strict=False)  # type: ignore[untyped-decorator]
def _choose_scatter(columns: Any, index: Any, position: Any) -> Any:
    if kernels.position_class_of(columns) is None:
        return None
    lines = [
        f"    columns{place}[index]{_whole(kind)} = position{place}" for place, kind in _arrays(columns)
    ]  # fmt: skip
    return _written("\n".join(["def scatter(columns, index, position):", *lines]), {})


def _construction(kind: Any, path: str, made: dict[str, Any]) -> str:
    """The text that makes a position of the arrays at ``path``; ``made`` gets the classes that it names."""
    if isinstance(kind, types.Array):
        return f"{path}[index]"
    name = f"Class{len(made)}"
    made[name] = kind.instance_class
    parts = ", ".join(_construction(part, f"{path}[{place}]", made) for place, part in enumerate(kind))
    return f"{name}({parts})"


def _arrays(kind: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    for number, part in enumerate(kind):
        if isinstance(part, types.Array):
            yield f"{place}[{number}]", part
        else:
            yield from _arrays(part, f"{place}[{number}]")


def _whole(kind: Any) -> str:
    return f"[{', '.join(':' * (kind.ndim - 1))}]" if kind.ndim > 1 else ""


def _written(text: str, names: dict[str, Any]) -> Any:
    """A function from its text; it can reach what ``names`` has and nothing else."""
    code = next(part for part in compile(text, __name__, "exec").co_consts if hasattr(part, "co_code"))
    return FunctionType(code, {"__name__": __name__, **names})
