"""What is counted to explain a mistake in Othello: corners, moves, parity, discs."""

from __future__ import annotations

from plyground.core.knowledge import Fact
from plyground.core.messages import _
from plyground.games.othello.kernels import targets
from plyground.games.othello.knowledge.regions import empties, last_moves
from plyground.games.othello.position import OthelloPosition, board_mask, frame_bit

_PARITY_COUNTS = 16
"""The empty squares up to which parity explains anything."""


def facts(position: OthelloPosition, seat: int) -> tuple[Fact, ...]:
    """The corners and discs that a side holds, the squares where it could place a disc, and its last moves."""
    own, other = (position.dark, position.light) if seat == 0 else (position.light, position.dark)
    last, size = position.size - 1, position.size
    corners = sum(int(bool(own & frame_bit(row * size + column, size))) for row in (0, last) for column in (0, last))
    places = int(targets(own, other, board_mask(size)))
    return (
        Fact(_("Corners"), float(corners), 8.0),
        Fact(_("Moves to choose from"), float(places.bit_count()), 1.0),
        Fact(
            _("Last moves in regions of empty squares, filled one by one, odd ones first, without a pass"),
            float(last_moves(position, seat)),
            1.5 if len(empties(position)) <= _PARITY_COUNTS else 0.0,
        ),
        Fact(_("Discs"), float(int(own).bit_count()), 0.3),
    )
