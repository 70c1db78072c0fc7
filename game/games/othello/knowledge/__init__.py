"""What a search may know of Othello beyond its rules: units to score in, orders of moves, and a trained evaluation."""

from __future__ import annotations

from plyground.games.othello.knowledge import kernels, levels, strength
from plyground.games.othello.knowledge.kernels import DISCS, MOBILITY

__all__ = ["DISCS", "MOBILITY", "kernels", "levels", "strength"]
