"""What the fast search takes where a game says nothing of its own: a key of all fields, a first order by rank.

Each function does the same compiled, for any class of position, and interpreted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bits import mixed

# isort: split
from numba import types
from numba.extending import overload

_WORD = (1 << 64) - 1
LARGEST = 500_000
"""Derived estimates are cut to this size, far from any sure score."""
_MOST_RANK = 5_000


@kernels.jitable
def estimate(position: Any) -> Any:
    """The game's evaluation in its first unit for the seat to move, in hundredths."""
    score = 100.0 * kernels.evaluate(position, kernels.to_move(position), 0)
    return int(max(-LARGEST, min(LARGEST, score)))


def folded(fields: Any, word: np.uint64) -> np.uint64:
    """The word mixed with every field of a position: integers, floats, arrays of integers, and tuples of these."""
    for field in fields:
        if isinstance(field, tuple | np.ndarray):
            word = folded(field.flat if isinstance(field, np.ndarray) else field, word)
        else:
            whole = hash(float(field)) if isinstance(field, float) else int(field)
            word = mixed(word ^ np.uint64(whole & _WORD))
    return word


@overload(folded)  # type: ignore[untyped-decorator]
def _choose_folded(fields: Any, word: Any) -> Any:
    """Tuples are taken apart field by field, since their types may differ."""
    if isinstance(fields, types.Array):
        return _fold_array
    if not isinstance(fields, types.BaseTuple):
        return _fold_float if isinstance(fields, types.Float) else _fold_number
    if fields.count == 0:
        return _fold_nothing
    return _fold_tuple


def _fold_array(fields: Any, word: Any) -> Any:
    for field in fields.flat:
        word = mixed(word ^ np.uint64(field))
    return word


def _fold_float(fields: Any, word: Any) -> Any:
    return mixed(word ^ np.uint64(hash(fields)))


def _fold_number(fields: Any, word: Any) -> Any:
    return mixed(word ^ np.uint64(fields))


def _fold_nothing(fields: Any, word: Any) -> Any:
    return word


def _fold_tuple(fields: Any, word: Any) -> Any:
    return folded(fields[1:], folded(fields[0], word))


@kernels.jitable
def first_sight(position: Any, move: Any) -> Any:
    """The game's rank of a move, in hundredths."""
    return int(max(-_MOST_RANK, min(_MOST_RANK, 100.0 * kernels.rank(position, move))))
