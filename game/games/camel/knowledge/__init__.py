"""What a search may know of Crazy Camel beyond its rules, and the exercise's own functions over our rules."""

from __future__ import annotations

from plyground.core.knowledge import Knowledge, declare
from plyground.games.camel.knowledge.kernels import PATH, PATH_CAMELS, UNITS
from plyground.games.camel.knowledge.levels import LADDER
from plyground.games.camel.knowledge.strength import STRENGTH
from plyground.games.camel.position import Position, WidePosition

__all__ = ["PATH", "PATH_CAMELS"]

declare((Position, WidePosition), Knowledge(units=UNITS, strength=STRENGTH, ladder=LADDER))
