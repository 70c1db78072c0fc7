"""Every way in which a Crazy Camel move can be wrong, each a named error with its own code."""

from __future__ import annotations

from plyground.core.errors import IllegalMove, MalformedMove


class OffBoard(IllegalMove):
    """The step leaves the board."""


class CamelBetween(IllegalMove):
    """A camel lies between the master and the tile beside it."""


class JumpBlocked(IllegalMove):
    """A camel lies behind the other master, in the way of the straight jump."""


class JumpOffBoard(IllegalMove):
    """The straight jump over the other master would leave the board."""


class NoMasterBeside(IllegalMove):
    """A diagonal step, but the other master is on neither of the tiles that it could go round by."""


class StraightJumpOpen(IllegalMove):
    """A diagonal step while the straight jump is possible."""


class EdgeDoesNotCount(IllegalMove):
    """A diagonal step with only the edge behind the other master, in a game where the edge does not count."""


class CamelBesideMaster(IllegalMove):
    """A camel lies between the other master and the target of the diagonal step."""


class MustMove(IllegalMove):
    """A pass while there is a legal step or camel."""


class MustPass(IllegalMove):
    """A step or a camel while the only legal move is the pass."""


class NoCamelsLeft(IllegalMove):
    """The player has placed all camels."""


class SlotOffBoard(IllegalMove, MalformedMove):
    """The camel would lie off the board; the text can be no move here, so reading it raises this too."""


class SlotTaken(IllegalMove):
    """A camel lies exactly there already."""


class SlotOverlaps(IllegalMove):
    """Half of the slot is under another camel."""


class SlotCrosses(IllegalMove):
    """The camel would lie across another one."""


class CutsPath(IllegalMove):
    """The camel would leave a master without any path to its goal row; ``seats`` says whose."""

    def __init__(self, sentence: str, seats: tuple[int, ...]) -> None:
        super().__init__(sentence)
        self.seats = seats
