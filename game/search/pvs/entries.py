"""The entries of the table of positions, as the compiled search reads and writes them.

Threads write the table without a lock, so each entry carries a seal of its words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.search.pvs import places as at

_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_HIGH_HALF = np.uint64(32)
_SEALS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB), np.uint64(0xD6E8FEB86659FD93))


@kernels.jitable
def worth(packed: Any, epoch: Any) -> Any:
    """How much an entry is worth keeping: nothing of another game, then by depth, those of this search above others."""
    if packed >> at.EPOCH_SHIFT != epoch >> 8:
        return -1
    return (packed & at.DEPTH_BITS) + (256 if (packed >> at.AGE_SHIFT) & 255 == epoch & 255 else 0)


@kernels.jitable
def seal(move: Any, score: Any, packed: Any) -> Any:
    """A word that shows whether these three were written together: threads write the table without a lock."""
    return np.int64((np.uint64(move) * _SEALS[0]) ^ (np.uint64(score) * _SEALS[1]) ^ (np.uint64(packed) * _SEALS[2]))


@kernels.jitable
def claim_of(word: Any, move: Any) -> Any:
    """What stands for a move of the position of this key while a thread searches it; never 0."""
    return np.int64((word ^ (np.uint64(move) * _SEALS[1])) * _SPREAD) | 1


@kernels.jitable
def claim_place(claim: Any, table: Any) -> Any:
    """Where a claim stands: behind the table's groups."""
    return len(table) - at.MARKS + ((claim >> 20) & (at.MARKS - 1))


@kernels.jitable
def group_of(word: Any, state: Any) -> Any:
    """Where the group of entries of this key begins."""
    return (np.int64((word * _SPREAD) >> _HIGH_HALF) & state[at.MASK]) * at.GROUP


@kernels.jitable
def table_entry(word: Any, table: Any, state: Any) -> Any:
    """Move, score and packed word of the entry of this key; without one no move, 0 and 0."""
    place = group_of(word, state)
    for _ in range(2):
        move, score, packed = table[place + 1], table[place + 2], table[place + 3]
        if table[place] ^ seal(move, score, packed) == np.int64(word) and (
            packed >> at.EPOCH_SHIFT == state[at.EPOCH] >> 8
        ):
            return move, score, packed
        place += at.ENTRY
    return np.int64(at.NO_MOVE), np.int64(0), np.int64(0)


@kernels.jitable
def keep_entry(word: Any, move: Any, score: Any, packed: Any, table: Any, state: Any) -> None:
    """Write an entry over the one of the same key, else over that of the group which is worth less."""
    place = group_of(word, state)
    other = place + at.ENTRY
    checked, epoch = np.int64(word), state[at.EPOCH]
    chosen = place
    held = table[place + 3]
    if table[place] ^ seal(table[place + 1], table[place + 2], held) != checked or held >> at.EPOCH_SHIFT != epoch >> 8:
        beside = table[other + 3]
        known = table[other] ^ seal(table[other + 1], table[other + 2], beside) == checked
        known = known and beside >> at.EPOCH_SHIFT == epoch >> 8
        if known or worth(beside, epoch) < worth(held, epoch):
            chosen = other
    packed |= (epoch >> 8) << at.EPOCH_SHIFT | (epoch & 255) << at.AGE_SHIFT
    table[chosen] = checked ^ seal(move, score, packed)
    table[chosen + 1] = move
    table[chosen + 2] = score
    table[chosen + 3] = packed
