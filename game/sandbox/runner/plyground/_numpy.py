"""The part of NumPy that rules of games are written with, over Python's own numbers, lists and dictionaries.

Words are whole numbers; what no rule may do anyway, wrapping round at 64 bits, does not happen. Arrays of one axis are
lists, those of two axes dictionaries by row and column, since both are looked up at the interpreter's full speed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

uint8 = uint16 = uint32 = uint64 = int8 = int16 = int32 = int64 = intp = int
float32 = float64 = float
bool_ = bool


class ndarray:  # noqa: N801  (NumPy's name)
    """What both kinds of arrays are, for ``isinstance``."""

    __slots__ = ()


def _each(function: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def apply(self: Any, other: Any) -> Any:
        return self._with(function, other)

    return apply


class _Operators(ndarray):
    """Arithmetic and comparisons, element by element."""

    __slots__ = ()
    __and__ = __rand__ = _each(operator.and_)
    __or__ = __ror__ = _each(operator.or_)
    __xor__ = __rxor__ = _each(operator.xor)
    __add__ = __radd__ = _each(operator.add)
    __sub__ = _each(operator.sub)
    __rsub__ = _each(lambda one, other: other - one)
    __mul__ = __rmul__ = _each(operator.mul)
    __floordiv__ = _each(operator.floordiv)
    __mod__ = _each(operator.mod)
    __lshift__ = _each(operator.lshift)
    __rshift__ = _each(operator.rshift)
    __lt__ = _each(operator.lt)
    __le__ = _each(operator.le)
    __gt__ = _each(operator.gt)
    __ge__ = _each(operator.ge)
    __eq__ = _each(operator.eq)
    __ne__ = _each(operator.ne)
    __hash__ = None  # type: ignore[assignment]

    def __invert__(self: Any) -> Any:
        return self._with(lambda one, _: ~one, 0)

    def __neg__(self: Any) -> Any:
        return self._with(lambda one, _: -one, 0)

    def astype(self: Any, kind: type) -> Any:
        return self._with(lambda one, _: kind(one), 0)

    def any(self: Any) -> bool:
        return any(self._values())

    def all(self: Any) -> bool:
        return all(self._values())

    def max(self: Any) -> Any:
        return max(self._values())

    def min(self: Any) -> Any:
        return min(self._values())

    def tobytes(self: Any) -> tuple[Any, ...]:
        """The content as something that hashes and compares, which is what rules use it for."""
        return tuple(self._values())


class Array(_Operators, list):  # type: ignore[type-arg]
    """An array of one axis."""

    __slots__ = ()

    @property
    def shape(self) -> tuple[int]:
        return (len(self),)

    @property
    def size(self) -> int:
        return len(self)

    def copy(self) -> Array:
        return Array(self)

    def tolist(self) -> list[Any]:
        return list(self)

    def sum(self) -> Any:
        return sum(self)

    def nonzero(self) -> tuple[Array]:
        return (Array(place for place, value in enumerate(self) if value),)

    def fill(self, value: Any) -> None:
        for place in range(len(self)):
            self[place] = value

    def _values(self) -> Iterable[Any]:
        return self

    def _with(self, function: Callable[..., Any], other: Any) -> Array:
        if isinstance(other, list):
            return Array(map(function, self, other))
        return Array(function(one, other) for one in self)


class Table(_Operators, dict):  # type: ignore[type-arg]
    """An array of two axes: its values by (row, column)."""

    __slots__ = ("shape",)
    shape: tuple[int, int]

    def __init__(self, shape: tuple[int, int], values: Iterable[Any]) -> None:
        rows, columns = self.shape = shape
        places = ((row, column) for row in range(rows) for column in range(columns))
        super().__init__(zip(places, values, strict=True))

    def __missing__(self, row: int) -> Array:
        columns = self.shape[1]
        row = range(self.shape[0])[row]
        return Array(self[row, column] for column in range(columns))

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Array]:
        return map(self.__missing__, range(self.shape[0]))

    def part(self, rows: Any, columns: Any) -> Array:
        """``table[rows, columns]`` where one of them is a slice."""
        if isinstance(rows, slice) and isinstance(columns, slice):
            raise TypeError("a part of a table is of one row or one column here")
        if isinstance(rows, slice):
            return Array(self[row, columns] for row in range(self.shape[0])[rows])
        return Array(self[rows, column] for column in range(self.shape[1])[columns])

    @property
    def size(self) -> int:
        return self.shape[0] * self.shape[1]

    def copy(self) -> Table:
        made = Table.__new__(Table)
        made.shape = self.shape
        made.update(self.items())
        return made

    def tolist(self) -> list[list[Any]]:
        return [list(row) for row in self]

    def sum(self, axis: int | None = None) -> Any:
        if axis is None:
            return sum(self.values())
        lines = zip(*self, strict=True) if axis == 0 else iter(self)
        return Array(map(sum, lines))

    def _values(self) -> Iterable[Any]:
        return self.values()

    def _with(self, function: Callable[..., Any], other: Any) -> Table:
        others = other.values() if isinstance(other, Table) else [other] * self.size
        return Table(self.shape, map(function, self.values(), others))


Shape = int | tuple[int, ...]


def array(values: Iterable[Any], dtype: Any = None) -> Any:
    rows = list(values)
    if rows and isinstance(rows[0], list | tuple):
        return Table((len(rows), len(rows[0])), (value for row in rows for value in row))
    return Array(rows)


asarray = array


def full(shape: Shape, value: Any, dtype: Any = None) -> Any:
    if isinstance(shape, tuple):
        if len(shape) > 2:
            raise TypeError("arrays have one or two axes here")
        if len(shape) == 2:
            return Table((shape[0], shape[1]), [value] * (shape[0] * shape[1]))
        shape = shape[0]
    return Array([value] * shape)


def zeros(shape: Shape, dtype: Any = None) -> Any:
    return full(shape, 0)


empty = zeros


def ones(shape: Shape, dtype: Any = None) -> Any:
    return full(shape, 1)


def arange(*bounds: int, dtype: Any = None) -> Array:
    return Array(range(*bounds))


def concatenate(parts: Sequence[Iterable[Any]]) -> Array:
    return Array(value for part in parts for value in part)


def cumsum(values: Iterable[Any]) -> Array:
    found, total = Array(), 0
    for value in values:
        total += value
        found.append(total)
    return found


def array_equal(one: Any, other: Any) -> bool:
    return bool(one.shape == other.shape and one.tobytes() == other.tobytes())
