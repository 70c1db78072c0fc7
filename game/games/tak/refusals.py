"""Every way in which a Tak move can be wrong, each a named error with its own code."""

from __future__ import annotations

from plyground.core.errors import IllegalMove, MalformedMove


class OffBoard(IllegalMove, MalformedMove):
    """The square is not on this board; the text can be no move here, so reading it raises this too."""


class OpeningFlat(IllegalMove):
    """On the first turn of each player only a flat can be placed."""


class Occupied(IllegalMove):
    """There is a piece on the square already."""


class NoStonesLeft(IllegalMove):
    """The player has placed all stones."""


class NoCapstonesLeft(IllegalMove):
    """The player has no capstone to place."""


class EmptySquare(IllegalMove):
    """There is nothing to move on the square."""


class NotYours(IllegalMove):
    """The top piece of the stack is the other side's."""


class TooFewPieces(IllegalMove):
    """The stack is not so high."""


class CarryLimit(IllegalMove, MalformedMove):
    """More pieces than a move may lift; more than eight are no move on any board, so reading raises this too."""


class DropsDoNotAddUp(IllegalMove, MalformedMove):
    """The drops are not as many pieces as are lifted; the text can be no move, so reading it raises this too."""


class LeavesBoard(IllegalMove):
    """The stack would be dropped beyond the edge."""


class BlockedByCapstone(IllegalMove):
    """A capstone stands in the way; nothing covers it."""


class BlockedByWall(IllegalMove):
    """A wall stands in the way, and no capstone comes to flatten it, or not as the last drop."""


class CapstoneNotAlone(IllegalMove):
    """A capstone flattens a wall only if it comes down on it alone."""
