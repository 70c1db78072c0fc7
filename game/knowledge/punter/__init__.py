"""What a search may know of Lambda Punter: leads as scores, and the gain of a river as its rank."""

from __future__ import annotations

from game.knowledge.punter import kernels, ordering

__all__ = ["kernels", "ordering"]
