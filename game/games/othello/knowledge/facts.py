"""What is counted to explain a mistake in Othello: corners, moves, discs."""

from __future__ import annotations

from plyground.core.knowledge import Fact
from plyground.core.messages import _
from plyground.games.othello.kernels import targets
from plyground.games.othello.position import OthelloPosition, board_mask, frame_bit


def facts(position: OthelloPosition, seat: int) -> tuple[Fact, ...]:
    """The corners and discs that a side holds, and the squares where it could place a disc."""
    own, other = (position.dark, position.light) if seat == 0 else (position.light, position.dark)
    last, size = position.size - 1, position.size
    corners = sum(int(bool(own & frame_bit(row * size + column, size))) for row in (0, last) for column in (0, last))
    places = int(targets(own, other, board_mask(size)))
    return (
        Fact(_("Corners"), float(corners), 8.0),
        Fact(_("Moves to choose from"), float(places.bit_count()), 1.0),
        Fact(_("Discs"), float(int(own).bit_count()), 0.3),
    )
