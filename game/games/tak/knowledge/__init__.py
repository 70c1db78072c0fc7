"""What a search may know of Tak beyond its rules: a unit to score positions in, an order of moves with options, and
what a strong player needs.

``plyground.games.tak.knowledge.takpy`` has the names of the tutorial's library over these rules.
"""

from __future__ import annotations

from plyground.core.knowledge import Knowledge, declare
from plyground.games.tak.knowledge import hare as hare
from plyground.games.tak.knowledge.kernels import FLATS, UNITS
from plyground.games.tak.knowledge.levels import LADDER
from plyground.games.tak.knowledge.ordering import ORDERING
from plyground.games.tak.knowledge.strength import STRENGTH
from plyground.games.tak.position import TakPosition

__all__ = ["FLATS", "ORDERING", "STRENGTH"]

declare((TakPosition,), Knowledge(units=UNITS, strength=STRENGTH, ordering=ORDERING, ladder=LADDER))
