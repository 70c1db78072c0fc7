"""What a search may know of Othello beyond its rules: units to score in, orders of moves, and a trained evaluation."""

from __future__ import annotations

from plyground.core.knowledge import Knowledge, declare
from plyground.games.othello.knowledge import evaluation as evaluation
from plyground.games.othello.knowledge.kernels import DISCS, MOBILITY, UNITS
from plyground.games.othello.knowledge.levels import LADDER
from plyground.games.othello.knowledge.strength import STRENGTH, TRAINING
from plyground.games.othello.position import OthelloPosition

__all__ = ["DISCS", "MOBILITY"]

declare((OthelloPosition,), Knowledge(units=UNITS, strength=STRENGTH, ladder=LADDER, training=TRAINING))
