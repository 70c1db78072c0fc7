"""What is counted to explain a mistake in Crazy Camel: the steps of the shortest path, and camels in hand."""

from __future__ import annotations

from plyground.core.knowledge import Fact
from plyground.core.messages import _
from plyground.games.camel.paths import distance, openings
from plyground.games.camel.position import AnyPosition


def facts(position: AnyPosition, seat: int) -> tuple[Fact, ...]:
    """How many steps a master is from its goal, and how many camels its side can still place."""
    across, below = openings(position)
    camels = (position.first_camels, position.second_camels)[seat]
    return (
        Fact(_("Steps to the goal"), float(distance(position, seat, across, below)), -1.0),
        Fact(_("Camels in hand"), float(camels), 0.8),
    )
