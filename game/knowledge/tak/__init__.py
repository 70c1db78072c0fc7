"""What a search may know of Tak beyond its rules: a unit to score positions in, an order of moves with options, and
what a strong player needs.

``game.knowledge.tak.takpy`` has the names of the tutorial's library over these rules.
"""

from __future__ import annotations

from game.knowledge.tak import evaluation, hare, kernels, levels, ordering
from game.knowledge.tak.kernels import FLATS
from game.knowledge.tak.ordering import ORDERING
from game.knowledge.tak.strength import STRENGTH

__all__ = ["FLATS", "ORDERING", "STRENGTH", "evaluation", "hare", "kernels", "levels", "ordering"]
