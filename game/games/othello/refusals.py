"""Every way in which an Othello move can be wrong, each a named error with its own code."""

from __future__ import annotations

from plyground.core.errors import IllegalMove, MalformedMove


class Occupied(IllegalMove):
    """There is a disc on the square already."""


class FlipsNothing(IllegalMove):
    """The disc would enclose no disc of the other side."""


class PassNotAllowed(IllegalMove):
    """A pass while a disc can be placed."""


class MustPass(IllegalMove):
    """A disc while the only legal move is the pass."""


class OffBoard(IllegalMove, MalformedMove):
    """The square is not on this board; the text can be no move here, so reading it raises this too."""
