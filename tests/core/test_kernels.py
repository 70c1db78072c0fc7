"""Kernels: one source, resolved by the position's type, interpreted and compiled alike, to a word's last bit."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit

from plyground.core import compiled_calls, kernels


class Pocket(NamedTuple):
    low: np.uint64
    high: np.uint64


class Toy(NamedTuple):
    own: np.uint64
    other: np.uint64
    mover: int
    pocket: Pocket


class Plain(NamedTuple):
    left: int
    mover: int


@kernels.implements(kernels.play, Toy)
def _play_toy(position: Toy, move: int) -> Toy:
    bit = np.uint64(1) << np.uint64(move)
    return Toy(position.other, position.own | bit, 1 - position.mover, Pocket(position.pocket.high, bit))


@kernels.implements(kernels.play, Plain)
def _play_plain(position: Plain, move: int) -> Plain:
    return Plain(position.left - move, 1 - position.mover)


def _play(position: Any, move: Any) -> Any:
    return kernels.play(position, move)


_compiled = njit(_play)  # not kept on disk: the kept kernels must not know classes that only a test can import


def play_compiled(position: Any, move: int) -> Any:
    """The position after the move, by compiled rules."""
    return kernels.box(type(position), _compiled(position, move))


@pytest.mark.parametrize("square", [0, 31, 32, 62, 63])
def test_words_keep_their_last_bit(square: int) -> None:
    start = Toy(np.uint64(0), np.uint64(1 << 63), 0, Pocket(np.uint64(0), np.uint64(2**64 - 1)))
    after = play_compiled(start, square)
    assert after == _play_toy(start, square)
    assert isinstance(after.other, np.uint64)
    assert isinstance(after.pocket.high, np.uint64)
    assert play_compiled(after, 63) == _play_toy(after, 63)


def test_dispatch_is_by_class() -> None:
    assert play_compiled(Plain(9, 0), 2) == Plain(7, 1) == kernels.play(Plain(9, 0), 2)
    assert kernels.has(kernels.play, Plain)
    assert not kernels.has(kernels.evaluate, Plain)
    with pytest.raises(TypeError, match="evaluate has no implementation for Plain"):
        kernels.evaluate(Plain(9, 0), 0, 0)


def test_short_calls_keep_the_interpreters_lock() -> None:
    """Else whoever plays a game of thousands of moves has it back each time before another thread has woken up."""
    calls: list[Any] = [compiled_calls._play, compiled_calls._legal_moves, compiled_calls._outcome]
    assert [each.targetoptions["nogil"] for each in calls] == [False] * 3
    long: Any = kernels.compiled(lambda number: number)
    assert long.targetoptions["nogil"], "others run on meanwhile"
