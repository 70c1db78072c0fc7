"""The memory of one solving: where its words lie, and how it is made."""

from __future__ import annotations

import numpy as np

NODES, BOARD, STATE, MOST_NODES = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
STOPPED, TABLE, BUCKETS, EDGES = np.uint64(4), np.uint64(5), np.uint64(6), np.uint64(7)
"""Words at the head of the memory: positions counted, squares of the board, address of the shared array that says stop,
positions allowed, whether the search was stopped, address of the table and its buckets less one, address of the table
of edges (0 where the board is not 8 x 8)."""

LISTS, LIST = np.uint64(16), np.uint64(128)
"""Where the lists of moves begin, and the words of each; there is one for each number of empty squares. A move takes
two words, its rank with its square, and the discs that it flips."""

SIZE = 16 + 128 * 65
