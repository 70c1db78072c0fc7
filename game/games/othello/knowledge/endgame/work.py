"""The memory of one solving: where its words lie, and how it is made."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.games.othello.knowledge.endgame import stability

NODES, BOARD, STATE, MOST_NODES = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
STOPPED, TABLE, BUCKETS, EDGES = np.uint64(4), np.uint64(5), np.uint64(6), np.uint64(7)
"""Words at the head of the memory: positions counted, squares of the board, address of the shared array that says stop,
positions allowed, whether the search was stopped, address of the table and its buckets less one, address of the table
of edges (0 where the board is not 8 x 8)."""

LISTS, LIST = np.uint64(16), np.uint64(128)
"""Where the lists of moves begin, and the words of each; there is one for each number of empty squares. A move takes
two words, its rank with its square, and the discs that it flips."""

_SIZE = 16 + 128 * 65
_BUCKET_WORDS = 8
_NO_LIMIT = 1 << 62


def _address(array: Any) -> Any:
    return np.uint64(array.ctypes.data)


class Work:
    """The memory of one solving on a board, with a table of ``2 ** logarithm`` buckets of 64 bytes.

    ``state`` is the shared array of ``plyground.search.running``. ``address`` is good as long as this object lives.
    """

    def __init__(self, board: Any, logarithm: int, state: Any, most_nodes: int | None = None) -> None:
        self.words = np.zeros(_SIZE, dtype=np.uint64)
        self.state = state
        self._edges = stability.edge_table()
        self._table = np.zeros((_BUCKET_WORDS << logarithm) + _BUCKET_WORDS, dtype=np.uint64)
        aligned = _address(self._table) + np.uint64(63) & ~np.uint64(63)
        self.words[BOARD] = board
        self.words[STATE] = _address(state)
        self.words[MOST_NODES] = _NO_LIMIT if most_nodes is None else most_nodes
        self.words[TABLE] = aligned
        self.words[BUCKETS] = (1 << logarithm) - 1
        self.words[EDGES] = _address(self._edges) if ~board == 0 else 0
        self.address = _address(self.words)

    @property
    def nodes(self) -> int:
        """The positions analysed so far."""
        return int(self.words[NODES])

    @property
    def stopped(self) -> bool:
        """Whether the limits have ended the search."""
        return bool(self.words[STOPPED])
