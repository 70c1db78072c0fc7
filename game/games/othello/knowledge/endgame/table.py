"""The memory of one solving: where its words lie, and the table of positions, stored whole with bounds and best move.

A bucket of two positions is one cache line of eight words: twice the mover's discs, the other side's, and a word that
packs lower bound, upper bound, best move and the logarithm of what the entry cost; two words are unused. The first
place of a bucket keeps what cost most, the second what came last. Threads write the table without a lock, so the other
side's discs are sealed with the other two words: what two have written is no position's.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.games.othello.knowledge.endgame import stability
from plyground.games.othello.knowledge.endgame.memory import peek, poke

NODES, BOARD, STATE, MOST_NODES = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
STOPPED, TABLE, BUCKETS, EDGES = np.uint64(4), np.uint64(5), np.uint64(6), np.uint64(7)
"""Words at the head of the memory: positions counted, squares of the board, address of the shared array that says stop,
positions allowed, whether the search was stopped, address of the table and its buckets less one, address of the table
of edges (0 where the board is not 8 x 8)."""

WEIGHTS, CLAIMS = np.uint64(8), np.uint64(9)
"""Two words more: the address of the trained weights, and that of the words which say what threads are searching; 0
where there are none."""
CLAIM_WORDS = 4096
"""How many words say what threads are searching."""

LISTS, LIST = np.uint64(16), np.uint64(128)
"""Where the lists of moves begin, and the words of each; there is one for each number of empty squares. A move takes
two words, its rank with its square, and the discs that it flips."""

_SIZE = 16 + 128 * 65
_NO_LIMIT = 1 << 62
_ZERO, _ONE, _TWO, _THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
_FOUR, _FIVE = np.uint64(4), np.uint64(5)
_BYTE, _EIGHT, _SIXTEEN, _TWENTY_FOUR = np.uint64(0xFF), np.uint64(8), np.uint64(16), np.uint64(24)
_THIRTY_TWO = np.uint64(32)
_MIX_OWN, _MIX_OTHER = np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(0xC2B2_AE3D_27D4_EB4F)
_SHIFT = 128
BUCKET_WORDS = 8
NO_MOVE = np.uint64(64)
UNKNOWN = np.uint64((64 << 16) | ((64 + _SHIFT) << 8) | (_SHIFT - 64))
"""What is known of a position that is not in the table: from -64 to 64, no move."""


@kernels.jitable
def bucket(own: Any, other: Any, work: Any) -> Any:
    """The address of a position's bucket."""
    mixed = own * _MIX_OWN ^ ((other * _MIX_OTHER) >> _THREE | (other * _MIX_OTHER) << np.uint64(61))
    mixed ^= mixed >> _THIRTY_TWO
    return peek(work, TABLE) + ((mixed & peek(work, BUCKETS)) << np.uint64(6))


@kernels.jitable
def _sealed(own: Any, other: Any, word: Any) -> Any:
    return other ^ own * _MIX_OWN ^ word * _MIX_OTHER


@kernels.jitable
def look_up(place: Any, own: Any, other: Any) -> Any:
    """What the bucket at the address ``place`` knows of the position, packed; ``UNKNOWN`` if it does not have it."""
    if peek(place, _ZERO) == own:
        word = peek(place, _TWO)
        if peek(place, _ONE) == _sealed(own, other, word):
            return word
    if peek(place, _THREE) == own:
        word = peek(place, _FIVE)
        if peek(place, _FOUR) == _sealed(own, other, word):
            return word
    return UNKNOWN


@kernels.jitable
def claim_of(own: Any, other: Any) -> Any:
    """What stands for a position while a thread searches it; never 0."""
    return (own * _MIX_OTHER ^ other * _MIX_OWN) | _ONE


@kernels.jitable
def claim_place(claim: Any, work: Any) -> Any:
    """The address of the word where a claim stands."""
    return peek(work, CLAIMS) + ((claim >> np.uint64(40) & np.uint64(CLAIM_WORDS - 1)) << _THREE)


@kernels.jitable
def lower_of(known: Any) -> Any:
    """The least that the value can be."""
    return np.int64(known & _BYTE) - _SHIFT


@kernels.jitable
def upper_of(known: Any) -> Any:
    """The most that the value can be."""
    return np.int64(known >> _EIGHT & _BYTE) - _SHIFT


@kernels.jitable
def move_of(known: Any) -> Any:
    """The square of the best move, 64 if none is known."""
    return known >> _SIXTEEN & _BYTE


@kernels.jitable
def _pack(lower: Any, upper: Any, move: Any, cost: Any) -> Any:
    return (
        np.uint64(lower + _SHIFT)
        | np.uint64(upper + _SHIFT) << _EIGHT
        | move << _SIXTEEN
        | np.uint64(cost) << _TWENTY_FOUR
    )


@kernels.jitable
def _logarithm(number: Any) -> Any:
    """Twice the binary logarithm, roughly."""
    log = 0
    while number > 3:
        number >>= 1
        log += 2
    return log + number


@kernels.jitable
def store(place: Any, own: Any, other: Any, value: Any, bound: Any, move: Any, nodes: Any) -> None:
    """Keep that the position's value is at least (above ``bound``) or at most (below it) ``value``; ``nodes``
    positions were analysed to find it."""
    known = look_up(place, own, other)
    lower, upper = lower_of(known), upper_of(known)
    if value > bound:
        lower = max(lower, value)
    else:
        upper = min(upper, value)
        if move_of(known) != NO_MOVE:
            move = move_of(known)
    cost = _logarithm(nodes)
    word = _pack(lower, upper, move, cost)
    sealed = _sealed(own, other, word)
    held = peek(place, _TWO)
    if peek(place, _ZERO) == own and peek(place, _ONE) == _sealed(own, other, held):
        poke(place, _ONE, sealed)
        poke(place, _TWO, word)
    elif not _second(place, own, other) and cost >= np.int64(held >> _TWENTY_FOUR):
        poke(place, _THREE, peek(place, _ZERO))
        poke(place, _FOUR, peek(place, _ONE))
        poke(place, _FIVE, held)
        poke(place, _ZERO, own)
        poke(place, _ONE, sealed)
        poke(place, _TWO, word)
    else:
        poke(place, _THREE, own)
        poke(place, _FOUR, sealed)
        poke(place, _FIVE, word)


@kernels.jitable
def _second(place: Any, own: Any, other: Any) -> Any:
    """Whether the second place of a bucket has the position."""
    return peek(place, _THREE) == own and peek(place, _FOUR) == _sealed(own, other, peek(place, _FIVE))


def _address(array: Any) -> Any:
    return np.uint64(array.ctypes.data)


class Work:
    """The memory of one solving on a board, with a table of ``2 ** logarithm`` buckets of 64 bytes.

    ``state`` is the shared array of ``plyground.search.running``. ``address`` is good as long as this object lives.
    ``beside`` makes one for another thread, with the same table.
    """

    def __init__(
        self, board: Any, logarithm: int, state: Any, most_nodes: int | None = None, weights: Any = None
    ) -> None:
        self.words = np.zeros(_SIZE, dtype=np.uint64)
        self.state = state
        self._edges = stability.edge_table()
        self._table = np.zeros((BUCKET_WORDS << logarithm) + BUCKET_WORDS, dtype=np.uint64)
        aligned = _address(self._table) + np.uint64(63) & ~np.uint64(63)
        self.words[BOARD] = board
        self.words[STATE] = _address(state)
        self.words[MOST_NODES] = _NO_LIMIT if most_nodes is None else most_nodes
        self.words[TABLE] = aligned
        self.words[BUCKETS] = (1 << logarithm) - 1
        self.words[EDGES] = _address(self._edges) if ~board == 0 else 0
        self._weights = weights
        self.words[WEIGHTS] = 0 if weights is None else _address(weights)
        self._claims: Any = None
        self.address = _address(self.words)

    def beside(self) -> Work:
        """The memory of a thread that searches the same beside this one, with a state of its own."""
        if self._claims is None:
            self._claims = np.zeros(CLAIM_WORDS, dtype=np.uint64)
            self.words[CLAIMS] = _address(self._claims)
        other = copy.copy(self)
        other.words, other.state = self.words.copy(), np.zeros_like(self.state)
        other.words[NODES], other.words[STATE] = 0, _address(other.state)
        other.address = _address(other.words)
        return other

    @property
    def nodes(self) -> int:
        """The positions analysed so far."""
        return int(self.words[NODES])

    @property
    def stopped(self) -> bool:
        """Whether the limits have ended the search."""
        return bool(self.words[STOPPED])
