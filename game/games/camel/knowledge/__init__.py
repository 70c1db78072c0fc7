"""What a search may know of Crazy Camel beyond its rules, and the exercise's own functions over our rules."""

from __future__ import annotations

from plyground.games.camel.knowledge import kernels, levels, strength
from plyground.games.camel.knowledge.kernels import PATH, PATH_CAMELS

__all__ = ["PATH", "PATH_CAMELS", "kernels", "levels", "strength"]
