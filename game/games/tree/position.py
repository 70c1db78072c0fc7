"""A decision tree as plain data, and the position of a game in it: the tree, and the node that was reached.

A tree is one array with a row for each node, the root first and the children of a node side by side, so that a child
is found by adding its index. The array is shared by all positions of a game and never changed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.messages import _

SIDE, VALUE, PARENT, FIRST, COUNT = range(5)
"""The columns: whose turn it is (0 at ``a`` nodes, 1 at ``o`` nodes), the static value for seat 0, the parent's row
(-1 at the root), the first child's row and how many children there are (both 0 at a leaf)."""

LETTERS = "ao"
SEAT_NAMES = (_("Max"), _("Min"))
WORST, BEST = -128, 127
MOST_NODES = 5_000
MOST_CHILDREN = 500
DEEPEST = 200
"""The deepest ply of any node."""


class Position(NamedTuple):
    """The tree and the row of the node that was reached; two positions are equal if both are."""

    nodes: NDArray[np.int64]
    node: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.node == other.node and np.array_equal(self.nodes, other.nodes)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.nodes.tobytes(), self.node))


@dataclass
class Node:
    """A node while a tree is being read or made."""

    side: int
    value: int
    children: list[Node] = field(default_factory=list)


def build(root: Node) -> NDArray[np.int64]:
    """The array of a tree."""
    rows: list[tuple[int, int, int, int, int]] = []
    waiting = deque([(root, -1)])
    given = 1
    while waiting:
        node, parent = waiting.popleft()
        row = len(rows)
        count = len(node.children)
        rows.append((node.side, node.value, parent, given if count else 0, count))
        waiting.extend((child, row) for child in node.children)
        given += count
    return np.array(rows, dtype=np.int64)


def children_of(nodes: NDArray[np.int64], row: int) -> range:
    """The rows of a node's children."""
    first = int(nodes[row, FIRST])
    return range(first, first + int(nodes[row, COUNT]))


def path_of(nodes: NDArray[np.int64], row: int) -> tuple[int, ...]:
    """The child indices that lead from the root to a node."""
    indices: list[int] = []
    while row:
        parent = int(nodes[row, PARENT])
        indices.append(row - int(nodes[parent, FIRST]))
        row = parent
    return tuple(reversed(indices))
