"""The tables of positions of this process: a few big arrays, lent to one search at a time.

A game keeps its array from move to move as long as no other game needs it. Entries carry the number of the game that
wrote them, its epoch, and those of another epoch count as empty: so nothing is carried from one game to another, and
nothing has to be wiped between two of them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plyground.search.pvs.places import GROUP, MARKS

MOST_KEPT = 4
SMALLEST, USUAL = 1 << 10, 1 << 19
"""Groups of two entries; a group takes 64 bytes."""
_KEY = "table of positions"
_AGES = 256


@dataclass(eq=False)
class Table:
    """An array of groups of entries, and whose entries count: the epoch, and the age within it, one per search."""

    groups: int
    words: Any = field(init=False)
    epoch: int = 0
    age: int = 0
    owner: object = None
    used: int = 0

    def __post_init__(self) -> None:
        spare = np.zeros((self.groups + 1) * GROUP + MARKS, dtype=np.int64)
        begin = -(spare.ctypes.data // spare.itemsize) % GROUP  # each group on one line of the processor's cache
        self.words = spare[begin : begin + self.groups * GROUP + MARKS]

    @property
    def stamp(self) -> int:
        """Epoch and age as one number, as the search wants them."""
        return self.epoch * _AGES + self.age


_lock = threading.Lock()
_free: list[Table] = []
_count = {"epochs": 0, "uses": 0}


def groups_for(nodes: int | None) -> int:
    """How many groups suit a search of so many positions; a power of two."""
    if nodes is None or nodes >= USUAL:
        return USUAL
    return max(SMALLEST, 1 << max(nodes - 1, 0).bit_length())


@contextmanager
def lent(groups: int, memory: dict[str, Any] | None) -> Iterator[Table]:
    """A table of so many groups for one search: with what this game's last search left, if ``memory`` is given and the
    table has served no other game since, else empty."""
    owner = None if memory is None else memory.setdefault(_KEY, object())
    table = _take(groups, owner)
    try:
        yield table
    finally:
        _give_back(table)


def _take(groups: int, owner: object) -> Table:
    with _lock:
        fitting = [table for table in _free if table.groups == groups]
        own = [table for table in fitting if owner is not None and table.owner is owner]
        if own:
            table = own[0]
        elif fitting and (len(_free) >= MOST_KEPT or fitting[0].owner is None):
            table = fitting[0]
        else:
            table = Table(groups)
        if table in _free:
            _free.remove(table)
        if own and table.age < _AGES - 1:
            table.age += 1
        else:
            _count["epochs"] += 1
            table.owner, table.epoch, table.age = owner, _count["epochs"], 0
        return table


def _give_back(table: Table) -> None:
    """Keep it for later, and of all that are free the few that were used last."""
    with _lock:
        _count["uses"] += 1
        table.used = _count["uses"]
        _free.append(table)
        _free.sort(key=lambda each: (each.owner is not None, each.used))
        del _free[: max(0, len(_free) - MOST_KEPT)]
