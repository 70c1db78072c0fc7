"""Every way in which an Othello move can be wrong, each a named error with its own code."""

from __future__ import annotations

from plyground.core.errors import IllegalMove, ImpossibleMove, kind

Occupied = kind(IllegalMove, "Occupied", "There is a disc on the square already.")
FlipsNothing = kind(IllegalMove, "FlipsNothing", "The disc would enclose no disc of the other side.")
PassNotAllowed = kind(IllegalMove, "PassNotAllowed", "A pass while a disc can be placed.")
MustPass = kind(IllegalMove, "MustPass", "A disc while the only legal move is the pass.")
OffBoard = kind(ImpossibleMove, "OffBoard", "The square is not on this board.")
