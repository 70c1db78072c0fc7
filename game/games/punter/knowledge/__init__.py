"""What a search may know of Lambda Punter: leads as scores, the gain of a river as its rank, and exact endings."""

from __future__ import annotations

from plyground.core.knowledge import Knowledge, declare
from plyground.games.punter.knowledge.exact import play_exactly
from plyground.games.punter.knowledge.kernels import UNITS
from plyground.games.punter.knowledge.levels import LADDER
from plyground.games.punter.knowledge.ordering import ORDERING
from plyground.games.punter.knowledge.strength import STRENGTH
from plyground.games.punter.position import Position

declare(
    (Position,),
    Knowledge(units=UNITS, strength=STRENGTH, ordering=ORDERING, exact=play_exactly, ladder=LADDER),
)
