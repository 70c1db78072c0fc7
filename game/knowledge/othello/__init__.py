"""What a search may know of Othello beyond its rules: units to score in, orders of moves, and a trained evaluation."""

from __future__ import annotations

from game.knowledge.othello import kernels, levels, strength
from game.knowledge.othello.kernels import DISCS, MOBILITY

__all__ = ["DISCS", "MOBILITY", "kernels", "levels", "strength"]
