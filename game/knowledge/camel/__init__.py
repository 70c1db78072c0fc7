"""What a search may know of Crazy Camel beyond its rules, and the exercise's own functions over our rules."""

from __future__ import annotations

from game.knowledge.camel import kernels, levels, strength
from game.knowledge.camel.kernels import PATH, PATH_CAMELS

__all__ = ["PATH", "PATH_CAMELS", "kernels", "levels", "strength"]
