"""What a search may know of Othello beyond its rules: two units to score positions in, and an order of moves."""

from __future__ import annotations

from game.knowledge.othello import kernels
from game.knowledge.othello.kernels import DISCS, MOBILITY

__all__ = ["DISCS", "MOBILITY", "kernels"]
