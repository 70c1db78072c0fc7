"""The file of trained weights: how it is written, checked and read.

Arrangements that are reflections of each other share a weight, so the file holds one of each: the *free* weights.
They are kept stage by stage as 16-bit integers, hundredths of a disc, low bytes and high bytes apart (they compress
better), in an ``.npz`` archive, with the deviations of ``margins``. Beside it lies a record in JSON: how the weights
were made, and their checksum.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.games.othello.knowledge import margins, patterns

SHIPPED = Path(__file__).with_name("weights.npz")
"""The weights that the Hare plays with."""


def record_path(path: Path) -> Path:
    """Where the record of a file of weights lies."""
    return path.with_suffix(".json")


def _reflected(shape: patterns.Shape) -> NDArray[np.int64]:
    """For each arrangement of a shape the number of its reflection."""
    numbers = np.arange(shape.size)
    if shape.mirror is None:
        return numbers
    found = np.zeros_like(numbers)
    for digit, other in enumerate(shape.mirror):
        found += numbers // 3**digit % 3 * 3**other
    return found


@cache
def sharing() -> tuple[NDArray[np.int32], int]:
    """For each weight of a stage the number of the free weight that stands for it, and how many of those there are."""
    places = np.empty(patterns.STAGE, dtype=np.int32)
    count = 0
    for number, size in enumerate(patterns.SIZES):
        numbers = np.arange(size)
        shape = patterns.SHAPES[number] if number < len(patterns.SHAPES) else None
        lowest = numbers if shape is None else np.minimum(numbers, _reflected(shape))
        free = lowest == numbers
        start = patterns.STARTS[number]
        places[start : start + size] = count + (np.cumsum(free) - 1)[lowest]
        count += int(free.sum())
    return places, count


def spread(free: NDArray[Any]) -> NDArray[np.int16]:
    """All weights, one stage after another, from the free ones (a row for each stage)."""
    places, _ = sharing()
    return np.ascontiguousarray(free.astype(np.int16, copy=False)[:, places]).ravel()


def checksum(free: NDArray[np.int16]) -> str:
    """What the record calls the checksum: SHA-256 of the free weights, in little-endian order."""
    return hashlib.sha256(free.astype("<i2").tobytes()).hexdigest()


def save(path: Path, free: NDArray[np.int16], deviations: NDArray[np.int16], record: dict[str, Any]) -> None:
    """Write the free weights and the deviations, and beside them the record with the weights' checksum."""
    words = free.astype(np.int16).view(np.uint16)
    low, high = (words & 0xFF).astype(np.uint8), (words >> 8).astype(np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, low=low, high=high, deviations=deviations.astype("<i2"))
    full = {**record, "stages": patterns.STAGES, "free_weights": free.size, "checksum": checksum(free)}
    record_path(path).write_text(json.dumps(full, indent=2) + "\n", encoding="utf-8")


def read_free(path: Path) -> NDArray[np.int16]:
    """The free weights of a file, a row for each stage; raises ``ValueError`` if it has another shape."""
    with np.load(path) as archive:
        low, high = archive["low"], archive["high"]
    if low.shape != (patterns.STAGES, sharing()[1]) or high.shape != low.shape:
        raise ValueError(f"{path.name} has the shape {low.shape}, not {(patterns.STAGES, sharing()[1])}")
    words: NDArray[np.int16] = (low.astype(np.uint16) | (high.astype(np.uint16) << 8)).view(np.int16)
    return words


def read_deviations(path: Path) -> NDArray[np.int16]:
    """The deviations of a file, a row for each stage and one for ends; raises ``ValueError`` for another shape."""
    with np.load(path) as archive:
        deviations: NDArray[np.int16] = archive["deviations"].astype(np.int16)
    if deviations.shape != (margins.ROWS, margins.DEPTHS):
        raise ValueError(f"{path.name} has deviations of the shape {deviations.shape}")
    return deviations


@cache
def load(path: Path = SHIPPED) -> NDArray[np.int16]:
    """All weights of a file, then its deviations, read once in a process: a contiguous ``int16`` array of one
    dimension."""
    return np.concatenate([spread(read_free(path)), read_deviations(path).ravel()])
