"""The keys of all positions of a game, by one compiled call."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core import kernels
from plyground.core.options import Value
from plyground.search.likeness import likeness


@kernels.compiled
def _trail(position: Any, moves: Any, keys: Any) -> Any:
    keys[0] = likeness(position)
    for index in range(len(moves)):
        position = kernels.play(position, int(moves[index]))
        keys[index + 1] = likeness(position)
    return kernels.outcome(position, 0)


@kernels.compiled
def _key(position: Any) -> Any:
    return likeness(position)


def trail(position: Any, moves: Sequence[int], salt: int) -> tuple[NDArray[np.uint64], int]:
    """The 40-bit keys of the position and of those after each legal move, and the end's outcome for the first seat."""
    keys = np.empty(len(moves) + 1, dtype=np.uint64)
    outcome = _trail(position, np.array(moves, dtype=np.int32), keys)
    return keys >> np.uint64(24) ^ np.uint64(salt), int(outcome)


def key_of(position: Any, salt: int) -> int:
    """The key of one position, as a library has it."""
    return (int(_key(position)) >> 24) ^ salt


def salt_of(options: Mapping[str, Value]) -> int:
    """What tells the positions of games with other options apart, whose boards may look the same."""
    told = json.dumps({name: str(value) for name, value in options.items()}, sort_keys=True)
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:5], "big")
