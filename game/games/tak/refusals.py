"""Every way in which a Tak move can be wrong, each a named error with its own code."""

from __future__ import annotations

from plyground.core.errors import IllegalMove, ImpossibleMove, kind

OffBoard = kind(ImpossibleMove, "OffBoard", "The square is not on this board.")
OpeningFlat = kind(IllegalMove, "OpeningFlat", "On the first turn of each player only a flat can be placed.")
Occupied = kind(IllegalMove, "Occupied", "There is a piece on the square already.")
NoStonesLeft = kind(IllegalMove, "NoStonesLeft", "The player has placed all stones.")
NoCapstonesLeft = kind(IllegalMove, "NoCapstonesLeft", "The player has no capstone to place.")
EmptySquare = kind(IllegalMove, "EmptySquare", "There is nothing to move on the square.")
NotYours = kind(IllegalMove, "NotYours", "The top piece of the stack is the other side's.")
TooFewPieces = kind(IllegalMove, "TooFewPieces", "The stack is not so high.")
CarryLimit = kind(ImpossibleMove, "CarryLimit", "More pieces than a move may lift; reading refuses more than eight.")
DropsDoNotAddUp = kind(ImpossibleMove, "DropsDoNotAddUp", "The drops are not as many pieces as are lifted.")
LeavesBoard = kind(IllegalMove, "LeavesBoard", "The stack would be dropped beyond the edge.")
BlockedByCapstone = kind(IllegalMove, "BlockedByCapstone", "A capstone stands in the way; nothing covers it.")
BlockedByWall = kind(IllegalMove, "BlockedByWall", "A wall in the way that no capstone flattens with the last drop.")
CapstoneNotAlone = kind(IllegalMove, "CapstoneNotAlone", "A capstone that flattens a wall comes down on it alone.")
