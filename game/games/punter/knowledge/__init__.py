"""What a search may know of Lambda Punter: leads as scores, the gain of a river as its rank, and exact endings."""

from __future__ import annotations

from plyground.games.punter.knowledge import exact, kernels, levels, ordering, strength

__all__ = ["exact", "kernels", "levels", "ordering", "strength"]
