"""The trees that a game can begin with when nobody typed one: a small example, and random ones by seed."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping

from plyground.core.options import Value
from plyground.games.tree.position import Node

EXAMPLE = "a 0 ( o 3 ( a 5 a 8 ( a 6 a 9 a 2 ) a 4 ( o 7 a -3 ) ) o 6 ( a 2 ( a 1 a 4 ) a 9 o 5 ( a 8 a 3 ) ) )"
"""Worth 5. At first sight the second move looks better; a search from left to right skips five leaves, by cuts at
nodes of both sides, and below the second move Min moves twice in a row."""

MOST_GROWN = 200
"""Nodes of a random tree: about as many as a page draws at once."""

_EARLY_LEAF = 0.15
_OTHER_SIDE = 0.6


def grow(options: Mapping[str, Value]) -> Node:
    """A random tree of this ``seed``: at most ``branching`` children a node, leaves at ``plies`` or a little before.

    Sides take turns, or with ``turns`` at ``free`` move in any order; ``first`` moves at the root, which has children.
    Values go from ``lowest`` to ``highest``, whichever is lower.
    """
    rng = random.Random(int(options["seed"]))
    plies, branching = int(options["plies"]), int(options["branching"])
    lowest, highest = sorted((int(options["lowest"]), int(options["highest"])))
    root = Node(0 if options["first"] == "max" else 1, 0)
    waiting = deque([(root, 0)])
    made = 1
    while waiting:
        node, depth = waiting.popleft()
        count = rng.randint(2, branching)
        if depth == plies or (depth and rng.random() < _EARLY_LEAF) or made + count > MOST_GROWN:
            continue
        for _ in range(count):
            turned = options["turns"] == "alternate" or rng.random() < _OTHER_SIDE
            child = Node(1 - node.side if turned else node.side, rng.randint(lowest, highest))
            node.children.append(child)
            waiting.append((child, depth + 1))
        made += count
    return root
