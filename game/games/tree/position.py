"""A decision tree as plain data, and the position of a game in it: the tree, and the node that was reached.

A tree is one array with a row for each node, the root first and the children of a node side by side, so that a child
is found by adding its index. The array is shared by all positions of a game and never changed.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.messages import _

SIDE, VALUE, PARENT, FIRST, COUNT, DRAWN, WEIGHT = range(7)
"""The columns: whose turn it is (0 at ``a`` nodes, 1 at ``o`` nodes), the static value for seat 0 in hundredths, so
that decimals stay what was typed, the parent's row
(-1 at the root), the first child's row and how many children there are (both 0 at a leaf); whether chance decides
here (1), where whoever chose last draws, and the weight of the node among its siblings where it decides above."""

CHANCE = 2
"""The side of a chance node while a tree is read."""
LETTERS = "aoc"
SEAT_NAMES = (_("Max"), _("Min"))
WORST, BEST = -128, 127
PARTS = 100
"""Parts of one in which values are kept: as many as two decimals tell apart."""
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
    """A node while a tree is being read or made; ``chance`` is that of the node below a chance node, if it was told."""

    side: int
    value: float
    children: list[Node] = field(default_factory=list)
    chance: Fraction | None = None


def build(root: Node) -> NDArray[np.int64]:
    """The array of a tree."""
    rows: list[tuple[int, ...]] = []
    waiting = deque([(root, -1, 1)])
    given = 1
    while waiting:
        node, parent, weight = waiting.popleft()
        row = len(rows)
        count = len(node.children)
        drawn = node.side == CHANCE
        side = (rows[parent][SIDE] if parent >= 0 else 0) if drawn else node.side
        rows.append((side, round(node.value * PARTS), parent, given if count else 0, count, int(drawn), weight))
        weights = weights_of(node) if drawn else [1] * count
        waiting.extend((child, row, each) for child, each in zip(node.children, weights, strict=True))
        given += count
    return np.array(rows, dtype=np.int64)


def weights_of(node: Node) -> list[int]:
    """How the chances of a chance node's children are to each other, in the smallest whole numbers."""
    chances = [child.chance for child in node.children]
    told = [chance for chance in chances if chance is not None]
    common = math.lcm(*(chance.denominator for chance in told)) if told else 1
    return [1 if chance is None else int(chance * common) for chance in chances]


def value_of(nodes: NDArray[np.int64], row: int) -> float:
    """The static value of a node for seat 0; a whole number is an int."""
    return value_of_parts(int(nodes[row, VALUE]))


def value_of_parts(parts: int) -> float:
    """The value of so many parts; a whole number is an int."""
    return parts / PARTS if parts % PARTS else parts // PARTS


def chances_of(nodes: NDArray[np.int64], row: int) -> list[Fraction]:
    """The chance of each child of a node at which chance decides."""
    weights = [int(nodes[child, WEIGHT]) for child in children_of(nodes, row)]
    return [Fraction(weight, sum(weights)) for weight in weights]


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
