"""What a search may know of Tak beyond its rules: a unit to score positions in, and an order of moves with options.

``game.knowledge.tak.takpy`` has the names of the tutorial's library over these rules.
"""

from __future__ import annotations

from game.knowledge.tak import kernels, ordering
from game.knowledge.tak.kernels import FLATS
from game.knowledge.tak.ordering import ORDERING

__all__ = ["FLATS", "ORDERING", "kernels", "ordering"]
