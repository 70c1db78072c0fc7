"""What is counted to explain a mistake in Tak: finished roads, flats, and squares held."""

from __future__ import annotations

from plyground.core.knowledge import Fact
from plyground.core.messages import _
from plyground.games.tak.position import TakPosition
from plyground.games.tak.roads import board_of, is_road, road_of


def facts(position: TakPosition, seat: int) -> tuple[Fact, ...]:
    """Whether a road is finished, the flats on top, and all pieces on top that count for a road."""
    road = road_of(position, seat)
    flats = int(road) & ~int(position.caps)
    return (
        Fact(_("Finished roads"), float(bool(is_road(road, board_of(position.size)))), 8.0),
        Fact(_("Flats"), float(flats.bit_count()), 1.0),
    )
