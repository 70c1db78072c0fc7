"""Every way in which a Tak move can be wrong, each a named error with its own code."""

from __future__ import annotations

from plyground.core.errors import IllegalMove, MalformedMove


class OffBoard(IllegalMove, MalformedMove):
    """The square is not on this board; the text can be no move here, so reading it raises this too."""

    code = "off_board"


class OpeningFlat(IllegalMove):
    """On the first turn of each player only a flat can be placed."""

    code = "opening_flat"


class Occupied(IllegalMove):
    """There is a piece on the square already."""

    code = "occupied"


class NoStonesLeft(IllegalMove):
    """The player has placed all stones."""

    code = "no_stones_left"


class NoCapstonesLeft(IllegalMove):
    """The player has no capstone to place."""

    code = "no_capstones_left"


class EmptySquare(IllegalMove):
    """There is nothing to move on the square."""

    code = "empty_square"


class NotYours(IllegalMove):
    """The top piece of the stack is the other side's."""

    code = "not_yours"


class TooFewPieces(IllegalMove):
    """The stack is not so high."""

    code = "too_few_pieces"


class CarryLimit(IllegalMove, MalformedMove):
    """More pieces than a move may lift; more than eight are no move on any board, so reading raises this too."""

    code = "carry_limit"


class DropsDoNotAddUp(IllegalMove, MalformedMove):
    """The drops are not as many pieces as are lifted; the text can be no move, so reading it raises this too."""

    code = "drops_do_not_add_up"


class LeavesBoard(IllegalMove):
    """The stack would be dropped beyond the edge."""

    code = "leaves_board"


class BlockedByCapstone(IllegalMove):
    """A capstone stands in the way; nothing covers it."""

    code = "blocked_by_capstone"


class BlockedByWall(IllegalMove):
    """A wall stands in the way, and no capstone comes to flatten it, or not as the last drop."""

    code = "blocked_by_wall"


class CapstoneNotAlone(IllegalMove):
    """A capstone flattens a wall only if it comes down on it alone."""

    code = "capstone_not_alone"
