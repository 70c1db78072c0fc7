"""What a search may know of a decision tree: each node's static value, which is all there is to see at first sight."""

from __future__ import annotations

from typing import Any

from plyground.core import kernels, knowledge
from plyground.core.messages import _
from plyground.games.tree.position import BEST, FIRST, PARTS, SIDE, VALUE, WORST, Position


@kernels.implements(kernels.evaluate, Position)
def evaluate(position: Any, seat: int, unit: int) -> float:
    """The static value of the node that was reached; final at a leaf."""
    value = float(position.nodes[position.node, VALUE]) / PARTS
    return -value if seat else value


@kernels.implements(kernels.rank, Position)
def rank(position: Any, move: int) -> float:
    """The child's static value for the side to move."""
    value = float(position.nodes[int(position.nodes[position.node, FIRST]) + move, VALUE]) / PARTS
    return -value if int(position.nodes[position.node, SIDE]) else value


_STATIC = knowledge.Unit(
    "static", _("Static value"), _("The number of the node that was reached."), "points", WORST, BEST
)
knowledge.declare((Position,), knowledge.Knowledge(units=(_STATIC,)))
