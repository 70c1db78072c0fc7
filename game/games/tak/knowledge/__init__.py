"""What a search may know of Tak beyond its rules: a unit to score positions in, an order of moves with options, and
what a strong player needs.

``plyground.games.tak.knowledge.takpy`` has the names of the tutorial's library over these rules.
"""

from __future__ import annotations

from plyground.games.tak.knowledge import evaluation, hare, kernels, levels, ordering
from plyground.games.tak.knowledge.kernels import FLATS
from plyground.games.tak.knowledge.ordering import ORDERING
from plyground.games.tak.knowledge.strength import STRENGTH

__all__ = ["FLATS", "ORDERING", "STRENGTH", "evaluation", "hare", "kernels", "levels", "ordering"]
