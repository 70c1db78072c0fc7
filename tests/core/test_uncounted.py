"""Compiled code without the counting of references, where it can be, and small arrays on the stack."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError

from plyground.core.kernels import jitable
from plyground.core.scratch import scratch
from plyground.core.uncounted import Uncounted


def compiled(function: Any) -> Any:
    """As ``kernels.compiled``, but not kept on disk."""
    return Uncounted.within(njit(function))


def counts(function: Any) -> bool:
    """Whether a compiled function counts references."""
    (count,) = {made.target_context.enable_nrt for made in function.overloads.values()}
    return bool(count)


class Held(NamedTuple):
    squares: Any
    mover: int


@jitable
def _sum(values: Any) -> Any:
    total = 0
    for value in values:
        total += value
    return total


@jitable
def _doubled(values: Any) -> Any:
    more = np.empty_like(values)
    for place in range(len(values)):
        more[place] = 2 * values[place]
    return more


@compiled
def _rows(table: Any, row: Any) -> Any:
    if row >= len(table):
        return 0
    return _sum(table[row]) + _rows(table, row + 1)


@compiled
def _rows_doubled(table: Any, row: Any) -> Any:
    return _sum(_doubled(table[row])) + _rows(table, row + 1)


@compiled
def _play(position: Any, place: Any) -> Any:
    squares = position.squares.copy()
    squares[place] = position.mover
    return Held(squares, 1 - position.mover)


@compiled
def _turned(position: Any) -> Any:
    return Held(position.squares[::-1], 1 - position.mover)


@compiled
def _turned_twice(position: Any) -> Any:
    return _turned(_turned(position)).squares[0]


@compiled
def _whole(values: Any, begin: Any) -> Any:
    return values


@compiled
def _rest(values: Any, begin: Any) -> Any:
    return values[begin:], begin


@compiled
def _rest_or_nothing(values: Any, begin: Any) -> Any:
    return values[begin:] if begin < 100 else None


@compiled
def _first_of_the_rest(values: Any, begin: Any) -> Any:
    return _rest(values, begin)[0][0]


@compiled
def _taken_apart(values: Any, size: Any) -> Any:
    made = np.full(size, 5, np.int64)
    whole, rest, maybe = _whole(made, 2), _rest(made, 2), _rest_or_nothing(made, 2)
    other = np.ones(size, np.int64)
    last = maybe[size - 3] if maybe is not None else 0
    return values[0] + whole[size - 1] + rest[0][size - 3] + last + other[0]


@compiled
def _ones(size: Any) -> Any:
    return np.ones(size, np.int64)


@compiled
def _first_one(size: Any) -> Any:
    return _ones(size)[0]


@compiled
def _filled(position: Any, place: Any) -> Any:
    if place == len(position.squares):
        return _sum(position.squares)
    return _filled(_play(position, place), place + 1)


@compiled
def _called_from_python(position: Any) -> Any:
    return _filled(position, 0)


@compiled
def _both_ends(values: Any) -> Any:
    own, other = scratch(8), scratch(8)
    for place in range(len(values)):
        own[place], other[place] = values[place], values[len(values) - 1 - place]
    return _sum(own[: len(values)]) * 1000 + other[0] * 10 + own[0]


@compiled
def _as_long_as(size: Any) -> Any:
    return len(scratch(size))


@compiled
def _wrong(table: Any) -> Any:
    return table.no_such_thing


TABLE = np.arange(6, dtype=np.int64).reshape(3, 2)


def test_a_function_that_works_on_what_it_is_given_does_not_count() -> None:
    assert _rows(TABLE, 0) == 15
    assert not counts(_rows)
    assert not any("NRT_incref" in code for code in _rows.inspect_llvm().values())


def test_a_function_on_whose_way_an_array_is_made_counts() -> None:
    assert [_rows_doubled(TABLE, 1) for _ in range(3)] == [19] * 3
    assert counts(_rows_doubled)


def test_positions_that_hold_arrays_live_as_long_as_anybody_has_them() -> None:
    start = Held(np.zeros(4, dtype=np.int64), 1)
    made = [_play(start, place % 4) for place in range(100)]
    assert counts(_play)
    assert [after.squares.tolist() for after in made[:2]] == [[1, 0, 0, 0], [0, 1, 0, 0]]
    assert start.squares.tolist() == [0] * 4


def test_part_of_an_array_given_back_counts() -> None:
    start = Held(np.arange(4), 1)
    twice = [_turned_twice(start) for _ in range(100)]
    turned = [_turned(start) for _ in range(100)]
    del start
    assert twice == [0] * 100
    assert [after.squares.tolist() for after in turned] == [[3, 2, 1, 0]] * 100
    assert counts(_turned)


def test_arrays_given_back_are_whole_and_live_whoever_called_first() -> None:
    values = np.arange(6)
    assert _first_of_the_rest(values, 2) == 2
    assert _rest(values, 2)[0].tolist() == [2, 3, 4, 5]
    assert _whole(values, 2) is values or _whole(values, 2).tolist() == values.tolist()
    assert [_rest_or_nothing(values, begin) is None for begin in (2, 100)] == [False, True]
    assert _rest_or_nothing(values, 2).tolist() == [2, 3, 4, 5]
    assert [_taken_apart(values, 1000) for _ in range(100)] == [16] * 100


def test_an_array_made_by_a_function_that_python_called_before_is_let_go() -> None:
    assert _ones(1000)[0] == 1
    assert _first_one(1000) == 1
    assert counts(_ones)
    assert counts(_first_one)


def test_what_comes_in_by_a_function_that_does_not_count_is_whole_afterwards() -> None:
    start = Held(np.zeros(4, dtype=np.int64), 1)
    assert [_called_from_python(start) for _ in range(100)] == [2] * 100
    assert counts(_filled)
    assert not counts(_called_from_python)
    assert start.squares.tolist() == [0] * 4


def test_what_is_wrong_with_a_function_is_told() -> None:
    for _ in range(2):
        with pytest.raises(TypingError, match="no_such_thing"):
            _wrong(TABLE)


def test_scratch_is_room_for_each_call() -> None:
    values = np.array([3, 4, 5], dtype=np.int32)
    assert _both_ends(values) == 12053 == _both_ends.py_func(values)
    assert not counts(_both_ends)
    with pytest.raises(TypingError, match="scratch"):
        _as_long_as(5)
