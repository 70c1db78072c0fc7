"""The rules as kernels: a move goes to a child of the node that was reached, and a leaf's number is the end."""

from __future__ import annotations

from typing import Any

from plyground.core import kernels
from plyground.games.tree.position import COUNT, FIRST, PARTS, SIDE, VALUE, Position


@kernels.jitable
def margin_of(position: Any, seat: Any) -> Any:
    """The static value of the node that was reached, for a seat."""
    value = position.nodes[position.node, VALUE] / PARTS
    return -value if seat else value


@kernels.implements(kernels.to_move, Position)
def to_move(position: Any) -> int:
    return int(position.nodes[position.node, SIDE])


@kernels.implements(kernels.legal_moves, Position)
def legal_moves(position: Any, moves: Any) -> int:
    count = int(position.nodes[position.node, COUNT])
    for index in range(count):
        moves[index] = index
    return count


@kernels.implements(kernels.count_moves, Position)
def count_moves(position: Any) -> int:
    return int(position.nodes[position.node, COUNT])


@kernels.implements(kernels.play, Position)
def play(position: Any, move: int) -> Any:
    return Position(position.nodes, int(position.nodes[position.node, FIRST]) + move)


@kernels.implements(kernels.outcome, Position)
def outcome(position: Any, seat: int) -> int:
    if int(position.nodes[position.node, COUNT]):
        return kernels.ONGOING
    value = margin_of(position, seat)
    if value > 0:
        return kernels.WIN
    return kernels.LOSS if value < 0 else kernels.DRAW


@kernels.implements(kernels.margin, Position)
def margin(position: Any, seat: int) -> float:
    return margin_of(position, seat)  # type: ignore[no-any-return]
